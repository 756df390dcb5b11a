package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"atelier/internal/check"
	"atelier/internal/review"
)

func newReviewAccept(a *app) *cobra.Command {
	var by, date string
	c := &cobra.Command{
		Use:   "accept ITEM…",
		Short: "Record that review items were accepted",
		Long: `Record in signoffs.json of the review folder that somebody accepted items, with the
text of the violation and of its principles as they read now. An item whose text
changes later is open again; wrapping and spaces do not count.`,
		Example: `  atelier review accept messaging/P6/unbounded-prefetch --by "A. Reviewer"`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			by = review.Normalise(by)
			if by == "" {
				return errors.New("--by says who accepts")
			}
			if date == "" {
				date = time.Now().UTC().Format(time.DateOnly)
			}
			if _, err := time.Parse(time.DateOnly, date); err != nil {
				return fmt.Errorf("--date takes a day like 2026-08-05, not %q", date)
			}
			return a.acceptItems(cmd.Context(), args, by, date)
		},
	}
	c.Flags().StringVar(&by, "by", "", "who accepts")
	c.Flags().StringVar(&date, "date", "", "the day (default: today, UTC)")
	_ = c.MarkFlagRequired("by") // fails only for a flag that is not there
	return c
}

// reviewItems opens the corpus and gives its items and sign-offs. The caller closes
// what is opened.
func (a *app) reviewItems(ctx context.Context, duties bool) (*opened, []*review.Item, review.Signoffs, error) {
	o, err := a.open(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	signoffs, err := review.SignoffsOf(o.corpus)
	if err != nil {
		o.close()
		return nil, nil, nil, err
	}
	items := review.Items(o.corpus)
	if duties {
		items = review.Arrange(o.corpus, append(items, review.Duties(o.corpus)...))
	}
	return o, items, signoffs, nil
}

func (a *app) acceptItems(ctx context.Context, names []string, by, date string) error {
	o, items, signoffs, err := a.reviewItems(ctx, true)
	if err != nil {
		return err
	}
	defer o.close()
	byName := map[string]*review.Item{}
	var candidates []string
	for _, i := range items {
		if i.Alias != "" {
			byName[i.Alias] = i
		}
	}
	for _, i := range items {
		byName[i.ID] = i
		candidates = append(candidates, i.ID)
	}
	for _, name := range names {
		i := byName[name]
		if i == nil {
			return suggest(&review.UnknownError{What: "review item", Name: name, Candidates: candidates})
		}
		signoffs.Accept(i, by, date)
	}
	content, err := signoffs.Encode()
	if err != nil {
		return err
	}
	if err := o.root.MkdirAll(o.corpus.Config.Review, 0o755); err != nil {
		return err
	}
	file := o.corpus.Config.Signoffs()
	if err := replaceFile(o.root, file, content); err != nil {
		return err
	}
	a.note("recorded %s in %s", counted(len(names), "item"), file)
	return nil
}

// statusFlags are the flags of review status.
type statusFlags struct {
	domains []string
	states  []string
	duties  bool
}

func newReviewStatus(a *app) *cobra.Command {
	var f statusFlags
	c := &cobra.Command{
		Use:   "status",
		Short: "List what is open, accepted and reopened",
		Long: `List the review items by their sign-off: reopened, with what changed as a word diff
([-gone-] and {+new+}), open, and accepted. Sign-offs whose item is gone come last.
The counts go to stderr.`,
		Example: `  atelier review status --state reopened
  atelier review status --domain messaging`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var known []string
			for _, s := range review.States {
				known = append(known, string(s))
			}
			for _, s := range f.states {
				if !slices.Contains(known, s) {
					return fmt.Errorf("no state is named %q%s (states: %s)", s, check.DidYouMean(s, known), strings.Join(known, ", "))
				}
			}
			return a.reviewStatus(cmd.Context(), f)
		},
	}
	flags := c.Flags()
	flags.StringSliceVar(&f.domains, "domain", nil, "only this domain (repeatable)")
	flags.StringSliceVar(&f.states, "state", nil, "only items in this state: reopened, open, accepted (repeatable)")
	flags.BoolVar(&f.duties, "duties", false, "list open duties as well")
	return c
}

func (a *app) reviewStatus(ctx context.Context, f statusFlags) error {
	o, items, signoffs, err := a.reviewItems(ctx, true)
	if err != nil {
		return err
	}
	defer o.close()
	chosen, err := review.Filter{Domains: f.domains}.Apply(o.corpus, items)
	if err != nil {
		return suggest(err)
	}
	statuses, _ := signoffs.Statuses(chosen)
	_, gone := signoffs.Statuses(items)
	var b strings.Builder
	counts := map[review.State]int{}
	for _, state := range review.States {
		for _, s := range statuses {
			if s.State != state || s.Item.Kind == review.Duty && s.State == review.Open && !f.duties {
				continue
			}
			counts[state]++
			if len(f.states) == 0 || slices.Contains(f.states, string(state)) {
				writeStatus(&b, s)
			}
		}
	}
	if len(f.states) == 0 && len(f.domains) == 0 {
		for _, s := range gone {
			fmt.Fprintf(&b, "gone %s (accepted by %s on %s)\n", s.Item, s.By, s.Date)
		}
	}
	if _, err := io.WriteString(a.env.stdout, b.String()); err != nil {
		return err
	}
	a.note("%d open, %d accepted, %d reopened", counts[review.Open], counts[review.Accepted], counts[review.Reopened])
	return nil
}

func writeStatus(b *strings.Builder, s review.Status) {
	fmt.Fprintf(b, "%s %s", s.State, s.Item.ID)
	switch s.State {
	case review.Accepted:
		fmt.Fprintf(b, " (by %s on %s)", s.Signoff.By, s.Signoff.Date)
	case review.Reopened:
		fmt.Fprintf(b, " (was accepted by %s on %s)", s.Signoff.By, s.Signoff.Date)
	}
	b.WriteByte('\n')
	for _, change := range s.Changes {
		fmt.Fprintf(b, "  %s\n", change)
	}
}
