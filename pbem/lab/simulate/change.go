package simulate

import (
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/letters"
)

// change is what one step has added to the log.
type change struct {
	*account
	list   []*engine.Record
	actor  engine.Seat
	mail   *mail
	before *engine.Game

	toAll  bool // proposals and what became of them: everybody learns of them
	over   bool
	fresh  []engine.Seat // that are asked anew
	always []engine.Seat // that get a letter whatever letters they want
	taken  *person       // who has taken a seat
	gone   []engine.Seat // that have resigned
	notice bool
	agreed int // how much the table has decided that its organiser hears of
}

// read takes in what notes in the log say.
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
			c.note(rep.Message, seat, r.Seq)
		}
	}
	if c.now.Pos.Over() {
		c.over = true
	}
}

func (c *change) tell(s engine.Seat) {
	if s >= 0 && !slices.Contains(c.always, s) {
		c.always = append(c.always, s)
	}
}

// note takes in one report of a note.
func (c *change) note(m engine.Message, s engine.Seat, seq uint64) {
	switch k := m.Key; {
	case strings.HasPrefix(k, key.ProposedOf):
		c.toAll = true
		n, _ := m.Arg("n")
		c.proposed[n.Int] = proposed{seq, c.length("propose extend ")}
	case strings.HasPrefix(k, key.AgreedOf):
		c.toAll, c.agreed = true, c.agreed+1
		c.agree(strings.TrimPrefix(k, key.AgreedOf), m)
	case strings.HasPrefix(k, key.LapsedOf), k == key.Rejected, k == key.Withdrawn:
		c.toAll = true
	case k == key.Ended:
		c.over = true
	case k == key.Resigned:
		c.seats[s].resigned, c.seats[s].robot = true, true
		c.gone = append(c.gone, s)
		c.notice = true
		c.world.agenda.At(c.world.now().Add(30*time.Hour), c.sitting.replace(int(s)))
	case k == key.SeatTaken:
		c.left, c.taken = c.seat(s, c.guest), c.guest
		c.tell(s)
		c.notice = true
	case k == key.SeatBack:
		c.seats[s].robot, c.seats[s].resigned = false, false
	case k == key.TimeOutOf+"robot":
		c.seats[s].robot = true
		c.tell(s)
		c.notice = true
	case k == key.TimeOutOf+"stuck":
		if q := c.seats[s].wait; q != nil {
			q.stuck = true
		}
		c.tell(s)
		c.notice = true
	case k == key.Needed:
		c.longer(s, c.length("need "))
	case k == key.Away:
		c.away(s)
	}
}

// length reads a length of time that follows some words in the mail; 0 if they are not there.
func (c *change) length(words string) time.Duration {
	if c.mail == nil || !strings.HasPrefix(c.mail.lines[0], words) {
		return 0
	}
	length, _ := clock.ParseDuration(strings.TrimPrefix(c.mail.lines[0], words))
	return length
}

// agree takes in what the table has agreed to.
func (c *change) agree(to string, m engine.Message) {
	switch table.Motion(to) {
	case table.ToEnd, table.ToCallOff:
		c.over = true
	case table.ToRule:
		name, _ := m.Arg("rule")
		value, _ := m.Arg("value")
		c.rules[name.Text] = value.Text
		for s, x := range c.seats {
			if x.wait != nil {
				c.retime(engine.Seat(s), x.wait.until)
			}
		}
	case table.ToExtend:
		n, _ := m.Arg("n")
		p := c.proposed[n.Int]
		for s, x := range c.seats {
			if x.wait != nil && x.wait.asked <= p.after {
				c.longer(engine.Seat(s), p.length)
			}
		}
	}
}

// away enters that a player has said that they are away.
func (c *change) away(s engine.Seat) {
	from, to, err := clock.ParseAbsence(strings.TrimPrefix(c.mail.lines[0], "away "), clock.DateOf(c.world.now().In(c.zone)))
	if err != nil {
		return
	}
	x := c.seats[s]
	x.away = append(x.away, table.Away{From: from, To: to})
	if x.wait != nil {
		c.retime(s, x.wait.until)
	}
}

// played reports whether somebody has moved for a seat in this step.
func (c *change) played(s engine.Seat) bool {
	return slices.ContainsFunc(c.list, func(r *engine.Record) bool { return r.Kind == engine.Ordered && !r.Aside && r.Seat == s })
}

// undone returns the record to which this step goes back; nil if it does not.
func (c *change) undone() *engine.Record {
	i := slices.IndexFunc(c.list, func(r *engine.Record) bool { return r.Kind == engine.TookBack })
	if i < 0 {
		return nil
	}
	return c.list[i]
}

// rewait works out for whom the game waits now, and since when.
func (c *change) rewait(w *wanted) {
	if c.over {
		for _, x := range c.seats {
			x.wait = nil
		}
		return
	}
	back, waiting := c.undone(), c.now.Waiting()
	for i, x := range c.seats {
		s := engine.Seat(i)
		asked := slices.Contains(waiting, s)
		own := back != nil && back.Seat == s && s == c.actor && !c.toAll // it has taken its answer back
		same := x.wait != nil && !own && !slices.Contains(c.gone, s) && !c.played(s) && journal.SameQuestion(c.before.Pos, c.now.Pos, s)
		if asked && same {
			continue
		}
		if asked && own && len(x.past) > 0 {
			c.askAgain(s)
			continue
		}
		if x.wait != nil {
			x.tooLate(c.account, w)
			x.past = append(x.past[max(0, len(x.past)-mostPast):], *x.wait)
			x.wait = nil
		}
		if asked {
			c.fresh = append(c.fresh, s)
			c.ask(s)
		}
	}
}

// tooLate enters that a question was answered in the minute in which a reminder of it was
// due, or its time was over: which comes first is not promised.
func (x *chair) tooLate(a *account, w *wanted) {
	if x.wait.reminded.Equal(a.world.now()) {
		w.either(want{x.person.address, a.game, reminder})
	}
	if x.wait.latened.Equal(a.world.now()) {
		for _, c := range a.seats {
			w.either(want{c.person.address, a.game, late})
		}
		w.either(want{organiser, a.game, notice})
	}
}

// mostPast is how many answered questions are remembered: as many can be taken back.
const mostPast = 50

// askAgain gives a seat that took its answer back the time that it had; where that was over, half an hour, once a question.
func (c *change) askAgain(s engine.Seat) {
	x := c.seats[s]
	last := len(x.past) - 1
	again := x.past[last]
	x.past, x.wait = x.past[:last], &again
	now := c.world.now()
	if again.until.Before(now) && !again.longer {
		again.until, again.longer, again.late, again.stuck = now.Add(30*time.Minute), true, false, false
	}
	again.asked, again.set = uint64(len(c.records)), now
	c.fresh = append(c.fresh, s)
	c.remindNext(s)
}

// letters enters who gets a letter about this step.
func (c *change) letters(w *wanted) {
	if c.notice {
		w.one(organiser, c.game, notice)
	}
	for range c.agreed {
		w.one(organiser, c.game, notice)
	}
	seq := uint64(len(c.records))
	for i, x := range c.seats {
		s, to := engine.Seat(i), x.person.address
		switch {
		case c.over:
			w.one(to, c.game, end)
			continue
		case s == c.actor:
			if x.told+uint64(len(c.list)) >= seq {
				x.told = seq
			}
			continue
		case !slices.Contains(c.always, s) && !c.wants(s):
			continue
		}
		if x.person == c.taken { // the first letter of the seat
			w.one(to, c.game, turn)
		} else {
			w.one(to, c.game, x.class())
		}
		x.told = seq
	}
	if c.taken != nil {
		w.one(c.left.address, c.game, guest)
		c.left = nil
	}
	if c.over {
		c.close()
	}
}

// wants reports whether a seat wants a letter about this step, as "set letters" explains it.
func (c *change) wants(s engine.Seat) bool {
	x := c.seats[s]
	switch {
	case x.resigned:
		return false
	case c.toAll:
		return true
	case x.letters == table.Off:
		return false
	case x.letters == table.Moves:
		return slices.ContainsFunc(c.list, func(r *engine.Record) bool { return !r.Aside && !later(r) })
	case slices.Contains(c.fresh, s), c.undone() != nil && c.undone().Back < x.told:
		return true
	}
	return x.letters == table.Rounds && slices.ContainsFunc(c.list, func(r *engine.Record) bool {
		return !r.Aside && !later(r) && (r.Kind == engine.Noted || r.Seat == engine.Nobody || letters.TellsRound(c.now.Title, r, s))
	})
}

// later reports whether a record only says what the others read in their next letter: that a player plays their seat again.
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
