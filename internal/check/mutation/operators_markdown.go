package mutation

import (
	"fmt"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
	"atelier/internal/source"
)

var markdownFaults = []Operator{
	{"markdown/missing-title", eachDerived(func(_ *Sound, d *corpus.Document) []Mutant {
		title := line(d, d.TitleSpan.Start)
		for _, s := range d.Sections {
			if s.Level > 0 && s.Span.Start > title.End {
				return []Mutant{at(replace(d, title, ""), s.Span.Start-(title.End-title.Start))}
			}
		}
		return nil
	})},
	{"markdown/ragged-row", eachTable(func(d *corpus.Document, t *parse.Table) []Mutant {
		var out []Mutant
		for _, row := range t.Rows {
			if len(t.Header) >= 3 && len(row.Cells) == len(t.Header) {
				end := line(d, row.Span.Start).End - 1
				out = append(out, at(insert(d, end, " lost text |", ""), row.Span.Start))
			}
		}
		return out
	})},
	{"markdown/broken-table", eachTable(func(d *corpus.Document, t *parse.Table) []Mutant {
		delimiter := d.File.LineSpan(d.File.Line(t.Span.Start) + 1)
		if !strings.HasSuffix(d.File.Slice(delimiter), "|") || t.Item != nil || t.Quote > 0 {
			return nil
		}
		return []Mutant{at(insert(d, delimiter.End, "---|", ""), delimiter.Start)}
	})},
	{"markdown/swallowed-paragraph", eachTable(func(d *corpus.Document, t *parse.Table) []Mutant {
		if t.Item != nil || t.Quote > 0 {
			return nil
		}
		end := min(t.Span.End+1, len(d.File.Text))
		return []Mutant{insert(d, end, "Words glued under the table.\n", "Words")}
	})},
	{"markdown/orphan-rows", eachTable(func(d *corpus.Document, t *parse.Table) []Mutant {
		if t.Item != nil || t.Quote > 0 || len(t.Rows) < 3 {
			return nil
		}
		last := t.Rows[len(t.Rows)-1].Span.Start
		const remark = "<!-- a remark -->\n"
		return []Mutant{at(insert(d, last, remark, ""), last+len(remark))}
	})},
	{"markdown/raw-html", inProse(func(*Sound, *corpus.Document) (string, string) { return "A <b>bold</b> word.", "<b>" })},
	{"markdown/raw-html", inProse(func(*Sound, *corpus.Document) (string, string) {
		return "<!-- reviewed --> Words behind a comment.", "Words"
	})},
	{"markdown/unclosed-comment", inProse(func(s *Sound, _ *corpus.Document) (string, string) {
		ends := []string{"", " -- >", " --!>", " —>"}
		return "<!-- a remark" + ends[s.Random.IntN(len(ends))], "<!--"
	})},
	{"markdown/unclosed-fence", eachDerived(func(_ *Sound, d *corpus.Document) []Mutant {
		var out []Mutant
		for _, f := range d.Fences {
			if !f.Indented && f.Closed && f.Section != nil && f.Section.Level > 0 && d.File.Text[f.Span.Start] == '`' {
				closing := d.File.LineSpan(d.File.Line(f.Span.End))
				out = append(out, at(replace(d, closing, ""), f.Span.Start))
			}
		}
		return out
	})},
	{"markdown/unescaped-pipe", eachTable(func(d *corpus.Document, t *parse.Table) []Mutant {
		var out []Mutant
		for _, row := range t.Rows {
			last := row.Cells[len(row.Cells)-1]
			if len(row.Cells) == len(t.Header) && last.Span.Len() > 0 {
				out = append(out, at(insert(d, last.Span.End, " by `a | b`", ""), row.Span.Start))
			}
		}
		return out
	})},
	{"markdown/accidental-list", inProse(func(*Sound, *corpus.Document) (string, string) {
		return "The limit of the pool is the number of callers\n+ the number of those that wait, and no more.", "+ the number"
	})},
	{"markdown/fence-language", inProse(func(*Sound, *corpus.Document) (string, string) { return "```\nretry(3)\n```", "```" })},
	{"markdown/heading-jump", eachDocument(func(_ *Sound, d *corpus.Document) []Mutant {
		var out []Mutant
		for i, sec := range d.Sections {
			if sec.Level == 2 && i > 0 && d.Sections[i-1].Level < 3 && !sec.Block.Generated {
				out = append(out, insert(d, sec.Body.Start, "#### Deep\n\nText.\n\n", ""))
			}
		}
		return out
	})},
	{"markdown/duplicate-heading", eachDerived(func(_ *Sound, d *corpus.Document) []Mutant {
		const text = "## Twice\n\nSee [it](#twice).\n\n"
		var out []Mutant
		for _, m := range paragraphs(d, text+"## Twice\n\nText.", "") {
			out = append(out, at(m, m.At+len(text)))
		}
		return out
	})},
	{"markdown/front-matter", eachDerived(func(_ *Sound, d *corpus.Document) []Mutant {
		if d.Front.Span.Len() > 0 {
			return nil
		}
		var out []Mutant
		for _, wrong := range []string{"description: [a, b", "aliases: ../up.md", "requirements: none of them", "since: [v0.1]", "just text", "12"} {
			out = append(out, insert(d, 0, "---\n"+wrong+"\n---\n", wrong))
		}
		return out
	})},
	{"source/empty", eachDerived(func(_ *Sound, d *corpus.Document) []Mutant {
		return []Mutant{replace(d, source.Span{Start: 0, End: len(d.File.Text)}, "")}
	})},
	{"source/too-deep", inProse(func(s *Sound, _ *corpus.Document) (string, string) {
		return strings.Repeat("> ", 101+s.Random.IntN(50)) + "deep", "> "
	})},
	{"source/too-large", inProse(func(*Sound, *corpus.Document) (string, string) { return strings.Repeat("x", 1<<20+1), "x" })},
	{"source/case-collision", eachDerived(func(_ *Sound, d *corpus.Document) []Mutant {
		i := strings.LastIndexByte(d.Path, '/') + 1
		upper := d.Path[:i] + strings.ToUpper(d.Path[i:i+1]) + d.Path[i+1:]
		return []Mutant{{Path: d.Path, Edits: []Edit{{Path: upper, Text: d.File.Text}}}}
	})},
	{"source/invalid-utf8", inProse(func(*Sound, *corpus.Document) (string, string) { return "A t\xe9l\xe9phone.", "\xe9" })},
	{"suppression/unknown-rule", inProse(func(*Sound, *corpus.Document) (string, string) {
		return "<!-- atelier:ignore link/dangeling: known -->", "<!--"
	})},
	{"suppression/unknown-directive", inProse(func(s *Sound, _ *corpus.Document) (string, string) {
		wrong := []string{"atelier:ignroe", "atelier: ignore", "Atelier:ignore", "atelier-ignore"}
		return fmt.Sprintf("<!-- %s link/dangling: known -->", wrong[s.Random.IntN(len(wrong))]), "<!--"
	})},
	{"suppression/misplaced", inProse(func(*Sound, *corpus.Document) (string, string) {
		return "A word <!-- atelier:ignore link/dangling: known --> within a text.", "<!--"
	})},
	{"suppression/no-reason", inProse(func(*Sound, *corpus.Document) (string, string) {
		return "<!-- atelier:ignore link/dangling -->", "<!--"
	})},
	{"suppression/unused", inProse(func(*Sound, *corpus.Document) (string, string) {
		return "<!-- atelier:ignore link/outside-root: known -->", "<!--"
	})},
}
