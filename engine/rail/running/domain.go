package running

import (
	"iter"
	"strings"

	"railpost/engine"
)

// Words of the order "run" other than routes.
const (
	bestWord    = "best"
	nothingWord = "nothing"
	// recordedWord marks a run of a recorded game. Its routes may visit several
	// stops of a Group, which other programs once allowed.
	recordedWord = "recorded"
)

// routes is the domain of a company's run: its values are Plans. It lists the best set only, as "best"; the log
// has the routes themselves, so replay needs no search.
type routes struct{ *Runner }

var _ engine.Recorder = routes{}

// Routes reads a company's run.
func (r *Runner) Routes() engine.Domain { return routes{r} }

func (d routes) Read(t *engine.Tokens) (engine.Value, error) {
	if rest := len(t.All) - t.At; rest == 1 {
		switch t.Peek().Fold {
		case bestWord:
			t.Next()
			return d.best(), nil
		case nothingWord:
			t.Next()
			return Plan{}, nil
		}
	}
	before := *t
	n := d.Network()
	trusted := d.Trust && t.Peek().Fold == recordedWord
	if trusted {
		t.Next()
		n.ungroup()
	}
	p, err := n.read(t)
	if err != nil {
		*t = before
		return nil, err
	}
	p.Trusted = trusted
	return p, nil
}

// ungroup lets a route visit several stops of a Group.
func (n *Network) ungroup() {
	for i := range n.Problem.Stops {
		n.Problem.Stops[i].Group = 0
	}
}

func (d routes) best() Plan {
	p := d.Search()
	p.Best = true
	return p
}

// Rule returns what else forbids a plan: the duty to run and, where it applies, the duty to run the best.
func (d routes) Rule(v engine.Value) error {
	p := v.(Plan)
	switch {
	case p.Fault != nil:
		return p.Fault
	case (p.Best || len(p.Lines) == 0) && d.Search().None:
		return d.idleService()
	case p.Best || p.Trusted:
		return nil
	case len(p.Lines) == 0 && !d.Idle:
		if best := d.Search(); best.Revenue > 0 {
			return d.forbid(d.Chapters.Run, "run-must", d.company(), engine.Int("n", best.Revenue))
		}
	case d.Runner.Best:
		if best := d.Search(); p.Revenue < best.Revenue {
			return d.forbid(d.Chapters.Best, "run-better", d.company(), engine.Int("n", best.Revenue), engine.Int("revenue", p.Revenue))
		}
	}
	return nil
}

// idleService refuses to run without a service that must be used. It names the first
// one that no set of routes can use even on its own, or else the last.
func (d routes) idleService() *engine.Refusal {
	idle := d.Services[len(d.Services)-1]
	for i := range d.Services {
		alone := *d.Runner
		alone.Services = d.Services[i : i+1]
		if !alone.Usable() {
			idle = d.Services[i]
			break
		}
	}
	return d.forbid(d.Chapters.Must, "run-idle-service", d.company(), idle.Name)
}

// Members yields the best set, or nothing if no train can run, or not with all
// services that must be used.
func (d routes) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		if d.Open() && !d.Search().None {
			yield(d.best())
		}
	}
}

// Unlisted are the other routes than the best, where they may be run.
func (d routes) Unlisted() engine.Unlisted { return engine.Unlisted{Some: !d.Runner.Best} }

// Open reports whether a train has somewhere to go: track leads from a station of the
// company to another stop.
func (r *Runner) Open() bool { return len(r.Trains) > 0 && r.Board.Reach(r.World, r.Owner).Runs }

// Text returns "best" for the best plan.
func (d routes) Text(v engine.Value) string {
	if v.(Plan).Best {
		return bestWord
	}
	return d.Record(v)
}

// Record returns the routes themselves.
func (d routes) Record(v engine.Value) string {
	p := v.(Plan)
	switch {
	case len(p.Routes) == 0:
		return nothingWord
	case p.Trusted:
		return recordedWord + " " + strings.Join(p.Routes, ", ")
	}
	return strings.Join(p.Routes, ", ")
}
