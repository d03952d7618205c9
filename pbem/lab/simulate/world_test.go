package simulate

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"time"

	"railpost/pbem/facts/clock"
	"railpost/pbem/lab/people"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/reader"
	"railpost/store"
)

// glance is how often the service looks at the clock at least.
const glance = 30 * time.Minute

// world is everything around the service: people, their mailboxes, the organiser, the ledger.
type world struct {
	*service
	o      Options
	rng    *rand.Rand
	end    time.Time
	agenda people.Agenda[func(context.Context) error]
	people []*person
	tables []*sitting
	ledger *ledger
	looked time.Time

	mails int
}

// mail is a mail of a person to the service.
type mail struct {
	from   *person
	game   string
	id     string // Message-ID
	raw    []byte
	lines  []string
	repeat bool // the same mail has come before
}

func newWorld(ctx context.Context, o Options, dir string) (*world, error) {
	s, err := newService(dir, o)
	if err != nil {
		return nil, err
	}
	w := &world{service: s, o: o, rng: rand.New(rand.NewPCG(o.Seed, 16)), end: begin.AddDate(0, 0, o.Days)}
	w.ledger = newLedger(w)
	if o.between != nil {
		w.between = func(s store.Store) store.Store { return o.between(w, s) }
	}
	w.people = newPeople(w)
	w.tables = w.newTables()
	return w, w.open(ctx)
}

// part returns an instant after a part of the time.
func (w *world) part(of float64) time.Time {
	return begin.Add(time.Duration(of * float64(w.end.Sub(begin)))).Truncate(time.Minute)
}

func (w *world) run(ctx context.Context) error {
	if err := w.look(ctx); err != nil {
		return err
	}
	for i, t := range w.tables {
		w.agenda.At(begin.Add(time.Duration(1+i)*time.Minute), t.open)
	}
	for day := 0; ; {
		at, err := w.next(ctx)
		if err != nil {
			return err
		}
		if at.After(w.end) {
			return w.finish(ctx)
		}
		w.clock = at
		if err := errors.Join(w.look(ctx), w.act(ctx), ctx.Err()); err != nil {
			return err
		}
		if now := int(at.Sub(begin) / (24 * time.Hour)); now > day {
			day = now
			if err := w.daily(ctx, day); err != nil {
				return err
			}
		}
	}
}

// next returns when something happens next: somebody does something, something is due, or
// the service looks at the clock.
func (w *world) next(ctx context.Context) (time.Time, error) {
	at := w.looked.Add(glance).Truncate(glance)
	if t, ok := w.agenda.Next(); ok && t.Before(at) {
		at = t
	}
	due, err := w.nextDue(ctx, at)
	if due = clock.Latest(due, w.now()).Truncate(time.Minute).Add(time.Minute); due.Before(at) {
		at = due // the service looks once a minute, even for actions that an undo has made due at once
	}
	return at, err
}

// look lets the service carry out due actions.
func (w *world) look(ctx context.Context) error {
	w.looked = w.now()
	if err := w.office.Tick(ctx, w.now()); err != nil {
		return err
	}
	return w.settle(ctx, nil)
}

// act lets people act now.
func (w *world) act(ctx context.Context) error {
	for at, ok := w.agenda.Next(); ok && !at.After(w.now()); at, ok = w.agenda.Next() {
		if err := w.agenda.Take()(ctx); err != nil {
			return err
		}
	}
	return nil
}

// daily runs once a day.
func (w *world) daily(ctx context.Context, day int) error {
	if w.o.Step != nil {
		w.o.Step(day, w.report())
	}
	w.rescue(ctx)
	return w.tidy(ctx)
}

// settle passes the letters of the latest events to the ledger and to their readers. m is the mail that caused
// them, nil for none.
func (w *world) settle(ctx context.Context, m *mail) error {
	letters, err := w.letters(ctx)
	if err != nil {
		return err
	}
	if err := w.ledger.enter(ctx, m, letters); err != nil {
		return err
	}
	for _, l := range letters {
		if p := w.person(l.to); p != nil {
			p.read(l)
		}
	}
	return nil
}

// letter is one as it arrived.
type letter struct {
	*reader.Letter
	to   string
	game string // its tag; "" for none
}

func gameOf(id string) string {
	named, _ := compose.ParseMessageID(id)
	return named.Game
}

// send puts a mail into the service's mailbox.
func (w *world) send(ctx context.Context, m *mail) error {
	w.mails++
	if err := w.take(ctx, m.raw); err != nil {
		return err
	}
	return w.settle(ctx, m)
}

// ask calls a method of the organiser.
func (w *world) ask(ctx context.Context, method string, params any) error {
	p, err := json.Marshal(params)
	if err != nil {
		return err
	}
	_, err = w.office.Handle(ctx, method, p)
	return errors.Join(err, w.settle(ctx, nil))
}

// finish ends everything that is still in progress.
func (w *world) finish(ctx context.Context) error {
	w.clock = w.end
	for _, t := range w.tables {
		if err := t.close(ctx); err != nil {
			return err
		}
	}
	w.ledger.report.Open = len(w.ledger.order)
	return nil
}

func (w *world) report() Report {
	r := w.ledger.report
	r.Tables, r.Days, r.Mails = w.o.Tables, w.o.Days, w.mails
	return r
}
