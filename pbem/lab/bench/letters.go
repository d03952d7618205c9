package bench

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"railpost/engine/titles"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/table"
	"railpost/store"
	"railpost/templates"
)

// The games whose letters are measured: so many of each title, to their ends unless random players need longer
// than people do.
var letterGames, letterOrders = 2, 700

// letterGoals are the microseconds that a turn letter of a title may take on the average. That of
// the usual title is part of "four letters" in the figure cpu.
var letterGoals = map[string]float64{"18cz": 2500, "18mag": 2000, "tycoon": 2500}

// written is a letter that was measured.
type written struct {
	store.Letter
	cost
	size     int // bytes
	pictures int
}

// letterCosts measures the letters of whole games of each title.
func letterCosts(ctx context.Context, o Options, f *Figure) {
	for _, t := range titles.All() {
		list := writeLetters(ctx, o, t.Name())
		for _, kind := range []templates.Kind{templates.Turn, templates.Receipt, templates.News} {
			f.letters(t.Name(), kind, list)
		}
	}
}

// kind returns the letter's kind; for a receipt with the reader's next turn, the turn's.
func (w written) kind() templates.Kind {
	f := get(content.ReadFacts(w.Data))
	if f.Enclose && slices.ContainsFunc(f.Waits, func(wait table.Wait) bool { return int(wait.Seat) == w.Seat }) {
		return templates.Turn
	}
	return templates.Kind(w.Kind)
}

// letters adds the cost of letters of a kind.
func (f *Figure) letters(title string, kind templates.Kind, list []written) {
	var times []time.Duration
	var sum cost
	for _, l := range list {
		if l.kind() == kind {
			times = append(times, l.cpu)
			sum.cpu += l.cpu
			sum.allocated += l.allocated
		}
	}
	if len(times) == 0 {
		return
	}
	name, n := fmt.Sprintf("%s, %s", title, kind), float64(len(times))
	if kind == templates.Turn {
		f.most(name, micros(sum.cpu)/n, letterGoals[title], "us")
	} else {
		f.add(name, micros(sum.cpu)/n, "us")
	}
	f.add(name+", p99", micros(quantile(times, 0.99)), "us")
	f.add(name+", slowest", micros(slices.Max(times)), "us")
	f.add(name+", allocations", float64(sum.allocated)/n, "objects")
	f.add(name+", letters", n, "")
}

// writeLetters plays games of a title by mail and returns the cost of each of its letters, from the queue to
// its bytes.
func writeLetters(ctx context.Context, o Options, title string) (list []written) {
	for n := range letterGames {
		g := get(playGameOf(title, fmt.Sprintf("%s-%d", title, n), letterOrders))
		list = append(list, lettersOf(ctx, o.Dir, g)...)
	}
	return list
}

// lettersOf plays a game by mail. It syncs nothing, since that is no part of writing a letter.
func lettersOf(ctx context.Context, dir string, g game) (list []written) {
	s := begin(ctx, dir, g.name, true, g)
	defer s.close()
	s.render = func(ctx context.Context, l store.Letter) (made store.Finished, err error) {
		w := written{Letter: l}
		w.spend(func() { made, err = s.office.Render(ctx, l) })
		w.size, w.pictures = len(made.Bytes), bytes.Count(made.Bytes, []byte("Content-Type: image/png"))
		list = append(list, w)
		return made, err
	}
	s.play(ctx, g, len(g.records)-1, 0)
	return list
}
