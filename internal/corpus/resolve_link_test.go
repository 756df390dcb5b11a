package corpus

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atelier/internal/config"
	"atelier/internal/corpustest"
)

var faultNames = map[Fault]string{
	NoFault: "", NoTarget: "no target", NoAnchor: "no anchor", WrongCasePath: "case of path",
	WrongCaseAnchor: "case of anchor", Outside: "outside", NotPublished: "not published",
}

// TestLinkTargets resolves one link each, from domains/a/x.md.
func TestLinkTargets(t *testing.T) {
	type result struct {
		Status      Status
		Fault, Path string
	}
	for _, test := range []struct {
		link string
		want result
	}{
		{"[x](y.md)", result{Resolved, "", "domains/a/y.md"}},
		{"[x](./y.md)", result{Resolved, "", "domains/a/y.md"}},
		{"[x](../b/y.md \"a title (with y.md)\")", result{Resolved, "", "domains/b/y.md"}},
		{"[x](/domains/b/y.md)", result{Resolved, "", "domains/b/y.md"}},
		{"[x](/domains/b/y.md#y)", result{Resolved, "", "domains/b/y.md"}},
		{"[x](/domains/b/y.md#z)", result{Dangling, "no anchor", "domains/b/y.md"}},
		{"[x](/)", result{Resolved, "", "."}},
		{"[x](/y.md)", result{Dangling, "no target", "y.md"}},
		{"[x](../b)", result{Resolved, "", "domains/b/first-principles.md"}},
		{"[x](../b/)", result{Resolved, "", "domains/b/first-principles.md"}},
		{"[x](../c)", result{Resolved, "", "domains/c/README.md"}},
		{"[x](..)", result{Resolved, "", "domains"}},
		{"[x](pic.png)", result{Resolved, "", "domains/a/pic.png"}},
		{"![x](pic.png)", result{Resolved, "", "domains/a/pic.png"}},
		{"![x](pic@2x.png)", result{Dangling, "no target", "domains/a/pic@2x.png"}},
		{"[x](<my file.md>)", result{Resolved, "", "domains/a/my file.md"}},
		{"[x](my%20file.md)", result{Resolved, "", "domains/a/my file.md"}},
		{"[x](w_(v).md)", result{Resolved, "", "domains/a/w_(v).md"}},
		{"[x](x.md\\)y)", result{Dangling, "no target", "domains/a/x.md)y"}},
		{"[x](y)", result{Dangling, "no target", "domains/a/y"}},
		{"[x](Y.md)", result{Dangling, "case of path", "domains/a/Y.md"}},
		{"[x](../B/y.md)", result{Dangling, "case of path", "domains/B/y.md"}},
		{"[x](/CHANGELOG.md)", result{Dangling, "case of path", "CHANGELOG.md"}},
		{"[x](/changelog.md)", result{Resolved, "not published", "changelog.md"}},
		{"[x](#)", result{Resolved, "", "domains/a/x.md"}},
		{"[x](#top)", result{Resolved, "", "domains/a/x.md"}},
		{"[x]()", result{Resolved, "", "domains/a/x.md"}},
		{"[x](x.md#nowhere)", result{Dangling, "no anchor", "domains/a/x.md"}},
		{"[x](y.md#L10)", result{Resolved, "", "domains/a/y.md"}},
		{"[x](y.md#L10-L20)", result{Resolved, "", "domains/a/y.md"}},
		{"[x](y.md?plain=1#y)", result{Resolved, "", "domains/a/y.md"}},
		{"[x](y.md#%C3%A4nderungen)", result{Resolved, "", "domains/a/y.md"}},
		{"[x](y.md#änderungen)", result{Resolved, "", "domains/a/y.md"}},
		{"[x](y.md#Änderungen)", result{Resolved, "case of anchor", "domains/a/y.md"}},
		{"[x](y.md#files--skills)", result{Resolved, "", "domains/a/y.md"}},
		{"[x](y.md#snake_case)", result{Resolved, "", "domains/a/y.md"}},
		{"[x](y.md#你好)", result{Resolved, "", "domains/a/y.md"}},
		{"[x](y.md#by-hand)", result{Resolved, "", "domains/a/y.md"}},
		{"[x](y.md#by-name)", result{Resolved, "", "domains/a/y.md"}},
		{"[x](y.md#a-row)", result{Resolved, "", "domains/a/y.md"}},
		{"[x](y.md#pattern-1)", result{Resolved, "", "domains/a/y.md"}},
		{"[x](y.md#pattern-1-1)", result{Resolved, "", "domains/a/y.md"}},
		{"[x](y.md#pattern-1-2)", result{Dangling, "no anchor", "domains/a/y.md"}},
		{"[x](y.md#--config)", result{Resolved, "", "domains/a/y.md"}},
		{"[x](y.md#ratio-1)", result{Resolved, "", "domains/a/y.md"}},
		{"[x](y.md#a-link-in-it)", result{Resolved, "", "domains/a/y.md"}},
		{"[x](y.md#setext)", result{Resolved, "", "domains/a/y.md"}},
		{"[x](y.md#in-a-fence)", result{Dangling, "no anchor", "domains/a/y.md"}},
		{"[x](y.md#description-of-it)", result{Dangling, "no anchor", "domains/a/y.md"}},
		{"[x](../b/first-principles.md#p1)", result{Resolved, "", "domains/b/first-principles.md"}},
		{"[x](../b/first-principles.md#P1)", result{Resolved, "case of anchor", "domains/b/first-principles.md"}},
		{"[x](../b/first-principles.md#p9)", result{Dangling, "no anchor", "domains/b/first-principles.md"}},
		{"[x](../../x.md)", result{Dangling, "no target", "x.md"}},
		{"[x](../../../x.md)", result{Dangling, "outside", "../x.md"}},
		{"[x](%2e%2e/%2e%2e/%2e%2e/x.md)", result{Dangling, "outside", "../x.md"}},
		{"[x](file:///etc/hosts)", result{Dangling, "outside", ""}},
		{"<file:///etc/hosts>", result{Dangling, "outside", ""}},
		{"[x](C:\\docs\\x.md)", result{Dangling, "outside", ""}},
		{"[x](https://h/y.md)", result{External, "", ""}},
		{"[x](HTTPS://h/y.md)", result{External, "", ""}},
		{"[x](//h/y.md)", result{External, "", ""}},
		{"[x](mailto:a@b.c)", result{External, "", ""}},
		{"[x](a@b.c)", result{External, "", ""}},
		{"<a@b.c>", result{External, "", ""}},
		{"[x](foo.com/x.md)", result{External, "", ""}},
		{"[x](www.foo.zone)", result{External, "", ""}},
		{"[x](v1.2/x.md)", result{Dangling, "no target", "domains/a/v1.2/x.md"}},
		{"[x](my.com/y.md)", result{Resolved, "", "domains/a/my.com/y.md"}},
	} {
		t.Run(test.link, func(t *testing.T) {
			c, err := Load(context.Background(), corpustest.FS(map[string]string{
				"domains/a/x.md":                "# X\n\n" + test.link + "\n",
				"domains/a/pic.png":             "",
				"domains/a/my file.md":          "# M\n",
				"domains/a/w_(v).md":            "# W\n",
				"domains/a/my.com/y.md":         "# Y\n",
				"domains/b/first-principles.md": "# B\n\n### P1. One\n\nText.\n",
				"domains/b/y.md":                "# Y\n",
				"domains/c/README.md":           "# C\n",
				"changelog.md":                  "# C\n",
				"domains/a/y.md": "---\ndescription: description of it\n---\n\n# Y\n\n## Änderungen\n\n## Files & skills\n\n## `snake_case`\n\n## 你好\n\n" +
					"## Pattern\n\n## Pattern\n\n## Pattern 1\n\n## `--config`\n\n## Ratio:-1\n\n## A [link](https://h/dest) in it ![alt](pic.png)<!-- gone -->\n\n" +
					"Setext\n------\n\n```\n## In a fence\n```\n\n<a id=\"by-hand\"></a> <a name=\"by-name\"></a>\n\n<table><tr id=\"a-row\"></tr></table>\n",
			}), config.Default())
			if err != nil {
				t.Fatal(err)
			}
			d := c.Document("domains/a/x.md")
			if len(d.References) != 1 {
				t.Fatalf("%d references, want 1", len(d.References))
			}
			ref := d.References[0]
			if diff := cmp.Diff(test.want, result{ref.Status, faultNames[ref.Fault], ref.Path}); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
