package admin

import (
	"context"

	"railpost/engine"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
	"railpost/templates"
)

// confess tells every seat, whatever letters it wants, that the organiser has looked at
// hidden information of a game or can act for a seat, and logs it if the game has begun.
// After the end everything is public anyway.
func (d desk) confess(ctx context.Context, g *games.Game, told engine.Message) error {
	c := d.NewChange(g)
	switch {
	case g.Table.State == table.Over:
		return nil
	case g.Now == nil:
		tell.All(ctx, c, templates.Told, content.Tell(told))
		return d.Commit(ctx, c)
	}
	c.Note(engine.Nobody, engine.Report{Message: told})
	for s := range c.Table.Players {
		tell.Seat(ctx, c, engine.Seat(s))
	}
	return d.Commit(ctx, c)
}

// confessSeat is confess for a look at a seat's secrets. Before the game begins there are none.
func (d desk) confessSeat(ctx context.Context, g *games.Game, s engine.Seat) error {
	if s == engine.Nobody || g.Now == nil {
		return nil
	}
	return d.confess(ctx, g, engine.Msg(key.SeatShown, engine.Player("seat", s)))
}

// confessLetter is confess for a look at a letter of the outbox.
func (d mailDesk) confessLetter(ctx context.Context, l store.Letter) error {
	if l.Game == "" || len(l.Bytes) == 0 {
		return nil
	}
	g, err := d.Games.Load(ctx, l.Game)
	if err != nil {
		return err
	}
	return d.confessSeat(ctx, g, engine.Seat(l.Seat))
}

// confessMail is confess for a look at an incoming mail: in the game of the answer address
// it went to, or in all games of its sender.
func (d mailDesk) confessMail(ctx context.Context, raw []byte) error {
	in, err := d.inbox.Read(ctx, inbox.Receive(imapbox.Mail{Raw: raw}), false)
	if err != nil {
		return err
	}
	tables := in.Tables
	if in.Game != nil {
		tables = []inbox.SeatAt{{Game: in.Game, Seat: in.Seat}}
	}
	for _, t := range tables {
		if err := d.confess(ctx, t.Game, engine.Msg(key.MailShown, engine.Player("seat", t.Seat))); err != nil {
			return err
		}
	}
	return nil
}

// confessByHand is confess for a mail of a proven seat that the organiser delivers by hand,
// unless it has been handled before.
func (d mailDesk) confessByHand(ctx context.Context, raw []byte) error {
	in, err := d.inbox.Read(ctx, inbox.Receive(imapbox.Mail{Raw: raw}), true)
	if err != nil || in.Proof != inbox.Proven || in.Recovered() {
		return err
	}
	if _, seen, err := d.Store.Seen(ctx, in.Key); err != nil || seen {
		return err
	}
	return d.confess(ctx, in.Game, engine.Msg(key.MailByHand, engine.Player("seat", in.Seat)))
}

// confessRecovered logs, after a recovered mail that had an effect, that the organiser
// delivered it by hand. There was no such note before the restore.
func (d mailDesk) confessRecovered(ctx context.Context, in *inbox.Mail, done *journal.Change) error {
	if !in.Recovered() || len(done.Records) == 0 || done.Table.State == table.Over {
		return nil
	}
	c := d.NewChange(in.Game)
	c.Note(engine.Nobody, engine.Report{Message: engine.Msg(key.MailByHand, engine.Player("seat", in.Seat))})
	c.Table.Extra = append(c.Table.Extra, c.Seq())
	tell.Table(ctx, c, engine.Nobody)
	return d.Commit(ctx, c)
}
