package simulate

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/turn"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// change is one step's addition to the log.
type change struct {
	*account
	list   []*engine.Record
	actor  engine.Seat
	mail   *mail
	before *engine.Game

	over   bool
	fresh  []engine.Seat // that must act now
	always []engine.Seat // that get a letter with any choice of letters
	notice bool
}

// read reads the notes in the log.
func (c *change) read() {
	for _, r := range c.list {
		if r.By == engine.ByTimeOut || r.By == engine.ByOrganiser {
			c.tell(r.Seat)
			c.notice = c.notice || r.By == engine.ByTimeOut
		}
		if r.Kind != engine.Noted {
			continue
		}
		for _, rep := range r.Reports {
			seat := engine.Nobody
			if arg, ok := rep.Message.Arg("seat"); ok {
				seat = engine.Seat(arg.Int)
			}
			c.note(rep.Message, seat)
		}
	}
	c.over = c.over || c.now.Pos.Over()
}

func (c *change) tell(s engine.Seat) {
	if s >= 0 && !slices.Contains(c.always, s) {
		c.always = append(c.always, s)
	}
}

// note applies one report of a record that holds no order.
func (c *change) note(m engine.Message, s engine.Seat) {
	switch k := m.Key; {
	case k == key.Ended:
		c.over = true
	case k == key.TimeOutOf+"robot":
		c.tell(s)
		c.notice = true
	case k == key.TimeOutOf+"stuck":
		if q := c.seats[s].wait; q != nil {
			q.stuck = true
		}
		c.tell(s)
		c.notice = true
	case k == key.Needed:
		by, _ := clock.ParseDuration(strings.TrimPrefix(c.mail.lines[0], "need "))
		c.longer(s, by)
	}
}

// played reports whether somebody has moved for a seat in this step.
func (c *change) played(s engine.Seat) bool {
	return slices.ContainsFunc(c.list, func(r *engine.Record) bool { return r.Kind == engine.Ordered && !r.Hidden && r.Seat == s })
}

// rewait computes the seats that the game waits for now, and since when.
func (c *change) rewait(w *wanted) {
	if c.over {
		for _, x := range c.seats {
			x.wait = nil
		}
		return
	}
	waiting := c.now.Waiting()
	for i, x := range c.seats {
		s := engine.Seat(i)
		asked := slices.Contains(waiting, s)
		same := x.wait != nil && !c.played(s) && turn.SameQuestion(c.before.Pos, c.now.Pos, s)
		if asked && same {
			continue
		}
		if x.wait != nil {
			x.tooLate(c.account, w)
			x.wait = nil
		}
		if asked {
			c.fresh = append(c.fresh, s)
			c.ask(s)
		}
	}
}

// tooLate enters that a question was answered in the minute in which a reminder of it was due, or its time ran
// out: which comes first is not promised.
func (x *chair) tooLate(a *account, w *wanted) {
	if x.wait.reminded.Equal(a.world.now()) {
		w.either(want{x.person.address, a.game, templates.Reminder})
	}
	if x.wait.lateSince.Equal(a.world.now()) {
		for _, c := range a.seats {
			w.either(want{c.person.address, a.game, templates.Late})
		}
		w.either(want{organiser, a.game, templates.Notice})
	}
}

// letters enters who gets a letter about this step.
func (c *change) letters(w *wanted) {
	if c.notice {
		w.one(organiser, c.game, templates.Notice)
	}
	for i, x := range c.seats {
		s, to := engine.Seat(i), x.person.address
		switch {
		case c.over:
			w.one(to, c.game, templates.End)
			continue
		case s == c.actor, !slices.Contains(c.always, s) && !c.wants(s):
			continue
		}
		w.one(to, c.game, x.kind())
	}
	if c.over {
		c.close()
	}
}

// wants reports whether a seat wants a letter about this step, as "set letters" explains it.
func (c *change) wants(s engine.Seat) bool {
	x := c.seats[s]
	switch {
	case x.letters == table.Off:
		return false
	case x.letters == table.Moves:
		return slices.ContainsFunc(c.list, func(r *engine.Record) bool { return !r.Hidden && !later(r) })
	case slices.Contains(c.fresh, s):
		return true
	}
	return x.letters == table.Rounds && slices.ContainsFunc(c.list, func(r *engine.Record) bool {
		return !r.Hidden && !later(r) && (r.Kind == engine.Noted || r.Seat == engine.Nobody || content.TellsRound(c.now.Title, r, s))
	})
}

// later reports whether the others only read a record in their next letter: that a player plays their seat again.
func later(r *engine.Record) bool {
	return r.Kind == engine.Noted && slices.ContainsFunc(r.Reports, func(rep engine.Report) bool { return rep.Message.Key == key.SeatBack })
}

// close enters that the game is over.
func (c *change) close() {
	if c.now.Pos.Over() {
		c.state = table.Over
		c.report.Finished++
	} else {
		c.state = table.Closed
		c.report.Ended++
	}
	c.sitting.over()
}
