package simulate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/engine/titles"
	"railpost/pbem/facts/table"
	"railpost/store"
	"railpost/templates"
)

// account is the ledger's knowledge of a game.
type account struct {
	*ledger
	sitting *sitting
	game    string
	state   table.State
	within  time.Duration
	zone    *time.Location
	rules   map[string]string
	seats   []*chair
	records []*engine.Record
	now     *engine.Game // after them, by the ledger's own referee
	fresh   bool         // its first letters have not come yet
}

// chair is a seat.
type chair struct {
	person  *person
	letters table.Letters
	wait    *wait
}

// kind is the kind of a letter to the seat now.
func (c *chair) kind() templates.Kind {
	if c.wait != nil {
		return templates.Turn
	}
	return templates.News
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

// more reads the records that are new to the ledger.
func (a *account) more(ctx context.Context) (list []*engine.Record, err error) {
	s := a.world.store
	head, err := s.Head(ctx, a.game)
	if errors.Is(err, store.ErrNoGame) || err == nil && head.Seq == uint64(len(a.records)) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	stored, err := s.Records(ctx, a.game, uint64(len(a.records))+1, head.Seq)
	for _, r := range stored {
		record, rerr := engine.ReadSealed(r.Payload, r.Texts)
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
	if !known {
		a.now, err = engine.Replay(titles.Find, a.records, nil)
		return err
	}
	a.now = a.now.Clone() // the earlier position is still needed
	for _, r := range list {
		if err := a.now.Apply(r); err != nil {
			return err
		}
	}
	return nil
}

// follow enters the effects of new records of the log, and of a mail.
func (a *account) follow(ctx context.Context, m *mail, w *wanted) error {
	list, err := a.more(ctx)
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
		a.quiet(w)
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

// quiet enters the effects of invitations.
func (a *account) quiet(w *wanted) {
	switch {
	case a.fresh:
		a.fresh = false
		for _, c := range a.seats {
			w.one(c.person.address, a.game, templates.Invitation)
		}
	case a.state == table.Inviting:
		w.perhaps(organiser, a.game, templates.Notice) // those without an answer
	}
}

// begun enters the beginning of a game: everybody gets the first letter.
func (a *account) begun(w *wanted, actor engine.Seat) {
	a.state = table.Running
	for _, c := range a.seats {
		w.one(c.person.address, a.game, templates.Turn)
	}
	if actor >= 0 {
		w.one(organiser, a.game, templates.Notice)
	}
	for _, s := range a.now.Waiting() {
		a.ask(s)
	}
}
