package mutation

import (
	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// The functions below turn the faults of one thing into those of all.

func eachDomain(faults func(*Sound, *corpus.Domain) []Mutant) func(*Sound) []Mutant {
	return func(s *Sound) []Mutant {
		var out []Mutant
		for _, d := range s.Domains {
			if d.Trace != nil {
				out = append(out, faults(s, d)...)
			}
		}
		return out
	}
}

func eachPrinciple(faults func(*corpus.Principle) []Mutant) func(*Sound) []Mutant {
	return eachDomain(func(_ *Sound, d *corpus.Domain) []Mutant {
		var out []Mutant
		for _, p := range d.Principles {
			out = append(out, faults(p)...)
		}
		return out
	})
}

func eachTraceRow(faults func(*Sound, *corpus.Domain, *corpus.TraceRow) []Mutant) func(*Sound) []Mutant {
	return eachDomain(func(s *Sound, d *corpus.Domain) []Mutant {
		var out []Mutant
		for _, r := range d.Trace.Rows {
			out = append(out, faults(s, d, r)...)
		}
		return out
	})
}

// eachDocument covers the documents of domains.
func eachDocument(faults func(*Sound, *corpus.Document) []Mutant) func(*Sound) []Mutant {
	return func(s *Sound) []Mutant {
		var out []Mutant
		for _, d := range s.Documents {
			if d.Kind == corpus.KindFirstPrinciples || d.Kind == corpus.KindDerived {
				out = append(out, faults(s, d)...)
			}
		}
		return out
	}
}

func eachDerived(faults func(*Sound, *corpus.Document) []Mutant) func(*Sound) []Mutant {
	return eachDocument(func(s *Sound, d *corpus.Document) []Mutant {
		if d.Kind != corpus.KindDerived || d.Header == nil {
			return nil
		}
		return faults(s, d)
	})
}

func eachSection(faults func(*Sound, *corpus.Document, *parse.Section) []Mutant) func(*Sound) []Mutant {
	return eachDocument(func(s *Sound, d *corpus.Document) []Mutant {
		var out []Mutant
		for _, sec := range d.Sections {
			out = append(out, faults(s, d, sec)...)
		}
		return out
	})
}

func eachViolation(faults func(*Sound, *corpus.Violation) []Mutant) func(*Sound) []Mutant {
	return eachDocument(func(s *Sound, d *corpus.Document) []Mutant {
		var out []Mutant
		for _, v := range d.Violations {
			out = append(out, faults(s, v)...)
		}
		return out
	})
}

// eachPath covers the path references of documents, but for the base of a
// derivation header, which has rules of its own.
func eachPath(faults func(*Sound, *corpus.Document, *corpus.Reference) []Mutant) func(*Sound) []Mutant {
	return eachDocument(func(s *Sound, d *corpus.Document) []Mutant {
		var out []Mutant
		for _, ref := range d.References {
			if ref.Mention == nil || ref.Mention.Kind != parse.PathMention || ref.Bare || d.Header != nil && ref.Mention == d.Header.Base {
				continue
			}
			out = append(out, faults(s, d, ref)...)
		}
		return out
	})
}

func eachTable(faults func(*corpus.Document, *parse.Table) []Mutant) func(*Sound) []Mutant {
	return eachDocument(func(_ *Sound, d *corpus.Document) []Mutant {
		var out []Mutant
		for _, t := range d.Tables {
			if !t.Generated {
				out = append(out, faults(d, t)...)
			}
		}
		return out
	})
}

func eachRow(faults func(*Sound, *corpus.ManifestRow) []Mutant) func(*Sound) []Mutant {
	return func(s *Sound) []Mutant {
		if s.Manifest == nil {
			return nil
		}
		var out []Mutant
		for _, row := range s.Manifest.Rows {
			out = append(out, faults(s, row)...)
		}
		return out
	}
}

// eachDuty covers the rows of registers that have a cell for what they require.
func eachDuty(faults func(*corpus.Entry, *parse.Block) []Mutant) func(*Sound) []Mutant {
	return func(s *Sound) []Mutant {
		var out []Mutant
		for _, r := range s.Registers {
			for column, head := range r.Table.Header {
				if head.Prose.Text != "Requires" {
					continue
				}
				for _, e := range r.Entries {
					if column < len(e.Cells) && e.Requires != "" {
						out = append(out, faults(e, e.Cells[column])...)
					}
				}
			}
		}
		return out
	}
}

// inProse adds a paragraph to sections of documents; text gives it, and the part
// of it that the finding belongs to.
func inProse(text func(*Sound, *corpus.Document) (paragraph, mark string)) func(*Sound) []Mutant {
	return eachDocument(func(s *Sound, d *corpus.Document) []Mutant {
		paragraph, mark := text(s, d)
		if paragraph == "" {
			return nil
		}
		return paragraphs(d, paragraph, mark)
	})
}

// paragraphs are the mutants that add a paragraph before a heading of level 2.
func paragraphs(d *corpus.Document, text, mark string) []Mutant {
	var out []Mutant
	text += "\n\n" // once: it may be of a megabyte
	for _, sec := range d.Sections {
		if sec.Level == 2 && !sec.Block.Generated {
			out = append(out, insert(d, sec.Body.Start, text, mark))
		}
	}
	return out
}
