package parse

import "testing"

func TestHeaderIsFoundBehindNotes(t *testing.T) {
	const header = "> Derives from `domains/a/first-principles.md`. Applies P1 (One) primarily,\n> with P2 (two).\n"
	for name, text := range map[string]string{
		"right under the title":      "# T\n\n" + header,
		"before the title":           header + "\n# T\n",
		"behind a paragraph":         "# T\n\nSome words.\n\n" + header,
		"behind a note":              "# T\n\n> [!NOTE]\n> A draft.\n\n" + header,
		"behind a note that applies": "# T\n\n> This applies to brokers only.\n\n" + header,
		"in the second paragraph":    "# T\n\n> A draft.\n>\n" + header,
	} {
		d := Bytes("a.md", []byte(text))
		if d.Header == nil || d.Header.Base == nil || len(d.Header.Primary) != 1 || len(d.Header.Also) != 1 {
			t.Errorf("%s: the header is %+v", name, d.Header)
		}
	}
	for name, text := range map[string]string{
		"behind the second heading": "# T\n\n## S\n\n" + header,
		"no quote":                  "# T\n\nDerives from `domains/a/first-principles.md`.\n",
		"another quote":             "# T\n\n> A draft.\n",
	} {
		if d := Bytes("a.md", []byte(text)); d.Header != nil {
			t.Errorf("%s: there is a header", name)
		}
	}
}
