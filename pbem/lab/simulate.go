package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"railpost/engine/titles"
	"railpost/pbem/lab/bench"
	"railpost/pbem/lab/simulate"
)

type simulateCommand struct {
	Tables int    `default:"200" help:"Tables, each with game after game of one title (${default})."`
	Days   int    `default:"365" help:"Days of the service (${default})."`
	Seed   uint64 `default:"1" help:"Seed for games and players: the same seed gives the same year (${default})."`
}

func (c *simulateCommand) Run(ctx context.Context, out io.Writer) error {
	debug.SetGCPercent(400) // there is much garbage and little live data
	before := bench.CPUTime()
	o := simulate.Options{Titles: titles.Find, Tables: c.Tables, Days: c.Days, Seed: c.Seed,
		Find: func(finding string) { fmt.Fprintln(os.Stderr, finding) },
		Step: func(day int, r simulate.Report) {
			if day%10 == 0 {
				fmt.Fprintf(os.Stderr, "day %d: finished %d, mails %d, letters %d, cpu %s\n", day, r.Finished, r.Mails, r.Letters, (bench.CPUTime() - before).Round(time.Second))
			}
		}}
	for _, t := range titles.All() {
		o.Names = append(o.Names, t.Name())
	}
	r, err := simulate.Run(ctx, o)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s cpu=%s file=%dMB\n", r, (bench.CPUTime() - before).Round(time.Second), r.File>>20)
	if !r.Clean() {
		return errors.New("the ledger found mistakes; see above")
	}
	return nil
}
