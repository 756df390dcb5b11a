package mutation

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/matrix"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// Operators are the faults, by rule.
var Operators = slices.Concat(principleFaults, traceFaults, violationFaults, derivationFaults, linkFaults, registerFaults, manifestFaults, roadmapFaults, reviewFaults, markdownFaults)

var principleFaults = []Operator{
	{"principle/malformed-heading", eachPrinciple(func(p *corpus.Principle) []Mutant {
		dot := source.Span{Start: p.NumberSpan.End, End: p.NumberSpan.End + 1}
		return []Mutant{at(replace(p.Domain.First, dot, ""), p.Section.Span.Start), at(replace(p.Domain.First, dot, ":"), p.Section.Span.Start)}
	})},
	{"principle/out-of-sequence", eachPrinciple(func(p *corpus.Principle) []Mutant {
		return []Mutant{replace(p.Domain.First, p.NumberSpan, fmt.Sprintf("P%d", p.Number+len(p.Domain.Principles)+3))}
	})},
	{"principle/empty", eachPrinciple(func(p *corpus.Principle) []Mutant {
		return []Mutant{at(replace(p.Domain.First, p.Statement, "\n"), p.Section.Span.Start)}
	})},
	{"principle/missing-document", eachDomain(func(_ *Sound, d *corpus.Domain) []Mutant {
		var out []Mutant
		for _, name := range []string{"first_principles.md", "First-Principle.md"} {
			other := d.Path + "/" + name
			out = append(out, Mutant{Path: other, Edits: []Edit{{Path: other, Text: d.First.File.Text}}, Gone: d.First.Path})
		}
		return out
	})},
	{"principle/none-defined", eachDomain(func(_ *Sound, d *corpus.Domain) []Mutant {
		m := replace(d.First, d.Trace.Table.Span, "")
		for _, p := range slices.Backward(d.Principles) {
			m.Edits = append(m.Edits, Edit{d.First.Path, p.NumberSpan, fmt.Sprintf("Principle %d", p.Number)})
		}
		m.At = d.First.TitleSpan.Start
		return []Mutant{m}
	})},
	{"principle/title-mismatch", eachDocument(func(s *Sound, d *corpus.Document) []Mutant {
		var out []Mutant
		for _, ref := range d.References {
			if ref.Principle == nil || ref.Mention == nil || ref.Mention.Kind != parse.PrincipleMention || ref.Role == corpus.Defines || ref.Generated {
				continue
			}
			claim := ref.Claim
			if claim == nil || claim.Span.Len() < 10 || strings.Contains(d.File.Slice(claim.Span), "\n") {
				continue
			}
			// A letter out of the middle of the title.
			middle := claim.Span.Start + claim.Span.Len()/2
			for d.File.Text[middle] == ' ' || d.File.Text[middle] == '-' || d.File.Text[middle] >= 0x80 {
				middle++
			}
			out = append(out, at(replace(d, source.Span{Start: middle, End: middle + 1}, ""), claim.Span.Start))
		}
		return out
	})},
	{"principle/undefined", eachSection(func(s *Sound, d *corpus.Document, sec *parse.Section) []Mutant {
		if len(sec.Principles) == 0 || d.Domain == nil || d.Kind != corpus.KindDerived {
			return nil
		}
		last := sec.Principles[len(sec.Principles)-1]
		text := fmt.Sprintf("P%d, ", len(d.Domain.Principles)+1+s.Random.IntN(30))
		return []Mutant{insert(d, last.Span.Start, text, "P")}
	})},
	{"core/title-mismatch", eachPrinciple(func(p *corpus.Principle) []Mutant {
		var out []Mutant
		for _, m := range p.Definition.Cores {
			for _, wrong := range []string{"Correctness", "Economy"} {
				if rest := m.After(); !strings.HasPrefix(rest, " "+wrong) && len(rest) > 1 && !strings.Contains(p.Domain.First.File.Slice(source.Span{Start: m.Span.Start, End: m.Span.End + 20}), "\n") {
					end := m.Span.End + 1
					for p.Domain.First.File.Text[end] != '`' {
						end++
					}
					out = append(out, at(replace(p.Domain.First, source.Span{Start: m.Span.End + 1, End: end}, wrong), m.Span.Start))
				}
			}
		}
		return out
	})},
	{"core/undefined", eachTraceRow(func(s *Sound, d *corpus.Domain, r *corpus.TraceRow) []Mutant {
		last := r.Cores[len(r.Cores)-1]
		return []Mutant{replace(d.First, last.Span, fmt.Sprintf("C%d", 9+s.Random.IntN(80)))}
	})},
}

var traceFaults = []Operator{
	{"trace/missing-row", eachTraceRow(func(_ *Sound, d *corpus.Domain, r *corpus.TraceRow) []Mutant {
		p := d.Principle(r.Mention.Number)
		m := replace(d.First, line(d.First, r.Row.Span.Start), "")
		return []Mutant{at(m, p.Section.Span.Start)}
	})},
	{"trace/duplicate-row", eachTraceRow(func(_ *Sound, d *corpus.Domain, r *corpus.TraceRow) []Mutant {
		whole := line(d.First, r.Row.Span.Start)
		return []Mutant{insert(d.First, whole.End, d.First.File.Slice(whole), "")}
	})},
	{"trace/unknown-principle", eachTraceRow(func(s *Sound, d *corpus.Domain, r *corpus.TraceRow) []Mutant {
		return []Mutant{replace(d.First, r.Mention.Span, fmt.Sprintf("P%d", len(d.Principles)+1+s.Random.IntN(50)))}
	})},
	{"trace/no-core", eachTraceRow(func(_ *Sound, d *corpus.Domain, r *corpus.TraceRow) []Mutant {
		return []Mutant{replace(d.First, r.Cells[1].Span, "")}
	})},
	{"trace/order", eachTraceRow(func(_ *Sound, d *corpus.Domain, r *corpus.TraceRow) []Mutant {
		i := slices.Index(d.Trace.Rows, r)
		if i+1 >= len(d.Trace.Rows) {
			return nil
		}
		first, second := line(d.First, r.Row.Span.Start), line(d.First, d.Trace.Rows[i+1].Row.Span.Start)
		a, b := d.First.File.Slice(first), d.First.File.Slice(second)
		m := replace(d.First, source.Span{Start: first.Start, End: second.End}, b+a)
		return []Mutant{at(m, first.Start+len(b))}
	})},
	{"trace/prose-mismatch", eachTraceRow(func(s *Sound, d *corpus.Domain, r *corpus.TraceRow) []Mutant {
		numbers := r.Numbers()
		if len(r.Cores) != len(numbers) {
			return nil
		}
		for _, n := range s.Random.Perm(len(s.Cores)) {
			if !slices.Contains(numbers, n+1) {
				return []Mutant{replace(d.First, r.Cores[len(r.Cores)-1].Span, fmt.Sprintf("C%d", n+1))}
			}
		}
		return nil
	})},
	{"trace/missing-table", eachDomain(func(_ *Sound, d *corpus.Domain) []Mutant {
		return []Mutant{replace(d.First, d.Trace.Table.Header[0].Span, "Rule")}
	})},
	{"trace/coverage-claim", eachDomain(func(_ *Sound, d *corpus.Domain) []Mutant {
		var out []Mutant
		for _, claim := range d.First.Coverage {
			for _, wrong := range []string{"4", "5"} {
				out = append(out, replace(d.First, claim.CountSpan, wrong))
			}
		}
		return out
	})},
}

var violationFaults = []Operator{
	{"violation/no-principle", eachViolation(func(_ *Sound, v *corpus.Violation) []Mutant {
		if len(v.AntiPatterns) > 0 {
			return nil
		}
		return []Mutant{replace(v.Document, v.Cells[1].Span, "the reader")}
	})},
	{"violation/empty", eachViolation(func(_ *Sound, v *corpus.Violation) []Mutant {
		if len(v.AntiPatterns) > 0 {
			return nil
		}
		return []Mutant{replace(v.Document, v.Cells[0].Span, "")}
	})},
	{"violation/duplicate", eachViolation(func(_ *Sound, v *corpus.Violation) []Mutant {
		whole := line(v.Document, v.Row.Span.Start)
		return []Mutant{insert(v.Document, whole.End, v.Document.File.Slice(whole), "")}
	})},
	{"violation/missing-table", eachDocument(func(_ *Sound, d *corpus.Document) []Mutant {
		if len(d.ViolationTables) != 1 {
			return nil
		}
		m := replace(d, d.ViolationTables[0].Header[0].Span, "Breach")
		return []Mutant{at(m, d.ViolationTables[0].Section.Span.Start)}
	})},
	{"violation/uncovered-principle", eachPrinciple(func(p *corpus.Principle) []Mutant {
		var rows []*corpus.Violation
		for _, v := range p.Domain.First.Violations {
			primary, secondary := v.Breaches()
			if slices.Contains(primary, p) || slices.Contains(secondary, p) {
				rows = append(rows, v)
			}
		}
		if len(rows) != 1 || len(rows[0].AntiPatterns) > 0 || len(rows[0].Principles)+len(rows[0].Secondary) != 1 {
			return nil
		}
		m := replace(p.Domain.First, line(p.Domain.First, rows[0].Row.Span.Start), "")
		return []Mutant{at(m, p.Section.Span.Start)}
	})},
}

var derivationFaults = []Operator{
	{"derivation/missing-header", eachDerived(func(_ *Sound, d *corpus.Document) []Mutant {
		first, last := line(d, d.Header.Span.Start), line(d, d.Header.Span.End)
		m := replace(d, source.Span{Start: first.Start, End: last.End}, "")
		return []Mutant{at(m, d.TitleSpan.Start)}
	})},
	{"derivation/wrong-base", eachDerived(func(s *Sound, d *corpus.Document) []Mutant {
		i := slices.Index(s.Domains, d.Domain)
		if i == 0 {
			return nil
		}
		return []Mutant{replace(d, d.Header.Base.Span, s.Domains[s.Random.IntN(i)].First.Path)}
	})},
	{"derivation/unused-principle", eachDerived(func(_ *Sound, d *corpus.Document) []Mutant {
		named := map[int]bool{}
		for _, ref := range d.References {
			if ref.Principle != nil && ref.Principle.Domain == d.Domain {
				named[ref.Principle.Number] = true
			}
		}
		for _, p := range d.Domain.Principles {
			if !named[p.Number] && len(d.Header.Primary) > 0 {
				return []Mutant{insert(d, d.Header.Primary[0].Span.Start, p.ID()+" ("+p.Title+"), ", "P")}
			}
		}
		return nil
	})},
	{"derivation/undeclared-principle", eachDerived(func(s *Sound, d *corpus.Document) []Mutant {
		named := map[*corpus.Principle]bool{}
		for _, ref := range d.References {
			named[ref.Principle] = true
		}
		for _, i := range s.Random.Perm(len(d.Domain.Principles)) {
			if p := d.Domain.Principles[i]; !named[p] {
				return paragraphs(d, "A word on "+p.ID()+" "+p.Title+".", p.ID())
			}
		}
		return nil
	})},
	{"derivation/undeclared-link", eachDerived(func(s *Sound, d *corpus.Document) []Mutant {
		used := map[string]bool{}
		for _, from := range []*corpus.Document{d, d.Domain.First} {
			for _, ref := range from.References {
				used[ref.Path] = true
				if ref.Target != nil && ref.Target.Domain != nil {
					used[ref.Target.Domain.Path] = true
				}
			}
		}
		for _, i := range s.Random.Perm(len(s.Documents)) {
			if other := s.Documents[i]; other.Kind == corpus.KindDerived && earlier(other, d) && !used[other.Path] && !used[other.Domain.Path] {
				return paragraphs(d, "See `"+other.Path+"` as well.", other.Path)
			}
		}
		return nil
	})},
	{"derivation/unused-link", eachDerived(func(s *Sound, d *corpus.Document) []Mutant {
		if len(d.Header.CrossLinks) == 0 {
			return nil
		}
		used := map[string]bool{}
		for _, ref := range d.References {
			used[ref.Path] = true
		}
		for _, i := range s.Random.Perm(len(s.Documents)) {
			other := s.Documents[i]
			if other.Kind == corpus.KindDerived && !used[other.Path] && earlier(other, d) {
				text := strings.TrimSuffix(other.Path, ".md")
				return []Mutant{insert(d, d.Header.CrossLinks[0].Mention.Span.Start-1, "`"+text+"` for more, ", text)}
			}
		}
		return nil
	})},
}

var registerFaults = []Operator{
	{"register/unread-table", func(s *Sound) []Mutant {
		var out []Mutant
		add := func(d *corpus.Document, t *parse.Table) {
			out = append(out, replace(d, t.Header[0].Span, t.Header[0].Prose.Text+"s"))
		}
		for _, r := range s.Registers {
			add(r.Document, r.Table)
		}
		if len(s.AntiPatterns) > 0 {
			add(s.AntiPatterns[0].Document, s.AntiPatterns[0].Table)
		}
		return out
	}},
	{"anti-pattern/undefined", eachDocument(func(_ *Sound, d *corpus.Document) []Mutant {
		var out []Mutant
		for _, ref := range d.References {
			if ref.Kind == corpus.ToAntiPattern && ref.Role == corpus.InProse && ref.AntiPattern != nil && !strings.Contains(d.File.Slice(ref.Span), "\n") {
				end := ref.Span.End
				out = append(out, at(replace(d, source.Span{Start: end - 1, End: end - 1}, "x"), ref.Span.Start))
			}
		}
		return out
	})},
	{"register/undefined-id", eachDocument(func(s *Sound, d *corpus.Document) []Mutant {
		var out []Mutant
		for _, ref := range d.References {
			if ref.Kind == corpus.ToID && ref.Entry != nil && ref.Role == corpus.InProse && ref.Entry.Register.Kind == corpus.Decisions {
				out = append(out, replace(d, ref.Span, fmt.Sprintf("D-%d", 700+s.Random.IntN(200))))
			}
		}
		return out
	})},
	{"register/range", inProse(func(s *Sound, _ *corpus.Document) (string, string) {
		r := s.Registers[s.Random.IntN(len(s.Registers))]
		first, last := r.Entries[0], r.Entries[len(r.Entries)-1]
		if first == last || first.Mention.Prefix != last.Mention.Prefix || first.Mention.Number >= last.Mention.Number {
			return "", ""
		}
		_, number, _ := strings.Cut(first.ID, "-")
		return "As " + last.ID + ".." + number + " say.", last.ID
	})},
	{"register/unknown-duty", eachDuty(func(e *corpus.Entry, cell *parse.Block) []Mutant {
		return []Mutant{at(replace(e.Register.Document, cell.Span, "tabel"), e.Row.Span.Start)}
	})},
	{"register/duplicate-id", func(s *Sound) []Mutant {
		var out []Mutant
		for _, r := range s.Registers {
			for _, e := range r.Entries {
				whole := line(r.Document, e.Row.Span.Start)
				out = append(out, insert(r.Document, whole.End, r.Document.File.Slice(whole), ""))
			}
		}
		return out
	}},
	{"anti-pattern/breach-mismatch", func(s *Sound) []Mutant {
		var out []Mutant
		for _, a := range s.AntiPatterns {
			if a.Home == nil || a.Home.Target == nil || a.Home.Target.Domain != a.Domain || len(a.Breaches) == 0 {
				continue
			}
			for _, p := range a.Domain.Principles {
				if !slices.ContainsFunc(append(a.Breaches[:len(a.Breaches):len(a.Breaches)], a.Compounds...), func(r *corpus.Reference) bool { return r.Principle == p }) {
					text := fmt.Sprintf("Here the `%s` anti-pattern (%s breach) shows.", a.ID, p.ID())
					out = append(out, paragraphs(a.Home.Target, text, a.ID)...)
				}
			}
		}
		return out
	}},
	{"anti-pattern/unused", func(s *Sound) []Mutant {
		var out []Mutant
		for i, a := range s.AntiPatterns {
			whole := line(a.Document, a.Row.Span.Start)
			row := strings.Replace(a.Document.File.Slice(whole), a.ID, fmt.Sprintf("%s-lost-%d", a.Domain.Short, i), 1)
			out = append(out, insert(a.Document, whole.End, row, ""))
		}
		return out
	}},
	{"anti-pattern/malformed", func(s *Sound) []Mutant {
		var out []Mutant
		for _, a := range s.AntiPatterns {
			if a.Home != nil && a.Home.Mention != nil {
				m := replace(a.Document, a.Home.Mention.Block.Span, "")
				out = append(out, at(m, line(a.Document, a.Row.Span.Start).Start))
			}
		}
		return out
	}},
}

var manifestFaults = []Operator{
	{"manifest/unread-column", func(s *Sound) []Mutant {
		others := map[string][]string{"path": {"File", "Document"}, "since": {"Introduced", "Milestone"}, "status": {"State", "Statuss"}}
		var out []Mutant
		for _, t := range s.Manifest.Tables {
			for i, cell := range t.Header {
				for _, other := range others[t.Name(i)] {
					out = append(out, replace(s.Manifest.Document, cell.Span, other))
				}
			}
		}
		return out
	}},
	{"manifest/unlisted-document", unlisted(corpus.KindDerived)},
	{"manifest/unplaced-domain", unlisted(corpus.KindFirstPrinciples)},
	{"manifest/missing-document", eachRow(func(s *Sound, row *corpus.ManifestRow) []Mutant {
		whole := line(s.Manifest.Document, row.Row.Span.Start)
		return []Mutant{insert(s.Manifest.Document, whole.End, fmt.Sprintf("| `domains/core/lost-%d.md` | Lost | %s | complete |\n", s.Random.IntN(1000), row.SinceText), "domains")}
	})},
	{"manifest/duplicate-row", eachRow(func(s *Sound, row *corpus.ManifestRow) []Mutant {
		whole := line(s.Manifest.Document, row.Row.Span.Start)
		return []Mutant{insert(s.Manifest.Document, whole.End, s.Manifest.Document.File.Slice(whole), "")}
	})},
	{"manifest/title-mismatch", eachRow(func(s *Sound, row *corpus.ManifestRow) []Mutant {
		if s.Document(row.Path) == nil {
			return nil
		}
		cell := row.TitleCell.Span
		return []Mutant{replace(s.Manifest.Document, cell, s.Manifest.Document.File.Slice(cell)+" of Old")}
	})},
	{"manifest/malformed-since", eachRow(func(s *Sound, row *corpus.ManifestRow) []Mutant {
		wrong := []string{"soon", strings.TrimPrefix(row.SinceText, "v"), strings.ReplaceAll(row.SinceText, " ", ""), "v0.x P1", "v0.1 Px"}
		return []Mutant{replace(s.Manifest.Document, row.SinceCell.Span, wrong[s.Random.IntN(len(wrong))])}
	})},
	{"manifest/front-matter-mismatch", eachDerived(func(_ *Sound, d *corpus.Document) []Mutant {
		if d.Row == nil || d.Front.Span.Len() > 0 {
			return nil
		}
		var out []Mutant
		for _, wrong := range []string{"since: v9.9 P9", "status: planned"} {
			out = append(out, insert(d, 0, "---\n"+wrong+"\n---\n", wrong))
		}
		return out
	})},
	{"manifest/stale-status", eachRow(func(s *Sound, row *corpus.ManifestRow) []Mutant {
		if s.Document(row.Path) == nil || row.Planned {
			return nil
		}
		return []Mutant{replace(s.Manifest.Document, row.StatusCell.Span, "planned")}
	})},
	{"matrix/stale", func(s *Sound) []Mutant {
		var out []Mutant
		for _, d := range s.Documents {
			for _, t := range d.Tables {
				if !t.Generated {
					continue
				}
				for _, row := range t.Rows {
					out = append(out, at(replace(d, row.Cells[0].Span, "changed"), row.Span.Start))
				}
			}
		}
		return out
	}},
	{"matrix/markers", markerFaults(matrix.Known)},
	{"matrix/unknown-block", unknownBlocks(matrix.Known)},
}

// unlisted takes the row of a document of a kind out of the manifest.
func unlisted(kind corpus.Kind) func(*Sound) []Mutant {
	return eachRow(func(s *Sound, row *corpus.ManifestRow) []Mutant {
		d := s.Document(row.Path)
		if d == nil || d.Kind != kind {
			return nil
		}
		m := replace(s.Manifest.Document, line(s.Manifest.Document, row.Row.Span.Start), "")
		m.Path, m.At = d.Path, d.TitleSpan.Start
		return []Mutant{m}
	})
}

func at(m Mutant, offset int) Mutant {
	m.At = offset
	return m
}
