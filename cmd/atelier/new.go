package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/cobra"

	"atelier/internal/check"
	"atelier/internal/check/rules"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/scaffold"
)

func newInit(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "init [DIR]",
		Short: "Start a corpus: core principles, a manifest and empty registers",
		Long: `Start a corpus in a folder: eight core principles to be made your own, a manifest,
and registers of anti-patterns and decisions. Nothing that is there is touched;
where a file is in the way nothing is written.`,
		Example: `  atelier init                 in this folder
  atelier init docs/principles
  atelier new domain payments "Charges are Idempotent" "Refunds are Traceable"`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			dir := a.root
			if len(args) == 1 {
				if dir != "" {
					return errors.New("name the folder once: as DIR or with -C")
				}
				dir = args[0]
			}
			if dir == "" {
				dir = "."
			}
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return fmt.Errorf("cannot make the folder %s: %w", dir, err)
			}
			root, err := os.OpenRoot(dir)
			if err != nil {
				return fmt.Errorf("cannot open the folder %s: %w", dir, err)
			}
			defer func() { _ = root.Close() }()
			if err := a.create(root, scaffold.Corpus()); err != nil {
				return err
			}
			a.note(`next: atelier new domain NAME "A Principle as a Title"`)
			return nil
		},
	}
}

func newNew(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "new",
		Short: "Begin a domain or a derived document",
		Long: `Begin a domain or a derived document: its headings and tables, and its row in the
manifest. What is left to write are the findings of atelier check.`,
		Example: `  atelier new domain payments "Charges are Idempotent" "Refunds are Traceable"
  atelier new document payments/refunds --applies P2`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(newNewDomain(a), newNewDocument(a))
	return c
}

func newNewDomain(a *app) *cobra.Command {
	var title string
	c := &cobra.Command{
		Use:   "domain NAME [PRINCIPLE…]",
		Short: "Begin a domain with these principles",
		Long: `Begin a domain: its first-principles.md with a heading, a trace row and a row of
violations for each title, and its row in the manifest. NAME is a folder below
domains/, or a path such as languages/elixir.`,
		Example: `  atelier new domain payments "Charges are Idempotent" "Refunds are Traceable"
  atelier new domain languages/elixir --title Elixir "Processes Crash Alone"`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := a.open(cmd.Context())
			if err != nil {
				return err
			}
			defer o.close()
			folder := path.Clean(args[0])
			if !strings.Contains(folder, "/") {
				folder = path.Join(o.firstCollection(), folder)
			}
			file, err := scaffold.Domain(folder, title, args[1:])
			if err != nil {
				return err
			}
			return a.createListed(cmd.Context(), o, file)
		},
	}
	c.Flags().StringVar(&title, "title", "", "the title (default: the name in words)")
	return c
}

func newNewDocument(a *app) *cobra.Command {
	var title string
	var applies []string
	c := &cobra.Command{
		Use:     "document DOMAIN/TOPIC",
		Aliases: []string{"doc"},
		Short:   "Begin a derived document of a domain",
		Long: `Begin a derived document: title, derivation header, a row of violations for each
principle that it applies, and its row in the manifest.`,
		Example: `  atelier new document payments/refunds --applies P2,P1`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := a.open(cmd.Context())
			if err != nil {
				return err
			}
			defer o.close()
			name, topic := path.Split(strings.TrimSuffix(path.Clean(args[0]), ".md"))
			name = strings.TrimSuffix(name, "/")
			if name == "" {
				return fmt.Errorf("say DOMAIN/TOPIC, as messaging/%s", topic)
			}
			d := o.domain(name)
			if d == nil {
				return errors.New(unknownDomain(o.corpus, name))
			}
			var principles []*corpus.Principle
			for _, id := range applies {
				p, err := principleOf(d, id)
				if err != nil {
					return err
				}
				principles = append(principles, p)
			}
			file, err := scaffold.Document(d, topic, title, principles)
			if err != nil {
				return err
			}
			return a.createListed(cmd.Context(), o, file)
		},
	}
	c.Flags().StringVar(&title, "title", "", "the title (default: the topic in words)")
	c.Flags().StringSliceVar(&applies, "applies", nil, "the principles that it applies primarily, as P2,P1")
	_ = c.MarkFlagRequired("applies") // the flag is defined above
	return c
}

// firstCollection is the folder that the first collection's glob starts with.
func (o *opened) firstCollection() string {
	if len(o.corpus.Config.Collections) == 0 {
		return "domains"
	}
	base, _ := doublestar.SplitPattern(o.corpus.Config.Collections[0])
	return base
}

// domain is the domain of a name or of a folder, or nil.
func (o *opened) domain(name string) *corpus.Domain {
	for _, d := range o.corpus.Domains {
		if d.Path == name {
			return d
		}
	}
	return o.corpus.DomainByName(name)
}

// principleOf is the principle of a domain that an id names.
func principleOf(d *corpus.Domain, id string) (*corpus.Principle, error) {
	var names []string
	for _, p := range d.Principles {
		if strings.EqualFold(p.ID(), strings.TrimSpace(id)) {
			return p, nil
		}
		names = append(names, p.ID())
	}
	return nil, fmt.Errorf("%s has no principle %q%s", d.Name, id, check.DidYouMean(id, names))
}

// create writes files that must not be there yet, all or none.
func (a *app) create(root *os.Root, files []scaffold.File) error {
	for _, f := range files {
		if _, err := root.Lstat(f.Path); err == nil {
			return fmt.Errorf("%s is there already; nothing was written", f.Path)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("cannot look for %s: %w; nothing was written", f.Path, err)
		}
	}
	for _, f := range files {
		if err := root.MkdirAll(path.Dir(f.Path), 0o755); err != nil {
			return fmt.Errorf("cannot make the folder of %s: %w", f.Path, err)
		}
		if err := replaceFile(root, f.Path, f.Content); err != nil {
			return err
		}
		a.note("wrote %s", f.Path)
	}
	return nil
}

// createListed writes a document of a collection, and its row into the manifest.
func (a *app) createListed(ctx context.Context, o *opened, file scaffold.File) error {
	cfg := o.corpus.Config
	belongs := func(glob string) bool { return doublestar.MatchUnvalidated(glob, file.Path) }
	if !slices.ContainsFunc(cfg.Collections, belongs) {
		return fmt.Errorf("%s belongs to no collection (%s); nothing was written", file.Path, strings.Join(cfg.Collections, ", "))
	}
	if err := a.create(o.root, []scaffold.File{file}); err != nil {
		return err
	}
	if err := a.list(ctx, o, []string{file.Path}); err != nil {
		return err
	}
	a.note("what is left to write: atelier check %s", file.Path)
	return nil
}

// list writes the rows of new documents into the manifest.
func (a *app) list(ctx context.Context, o *opened, names []string) error {
	for _, name := range names {
		c, err := a.loadWith(ctx, new(corpus.Loader), o.dir, o.root)
		if err != nil {
			return err
		}
		if err := a.listInManifest(o, c, name); err != nil {
			return err
		}
	}
	return nil
}

// listInManifest writes the row that the rules of the group manifest ask for.
func (a *app) listInManifest(o *opened, c *corpus.Corpus, name string) error {
	for _, d := range check.Run(c, rules.All()) {
		if !strings.HasPrefix(d.Rule, "manifest/") || d.File == nil || d.File.Path != name || d.Fix == nil {
			continue
		}
		manifest := d.Fix.Edits[0].File
		content, err := fs.ReadFile(o.root.FS(), manifest.Path)
		if err != nil {
			return fmt.Errorf("cannot list %s in the manifest: %w", name, err)
		}
		listed, _ := diag.Apply(manifest, content, d.Fix.Edits)
		if err := replaceFile(o.root, manifest.Path, listed); err != nil {
			return err
		}
		a.note("listed it in %s, with the phase of its neighbour", manifest.Path)
		return nil
	}
	return nil
}
