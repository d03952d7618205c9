package tell

import (
	"cmp"
	"context"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// Asking queues the letter that asks somebody to take a seat, or to play for its player
// for a time.
func Asking(ctx context.Context, c *journal.Change, s engine.Seat, g table.Guest, f content.Facts) {
	args := []engine.Arg{engine.Text("name", g.Name), engine.Player("seat", s), Title(c.Table), engine.Text("game", c.Table.Game)}
	asked := engine.Msg(key.GuestAsked, args...)
	if c.Table.Players[s].SitterIs(g) {
		asked = engine.Msg(key.SitterAsks, append(args, engine.Text("date", c.Table.Players[s].Sitter.Until.String()))...)
	}
	f.Told, f.Lang = append([]engine.Message{asked}, f.Told...), g.Lang
	queueGuest(ctx, c, s, g.Name, g.Address, g.At, f)
}

// Guest queues a letter to somebody about a seat that they do not have.
func Guest(ctx context.Context, c *journal.Change, s engine.Seat, name, address string, told engine.Message) {
	queueGuest(ctx, c, s, name, address, time.Time{}, content.Tell(told))
}

// Moved tells the former address of a seat's player that letters go elsewhere: if another person caused that,
// its owner will notice. An address from which letters came back is not told: that is why they move.
func Moved(ctx context.Context, c *journal.Change, s engine.Seat, former string) {
	f, err := c.Journal.Failing(ctx, former)
	c.Fail(err)
	if f.Count > 0 {
		return
	}
	Guest(ctx, c, s, c.Table.Players[s].Name, former, engine.Msg(key.PlayerMoved, engine.Text("game", c.Table.Game), Title(c.Table), engine.Text("contact", c.Journal.Config.Identity.Contact)))
}

func queueGuest(ctx context.Context, c *journal.Change, s engine.Seat, name, address string, asks time.Time, f content.Facts) {
	f.Guest, f.Lang = &content.Guest{Name: name, Seat: s, Asks: asks}, cmp.Or(f.Lang, c.LangOf(ctx, address))
	To(ctx, c, engine.Nobody, address, templates.Guest, f)
}

// Title names the title of a game in a message.
func Title(t *table.Table) engine.Arg { return engine.Say("title", engine.Msg(t.Title+".title")) }
