package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"railpost/engine"
	"railpost/engine/robot"
	"railpost/engine/robot/arena"
	"railpost/engine/titles"
	"railpost/pbem/lab/bench"
	"railpost/pbem/run/plain"
)

type arenaCommand struct {
	Title  string   `arg:"" help:"The game, as 'railpost titles' lists it."`
	Levels []string `arg:"" help:"Levels of robots, as easy and normal; hard*4 compares four times the lines in four times the playouts. The first is tested against the others; the last takes all seats that are left."`
	Games  int      `default:"200" help:"At most this many games (${default}); fewer if the test decides."`
	Seats  int      `placeholder:"N" help:"Seats at the table; by default three, or as many as there are levels."`
	Seed   uint64   `default:"1" help:"Equal seeds play equal games (${default})."`

	Opening int `placeholder:"N" help:"All play the first N mails of each game as easy robots do: games without chance would be the same again and again."`
}

// seatsUsual is the default number of seats at a table.
const seatsUsual = 3

func (c *arenaCommand) Run(ctx context.Context, out io.Writer) error {
	w, err := c.arena()
	if err != nil {
		return err
	}
	before := bench.CPUTime()
	spent := func(games int) time.Duration { return (bench.CPUTime() - before) / time.Duration(max(1, games)) }
	w.Step = func(r arena.Result) {
		if r.Games%10 == 0 {
			fmt.Fprintf(os.Stderr, "%s, %s a game, log likelihood %.2f\n", plain.Count(r.Games, "game"), spent(r.Games).Round(10*time.Millisecond), r.Test.Sure)
		}
	}
	r, err := w.Run(ctx)
	if r.Games == 0 {
		return err
	}
	fmt.Fprintf(out, "%s, %d seats, seed %d: %d games, %s CPU a game\n\n", w.Title.Name(), w.Seats, c.Seed, r.Games, spent(r.Games).Round(10*time.Millisecond))
	showArena(out, r)
	return err // an interrupted arena shows the results so far
}

func showArena(out io.Writer, r arena.Result) {
	fmt.Fprintf(out, "%-8s %6s %7s %8s %14s %8s %7s\n", "robot", "seats", "wins", "rate", "95 %", "score", "+/-")
	for _, row := range r.Rows {
		rate, low, high := row.WinRate()
		mean, half := row.Mean()
		fmt.Fprintf(out, "%-8s %6d %7.1f %7.1f%% %6.1f to %4.1f%% %8.1f %7.1f\n", row.Name, row.Played, row.Wins, 100*rate, 100*low, 100*high, mean, half)
	}
	fmt.Fprintf(out, "\n%s wins %.2f times its share of %.1f%%. Sequential test, %.1f times the share, errors %.0f %%: %s (log likelihood %.2f)\n",
		r.Rows[0].Name, r.Rows[0].Wins/(float64(r.Games)*r.Test.Share), 100*r.Test.Share, arena.Edge, 100*arena.ErrorRate, r.Test.Verdict(), r.Test.Sure)
}

// arena checks the request.
func (c *arenaCommand) arena() (w arena.Arena, err error) {
	t, names := titles.Match(c.Title)
	if t == nil {
		return w, fmt.Errorf("there is no title %q; titles: %s", c.Title, strings.Join(names, ", "))
	}
	w = arena.Arena{Title: t, Seats: c.Seats, Games: c.Games, Seed: c.Seed, Opening: c.Opening}
	for _, name := range c.Levels {
		p, err := readRobot(t, name)
		if err != nil {
			return w, err
		}
		w.Players = append(w.Players, p)
	}
	lo, hi := t.Seats()
	if w.Seats == 0 {
		w.Seats = min(hi, max(seatsUsual, lo, len(w.Players)))
	}
	switch {
	case len(w.Players) < 2:
		return w, fmt.Errorf("name at least two levels: the first plays against the others")
	case w.Seats < max(2, lo) || w.Seats > hi:
		return w, fmt.Errorf("%s is for %d to %d players here, not %d", t.Name(), max(2, lo), hi, w.Seats)
	case len(w.Players) > w.Seats:
		return w, fmt.Errorf("there are %d levels and %d seats", len(w.Players), w.Seats)
	case w.Games < 1:
		return w, fmt.Errorf("--games must be at least 1")
	case w.Opening < 0:
		return w, fmt.Errorf("--opening must be at least 0")
	}
	return w, nil
}

// readRobot reads "hard", "hard*4".
func readRobot(t engine.Title, name string) (p arena.Player, err error) {
	name, times, many := strings.Cut(name, "*")
	level, err := robot.Read(name)
	if err != nil {
		return p, err
	}
	n := 1
	if many {
		if n, err = strconv.Atoi(times); err != nil || n < 1 || level != robot.Hard {
			return p, fmt.Errorf("%s*%s is not a robot; write, for example, hard*4", name, times)
		}
	}
	return arena.Robot(t, level, n), nil
}
