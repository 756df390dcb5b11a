package main

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// A job says how far it is ten times a second, once it has taken half a second.
const (
	tick       = 100 * time.Millisecond
	quietTicks = 5
)

// progress shows how far a job is, on one line of a terminal that it clears at
// the end.
type progress struct {
	w       io.Writer
	step    atomic.Pointer[step]
	stopped chan struct{}
	ended   sync.WaitGroup
}

// A step is one part of a job, with its parts counted where there are several.
type step struct {
	name        string
	done, total atomic.Int64
}

// startProgress shows the state at every tick but the first ones.
func startProgress(w io.Writer, ticks <-chan time.Time) *progress {
	p := &progress{w: w, stopped: make(chan struct{})}
	p.ended.Go(func() {
		shown := false
		for quiet := quietTicks; ; {
			select {
			case <-ticks:
				if quiet--; quiet > 0 {
					continue
				}
				if s := p.step.Load(); s != nil {
					shown = true
					fmt.Fprint(p.w, "\r\x1b[K"+s.String())
				}
			case <-p.stopped:
				if shown {
					fmt.Fprint(p.w, "\r\x1b[K")
				}
				return
			}
		}
	})
	return p
}

func (s *step) String() string {
	if total := s.total.Load(); total > 0 {
		return fmt.Sprintf("%s: %d of %d pages", s.name, s.done.Load(), total)
	}
	return s.name
}

// begin starts the next step. It may be called on nil, which shows nothing.
func (p *progress) begin(name string) {
	if p != nil {
		p.step.Store(&step{name: name})
	}
}

// count notes how much of the step is done; goroutines may overtake each other.
func (p *progress) count(done, total int) {
	s := p.step.Load()
	s.total.Store(int64(total))
	for {
		before := s.done.Load()
		if int64(done) <= before || s.done.CompareAndSwap(before, int64(done)) {
			return
		}
	}
}

// stop clears the line and returns when nothing more will be written.
func (p *progress) stop() {
	close(p.stopped)
	p.ended.Wait()
}

// showProgress starts the progress of a job where stderr is a terminal that
// wants it, and is nil elsewhere. The function stop may be called more than once.
func (a *app) showProgress() (p *progress, stop func()) {
	if !a.env.stderrTTY || a.quiet {
		return nil, func() {}
	}
	ticker := time.NewTicker(tick)
	p = startProgress(a.env.stderr, ticker.C)
	return p, sync.OnceFunc(func() { ticker.Stop(); p.stop() })
}
