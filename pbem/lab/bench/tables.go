package bench

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// The tables of the figure "tables": variables for its test.
var fewTables, manyTables = 500, 10_000

const (
	tableOrders = 16 // of each table before that
	tableTimes  = 20 // calls that are measured together where one takes microseconds
)

// work is something that a service does. Its cost must not depend on the number of tables.
type work struct {
	name  string
	times int
	do    func(ctx context.Context, s *service, n int)
}

// tableCosts measures services with few and with many tables that do the same in turn, so that other load
// affects both. Syncing is omitted, because it would hide the difference.
func tableCosts(ctx context.Context, o Options, f *Figure) {
	measured := 20
	g := playGame("tables", tableOrders+measured)
	works := []work{
		{"a mail", 1, func(ctx context.Context, s *service, n int) {
			s.deliver(ctx, s.reply(g, tableOrders+n+1, 0, s.clock))
		}},
		{"its letters", 1, func(ctx context.Context, s *service, _ int) { s.post(ctx) }},
		{"a look at the clock", tableTimes, func(ctx context.Context, s *service, _ int) { check(s.office.Tick(ctx, s.clock)) }},
		{"a look for robots", tableTimes, func(ctx context.Context, s *service, _ int) { get(s.office.Think(ctx)) }},
		{"figures for monitoring", tableTimes, watch},
	}
	var services [2]*service
	for i, tables := range []int{fewTables, manyTables} {
		s := begin(ctx, o.Dir, fmt.Sprint("tables", i), true, g)
		defer s.close()
		s.config.Store.SnapshotEvery = tableOrders / 2
		s.play(ctx, g, tableOrders, 0)
		s.multiply(ctx, g.name, tables-1)
		f.pauses(ctx, s, tables)
		services[i] = s
	}
	objects, times := make([][2]uint64, len(works)), make([][2][]time.Duration, len(works))
	for n := range measured {
		for w, work := range works {
			for side := range services {
				side = (side + n) % len(services) // each is first as often
				var c cost
				c.spend(func() {
					for range work.times {
						work.do(ctx, services[side], n)
					}
				})
				objects[w][side] += c.allocated
				times[w][side] = append(times[w][side], c.time)
			}
		}
		for _, s := range services {
			s.clock = s.clock.Add(time.Second)
		}
	}
	for w, work := range works {
		few, many := quantile(times[w][0], 0.25), quantile(times[w][1], 0.25)
		f.add(fmt.Sprintf("%s, %d tables", work.name, fewTables), micros(few)/float64(work.times), "us")
		f.add(fmt.Sprintf("%s, %d tables", work.name, manyTables), micros(many)/float64(work.times), "us")
		f.most(work.name+", times", many.Seconds()/few.Seconds(), 1.1, "ratio")
		f.most(work.name+", objects", float64(objects[w][1])/float64(max(1, objects[w][0])), 1.1, "ratio")
	}
}

// watch asks for what /metrics shows of the tables and the queue.
func watch(ctx context.Context, s *service, _ int) {
	_, err := s.office.CountByState(ctx)
	_, _, late := s.office.Lateness(ctx)
	_, queue := s.db.Outbox(ctx)
	_, oldest := s.db.Oldest(ctx)
	check(errors.Join(err, late, queue, oldest))
}

// pauses adds what is linear in the tables, and for which share of it no mail can be decided: the first look at the
// clock of a day, and the list.
func (f *Figure) pauses(ctx context.Context, s *service, tables int) {
	for _, w := range []work{
		{"the first look at the clock of a day", 1, func(ctx context.Context, s *service, _ int) { check(s.office.Tick(ctx, s.clock)) }},
		{"the list of games", 1, func(ctx context.Context, s *service, _ int) { get(s.office.Handle(ctx, "game.list", nil)) }},
	} {
		before := held(s)
		var c cost
		c.spend(func() { w.do(ctx, s, 0) })
		f.add(fmt.Sprintf("%s, %d tables", w.name, tables), millis(c.time), "ms")
		if tables == manyTables {
			f.most(w.name+", with the lock", (held(s)-before).Seconds()/c.time.Seconds(), 0.1, "ratio")
		}
	}
}

// held returns for how long the lock of the office has been held.
func held(s *service) (sum time.Duration) {
	for _, t := range s.office.LockTimes() {
		sum += t.Held
	}
	return sum
}
