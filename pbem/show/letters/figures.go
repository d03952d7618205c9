package letters

import (
	"context"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
)

// figures are a game's statistics up to a record: its dates and length, and each player's number of orders and
// waiting times.
func (w *Writer) figures(ctx context.Context, g *games.Game, upTo uint64, now time.Time) (b engine.Block, err error) {
	records, err := w.Games.Records(ctx, g.Name, 0, upTo)
	if err != nil || len(records) == 0 {
		return b, err
	}
	began, back := time.UnixMilli(records[0].At), 0
	if g.Table.Ended() {
		now = time.UnixMilli(records[len(records)-1].At)
	}
	for _, r := range records {
		if r.Kind == engine.TookBack {
			back++
		}
	}
	orders := ordersOf(records, len(g.Table.Players))
	b.Head = engine.Msg(key.Figures)
	b.Lines = []engine.Message{engine.Msg(key.FiguresBegan, content.At(began), roughly("span", now.Sub(began)),
		engine.Int("n", int(g.Table.HiddenRecords.Step(upTo, engine.Nobody))))}
	if back > 0 {
		b.Lines = append(b.Lines, engine.Msg(key.FiguresBack, engine.Int("n", back)))
	}
	timed := g.Table.Timed > 0 && g.Table.Timed <= uint64(len(records))
	b.Columns = engine.Headings(key.FiguresPlayer, key.FiguresOrders)
	if timed {
		b.Columns = append(b.Columns, engine.Headings(key.FiguresTurns, key.FiguresTook, key.FiguresAverage)...)
		if since := records[g.Table.Timed-1]; since.At-records[0].At > time.Minute.Milliseconds() {
			b.Lines = append(b.Lines, engine.Msg(key.FiguresSince, engine.Int("n", int(g.Table.HiddenRecords.Step(since.Seq, engine.Nobody)))))
		}
	}
	for i := range g.Table.Players {
		s := engine.Seat(i)
		row := []engine.Cell{{Say: engine.Msg(key.FiguresOf, engine.Player("seat", s))}, number(orders[s])}
		if timed {
			sum, turns := g.Table.TookBy(s, now)
			row = append(row, number(turns), durationCell(sum), durationCell(sum/int64(max(turns, 1))))
		}
		b.Rows = append(b.Rows, row)
	}
	return b, nil
}

// ordersOf returns the number of each player's standing orders, without answers in advance and Railpost's own moves.
func ordersOf(records []*engine.Record, seats int) []int {
	n := make([]int, seats)
	for _, r := range engine.InForce(records) {
		if r.Kind == engine.Ordered && !r.Hidden && !r.Auto && r.By != engine.ByTimeOut && r.By != engine.ByRobot && r.Seat >= 0 && int(r.Seat) < seats {
			n[r.Seat]++
		}
	}
	return n
}

func number(n int) engine.Cell {
	return engine.Cell{Say: engine.Msg(key.FiguresNumber, engine.Int("n", n)), Right: true}
}

func durationCell(seconds int64) engine.Cell {
	return engine.Cell{Say: engine.Msg(key.Span, roughly("parts", time.Duration(seconds)*time.Second)), Right: true}
}

// roughly returns a length of time in words, in whole hours or, if it is shorter, minutes.
func roughly(name string, d time.Duration) engine.Arg {
	if d < time.Hour {
		return engine.Say(name, engine.Msg(key.Minutes, engine.Int("n", max(0, int(d/time.Minute)))))
	}
	return content.Span(name, d.Round(time.Hour))
}
