package outbox

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"railpost/pbem/mail/smtpout"
	"railpost/store"
)

// inARow is the number of different readers whose refused letters point to the server: one player can have
// their own letters refused, and must not stop those of others.
const inARow = 2

// manyPutOff is the same for letters that the server does not accept now: two readers may be greylisted.
const manyPutOff = 3

// pauses are how long a queue is held that the server refuses, again and again; busy, if it
// only says that it has no time (4xx up to MAIL).
var (
	pauses = []time.Duration{5 * time.Minute, 15 * time.Minute, time.Hour}
	busy   = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}
)

// after returns the pause after the nth failure in a row.
func after(n int, pauses []time.Duration) time.Duration { return pauses[min(n, len(pauses))-1] }

// reader identifies the recipient of a letter.
type reader struct {
	id      uint64 // of the letter
	address string
	seat    string // "" for letters to nobody at a table
	at      time.Time
}

func (p *Pump) readerOf(l store.Letter) reader {
	r := reader{id: l.ID, address: l.To, at: p.o.Now()}
	switch {
	case l.Seat >= 0:
		r.seat = fmt.Sprintf("%s/%d", l.Game, l.Seat)
	case l.Kind == notice:
		r.seat = l.To
	}
	return r
}

// notice is the kind of letters to an organiser: templates.Notice.
const notice = "notice"

// row is a run of letters that were not accepted.
type row []reader

// others counts readers that differ in both seat and address: a player can change their address, and may have a
// seat in two games. Letters outside a table do not count, since a stranger can cause them; but notices to an
// organiser do.
func (r row) others() int {
	var apart row
	for _, x := range r {
		same := func(y reader) bool { return strings.EqualFold(x.address, y.address) || x.seat == y.seat }
		if x.seat != "" && !slices.ContainsFunc(apart, same) {
			apart = append(apart, x)
		}
	}
	return len(apart)
}

// passed records that the server has accepted a letter. It will accept now what it deferred
// for different readers before, and its refusals were of the letters refused, which the next
// attempt shows. Recipients that were refused for good together with an organiser's are tried
// again, once: that can have been the account.
func (p *Pump) passed(ctx context.Context, l store.Letter) {
	p.accepted++
	delete(p.tripped, l.ID)
	now := p.o.Now()
	if p.putOff.others() >= manyPutOff {
		p.dueAt(ctx, p.putOff, now)
	}
	p.dueAt(ctx, p.refused, now)
	if p.noticed {
		for _, x := range p.unknown {
			p.trip(x.id, smtpout.RecipientBad)
		}
		p.dueAt(ctx, p.unknown, now)
	}
	p.refused, p.putOff, p.unknown, p.noticed, p.before, p.stops = nil, nil, nil, false, 0, 0
	p.update(func(s *shared) { s.refusal = Refusal{} })
}

func (p *Pump) dueAt(ctx context.Context, letters row, at time.Time) {
	for _, l := range letters {
		p.record(ctx, store.Letter{ID: l.id}, func(ctx context.Context) error { return p.o.Store.Retry(ctx, l.id, at, l.address) })
	}
}

// refuse puts a refused letter off until one to somebody else was accepted: if it is then refused again, it is
// given up. If another reader's is refused first, the server refuses us, and the queue is held, after which
// others have their turn.
func (p *Pump) refuse(ctx context.Context, made prepared, r smtpout.Result) {
	l := made.Letter
	if p.alone(l, r.Class) {
		p.giveUp(ctx, l, r, Refused)
		return
	}
	some := p.refused
	if !slices.ContainsFunc(some, func(x reader) bool { return x.id == l.ID }) {
		p.refused = append(p.refused, p.readerOf(l))
		some = p.refused[p.before:]
	}
	if some.others() >= inARow {
		p.before = len(p.refused)
		p.trip(l.ID, r.Class)
		p.holdFor(ctx, made, r, p.refused[0].at)
		p.dueAt(ctx, p.refused, p.o.Now().Add(after(p.stops, pauses)+othersFirst))
		return
	}
	p.update(func(s *shared) { s.outage, s.refusal.Doubt = Outage{}, true })
	p.later(ctx, l, r) // the second refusal tells the organiser: if that letter passes, this one is at fault
	p.trip(l.ID, r.Class)
}

// othersFirst is how long the letters that were refused wait after others once a hold ends.
const othersFirst = time.Minute

// stop holds the queue: the fault is in our account or set-up. But if a letter stops it again after others have
// passed, the letter itself is at fault, and only it waits.
func (p *Pump) stop(ctx context.Context, l prepared, r smtpout.Result) {
	switch {
	case p.alone(l.Letter, r.Class) && r.Account:
		p.later(ctx, l.Letter, r)
	case p.alone(l.Letter, r.Class):
		p.giveUp(ctx, l.Letter, r, Refused)
	default:
		p.trip(l.ID, r.Class)
		p.holdFor(ctx, l, r, p.o.Now())
	}
}

// giveUp is fail, unless the letter is to an organiser, who would not hear of it otherwise: that one keeps waiting.
func (p *Pump) giveUp(ctx context.Context, l store.Letter, r smtpout.Result, why Kind) {
	if l.Kind == notice {
		p.noticed = true
		p.later(ctx, l, r)
		return
	}
	_, again := p.tripped[l.ID]
	p.fail(ctx, l, r, why)
	if why == RecipientBad && !again {
		p.unknown = append(p.unknown, p.readerOf(l))
	}
}

// trip is a letter's result, and the number of letters accepted before it.
type trip struct {
	class    smtpout.Class
	accepted int
}

func (p *Pump) trip(id uint64, class smtpout.Class) { p.tripped[id] = trip{class, p.accepted} }

// alone reports whether the letter has had the same result before, and others have passed since.
func (p *Pump) alone(l store.Letter, class smtpout.Class) bool {
	t, again := p.tripped[l.ID]
	return again && t.class == class && t.accepted < p.accepted
}

// holdFor holds the queue, which the server has refused since an instant, for longer each
// time. The server has not accepted the letter, so it can still be replaced.
func (p *Pump) holdFor(ctx context.Context, l prepared, r smtpout.Result, since time.Time) {
	p.stops++
	now := p.o.Now()
	p.update(func(s *shared) {
		s.held = Hold{Until: now.Add(after(p.stops, pauses)), Reason: answer(r)}
		if s.refusal.Since.IsZero() {
			s.refusal.Since = since
			if !s.outage.Since.IsZero() { // until a moment ago it was out of reach
				s.refusal.Since = s.outage.Since
			}
		}
		s.outage = Outage{}
	})
	p.takeBack(ctx, l, now, answer(r))
	p.update(func(s *shared) { s.Deferred++ })
	p.tell(ctx, Event{Kind: Stopped, Letter: l.Letter, Code: r.Code, Text: answer(r)})
}

// unreachable makes the whole queue wait a little, longer each time, since other letters would fail, too; when
// an attempt reaches the server again, they continue at once, in order. No letter is given up for it, and a
// later one can still replace one that waits.
func (p *Pump) unreachable(ctx context.Context, l prepared, r smtpout.Result) {
	now := p.o.Now()
	switch {
	case ctx.Err() != nil && r.Code == 0: // we stopped it ourselves
		p.takeBack(ctx, l, now, answer(r))
		return
	case p.alone(l.Letter, r.Class):
		p.later(ctx, l.Letter, r)
		return
	}
	p.down++
	out, again := p.Outage()
	if !again {
		out.Since = now
	}
	warn := !out.told && now.Sub(out.Since) >= outageWarn
	out.Reason, out.told = answer(r), out.told || warn
	p.update(func(s *shared) { s.outage = out })
	p.trip(l.ID, r.Class)
	p.takeBack(ctx, l, now, out.Reason)
	p.update(func(s *shared) { s.Deferred++ })
	steps := lookAgain
	if r.Code != 0 {
		steps = busy
	}
	p.update(func(s *shared) { s.held = Hold{Until: now.Add(after(p.down, steps)), Reason: out.Reason} })
	if warn {
		p.tell(ctx, Event{Kind: Unreachable, Code: r.Code, Text: out.Reason})
	}
}

// lookAgain is how long to wait before each retry of a server that is out of reach.
var lookAgain = []time.Duration{5 * time.Second, 15 * time.Second, time.Minute, 5 * time.Minute}

// outageWarn is the length of an outage after which the organiser is told.
const outageWarn = 15 * time.Minute
