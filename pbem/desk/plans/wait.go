package plans

import (
	"context"
	"encoding/binary"
	"io"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/plan"
	"railpost/pbem/facts/table"
)

// night is the hours in which no answer is expected from players without quiet hours of their own.
var night = clock.Span{From: clock.TimeOfDay{Hour: 23, Set: true}, To: clock.TimeOfDay{Hour: 7, Set: true}}

// At returns when a plan of the seat that a wait is for is played: after a random part of
// the time that answers usually take, by day on its player's clock, before their time is
// over; the zero time if none is due.
func At(ctx context.Context, c *journal.Change, w table.Wait) time.Time {
	if c.Next == nil || !IsDue(ctx, c, w.Seat) {
		return time.Time{}
	}
	if c.Table.PlansAtOnce() { // there are more than one change plays
		return c.At.Add(time.Minute)
	}
	part := float64(random(c)>>11) / (1 << 53)
	of := func(d time.Duration) time.Duration { return time.Duration(part * float64(d)).Truncate(time.Second) }
	at := c.At.Add(least(c.Table) + of(usualAnswer(c.Table)))
	zone, hours := c.Table.ZoneOf(w.Seat), c.Table.Players[w.Seat].Quiet
	if hours == (clock.Span{}) {
		hours = night
	}
	if local := at.In(zone); hours.Has(clock.TimeOfDayOf(local)) {
		day := clock.DateOf(local)
		if morning := hours.To.On(day, zone); morning.After(at) {
			at = morning
		} else {
			at = hours.To.On(day.Next(), zone)
		}
		at = at.Add(of(time.Hour))
	}
	if !at.Before(w.Until) {
		at = c.At.Add(of(w.Until.Sub(c.At)))
	}
	return at
}

// least is how long a plan waits at least: orders by mail count after the window at the earliest.
func least(t *table.Table) time.Duration {
	return time.Minute + time.Duration(t.Rules.Window)*time.Second
}

func usualAnswer(t *table.Table) time.Duration { return time.Duration(t.UsualAnswer()) * time.Second }

// PlayedWhen says by when plans are played once their turn has come.
func PlayedWhen(t *table.Table) engine.Message {
	if t.PlansAtOnce() {
		rule := 0
		if t.Rules.PlansAtOnce {
			rule = 1
		}
		return engine.Msg(key.PlanWhenAtOnce, engine.Int("rule", rule))
	}
	hours := int64((least(t) + usualAnswer(t) + time.Hour - 1) / time.Hour)
	return engine.Msg(key.PlanWhen, content.Seconds("time", hours*3600))
}

// IsDue reports whether the turn of a plan of a seat has come.
func IsDue(ctx context.Context, c *journal.Change, s engine.Seat) bool {
	pass(c)
	judge(ctx, c)
	return slices.ContainsFunc(c.Table.Plans, func(p plan.Plan) bool {
		due, over := p.Due(c.Next)
		return p.Seat == s && due && !over && !p.Reply && !p.Sent
	})
}

// Overtake drops the plan for a turn that its player has now played by mail.
func Overtake(c *journal.Change, s engine.Seat) {
	was := c.Game.Now
	if w := c.Game.Table.WaitFor(s); was == nil || w == nil || w.Plan.IsZero() {
		return
	}
	dropSent(c, s)
	for _, p := range c.Game.Table.Plans { // as they waited before this change
		i := slices.IndexFunc(c.Table.Plans, p.Is)
		if due, _ := p.Due(was); i < 0 || p.Seat != s || p.Reply || p.Sent || !due {
			continue
		}
		if !p.Always {
			c.Table.Plans = slices.Delete(slices.Clone(c.Table.Plans), i, i+1)
			Tell(c, s, engine.Msg(key.PlanOvertaken, engine.Order("lines", p.Text())))
		}
		turn, _ := plan.TurnOf(was, s)
		next(c, s, turn)
		return
	}
}

// next makes the plans of a seat that has played a turn wait for another.
func next(c *journal.Change, s engine.Seat, turn string) {
	for i := range c.Table.Plans {
		if next := &c.Table.Plans[i]; next.Seat == s && !next.Reply {
			next.Begin(c.Next, true, turn)
		}
	}
}

// random returns a number from the service's own randomness: never from a game's draws.
func random(c *journal.Change) uint64 {
	var b [8]byte
	_, err := io.ReadFull(c.Journal.Salts, b[:])
	c.Fail(err)
	return binary.BigEndian.Uint64(b[:])
}
