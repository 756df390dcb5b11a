package browser

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"atelier/site"
)

// A complaint is a message of the validator, in the form of --format json.
type complaint struct {
	Type, SubType, URL, Message, Extract string
	LastLine                             int
}

// validate hands the HTML files of a folder to the Nu Html Checker.
func validate(t testing.TB, dir string) []complaint {
	t.Helper()
	jar := packageFile(t, "vnu-jar/build/dist/vnu.jar")
	java, err := exec.LookPath("java")
	if err != nil {
		missing(t, "no Java on the path to run the validator with (on Debian: apt-get install default-jre-headless)")
	}
	// A large stack, as the validator asks for; and a compiler that is quick to
	// start, since it runs for seconds only.
	command := exec.Command(java, "-Xss4m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", jar, "--skip-non-html", "--format", "json", dir)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	// It ends with 1 where it has anything to say: the report tells.
	runError := command.Run()
	var report struct{ Messages []complaint }
	if err := json.Unmarshal(stderr.Bytes(), &report); err != nil {
		t.Fatalf("the validator: %v: %s", runError, stderr.String()[:min(stderr.Len(), 2000)])
	}
	return report.Messages
}

// TestHTML hands the pages of the small corpus to a validator, and of this
// repository's site one of each kind; and a page that is wrong, since a
// validator that finds nothing could be one that reads nothing.
func TestHTML(t *testing.T) {
	t.Parallel()
	files := []site.File{{Path: "wrong.html", Content: []byte(`<!doctype html><html lang="en"><title>x</title><p><div></div></p></html>`)}}
	for name, content := range odd(t).files {
		files = append(files, site.File{Path: "odd/" + name, Content: content})
	}
	pages := own(t).sample()
	if everyPage {
		pages = own(t).pages
	}
	for _, p := range pages {
		if content := own(t).files[p]; len(content) < 200<<10 || everyPage {
			files = append(files, site.File{Path: "own/" + p, Content: content})
		}
	}
	dir := filepath.Join(t.TempDir(), "html")
	if err := site.Write(dir, files); err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for _, c := range validate(t, dir) {
		_, page, _ := strings.Cut(c.URL, "/html/")
		if page == "wrong.html" {
			wrong++
			continue
		}
		t.Errorf("%s:%d: %s %s: %s: %q", page, c.LastLine, c.Type, c.SubType, c.Message, c.Extract)
	}
	if wrong == 0 {
		t.Error("the validator finds nothing in a page that is wrong")
	}
}
