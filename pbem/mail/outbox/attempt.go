package outbox

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/mail"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"railpost/pbem/facts/clock"
	"railpost/pbem/mail/smtpout"
	"railpost/store"
)

// These are appended to the last code of a letter and stay there, so that a restart does not
// forget them: that the organiser knows about its delay, and that its reader may have it.
const (
	markTold  = " (organiser told)"
	markMaybe = " (may have arrived)"
)

// keep returns a last code with the parts of the previous one that must be kept.
func keep(was, code string) string {
	for _, mark := range []string{markTold, markMaybe} {
		if strings.Contains(was, mark) && !strings.Contains(code, mark) {
			code += mark
		}
	}
	return code
}

// sendAll makes one attempt at each letter. Those it does not reach, because the queue is
// held or ctx ends, are released at once.
func (p *Pump) sendAll(ctx context.Context, letters []store.Letter) {
	p.o.Hook(Claimed)
	defer p.keep(ctx, letters)()
	// A letter that stopped the queue comes last: if the others pass, the server dislikes
	// that letter and not us.
	slices.SortStableFunc(letters, func(a, b store.Letter) int {
		return cmp.Compare(p.trips(a), p.trips(b))
	})
	together := len(letters)
	if p.limit != nil || p.o.PerDay > 0 {
		together = 1 // otherwise letters are rendered long before their turn comes
	}
	for some := range slices.Chunk(letters, together) {
		if p.afford(ctx, some[0]) {
			p.sendSome(ctx, some)
		}
	}
}

// sendSome makes one attempt at each of a few letters.
func (p *Pump) sendSome(ctx context.Context, letters []store.Letter) {
	if p.isHeld() || p.rateLimit(ctx) != nil {
		for _, l := range letters {
			p.free(ctx, l, l.LastCode)
		}
		return
	}
	ready := slices.DeleteFunc(p.prepare(ctx, letters), func(l prepared) bool { return l.late })
	for i, l := range ready {
		if p.isHeld() || ctx.Err() != nil {
			p.takeBack(ctx, l, l.NextTry, cmp.Or(l.LastCode, untried))
			continue
		}
		if p.mayBeTaken(l.ID) {
			p.unbegun[l.ID] = l.Attempts
			continue
		}
		var next *smtpout.Mail
		if i+1 < len(ready) && ready[i+1].complete() {
			m := p.mail(ready[i+1])
			next = &m
		}
		p.send(ctx, l, next)
	}
	p.noteAll(ctx)
}

// untried is the last code of a letter that was ready when the queue stopped.
const untried = "not tried yet"

func (p *Pump) isHeld() bool {
	_, held := p.Held()
	return held
}

// free ends the lease of a letter that was not tried.
func (p *Pump) free(ctx context.Context, l store.Letter, code string) {
	p.record(ctx, l, func(ctx context.Context) error { return p.o.Store.Defer(ctx, l.ID, l.NextTry, code) })
}

// takeBack ends the lease of a letter of which the server received nothing. If it was rendered for this
// attempt, it is rendered again for the next, and a later one may replace it until then.
func (p *Pump) takeBack(ctx context.Context, l prepared, next time.Time, code string) {
	back := p.o.Store.Defer
	if l.fresh {
		back = p.o.Untry
	}
	code = keep(l.LastCode, code)
	p.record(ctx, l.Letter, func(ctx context.Context) error { return back(ctx, l.ID, next, code) })
}

func (p *Pump) trips(l store.Letter) int {
	if _, ok := p.tripped[l.ID]; ok {
		return 1
	}
	return 0
}

func (p *Pump) rateLimit(ctx context.Context) error {
	if p.limit != nil {
		if d := p.limit.ReserveN(p.o.Now(), 1).DelayFrom(p.o.Now()); d > 0 {
			p.unfinish(ctx, readyFor-d)
			clock.Sleep(ctx, d)
		}
	}
	return ctx.Err()
}

// prepared is a letter whose finished bytes are stored.
type prepared struct {
	store.Letter
	env      envelope
	began    time.Time
	late     bool  // its lease has run out: it can be claimed again
	fresh    bool  // it was rendered for this attempt
	again    bool  // the server may have it already
	unmade   error // it cannot be rendered
	unmarked error // its bytes could not be stored
}

// complete reports whether the letter can be sent.
func (l prepared) complete() bool { return l.unmade == nil && l.unmarked == nil }

// mail returns the mail for the server. If others send, too, its text is available only while the letter is held.
func (p *Pump) mail(l prepared) smtpout.Mail {
	m := smtpout.Mail{From: l.env.from, To: l.To, Text: l.Bytes}
	if _, ok := p.o.Store.(store.Shared); ok {
		m.Held = func() bool { return !p.mayBeTaken(l.ID) }
	}
	return m
}

// prepare renders letters and stores their bytes with one write.
func (p *Pump) prepare(ctx context.Context, letters []store.Letter) []prepared {
	out := make([]prepared, len(letters))
	var made []*prepared
	var finished []store.Finished
	for i, l := range letters {
		c := &out[i]
		*c = prepared{Letter: l, began: p.o.Now(), fresh: l.State == store.Waiting,
			again: l.State == store.Sending && l.LastCode == "" && p.unbegun[l.ID] != l.Attempts} // marked, and no answer was stored
		if c.late = p.mayBeTaken(l.ID); c.late {
			continue
		}
		delete(p.unbegun, l.ID)
		var f store.Finished
		if f, c.env, c.unmade = p.finish(ctx, l); c.unmade == nil {
			delete(p.unmade, l.ID)
			c.Bytes = f.Bytes
			made, finished = append(made, c), append(finished, f)
		}
	}
	if len(made) == 0 {
		return out
	}
	for i, err := range p.o.Store.MarkSending(ctx, finished...) {
		made[i].unmarked = err
		made[i].State, made[i].Attempts = store.Sending, made[i].Attempts+1
	}
	return out
}

// send makes one attempt. next is the letter after this one.
func (p *Pump) send(ctx context.Context, l prepared, next *smtpout.Mail) {
	switch {
	case l.unmade != nil:
		if ctx.Err() == nil {
			p.notMade(ctx, l.Letter, l.unmade)
		}
		return
	case l.unmarked != nil:
		p.notMarked(ctx, l.Letter, l.unmarked)
		return
	}
	p.o.Hook(Marked)
	if l.again {
		p.update(func(s *shared) { s.Again++ })
	}
	p.o.Log.Debug("handing over a letter", "queue", l.ID, "id", l.env.messageID, "until", p.heldUntil(l.ID))
	r := p.o.Sender.SendBefore(ctx, p.mail(l), next)
	p.o.Hook(Handed)
	p.logAttempt(l, r)
	p.unstored++
	p.settle(ctx, l, r)
}

func (p *Pump) logAttempt(l prepared, r smtpout.Result) {
	args := []any{"queue", l.ID, "game", l.Game, "seat", l.Seat, "kind", l.Kind, "attempt", l.Attempts,
		"result", string(r.Class), "code", r.Code, "ms", p.o.Now().Sub(l.began).Milliseconds()}
	if r.Class != smtpout.Accepted {
		args = append(args, "why", withoutAddresses(r.Text))
	}
	p.o.Log.Info("mail out", args...)
}

// envelope is the facts about a finished mail for the server and the store.
type envelope struct{ from, messageID string }

// finish returns the stored mail, or at the first attempt a new one.
func (p *Pump) finish(ctx context.Context, l store.Letter) (f store.Finished, env envelope, err error) {
	if f = (store.Finished{ID: l.ID, Bytes: l.Bytes, Said: l.Said}); l.State == store.Waiting {
		if f, err = p.render(ctx, l); err != nil {
			return f, env, fmt.Errorf("letter %d (%s) cannot be written: %w", l.ID, l.Kind, err)
		}
	}
	env, err = readEnvelope(p.o.From, f.Bytes)
	return f, env, err
}

// render keeps a fault in one letter from ending the service.
func (p *Pump) render(ctx context.Context, l store.Letter) (f store.Finished, err error) {
	defer func() {
		if r := recover(); r != nil {
			p.o.Log.Error("panic while a letter was being written", "queue", l.ID, "game", l.Game, "kind", l.Kind, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return p.o.Render(ctx, l)
}

// readEnvelope reads the envelope of a finished mail; with no sender of its own, from its From.
func readEnvelope(sender string, finished []byte) (envelope, error) {
	m, err := mail.ReadMessage(bytes.NewReader(finished))
	if err != nil {
		return envelope{}, fmt.Errorf("the finished message cannot be read: %w", err)
	}
	env := envelope{from: sender, messageID: strings.Trim(m.Header.Get("Message-Id"), "<> ")}
	if env.messageID == "" {
		return env, errors.New("the finished message has no Message-ID")
	}
	if env.from == "" {
		from, err := mail.ParseAddress(m.Header.Get("From"))
		if err != nil {
			return env, fmt.Errorf("the finished message has no From: %w", err)
		}
		env.from = from.Address
	}
	return env, nil
}

// How often a letter that cannot be written is tried, and after which pause.
const (
	writings   = 3
	writeAgain = 5 * time.Minute
)

// notMade: a letter could not be written. A fault of the store passes; a fault in the letter stays.
func (p *Pump) notMade(ctx context.Context, l store.Letter, err error) {
	if p.unmade[l.ID]++; p.unmade[l.ID] < writings {
		p.o.Log.Warn("a letter could not be written; it is tried again", "queue", l.ID, "game", l.Game, "kind", l.Kind, "err", err)
		l.NextTry = p.o.Now().Add(writeAgain)
		p.free(ctx, l, l.LastCode)
		return
	}
	delete(p.unmade, l.ID)
	p.fail(ctx, l, smtpout.Result{Text: err.Error()}, RenderFailed)
}

// notMarked: nothing was stored, so nothing may be sent.
func (p *Pump) notMarked(ctx context.Context, l store.Letter, err error) {
	switch {
	case errors.Is(err, store.ErrNoLetter):
		p.o.Log.Debug("a letter was replaced by a later one", "queue", l.ID, "game", l.Game, "kind", l.Kind)
	case ctx.Err() != nil: // its lease runs out
	default:
		p.tell(ctx, Event{Kind: StoreFailed, Letter: l, Text: err.Error()})
		clock.Sleep(ctx, storePace)
		p.free(ctx, l, l.LastCode) // it is sent as soon as there is room again
	}
}

// settle stores the result of an attempt (reply codes: RFC 5321, 4.2).
func (p *Pump) settle(ctx context.Context, made prepared, r smtpout.Result) {
	l := made.Letter
	switch r.Class {
	case smtpout.Unreachable:
	case smtpout.Stop, smtpout.Refused: // see holdFor
		p.down = 0
	default:
		p.down = 0
		p.update(func(s *shared) { s.outage = Outage{} })
	}
	switch r.Class {
	case smtpout.Accepted:
		p.passed(ctx, l)
		p.count(ctx, l)
		p.note(ctx, store.Accepted{ID: l.ID, MessageID: made.env.messageID, Code: answer(r), At: p.o.Now()})
		p.update(func(s *shared) { s.Sent++ })
		return
	case smtpout.RecipientBad:
		p.giveUp(ctx, l, r, RecipientBad)
	case smtpout.Refused:
		p.refuse(ctx, made, r)
	case smtpout.Stop:
		p.stop(ctx, made, r)
	case smtpout.Unreachable:
		p.unreachable(ctx, made, r)
	case smtpout.Lost:
		p.lose(ctx, made, r)
	default:
		p.putOff = append(p.putOff, p.readerOf(l))
		p.later(ctx, l, r)
	}
	p.noteAll(ctx)
}

// lose sends a letter again, with the same bytes, that the server may have. After the second time only the
// organiser may risk a third copy.
func (p *Pump) lose(ctx context.Context, l prepared, r smtpout.Result) {
	if ctx.Err() == nil && (l.again || strings.Contains(l.LastCode, markMaybe)) {
		l.LastCode = markMaybe
		p.fail(ctx, l.Letter, r, Unsure)
		return
	}
	p.update(func(s *shared) { s.Again++ })
	p.putOff = append(p.putOff, p.readerOf(l.Letter))
	l.LastCode += markMaybe
	p.later(ctx, l.Letter, r)
}

// later puts the letter back, or gives it up if it is too old. A letter that is refused while no other reader's
// passes is never too old.
func (p *Pump) later(ctx context.Context, l store.Letter, r smtpout.Result) {
	now := p.o.Now()
	if ctx.Err() != nil && r.Code == 0 { // we stopped it ourselves
		p.deferTo(ctx, l, now, r)
		return
	}
	age := now.Sub(l.Queued)
	// Days on which the daemon did not run are no attempts.
	doubt := r.Class == smtpout.Refused && !p.alone(l, r.Class)
	if age >= p.o.GiveUpAfter && l.Attempts >= earlyStop && !doubt && !p.o.Spare(ctx) {
		p.fail(ctx, l, r, GivenUp)
		return
	}
	_, before := p.tripped[l.ID]
	late := age >= smtpout.WarnAfter && l.Attempts > 1 || before && r.Class == smtpout.Refused
	if late = late && !strings.Contains(l.LastCode, markTold); late {
		l.LastCode += markTold
	}
	p.deferTo(ctx, l, now.Add(smtpout.Backoff(l.Attempts, p.o.Random)), r)
	if late {
		p.tell(ctx, Event{Kind: Late, Letter: l, Code: r.Code, Text: r.Text})
	}
}

func (p *Pump) deferTo(ctx context.Context, l store.Letter, next time.Time, r smtpout.Result) {
	p.record(ctx, l, func(ctx context.Context) error {
		return p.o.Store.Defer(ctx, l.ID, next, keep(l.LastCode, answer(r)))
	})
	p.update(func(s *shared) { s.Deferred++ })
}

func (p *Pump) fail(ctx context.Context, l store.Letter, r smtpout.Result, why Kind) {
	delete(p.tripped, l.ID)
	this := func(x reader) bool { return x.id == l.ID } // it is not tried when others pass
	p.putOff, p.refused = slices.DeleteFunc(p.putOff, this), slices.DeleteFunc(p.refused, this)
	p.before = min(p.before, len(p.refused))
	p.record(ctx, l, func(ctx context.Context) error { return p.o.Store.Fail(ctx, l.ID, keep(l.LastCode, answer(r))) })
	p.update(func(s *shared) { s.Failed++ })
	p.tell(ctx, Event{Kind: why, Letter: l, Code: r.Code, Text: answer(r)})
}

// record retries until a result is stored: continuing without it would send the letter
// twice. During shutdown it tries only once.
func (p *Pump) record(ctx context.Context, l store.Letter, write func(context.Context) error) {
	for first := true; first || ctx.Err() == nil; first = false {
		err := write(context.WithoutCancel(ctx))
		switch {
		case err == nil, errors.Is(err, store.ErrNoLetter): // replaced before its first attempt
			return
		case errors.Is(err, store.ErrInvalid), errors.Is(err, store.ErrClosed):
			p.o.Log.Error("the result of an attempt could not be stored", "queue", l.ID, "game", l.Game, "err", err)
			return
		}
		if first {
			p.tell(ctx, Event{Kind: StoreFailed, Letter: l, Text: err.Error()})
		}
		clock.Sleep(ctx, storePace)
	}
}
