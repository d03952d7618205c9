package tell

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/mail/extract"
	"railpost/templates"
)

// Organiser queues a notice to the organiser of the game, or to all organisers of
// the service.
func Organiser(ctx context.Context, c *journal.Change, told ...engine.Message) {
	OrganiserOf(ctx, c, content.Tell(told...))
}

// OrganiserOf is Organiser with the lines of a player's mail. An organiser who plays at that table does not get
// them: they may contain secrets.
func OrganiserOf(ctx context.Context, c *journal.Change, f content.Facts) {
	c.NeedOrganisersKey(ctx)
	for _, address := range Organisers(c) {
		f := f
		if c.Table == nil || len(c.Table.SeatsOf(extract.Address(address))) > 0 {
			f.Again = nil
		}
		To(ctx, c, engine.Nobody, address, templates.Notice, f)
	}
}

// Organisers returns the addresses of the organisers of the game, or of the service.
func Organisers(c *journal.Change) []string {
	if c.Table != nil && c.Table.Organiser != "" {
		return []string{c.Table.Organiser}
	}
	return c.Journal.Config.Security.AdminAddresses
}

// Organises reports whether a seat's player is an organiser of the game, or of the service.
func Organises(c *journal.Change, s engine.Seat) bool {
	return slices.ContainsFunc(Organisers(c), func(a string) bool { return c.Table.Players[s].OnFile(a) })
}

// Declined returns advice for the organiser about a declined seat.
func Declined(s engine.Seat) engine.Message {
	return engine.Msg(key.OrganiserDeclined, engine.Player("seat", s))
}
