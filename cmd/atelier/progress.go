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
	w           io.Writer
	done, total atomic.Int64
	stopped     chan struct{}
	ended       sync.WaitGroup
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
				if total := p.total.Load(); total > 0 {
					shown = true
					fmt.Fprintf(p.w, "\r\x1b[Krendering: %d of %d pages", p.done.Load(), total)
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

// update notes the state; goroutines may overtake each other.
func (p *progress) update(done, total int) {
	p.total.Store(int64(total))
	for {
		before := p.done.Load()
		if int64(done) <= before || p.done.CompareAndSwap(before, int64(done)) {
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
// wants it.
func (a *app) showProgress() (update func(done, total int), stop func()) {
	if !a.env.stderrTTY || a.quiet {
		return nil, func() {}
	}
	ticker := time.NewTicker(tick)
	p := startProgress(a.env.stderr, ticker.C)
	return p.update, func() { ticker.Stop(); p.stop() }
}
