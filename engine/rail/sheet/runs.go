package sheet

import (
	"strings"

	"railpost/engine"
	"railpost/engine/rail/key"
	"railpost/engine/rail/running"
)

// RunsListed is how many runs are listed of a company that is asked for.
const RunsListed = 5

// Runs are the best n runs of a company with its trains as they are, each as the order that
// runs it.
func Runs(company engine.Arg, r *running.Runner, n int) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadRuns, company)}
	for _, p := range r.Ranking(n) {
		b.Add(key.SheetRun, engine.Int("n", p.Revenue), engine.Text("routes", strings.Join(p.Routes, ", ")))
	}
	switch {
	case len(r.Trains) == 0:
		b.Lines = []engine.Message{engine.Msg(key.SheetRunNoTrain)}
	case len(b.Lines) == 0:
		b.Lines = []engine.Message{engine.Msg(key.SheetRunNone)}
	}
	return b
}
