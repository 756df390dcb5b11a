package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"atelier/internal/check"
	"atelier/internal/check/rules"
	"atelier/internal/config"
	"atelier/internal/corpus"
)

// app is the state that all commands share: the global flags.
type app struct {
	env     *environment
	root    string
	config  string
	color   string
	quiet   bool
	verbose bool
}

func newRoot(env *environment) *cobra.Command {
	a := &app{env: env}
	root := &cobra.Command{
		Use:   "atelier",
		Short: "The compiler for engineering principles",
		Long: `atelier parses a corpus of Markdown that holds engineering principles, proves that
its links resolve and go one way and that its traces are complete, keeps the
principles matrix fresh, renders the corpus as a site, and exports review
checklists from it.`,
		Example: `  atelier check                    validate the corpus that this folder belongs to
  atelier build && open _site/index.html
  atelier review export --domain messaging`,
		SilenceUsage: true, SilenceErrors: true,
		Version: version(),
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetVersionTemplate("atelier {{.Version}}\n")
	flags := root.PersistentFlags()
	flags.StringVarP(&a.root, "root", "C", "", "corpus root (default: the nearest folder upward with atelier.yaml or MANIFEST.md, else this one)")
	flags.StringVar(&a.config, "config", "", "configuration file (default: atelier.yaml in the corpus root, where there is one)")
	flags.StringVar(&a.color, "color", "auto", "colour the output: auto, always or never")
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "no summaries and progress")
	flags.BoolVarP(&a.verbose, "verbose", "v", false, "say what is read")
	root.SetFlagErrorFunc(wrongFlag)
	root.AddCommand(
		newCheck(a), newBuild(a), newMatrix(a), newReview(a), newModel(a), newRules(a), newExplain(a), newConfig(a), newBaseline(a), newServe(a), newPhase(a), newDiff(a), newImpact(a), newInit(a), newNew(a), newVersion(a),
	)
	root.SetHelpCommand(newHelp())
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	finishCompletion(root)
	finish(root)
	return root
}

func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: cobra.NoArgs,
		Annotations: map[string]string{noCorpus: ""},
		Example:     "  atelier version",
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(a.env.stdout, "atelier "+version())
			return err
		},
	}
}

// rootMarkers are the files that make a folder a corpus root.
var rootMarkers = []string{"atelier.yaml", "MANIFEST.md"}

// findRoot is the folder of the corpus.
func (a *app) findRoot() (string, error) {
	if a.root != "" {
		return a.root, nil
	}
	start, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		for _, name := range rootMarkers {
			if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
				return dir, nil
			}
		}
		if dir == filepath.Dir(dir) {
			return start, nil
		}
	}
}

// opened is a corpus root and what was loaded from it.
type opened struct {
	dir    string
	root   *os.Root
	corpus *corpus.Corpus
}

func (o *opened) close() { _ = o.root.Close() }

// openRoot opens the corpus root.
func (a *app) openRoot() (*opened, error) {
	dir, err := a.findRoot()
	if err != nil {
		return nil, err
	}
	return a.openRootAt(dir)
}

func (a *app) openRootAt(dir string) (*opened, error) {
	root, err := os.OpenRoot(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no folder %s; name the corpus root with -C", dir)
	case err != nil:
		return nil, fmt.Errorf("cannot open the corpus root %s: %w; name another folder with -C, or mend this one", dir, reason(err))
	}
	return &opened{dir: dir, root: root}, nil
}

// open opens the corpus root and loads the corpus.
func (a *app) open(ctx context.Context) (*opened, error) {
	o, err := a.openRoot()
	if err != nil {
		return nil, err
	}
	o.corpus, err = a.loadWith(ctx, new(corpus.Loader), o.dir, o.root)
	if err != nil {
		o.close()
		return nil, err
	}
	return o, nil
}

// loadWith reads the configuration and the corpus of an open root.
func (a *app) loadWith(ctx context.Context, loader *corpus.Loader, dir string, root *os.Root) (*corpus.Corpus, error) {
	cfg, err := a.readConfig(root)
	if err != nil {
		return nil, err
	}
	if a.verbose {
		a.note("reading the corpus in %s with %s", dir, a.configurationIn(root))
	}
	c, err := loader.Load(ctx, root.FS(), cfg)
	if errors.Is(err, corpus.ErrNoDocuments) {
		return nil, fmt.Errorf("no document found in %s: nothing matches %s", dir, strings.Join(cfg.Collections, " or "))
	}
	if err != nil {
		return nil, err
	}
	if err := cfg.DeadGlobs(c.Paths()); err != nil {
		return nil, err
	}
	find := func(path string) (exists, folder bool) { exists, folder, _ = c.Find(path); return exists, folder }
	paths := c.Paths()
	if phase := config.Default().Phase; exists(find(phase)) {
		paths = append(paths, phase) // no document, but what may be meant
	}
	if err := cfg.MissingFiles(find, paths); err != nil {
		return nil, err
	}
	if err := cfg.UnknownDomains(func(name string) string { return unknownDomain(c, name) }); err != nil {
		return nil, err
	}
	return c, nil
}

func exists(there, folder bool) bool { return there && !folder }

// unknownDomain is what is wrong with the name of a domain, or "".
func unknownDomain(c *corpus.Corpus, name string) string {
	if c.DomainByName(name) != nil {
		return ""
	}
	var names []string
	for _, d := range c.Domains {
		names = append(names, d.Name)
	}
	return fmt.Sprintf("no domain is named %q%s", name, check.DidYouMean(name, names))
}

// configurationIn says which configuration is in force.
func (a *app) configurationIn(root *os.Root) string {
	if a.config != "" {
		return a.config
	}
	if _, err := root.Stat(config.FileName); err == nil {
		return config.FileName
	}
	return "the default configuration"
}

// readConfig reads --config, or the configuration of the root, or gives the
// default.
func (a *app) readConfig(root *os.Root) (*config.Config, error) {
	name, read := config.FileName, func() ([]byte, error) { return fs.ReadFile(root.FS(), config.FileName) }
	if a.config != "" {
		name, read = a.config, func() ([]byte, error) { return os.ReadFile(a.config) }
	}
	content, err := read()
	switch {
	case errors.Is(err, fs.ErrNotExist) && a.config == "":
		return config.Default(), nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("cannot read the configuration: there is no file %s; correct --config, or leave it out", a.config)
	case err != nil:
		return nil, fmt.Errorf("cannot read the configuration %s: %w; mend it, or name another file with --config", name, reason(err))
	}
	return config.Parse(name, content, check.KnownNames(rules.All()))
}

// useColor decides about colour on a stream.
func (a *app) useColor(tty bool) (bool, error) {
	switch a.color {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "auto":
		return tty && a.env.getenv("NO_COLOR") == "" && a.env.getenv("TERM") != "dumb", nil
	}
	return false, fmt.Errorf("--color takes auto, always or never, not %q", a.color)
}

// warn writes a line to stderr: something that a summary is not, and that --quiet
// does not hide.
func (a *app) warn(format string, args ...any) { fmt.Fprintf(a.env.stderr, format+"\n", args...) }

// note writes a line to stderr unless --quiet.
func (a *app) note(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintf(a.env.stderr, format+"\n", args...)
	}
}
