package parse

import "testing"

func TestPatternTitles(t *testing.T) {
	for _, test := range []struct{ heading, want string }{
		{"Pattern 5. Bounded Queue", "Bounded Queue"},
		{"Pattern 5: Bounded Queue (P1, P2)", "Bounded Queue"},
		{"Pattern 5 — Bounded Queue (C8 Economy)", "Bounded Queue"},
		{"Pattern 5. Bounded Queue (D-069)", "Bounded Queue"},
		{"Pattern 5. Bounded Queue (P6, cross-link concurrency/patterns)", "Bounded Queue"},
		{"Pattern 5. Fan-out (Publisher Side)", "Fan-out (Publisher Side)"},
		{"Pattern 5", ""},
	} {
		d := Bytes("x.md", []byte("## "+test.heading+"\n"))
		if len(d.Patterns) != 1 {
			t.Errorf("%s: %d patterns, want 1", test.heading, len(d.Patterns))
			continue
		}
		p := d.Patterns[0]
		if p.Title != test.want || d.File.Slice(p.TitleSpan) != test.want || p.Number != 5 {
			t.Errorf("%s: number %d, title %q at %q, want %q", test.heading, p.Number, p.Title, d.File.Slice(p.TitleSpan), test.want)
		}
	}
}

func TestQualifierSpans(t *testing.T) {
	d := Bytes("x.md", []byte("See `domains/a/b`\nPattern 5 (Bounded\nQueue) and `domains/a/b` § 4.\n"))
	var got []string
	for _, m := range d.Mentions {
		for _, q := range []*Qualifier{m.Pattern, m.Section} {
			if q != nil {
				got = append(got, d.File.Slice(q.NumberSpan), d.File.Slice(q.TitleSpan))
			}
		}
	}
	want := []string{"Pattern 5", "Bounded\nQueue", "§ 4", ""}
	if len(got) != len(want) {
		t.Fatalf("got %q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %q, want %q", got[i], want[i])
		}
	}
}

func TestGeneratedDefinitions(t *testing.T) {
	d := Bytes("x.md", []byte("[a]: x.md\n\n<!-- atelier:begin block -->\n\n[b]: y.md\n\n<!-- atelier:end -->\n"))
	if len(d.LinkDefs) != 2 || d.LinkDefs[0].Generated || !d.LinkDefs[1].Generated {
		t.Errorf("definitions between markers are not told apart: %+v", d.LinkDefs)
	}
}
