package admin

import (
	"context"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
)

// Waiting is a row of waiting.list: a person who wants a seat.
type Waiting struct {
	Name      string      `json:"name"`
	Address   string      `json:"address"`
	Titles    []string    `json:"titles,omitempty"` // titles they want to play; none: any
	Added     time.Time   `json:"added"`
	Agreed    time.Time   `json:"agreed,omitzero"`    // zero: they have not answered yet
	Suspended time.Time   `json:"suspended,omitzero"` // since when they get no letters, because these come back
	Offers    []SeatOffer `json:"offers,omitempty"`
}

// SeatOffer is a seat that was offered to them.
type SeatOffer struct {
	Game string    `json:"game"`
	Seat int       `json:"seat"`
	At   time.Time `json:"at"`
	Open bool      `json:"open,omitempty"` // they can still accept it
}

func (d waitingDesk) waitingRow(ctx context.Context, n *table.Newcomer) (*Waiting, error) {
	out := &Waiting{Name: n.Name, Address: n.Address, Titles: n.Titles, Added: n.Added, Agreed: n.Agreed}
	for _, o := range n.Offers {
		out.Offers = append(out.Offers, SeatOffer{Game: o.Game, Seat: int(o.Seat), At: o.At, Open: !o.Ended})
	}
	var err error
	out.Suspended, err = d.SuspendedSince(ctx, n.Address)
	return out, err
}

// listWaiting lists who is on the waiting list, those first who have waited longest.
func (d waitingDesk) listWaiting(ctx context.Context, _ None) ([]Waiting, error) {
	list, err := waitlist.All(ctx, d.desk.Journal)
	out := []Waiting{}
	for _, n := range list {
		if err == nil {
			var row *Waiting
			row, err = d.waitingRow(ctx, n)
			out = append(out, *row)
		}
	}
	return out, err
}

// AddWaiting are the parameters of waiting.add.
type AddWaiting struct {
	Person string   `arg:"" help:"Name and address, as in \"Zoe <zoe@example.org>\"."`
	Titles []string `name:"title" placeholder:"TITLE" help:"A title they would play; may be repeated. Without it: any."`
	DryRun bool     `json:"dry_run" help:"${dry_run}"`
}

// addWaiting asks a person whether they want to be on the waiting list. They are on it once they agree: a wrong
// address must not cost a stranger more than one letter.
func (d waitingDesk) addWaiting(ctx context.Context, p AddWaiting) (*Waiting, error) {
	a, err := journal.ParseAddress(p.Person)
	switch {
	case err != nil:
		return nil, fault.Wrong(`write "Zoe <zoe@example.org>"`, "%q: %v", p.Person, err)
	case strings.TrimSpace(a.Name) == "":
		return nil, fault.Wrong(`write "Zoe <`+a.Address+`>"`, "there is no name")
	case journal.IsOwn(d.Config, a.Address):
		return nil, fault.Wrong("write the address at which they read mail", "a letter to %s comes back to Railpost", a.Address)
	}
	if err := d.checkName(a.Name); err != nil {
		return nil, err
	}
	for _, title := range p.Titles {
		if d.Titles(title) == nil {
			return nil, noTitle(title)
		}
	}
	switch n, err := d.Newcomer(ctx, a.Address); {
	case err != nil:
		return nil, err
	case n != nil:
		return nil, fault.Wrong("to change name or titles: railpost waiting remove "+a.Address+", then add", "%s is on the list already, as %s", a.Address, n.Name)
	}
	c := d.NewChange(nil)
	if err := mayWrite(ctx, c, a.Address); err != nil {
		return nil, err
	}
	n := &table.Newcomer{Name: strings.TrimSpace(a.Name), Address: a.Address, Titles: p.Titles, Added: c.At}
	c.Entered(ctx, n.Address)
	waitlist.Keep(c, n)
	waitlist.Ask(ctx, c, n, content.Facts{})
	return &Waiting{Name: n.Name, Address: n.Address, Titles: n.Titles, Added: n.Added}, d.commit(ctx, c, p.DryRun)
}

// RemoveWaiting are the parameters of waiting.remove.
type RemoveWaiting struct {
	Who    string `arg:"" help:"Address or name."`
	DryRun bool   `json:"dry_run" help:"${dry_run}"`
}

// removeWaiting takes a person off the waiting list and deletes their data. They are told, unless they were
// never on it.
func (d waitingDesk) removeWaiting(ctx context.Context, p RemoveWaiting) (*Waiting, error) {
	list, err := waitlist.All(ctx, d.desk.Journal)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(n *table.Newcomer) bool {
		return n.Address != extract.Address(p.Who) && engine.Fold(n.Name) != engine.Fold(p.Who)
	})
	switch len(list) {
	case 0:
		return nil, fault.Wrong("railpost waiting list shows everyone", "no one on the list has the name or address %s", p.Who)
	case 1:
	default:
		return nil, fault.Wrong("give the address", "%d people on the list are called %s", len(list), p.Who)
	}
	n := list[0]
	row, err := d.waitingRow(ctx, n)
	if err != nil {
		return nil, err
	}
	c := d.NewChange(nil)
	waitlist.Remove(ctx, c, n)
	if !n.Agreed.IsZero() {
		waitlist.Tell(ctx, c, n, content.Tell(engine.Msg(key.ListLeft)))
	}
	return row, d.commit(ctx, c, p.DryRun)
}

// OfferSeat are the parameters of player.offer.
type OfferSeat struct {
	Game   string `arg:"" help:"${game}"`
	Player string `arg:"" help:"${player}"`
	DryRun bool   `json:"dry_run" help:"Only list the people Railpost would ask."`
}

// offerSeat opens a player's seat and offers it to those on the waiting list.
func (d waitingDesk) offerSeat(ctx context.Context, p OfferSeat) (*OpenSeat, error) {
	out := &OpenSeat{}
	_, err := d.changeGame(ctx, ChangeGame{Game: p.Game, DryRun: p.DryRun}, func(g *games.Game, c *journal.Change) error {
		s, err := seatNamed(c.Table, p.Player)
		if err != nil {
			return err
		}
		playing := c.Table.State == table.Running || c.Table.State == table.Paused
		wanted := c.Table.WhyVacant(s) != ""
		if c.Table.Ended() {
			return fault.Wrong("there is nothing to play", "game %s is %s", g.Name, g.Table.State)
		}
		if !wanted && !playing {
			return fault.Wrong("use replace, or wait until the player declines", "game %s has not begun", g.Name)
		}
		if !wanted {
			c.Table.Players[s].Open = true
			told := engine.Msg(key.SeatOpened, engine.Player("seat", s))
			c.Note(engine.Nobody, engine.Report{Message: told})
			tell.Table(ctx, c, s)
			tell.Seat(ctx, c, s, told)
		}
		*out = openSeat(c.Table, s, waitlist.Offer(ctx, c, s))
		return nil
	})
	return out, err
}
