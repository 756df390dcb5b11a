package source

import (
	"strings"
	"testing"
)

func TestInvalidJSON(t *testing.T) {
	for _, c := range []struct{ text, at, why string }{
		{`{"a": 1}`, "", ""},
		{" [1, {}]\n", "", ""},
		{"{\"a\": 1,\n\"b\": tru,\n\"c\": 2}", ",\n\"c\"", "invalid character ','"},
		{"{\"a\": {\"b\": [1,\n2,\nnope]}}", "ope]", "invalid character 'o'"},
		{`{"a" "b"}`, `"b"`, "after object key"},
		{`{"a": 1,}`, `}`, "looking for beginning"},
		{`{"a": 1}}`, `}`, "after top-level value"},
		{"{\"ü\": x}", `x}`, "invalid character 'x'"},
		{`{"a": 1`, "", "it ends too early"},
		{`{"a": "x`, "", "it ends too early"},
		{"", "", "it ends too early"},
	} {
		at, err := InvalidJSON(c.text)
		if c.why == "" {
			if err != nil {
				t.Errorf("%q: %v", c.text, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.why) || !strings.HasPrefix(c.text[at:], c.at) || c.at == "" && at != len(c.text) {
			t.Errorf("%q: at %q, %v", c.text, c.text[at:], err)
		}
	}
}
