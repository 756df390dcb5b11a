package browser

import (
	"net/url"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"atelier/site"
)

// hostFromDisk writes a site into a folder and shows it by file: addresses.
func hostFromDisk(t testing.TB, b *built) *server {
	t.Helper()
	// The name of the folder is one that addresses must escape.
	dir := filepath.Join(t.TempDir(), "a site #1 – 100 %")
	if err := site.Write(dir, b.list()); err != nil {
		t.Fatal(err)
	}
	// Nothing above the folder of the test may be asked for either.
	return &server{root: (&url.URL{Scheme: "file", Path: filepath.ToSlash(dir) + "/"}).String()}
}

// TestFromDisk reads the site without a server: links, the search, previews, the
// theme and the filters work, and nothing but the site's own files is asked for.
func TestFromDisk(t *testing.T) {
	t.Parallel()
	disk := hostFromDisk(t, odd(t))
	b := open(t, disk, wide)
	b.visit("index.html")
	b.choose("Dark")
	b.follow(`a[href="domains/tide/first-principles.html"]`, "domains/tide/first-principles.html")
	b.check("the theme lasts", `getComputedStyle(document.body).backgroundColor === `+quoted(darkPaper))
	b.follow(`main a[href="p1.html"]`, "domains/tide/p1.html")

	b.press("/")
	b.await(dialog)
	b.press("quay P1")
	b.await(options + `.length && ` + options + `[0].href.endsWith("domains/quay/p1.html")`)
	b.press(enter)
	b.await(`location.href === ` + quoted(disk.url("domains/quay/p1.html")) + ` && document.readyState === "complete"`)

	b.visit("search.html?q=datum")
	b.await(options + `.length > 2`)
	b.press("a", chromedp.ModifierCtrl)
	b.press("tide-floating")
	b.await(options + `.length && ` + options + `[0].textContent.includes("tide-floating-datum")`)

	b.visit("domains/quay/first-principles.html")
	b.focusByTab(`article a.ref[href="../tide/p1.html"]`)
	b.await(preview + `?.textContent.includes("Heights are Measured from One Datum")`)

	b.visit("violations.html#domain=quay")
	b.await(`document.querySelector(".tools [role=status]").textContent === "1 of 7"`)

	// Short addresses and aliases lead on.
	for from, to := range map[string]string{"r/tide-p1.html": "domains/tide/p1.html", "older.html": "domains/tide/first-principles.html"} {
		b.visit(from)
		b.await(`location.href === ` + quoted(disk.url(to)))
	}
}

// follow clicks a link and waits for the page that it leads to.
func (b *tab) follow(selector, page string) {
	b.t.Helper()
	eval[bool](b, `document.querySelector(`+quoted(selector)+`).click(), true`)
	b.await(`location.href === ` + quoted(b.site.url(page)) + ` && document.readyState === "complete"`)
}
