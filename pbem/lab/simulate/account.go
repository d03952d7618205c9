package simulate

import (
	"errors"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// account is what the ledger knows of a game.
type account struct {
	*ledger
	sitting  *sitting
	game     string
	state    table.State
	within   time.Duration
	zone     *time.Location
	rules    map[string]string
	seats    []*chair
	records  []*engine.Record
	now      *engine.Game     // after them, by the ledger's own referee
	fresh    bool             // its first letters have not come yet
	proposed map[int]proposed // by number
	asked    *person          // to take a seat, just now
	guest    *person          // who was
	left     *person          // who has just been replaced
}

// proposed is what the table was asked to agree to.
type proposed struct {
	after  uint64        // the record that asks
	length time.Duration // of more time
}

// chair is a seat.
type chair struct {
	person   *person
	letters  table.Letters
	resigned bool
	robot    bool // the service plays the usual turn
	told     uint64
	wait     *wait
	past     []wait // of what it has answered
	away     []table.Away
}

// class is that of a letter that tells the seat something now.
func (c *chair) class() class {
	if c.wait != nil {
		return turn
	}
	return news
}

// deserted reports whether nobody plays any more.
func (a *account) deserted() bool {
	return !slices.ContainsFunc(a.seats, func(c *chair) bool { return !c.resigned && !c.robot })
}

// seatOf returns the seat of a mail's sender; engine.Nobody if there is none.
func (a *account) seatOf(m *mail) engine.Seat {
	if m == nil || m.game != a.game {
		return engine.Nobody
	}
	return engine.Seat(slices.IndexFunc(a.seats, func(c *chair) bool { return c.person == m.from }))
}

// wrote takes in the settings in a mail.
func (c *chair) wrote(m *mail) {
	if v, ok := strings.CutPrefix(m.lines[0], "set letters "); ok {
		c.letters = table.Letters(v)
	}
}

// more reads what the log has beyond what the ledger knows.
func (a *account) more() (list []*engine.Record, err error) {
	s := a.world.store
	head, err := s.Head(a.world.ctx, a.game)
	if errors.Is(err, store.ErrNoGame) || err == nil && head.Seq == uint64(len(a.records)) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	stored, err := s.Records(a.world.ctx, a.game, uint64(len(a.records))+1, head.Seq)
	for _, r := range stored {
		record, rerr := engine.ReadSealed(r.Payload, r.Beside)
		if rerr != nil {
			return nil, rerr
		}
		list = append(list, record)
	}
	return list, err
}

// play plays records with the ledger's own referee.
func (a *account) play(list []*engine.Record) (err error) {
	known := len(a.records) > 0
	a.records = append(a.records, list...)
	back := slices.ContainsFunc(list, func(r *engine.Record) bool { return r.Kind == engine.TookBack || r.Kind == engine.Switched })
	if !known || back {
		a.now, err = engine.Replay(a.world.titles, a.records, nil)
		return err
	}
	a.now = a.now.Clone() // what was before is still compared
	for _, r := range list {
		if err := a.now.Apply(r); err != nil {
			return err
		}
	}
	return nil
}

// follow enters what follows from new records of the log, and from a mail.
func (a *account) follow(m *mail, w *wanted) error {
	list, err := a.more()
	if err != nil {
		return err
	}
	actor, before := a.seatOf(m), a.now
	if m != nil && m.repeat {
		actor = engine.Nobody
	}
	if actor >= 0 {
		a.seats[actor].wrote(m)
	}
	if len(list) == 0 {
		a.quiet(actor, m, w)
		return nil
	}
	if err := a.play(list); err != nil {
		return err
	}
	a.fresh = false
	ch := &change{account: a, list: list, actor: actor, mail: m, before: before}
	ch.read()
	if before == nil {
		a.begun(w, actor)
		return nil
	}
	ch.rewait(w)
	ch.letters(w)
	return nil
}

// quiet enters what follows from a mail that the log does not show, and from invitations.
func (a *account) quiet(actor engine.Seat, m *mail, w *wanted) {
	if a.state == table.Running {
		a.whispered(actor, m, w)
		if a.asked != nil {
			w.one(a.asked.address, a.game, guest)
			a.guest, a.asked = a.asked, nil
		}
	}
	if a.state != table.Inviting {
		return
	}
	line := ""
	if actor >= 0 {
		line = m.lines[0]
	}
	switch {
	case a.asked != nil:
		for _, c := range a.seats {
			if c.person != a.asked {
				w.one(c.person.address, a.game, told)
			}
		}
		w.one(a.asked.address, a.game, invitation)
		w.one(a.left.address, a.game, guest)
		a.left, a.asked = nil, nil
	case a.fresh:
		a.fresh = false
		for _, c := range a.seats {
			w.one(c.person.address, a.game, invitation)
		}
	case line == "decline":
		for i, c := range a.seats {
			if engine.Seat(i) != actor {
				w.one(c.person.address, a.game, told)
			}
		}
		w.one(organiser, a.game, notice)
		a.world.agenda.At(a.world.now().Add(3*time.Hour), a.sitting.replace(int(actor)))
	default:
		w.perhaps(organiser, a.game, notice) // who has not answered
	}
}

// seat gives a seat to somebody else and returns who had it.
func (a *account) seat(s engine.Seat, who *person) (was *person) {
	was = a.seats[s].person
	a.seats[s] = &chair{person: who, letters: table.Rounds, told: uint64(len(a.records))}
	a.sitting.people[s] = who
	return was
}

// whispered enters that one player has told another something.
func (a *account) whispered(actor engine.Seat, m *mail, w *wanted) {
	if actor < 0 {
		return
	}
	for _, c := range a.seats {
		now := c.letters == table.Rounds || c.letters == table.Moves // with their next letter otherwise
		if strings.HasPrefix(m.lines[0], "tell "+c.person.name+" ") && now && !c.resigned {
			w.one(c.person.address, a.game, c.class())
		}
	}
}

// begun enters that a game has begun: everybody gets the first letter.
func (a *account) begun(w *wanted, actor engine.Seat) {
	a.state = table.Running
	for _, c := range a.seats {
		c.told = uint64(len(a.records))
		w.one(c.person.address, a.game, turn)
	}
	if actor >= 0 {
		w.one(organiser, a.game, notice)
	}
	for _, s := range a.now.Waiting() {
		a.ask(s)
	}
}
