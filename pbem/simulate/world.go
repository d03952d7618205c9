package simulate

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"time"

	"railpost/engine"
	"railpost/pbem/admin"
	"railpost/pbem/clock"
	"railpost/pbem/compose"
	"railpost/pbem/mailtest"
)

// Rhythm of the simulation.
const (
	glance    = 30 * time.Minute // the service looks at the clock at least so often
	restarts  = 60 * time.Hour   // between two, on average
	outage    = 48 * time.Hour   // the service is down, and mails lie in its mailbox
	outageAt  = 0.6              // of the time
	upgradeAt = 0.5

	fewestDays = 5 // the outage is over before the end
)

// world is everything that lives on when the service is closed: people, their mailboxes,
// the organiser, the ledger.
type world struct {
	*service
	o      Options
	rng    *rand.Rand
	end    time.Time
	agenda agenda
	people []*person
	tables []*sitting
	ledger *ledger
	sent   []*mail // lie in the mailbox of a service that is down
	looked time.Time
	fault  *faulty

	mails, restarted int
}

// mail is one that somebody has sent to the service.
type mail struct {
	from   *person
	game   string
	id     string // Message-ID
	raw    []byte
	lines  []string
	repeat bool // the same mail has come before
	guest  bool // its sender has no seat yet

	forming *sitting            // the table that it is about, nil if it is about a game
	watch   string              // the game that its sender watches
	said    map[string][]string // of each game, if it is about several
}

func newWorld(ctx context.Context, o Options, dir string) (*world, error) {
	s, err := newService(ctx, dir, o)
	if err != nil {
		return nil, err
	}
	w := &world{service: s, o: o, rng: rand.New(rand.NewPCG(o.Seed, 16)), end: begin.AddDate(0, 0, o.Days), fault: &faulty{kind: o.Fault}}
	w.titles = older(o.Titles, o.Mended)
	w.ledger = newLedger(w)
	w.fault.world = w
	w.between = w.fault.under
	w.people = newPeople(w)
	w.tables = w.newTables()
	return w, w.open()
}

// older returns the titles of a program that has version 1 of one of them.
func older(find engine.Titles, mended string) engine.Titles {
	return func(name string) engine.Title {
		t := find(name)
		if w, ok := t.(whole); ok && name == mended {
			return first{w}
		}
		return t
	}
}

// first is a title as a program had it that knew version 1 only.
type first struct{ whole }

// whole is a title with all that it can have.
type whole interface {
	engine.Title
	engine.Watched
	engine.Headed
	engine.Chronicler
}

func (first) Version() int { return 1 }

// part returns an instant after a part of the time.
func (w *world) part(of float64) time.Time {
	return begin.Add(time.Duration(of * float64(w.end.Sub(begin)))).Truncate(time.Minute)
}

func (w *world) run() error {
	w.looked = w.now()
	if err := w.tick(); err != nil {
		return err
	}
	w.agenda.at(w.part(upgradeAt), w.upgrade)
	w.agenda.at(w.part(outageAt), w.goDown)
	w.restartLater()
	w.closeBoxes()
	for i, t := range w.tables {
		w.agenda.at(begin.Add(time.Duration(1+i)*time.Minute), t.open)
	}
	for day := 0; ; {
		at, err := w.next()
		if err != nil {
			return err
		}
		if at.After(w.end) {
			return w.finish()
		}
		w.set(at)
		if err := errors.Join(w.look(), w.act(), w.ctx.Err()); err != nil {
			return err
		}
		if now := int(at.Sub(begin) / (24 * time.Hour)); now > day {
			day = now
			if err := w.daily(day); err != nil {
				return err
			}
		}
	}
}

// next returns when something happens next: somebody does something, something is due, or
// the service looks at the clock.
func (w *world) next() (time.Time, error) {
	at := w.looked.Add(glance).Truncate(glance)
	if t, ok := w.agenda.next(); ok && t.Before(at) {
		at = t
	}
	if w.db == nil {
		return at, nil
	}
	due, err := w.nextDue(at)
	if due = clock.Latest(due, w.now()).Truncate(time.Minute).Add(time.Minute); due.Before(at) {
		at = due // the service looks once a minute, also for what an undo has made due at once
	}
	return at, err
}

// look lets the service carry out what is due.
func (w *world) look() error {
	w.looked = w.now()
	if w.db == nil {
		return nil
	}
	return w.tick()
}

func (w *world) tick() error {
	if err := w.office.Tick(w.ctx, w.now()); err != nil {
		return err
	}
	return w.settle(nil)
}

// act lets people do what they want to do now.
func (w *world) act() error {
	for {
		at, ok := w.agenda.next()
		if !ok || at.After(w.now()) {
			return nil
		}
		if err := w.agenda.take()(); err != nil {
			return err
		}
	}
}

// daily is what is done once a day.
func (w *world) daily(day int) error {
	if w.o.Step != nil {
		w.o.Step(day, w.report())
	}
	if w.db == nil {
		return nil
	}
	w.ledger.passages(false)
	return errors.Join(w.tidy(), w.rescue())
}

// settle passes the letters of what has happened to the ledger and to their readers. m is
// the mail that was its cause, nil for none.
func (w *world) settle(m *mail) error {
	arrived, err := w.letters()
	if err != nil {
		return err
	}
	var letters, read []*letter // that were tried for the first time; that have come
	for _, a := range arrived {
		l, err := mailtest.ReadLetter(a.raw)
		if err != nil {
			return err
		}
		id, _ := compose.ParseMessageID(l.ID)
		x := &letter{Received: l, to: a.to, game: id.Game}
		if a.first {
			letters = append(letters, x)
		}
		if a.read {
			read = append(read, x)
		}
	}
	if err := w.ledger.enter(m, letters); err != nil {
		return err
	}
	for _, l := range read {
		if p := w.person(l.to); p != nil {
			p.read(l)
		}
	}
	return nil
}

// letter is one as it arrived.
type letter struct {
	*mailtest.Received
	to   string
	game string // its tag; "" for none
}

// send puts a mail into the service's mailbox.
func (w *world) send(m *mail) error {
	w.mails++
	if w.db == nil {
		w.sent = append(w.sent, m)
		return nil
	}
	return w.hand(m)
}

func (w *world) hand(m *mail) error {
	if err := w.take(m.raw); err != nil {
		return err
	}
	return w.settle(m)
}

// ask calls a method of the organiser.
func (w *world) ask(method string, params any) error {
	p, err := json.Marshal(params)
	if err != nil {
		return err
	}
	_, err = w.office.Handle(w.ctx, method, p)
	return errors.Join(err, w.settle(nil))
}

// restartLater closes the service at random, and opens it again over the same file.
func (w *world) restartLater() {
	at := w.now().Add(time.Duration(w.rng.Int64N(int64(2 * restarts)))).Truncate(time.Minute)
	w.agenda.at(at.Add(time.Minute), func() error {
		w.restartLater()
		if w.db == nil {
			return nil
		}
		w.restarted++
		return w.restart()
	})
}

func (w *world) restart() error {
	if err := w.close(); err != nil {
		return err
	}
	return w.open()
}

// goDown closes the service for the time of the outage.
func (w *world) goDown() error {
	down := w.looked
	w.agenda.at(w.now().Add(outage), func() error {
		w.restarted++
		if err := w.open(); err != nil {
			return err
		}
		if err := w.office.Tick(w.ctx, w.now()); err != nil {
			return err
		}
		if err := errors.Join(w.ledger.outage(down), w.settle(nil)); err != nil {
			return err
		}
		late := w.sent
		w.sent = nil
		for _, m := range late {
			if err := w.hand(m); err != nil {
				return err
			}
		}
		return nil
	})
	return w.close()
}

// upgrade puts the newer program in the place of the older, and asks the tables.
func (w *world) upgrade() error {
	w.titles = w.o.Titles
	if err := w.restart(); err != nil {
		return err
	}
	return w.ask("upgrade", admin.Upgrade{})
}

// finish ends what is still under way.
func (w *world) finish() error {
	w.set(w.end)
	for _, t := range w.tables {
		if err := t.close(); err != nil {
			return err
		}
	}
	for range 8 { // until what was put off has come
		w.set(w.now().Add(time.Hour))
		if _, err := w.letters(); err != nil {
			return err
		}
	}
	w.ledger.close()
	return nil
}

func (w *world) report() Report {
	r := w.ledger.report
	r.Tables, r.Days, r.Mails, r.Restarts = w.o.Tables, w.o.Days, w.mails, w.restarted
	return r
}
