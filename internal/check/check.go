// Package check runs rules over a linked corpus. A rule is a value with a name,
// a page and a function; everything a rule knows it reads from the corpus, and
// everything it says it says through its [Pass].
package check

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

// A Rule finds one kind of fault.
type Rule struct {
	// Name is "group/what-it-flags". It is never reused for something else.
	Name string
	// Severity is that of its findings, unless a finding says otherwise.
	Severity diag.Severity
	// Summary is one sentence, lower case, without a full stop.
	Summary string
	// Page is the Markdown that explain, SARIF and the site show. It is set
	// from the page file of the same name.
	Page string
	Run  func(*Pass)
	// Late rules run after the others and see what comments silenced; Last
	// ones run after those and see what the baseline accepts.
	Late, Last bool
}

// Group is the part of the name before the slash.
func (r *Rule) Group() string {
	group, _, _ := strings.Cut(r.Name, "/")
	return group
}

// A Pass is one run of one rule over one corpus.
type Pass struct {
	Corpus *corpus.Corpus
	Config *config.Config
	// Rules are the whole catalogue; for a late rule, those whose findings
	// are wanted.
	Rules []*Rule
	// Baseline is the baseline of the run, or nil; late rules read it.
	Baseline  *Baseline
	catalogue []*Rule
	rule      *Rule
	found     []*diag.Diagnostic
	used      map[*parse.Ignore]bool
	cancelled func() bool
	shared    *sync.Map // of reflect.Type to func() any
}

// Shared is what several rules derive from the corpus alone, made once in a run
// for all of them. Its type is its key. Rules must not change it.
func Shared[T any](p *Pass, derive func(*corpus.Corpus) T) T {
	once := sync.OnceValue(func() any { return derive(p.Corpus) })
	first, _ := p.shared.LoadOrStore(reflect.TypeFor[T](), once)
	return first.(func() any)().(T)
}

// Known reports whether the catalogue has a rule of that name.
func (p *Pass) Known(name string) bool {
	return slices.ContainsFunc(p.catalogue, func(r *Rule) bool { return r.Name == name })
}

// Ran reports whether a rule of that name is among Rules.
func (p *Pass) Ran(name string) bool {
	return slices.ContainsFunc(p.Rules, func(r *Rule) bool { return r.Name == name })
}

// Silences reports, to a late rule, whether a comment silenced any finding.
func (p *Pass) Silences(ig *parse.Ignore) bool { return p.used[ig] }

// Report adds a finding. Its rule is filled in, and its severity where it has
// none.
func (p *Pass) Report(d *diag.Diagnostic) {
	d.Rule = p.rule.Name
	if d.Severity == diag.Off {
		d.Severity = p.rule.Severity
	}
	p.found = append(p.found, d)
}

// Forward reports the problems of reading files that carry this rule's name.
func (p *Pass) Forward() {
	for _, problem := range p.Corpus.Problems() {
		if problem.Rule == p.rule.Name {
			d := *problem
			p.Report(&d)
		}
	}
}

// Run runs rules over a corpus, in parallel, and returns their findings in
// order, without those that follow from others. It knows nothing of comments
// and configuration: see [Check].
func Run(c *corpus.Corpus, rules []*Rule) []*diag.Diagnostic {
	return diag.Withhold(run(c, rules, &Pass{Rules: rules, catalogue: rules}))
}

// run runs rules, each with a pass made after the pattern.
func run(c *corpus.Corpus, rules []*Rule, pattern *Pass) []*diag.Diagnostic {
	passes := make([]*Pass, len(rules))
	var group errgroup.Group
	var shared sync.Map
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, rule := range rules {
		pass := *pattern
		pass.Corpus, pass.Config, pass.rule, pass.shared = c, c.Config, rule, &shared
		passes[i] = &pass
		group.Go(func() error {
			if pattern.cancelled == nil || !pattern.cancelled() {
				rule.Run(passes[i])
			}
			return nil
		})
	}
	_ = group.Wait() // rules return no errors
	var found []*diag.Diagnostic
	for _, p := range passes {
		found = append(found, p.found...)
	}
	diag.Sort(found)
	return found
}
