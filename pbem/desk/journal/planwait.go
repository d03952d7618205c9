package journal

import (
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/plan"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/letters"
)

// A plan that was played as soon as its turn came would tell the others that it was one. So
// it waits, as long as a player of the table might take: see planAt.

// PlayPlan plays the plan of a seat for which the game has waited long enough, and what
// follows. It reports whether it has played, ended or left out its turn.
func (c *Change) PlayPlan(s engine.Seat) bool {
	w := c.Table.WaitFor(s)
	if w == nil || w.Plan.IsZero() {
		return false
	}
	w.Plan = time.Time{}
	had, records := len(c.Table.Plans), len(c.Records)
	c.planNow = s
	c.GoOn(engine.Nobody)
	if w := c.Table.WaitFor(s); w != nil && w.Plan.IsZero() && c.planDue(s) { // another, since this one has stopped
		w.Plan = c.planAt(*w)
		c.Retime(w, w.Until)
	}
	return len(c.Table.Plans) < had || len(c.Records) > records || len(c.planned[s]) > 0 // some stay
}

// night is when nobody is expected to answer who has not set hours of their own.
var night = clock.Span{From: clock.TimeOfDay{Hour: 23, Set: true}, To: clock.TimeOfDay{Hour: 7, Set: true}}

// planAt returns when a plan of the seat that a wait is for is played: after a random part of
// the time that answers usually take, by day on its player's clock, before their time is
// over; the zero time if none is due.
func (c *Change) planAt(w table.Wait) time.Time {
	if c.Next == nil || !c.planDue(w.Seat) {
		return time.Time{}
	}
	if c.Table.PlansAtOnce() { // there are more than one change plays
		return c.At.Add(time.Minute)
	}
	part := float64(c.random()>>11) / (1 << 53)
	of := func(d time.Duration) time.Duration { return time.Duration(part * float64(d)).Truncate(time.Second) }
	at := c.At.Add(c.planLeast() + of(c.usualAnswer()))
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

// planLeast is how long a plan waits at least: orders by mail count after the window at the earliest.
func (c *Change) planLeast() time.Duration {
	return time.Minute + time.Duration(c.Table.Rules.Window)*time.Second
}

func (c *Change) usualAnswer() time.Duration {
	return time.Duration(c.Table.UsualAnswer()) * time.Second
}

// PlayedWhen says by when plans are played once their turn has come.
func (c *Change) PlayedWhen() engine.Message {
	if c.Table.PlansAtOnce() {
		rule := 0
		if c.Table.Rules.PlansAtOnce {
			rule = 1
		}
		return engine.Msg(key.PlanWhenAtOnce, engine.Int("rule", rule))
	}
	hours := int64((c.planLeast() + c.usualAnswer() + time.Hour - 1) / time.Hour)
	return engine.Msg(key.PlanWhen, letters.Seconds("time", hours*3600))
}

// Quiet reports whether a plan of a seat plays what it is asked, so that its player has nothing to do.
func (c *Change) Quiet(s engine.Seat) bool {
	_, at := letters.Quiet(c.Table, c.Next, s)
	return !at.IsZero()
}

// WasQuiet reports the same of the position before the change.
func (c *Change) WasQuiet(s engine.Seat) bool {
	_, at := letters.Quiet(c.Game.Table, c.Game.Now, s)
	return !at.IsZero()
}

// onlyPasses reports whether a plan of a seat is about to pass, which its next letter tells.
func (c *Change) onlyPasses(s engine.Seat) bool {
	i, at := letters.Quiet(c.Table, c.Next, s)
	return !at.IsZero() && plan.OnlyEnds(Spelt(c.Next, s, c.Table.PlansOf(s)[i].Lines))
}

// playedLater keeps what plans of a seat have played for its next letter, and reports whether that is all that there is to
// tell of them: its player knew that they would, reads a daily letter, or has only passed. Where another has answered an
// offer, that is news.
func (c *Change) playedLater(s engine.Seat) bool {
	if slices.ContainsFunc(c.Game.Table.PlansOf(s), func(p plan.Plan) bool { return p.Reply }) {
		return false
	}
	knew, news := c.WasQuiet(s) || c.Digests(s), c.planned[s]
	if slices.ContainsFunc(news, func(m engine.Message) bool {
		return m.Key != key.PlanPlayed || !knew && !plan.OnlyEnds(strings.Split(m.Args[0].Text, "; "))
	}) {
		return false
	}
	p := &c.Table.Players[s]
	for _, m := range news {
		p.Private = append(slices.Clip(p.Private), table.Whispered{From: s, Says: m})
	}
	delete(c.planned, s)
	return true
}

// planDue reports whether the turn of a plan of a seat has come.
func (c *Change) planDue(s engine.Seat) bool {
	c.passPlans()
	c.judgePlans()
	return slices.ContainsFunc(c.Table.Plans, func(p plan.Plan) bool {
		due, over := p.Due(c.Next)
		return p.Seat == s && due && !over && !p.Reply && !p.Sent
	})
}

// Overtake drops the plan for a turn that its player has now played by mail.
func (c *Change) Overtake(s engine.Seat) {
	was := c.Game.Now
	if w := c.Game.Table.WaitFor(s); was == nil || w == nil || w.Plan.IsZero() {
		return
	}
	c.dropSent(s)
	for _, p := range c.Game.Table.Plans { // as they waited before this change
		i := slices.IndexFunc(c.Table.Plans, p.Is)
		if due, _ := p.Due(was); i < 0 || p.Seat != s || p.Reply || p.Sent || !due {
			continue
		}
		if !p.Always {
			c.Table.Plans = slices.Delete(slices.Clone(c.Table.Plans), i, i+1)
			c.tellPlan(s, engine.Msg(key.PlanOvertaken, engine.Order("lines", p.Text())))
		}
		turn, _ := plan.TurnOf(was, s)
		c.nextPlans(s, turn)
		return
	}
}

// nextPlans makes the plans of a seat that has played a turn wait for another.
func (c *Change) nextPlans(s engine.Seat, turn string) {
	for i := range c.Table.Plans {
		if next := &c.Table.Plans[i]; next.Seat == s && !next.Reply {
			next.Begin(c.Next, true, turn)
		}
	}
}

// random returns a number from the service's own randomness: never from a game's draws.
func (c *Change) random() uint64 {
	var b [8]byte
	_, err := io.ReadFull(c.Journal.Salts, b[:])
	c.Fail(err)
	return binary.BigEndian.Uint64(b[:])
}
