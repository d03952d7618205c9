package outbox

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"railpost/pbem/smtpout"
	"railpost/store"
)

// inARow is how many different readers' letters say something about the server: one player
// can have their own letters refused, and must not stop those of others.
const inARow = 3

// firstHold is how long the queue waits when letters to different readers have been
// refused. If the letter that tells the organiser, or any other, is accepted then, the
// server does accept our mail.
const firstHold = 5 * time.Minute

// reader identifies the recipient of a letter.
type reader struct {
	id      uint64 // of the letter
	address string
	seat    string // "" for letters to nobody at a table
}

func readerOf(l store.Letter) reader {
	r := reader{id: l.ID, address: l.To}
	if l.Seat >= 0 {
		r.seat = fmt.Sprintf("%s/%d", l.Game, l.Seat)
	}
	return r
}

// row is a run of letters that were not accepted.
type row []reader

// others counts seats and addresses that differ from each other in both: a player can
// change their address, and may have a seat in two games. Letters to nobody at a table do
// not count, since a stranger can cause them.
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

// passed records that the server has accepted a letter. If it had deferred letters to
// different readers before, it will accept them as well now.
func (p *Pump) passed(ctx context.Context, l store.Letter) {
	p.accepted++
	delete(p.tripped, l.ID)
	if p.putOff.others() >= inARow {
		p.dueAt(ctx, p.putOff, p.o.Now())
	}
	p.refused, p.putOff = nil, nil
}

func (p *Pump) dueAt(ctx context.Context, letters row, at time.Time) {
	for _, l := range letters {
		p.record(ctx, store.Letter{ID: l.id}, func(ctx context.Context) error { return p.o.Store.Retry(ctx, l.id, at, l.address) })
	}
}

// refuse gives up a letter that the server refuses, unless letters to others were refused
// as well and none was accepted in between: then the server refuses us, all these letters
// wait, and the queue is held.
func (p *Pump) refuse(ctx context.Context, l store.Letter, r smtpout.Result) {
	if p.alone(l) {
		p.fail(ctx, l, r, Refused)
		return
	}
	before := p.refused.others()
	p.refused = append(p.refused, readerOf(l))
	if p.refused.others() < inARow {
		p.fail(ctx, l, r, Refused)
		return
	}
	hold := p.o.Hold
	if before < inARow {
		hold = min(hold, firstHold)
	}
	behind := p.o.Now().Add(hold + othersFirst)
	p.dueAt(ctx, p.refused[:len(p.refused)-1], behind)
	for _, x := range p.refused {
		p.tripped[x.id] = p.accepted
	}
	p.holdFor(ctx, l, r, hold, behind)
}

// othersFirst is how long the letters that were refused wait after others once a hold ends.
const othersFirst = time.Minute

// stop holds the queue: the fault is in our account or set-up. But a letter that stops it
// again after others have passed is itself what is refused.
func (p *Pump) stop(ctx context.Context, l store.Letter, r smtpout.Result) {
	if p.alone(l) {
		p.fail(ctx, l, r, Refused)
		return
	}
	p.tripped[l.ID] = p.accepted
	p.holdFor(ctx, l, r, p.o.Hold, p.o.Now())
}

// alone reports whether the letter has stopped the queue before, and others have passed
// since.
func (p *Pump) alone(l store.Letter) bool {
	before, again := p.tripped[l.ID]
	return again && before < p.accepted
}

// holdFor holds the queue; the letter is due again at next.
func (p *Pump) holdFor(ctx context.Context, l store.Letter, r smtpout.Result, d time.Duration, next time.Time) {
	until := p.o.Now().Add(d)
	p.deferTo(ctx, l, next, r)
	p.update(func(s *shared) { s.held = Hold{Until: until, Reason: answer(r)} })
	p.tell(ctx, Event{Kind: Stopped, Letter: l, Code: r.Code, Text: answer(r), Until: until})
}

// unreachable makes the whole queue wait a little, longer each time: the other letters
// would not fare better; when one attempt reaches the server again, they continue at once,
// in order. No letter is given up for it, and a later one can still replace one that waits.
func (p *Pump) unreachable(ctx context.Context, l prepared, r smtpout.Result) {
	now := p.o.Now()
	switch {
	case ctx.Err() != nil && r.Code == 0: // we stopped it ourselves
		p.takeBack(ctx, l, now, answer(r))
		return
	case p.alone(l.Letter):
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
	p.tripped[l.ID] = p.accepted
	p.takeBack(ctx, l, now, out.Reason)
	p.update(func(s *shared) { s.Deferred++ })
	p.update(func(s *shared) {
		s.held = Hold{Until: now.Add(lookAgain[min(p.down, len(lookAgain))-1]), Reason: out.Reason}
	})
	if warn {
		p.tell(ctx, Event{Kind: Unreachable, Code: r.Code, Text: out.Reason})
	}
}

// lookAgain is how long to wait before each retry of a server that is out of reach.
var lookAgain = []time.Duration{5 * time.Second, 15 * time.Second, time.Minute, 5 * time.Minute}

// outageWarn is how long that may last before the organiser is told.
const outageWarn = 15 * time.Minute
