package pbem

import (
	"context"

	"railpost/engine"
	"railpost/pbem/games"
	"railpost/pbem/imapbox"
	"railpost/pbem/letters"
	"railpost/pbem/table"
	"railpost/store"
	"railpost/templates"
)

// confess tells every seat, whatever letters it wants, that the organiser has
// looked at what is hidden in a game or can act for a seat, and writes it into
// the log once there is one. After the end all is shown anyway.
func (o *Office) confess(ctx context.Context, g *games.Game, told engine.Message) error {
	c := o.NewChange(ctx, g)
	switch {
	case g.Table.State == table.Over:
		return nil
	case g.Now == nil:
		if err := c.TellAll(templates.Told, letters.Facts{Told: []engine.Message{told}}); err != nil {
			return err
		}
		return o.Commit(c)
	}
	c.Note(engine.Nobody, engine.Report{Message: told})
	for s := range c.Table.Players {
		if err := c.TellSeat(engine.Seat(s)); err != nil {
			return err
		}
	}
	return o.Commit(c)
}

// confessSeat is confess for a look at what a seat knows. Before the game begins
// nobody knows anything that the others do not.
func (o *Office) confessSeat(ctx context.Context, g *games.Game, s engine.Seat) error {
	if s == engine.Nobody || g.Now == nil {
		return nil
	}
	return o.confess(ctx, g, engine.Msg("pbem.seat-shown", engine.Player("seat", s)))
}

// confessLetter is confess for a look at a letter of the outbox.
func (o *Office) confessLetter(ctx context.Context, l store.Letter) error {
	if l.Game == "" || len(l.Bytes) == 0 {
		return nil
	}
	g, err := o.Games.Load(ctx, l.Game)
	if err != nil {
		return err
	}
	return o.confessSeat(ctx, g, engine.Seat(l.Seat))
}

// confessMail is confess for a look at a mail that came: in the game whose answer
// address it went to, or in all games of its sender.
func (o *Office) confessMail(ctx context.Context, raw []byte) error {
	in, err := o.read(ctx, imapbox.Mail{Raw: raw}, false)
	if err != nil {
		return err
	}
	tables := in.tables
	if in.game != nil {
		tables = []seatAt{{in.game, in.seat}}
	}
	for _, t := range tables {
		if err := o.confess(ctx, t.game, engine.Msg("pbem.mail-shown", engine.Player("seat", t.seat))); err != nil {
			return err
		}
	}
	return nil
}

// confessByHand is confess for a mail of a proven seat that the organiser hands
// in, unless it has been handled before.
func (o *Office) confessByHand(ctx context.Context, raw []byte) error {
	in, err := o.read(ctx, imapbox.Mail{Raw: raw}, true)
	if err != nil || in.proof != proven || in.recovered() {
		return err
	}
	if _, seen, err := o.Store.Seen(ctx, in.key); err != nil || seen {
		return err
	}
	return o.confess(ctx, in.game, engine.Msg("pbem.mail-by-hand", engine.Player("seat", in.seat)))
}
