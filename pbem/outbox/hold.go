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

// inARow is how many different readers' letters say something about the server:
// one player can have his own letters refused, and must not stop those of others.
const inARow = 3

// firstHold is how long the queue waits when letters to different readers have
// been refused. The letter that tells the organiser, or any other that is taken
// then, shows that the server does take our mail.
const firstHold = 5 * time.Minute

// reader is whom a letter goes to.
type reader struct {
	id      uint64 // of the letter
	address string
	to      string // in small letters
	seat    string // "" for letters to nobody at a table
}

func readerOf(l store.Letter) reader {
	r := reader{id: l.ID, address: l.To, to: strings.ToLower(l.To)}
	if l.Seat >= 0 {
		r.seat = fmt.Sprintf("%s/%d", l.Game, l.Seat)
	}
	return r
}

// row is letters that were not taken, with none between that was.
type row []reader

// others counts seats and addresses that differ from each other in both:
// a player can change his address, and has perhaps a seat in two games. Letters
// to nobody at a table count for nothing, since a stranger can ask for them.
func (r row) others() int {
	var apart row
	for _, x := range r {
		same := func(y reader) bool { return x.to == y.to || x.seat == y.seat }
		if x.seat != "" && !slices.ContainsFunc(apart, same) {
			apart = append(apart, x)
		}
	}
	return len(apart)
}

// passed notes that the server has taken a letter. If it had put off letters to
// different readers before, it takes them as well now.
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

// refuse gives up a letter that the server refuses, unless letters to others
// were refused as well and none was taken between: then the server refuses us,
// all these letters wait, and the queue is held.
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

// othersFirst is how long the letters that were refused wait behind others after
// a hold.
const othersFirst = time.Minute

// stop holds the queue: the fault lies with our account or set-up. But a letter
// that stops it again after others have passed is itself what is refused.
func (p *Pump) stop(ctx context.Context, l store.Letter, r smtpout.Result) {
	if p.alone(l) {
		p.fail(ctx, l, r, Refused)
		return
	}
	p.tripped[l.ID] = p.accepted
	p.holdFor(ctx, l, r, p.o.Hold, p.o.Now())
}

// alone: the letter has stopped the queue before, and others have passed since.
func (p *Pump) alone(l store.Letter) bool {
	before, again := p.tripped[l.ID]
	return again && before < p.accepted
}

// holdFor holds the queue; the letter is due again at next.
func (p *Pump) holdFor(ctx context.Context, l store.Letter, r smtpout.Result, d time.Duration, next time.Time) {
	until := p.o.Now().Add(d)
	p.deferTo(ctx, l, next, r)
	p.hold(Hold{Until: until, Reason: answer(r)})
	p.tell(ctx, Event{Kind: Stopped, Letter: l, Code: r.Code, Text: answer(r), Until: until})
}

// unreachable lets the whole queue wait a little, longer each time: the other
// letters would have no more luck, and go on at once, in their order, when one
// attempt finds the server again. No letter is given up for it, and a later one
// still takes the place of one that waits.
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
	p.setOutage(out)
	p.tripped[l.ID] = p.accepted
	p.takeBack(ctx, l, now, out.Reason)
	p.count(func(s *Stats) { s.Deferred++ })
	p.hold(Hold{Until: now.Add(lookAgain[min(p.down, len(lookAgain))-1]), Reason: out.Reason})
	if warn {
		p.tell(ctx, Event{Kind: Unreachable, Code: r.Code, Text: out.Reason})
	}
}

// lookAgain is after which time a server out of reach is tried again.
var lookAgain = []time.Duration{5 * time.Second, 15 * time.Second, time.Minute, 5 * time.Minute}

// outageWarn is how long it may last before the organiser is told.
const outageWarn = 15 * time.Minute
