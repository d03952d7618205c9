package table

import (
	"cmp"
	"slices"
	"time"

	"railpost/engine"
	"railpost/engine/robot"
	"railpost/pbem/facts/clock"
)

// TimeOut is a table's rule for a player whose time is up.
type TimeOut string

const (
	TimeOutWait    TimeOut = "wait"    // the game waits
	TimeOutDefault TimeOut = "default" // the title's harmless order is played for them
	TimeOutRobot   TimeOut = "robot"   // a robot plays for them until they write
	TimeOutPlan    TimeOut = "plan"    // only their own plans for the case; else the game waits
	TimeOutOpen    TimeOut = "open"    // the seat is offered to another player
)

// Acts reports whether something happens when a player's time is over.
func (o TimeOut) Acts() bool { return o != "" && o != TimeOutWait }

// Out returns the rule for a player whose time is up.
func (r Rules) Out() TimeOut { return cmp.Or(r.TimeOut, TimeOutWait) }

// TimeOuts lists them, as they are offered.
func TimeOuts() []TimeOut {
	return []TimeOut{TimeOutWait, TimeOutDefault, TimeOutRobot, TimeOutPlan, TimeOutOpen}
}

// Absence is the rule for the time of an absent player.
type Absence string

const (
	AbsencePause   Absence = "pause"   // it stands still
	AbsenceDefault Absence = "default" // as if their time were up
	AbsenceRobot   Absence = "robot"   // a robot plays for them
)

// Absences lists them, as they are offered.
func Absences() []Absence { return []Absence{AbsencePause, AbsenceDefault, AbsenceRobot} }

// Deals is which agreements between players a table has. The service cannot see whether they are kept.
type Deals string

const (
	DealsNone    Deals = "none"
	DealsTalk    Deals = "talk"    // any, none of them binding
	DealsPublic  Deals = "public"  // only those told to the whole table, none of them binding
	DealsBinding Deals = "binding" // those told to the whole table are binding
)

// AllDeals are the values of the rule "deals".
func AllDeals() []Deals { return []Deals{DealsTalk, DealsNone, DealsPublic, DealsBinding} }

// Rules are a table's rules about time and votes, except the time for an answer. Durations are in seconds.
type Rules struct {
	Steps         map[string]int64 `json:"steps,omitempty"` // to answer, by kind of step, where it is not Table.Within
	Before        []int64          `json:"before,omitempty"`
	Days          clock.Days       `json:"days,omitempty"`
	Holidays      []string         `json:"holidays,omitempty"` // codes of countries
	Off           []clock.Date     `json:"off,omitempty"`      // further dates on which time stands still
	At            clock.TimeOfDay  `json:"at,omitzero"`        // times of day of deadlines
	Grace         int64            `json:"grace,omitempty"`
	TimeOut       TimeOut          `json:"time_out,omitempty"` // "": wait
	Robot         robot.Level      `json:"robot,omitempty"`    // of robots that play for players; "": normal
	Extra         int64            `json:"extra,omitempty"`    // more time that a player can take in all
	Bank          int64            `json:"bank,omitempty"`     // time that a player can use beyond each deadline in all
	Refill        int64            `json:"refill,omitempty"`   // added with each answer
	Absence       Absence          `json:"absence,omitempty"`  // "": pause
	AbsenceDays   int              `json:"absence_days,omitempty"`
	Votes         Votes            `json:"votes,omitempty"`           // "": all
	Silence       int64            `json:"silence,omitempty"`         // time after which silence counts as yes; 0: never
	SitterAtTable bool             `json:"sitter_at_table,omitempty"` // a substitute may sit at the same table
	NoTalk        bool             `json:"no_talk,omitempty"`         // players do not talk through the service
	Window        int64            `json:"window,omitempty"`          // until a mail's orders count
	PlansAtOnce   bool             `json:"plans_at_once,omitempty"`   // a plan is played as soon as its turn has come
	OpenTalk      bool             `json:"open_talk,omitempty"`       // only talk to the whole table
	NoWatchers    bool             `json:"no_watchers,omitempty"`     // nobody watches by mail
	NoPage        bool             `json:"no_page,omitempty"`         // the game has no page for everybody
	Deals         Deals            `json:"deals,omitempty"`           // "": talk
	House         string           `json:"house,omitempty"`           // the organiser's house rules, in their words
}

func (r Rules) clone() Rules {
	c := r
	c.Before, c.Holidays, c.Off = slices.Clone(r.Before), slices.Clone(r.Holidays), slices.Clone(r.Off)
	return c
}

// Away is an absence, from its first to its last day on the player's calendar.
type Away struct {
	From clock.Date `json:"from"`
	To   clock.Date `json:"to"`
}

// Has reports whether a day belongs to the absence.
func (a Away) Has(d clock.Date) bool { return !d.Before(a.From) && !a.To.Before(d) }

// DaysAway returns how many days some absences have in all.
func DaysAway(list []Away) (days int) {
	seen := map[clock.Date]bool{}
	for _, a := range list {
		for d := a.From; !a.To.Before(d); d = d.Next() {
			seen[d] = true
		}
	}
	return len(seen)
}

// Away returns the rule for the time of an absent player.
func (r Rules) Away() Absence { return cmp.Or(r.Absence, AbsencePause) }

// UsualAnswer returns the usual seconds for an answer at this table; recent answers count most.
func (t *Table) UsualAnswer() int64 {
	if t.Answers > 0 {
		return t.Answers
	}
	return min(t.Within/4, int64(12*time.Hour/time.Second))
}

// Stood moves everything that runs at the table after a time in which nobody could answer: waits, including
// those that an undo would restore, and the time for silence over proposals.
func (t *Table) Stood(from, to time.Time) {
	passed := func(since time.Time) time.Duration { return max(0, to.Sub(clock.Latest(since, from))) }
	t.eachWait(func(w *Wait) {
		if !w.Reasked.IsZero() {
			w.Reasked = w.Reasked.Add(passed(w.Reasked))
		}
		t.Clock(w.Seat).Move(w, passed(w.Since))
	})
	for i := range t.Proposals {
		t.Proposals[i].Move(passed(t.Proposals[i].At))
	}
}

// Unmoved returns since when the times have not moved of an outage that began at an instant.
func (o Outage) Unmoved(began time.Time) time.Time {
	if o.From.Equal(began) {
		return began.Add(o.By)
	}
	return began
}

// NotStood undoes Stood for an outage. Waits that began in it keep their time, since their original times are
// lost; those that began in the future begin now.
func (t *Table) NotStood(out Outage, now time.Time) {
	moved := func(since time.Time) time.Duration {
		if since.Before(out.From.Add(out.By)) {
			return out.By
		}
		return max(0, since.Sub(now))
	}
	t.eachWait(func(w *Wait) {
		by := -moved(w.Since)
		w.Since, w.Until, w.Plain, w.Reasked = w.Since.Add(by), w.Until.Add(by), w.Plain.Add(by), time.Time{}
		if !w.Plan.IsZero() {
			w.Plan = w.Plan.Add(by)
		}
	})
	for i := range t.Proposals {
		if p := &t.Proposals[i]; !p.Until.IsZero() {
			p.Until = p.Until.Add(-moved(p.At))
		}
	}
}

// eachWait calls f for all waits, including those that an undo would restore.
func (t *Table) eachWait(f func(w *Wait)) {
	for i := range t.Waiting {
		f(&t.Waiting[i])
	}
	for i, g := range t.LastGroups {
		if g.Was != nil {
			was := *g.Was // other copies of the table have it, too
			f(&was)
			t.LastGroups[i].Was = &was
		}
	}
}

// Answered notes how long an answer took. It takes the excess time out of the player's bank, and adds the
// refill for an answer.
func (t *Table) Answered(w Wait, at time.Time) {
	if took := int64(at.Sub(w.Since) / time.Second); w.Plan.IsZero() && took > 0 {
		t.Answers = (7*t.UsualAnswer() + took) / 8
	}
	p := &t.Players[w.Seat]
	p.Took, p.Turns = p.Took+seconds(at.Sub(w.Since)), p.Turns+1
	if t.Rules.Bank == 0 {
		return
	}
	if over := at.Sub(w.Plain); over > 0 {
		p.Bank -= int64(over / time.Second)
	}
	p.Bank = max(0, min(t.Rules.Bank, p.Bank+t.Rules.Refill))
}

// AnsweredNot notes that a wait that had ended continues, since its answer was taken back: the time between is
// not the player's.
func (t *Table) AnsweredNot(w Wait, at time.Time) {
	p := &t.Players[w.Seat]
	p.Took, p.Turns = p.Took-seconds(at.Sub(w.Since)), p.Turns-1
}

// TookBy returns the number of seconds that the game has waited for a seat up to an instant, and the number of waits.
func (t *Table) TookBy(s engine.Seat, at time.Time) (took int64, turns int) {
	p := t.Players[s]
	took, turns = p.Took, p.Turns
	if w := t.WaitFor(s); w != nil {
		if t.State == Paused {
			at = t.PausedAt
		}
		took, turns = took+seconds(at.Sub(w.Since)), turns+1
	}
	return max(took, 0), max(turns, 0)
}

// seconds returns a length in whole seconds, 0 for one that is negative.
func seconds(d time.Duration) int64 { return max(0, int64(d/time.Second)) }

// HasPage reports whether a game has a public page: a table without watchers has none.
func (r Rules) HasPage() bool { return !r.NoPage && !r.NoWatchers }
