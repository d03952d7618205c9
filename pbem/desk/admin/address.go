package admin

import (
	"context"
	"errors"
	"slices"

	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/desk/seats"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/table"
)

// MoveAddress are the parameters of player.address: one person's address wherever it is on
// file.
type MoveAddress struct {
	Old    string `arg:"" help:"The address on file."`
	New    string `arg:"" help:"The new address. Each game sends a letter there, with a new answer address."`
	Force  bool   `help:"Even if another seat of a game has the same address."`
	DryRun bool   `json:"dry_run" help:"${dry_run}"`

	Games []string `kong:"-"` // only in these, and not on the waiting list; null: wherever it is
}

// Moved is where it was entered.
type Moved struct {
	Games   []GameRow `json:"games"`             // once for each seat, and again for each as a substitute or guest
	Waiting bool      `json:"waiting,omitempty"` // on the waiting list
	Profile bool      `json:"profile,omitempty"` // in a profile
}

// moveAddress enters a person's new address in all games under way and on the waiting list,
// or nowhere. Each sends a letter there with a token of its own.
func (d playerDesk) moveAddress(ctx context.Context, p MoveAddress) (*Moved, error) {
	from, err := journal.ParseAddress(p.Old)
	if err != nil {
		return nil, fault.Wrong("write ana@example.org", "address %q: %v", p.Old, err)
	}
	to, err := journal.ParseAddress(p.New)
	if err != nil {
		return nil, fault.Wrong("write ana@example.org", "address %q: %v", p.New, err)
	}
	if journal.IsOwn(d.Config, to.Address) {
		return nil, fault.Wrong("write the address at which they read mail", "mail to %s comes back to the service", to.Address)
	}
	if !p.DryRun {
		try := p
		try.DryRun = true
		if _, err := d.moveAddress(ctx, try); err != nil {
			return nil, err
		}
	}
	out := &Moved{Games: []GameRow{}}
	err = d.EachTable(ctx, func(t *table.Table, _ uint64) error {
		if t.Ended() || p.Games != nil && !slices.Contains(p.Games, t.Game) {
			return nil
		}
		return d.moveAt(ctx, t, p, from.Address, to.Address, out)
	})
	if err != nil {
		return nil, err
	}
	if p.Games == nil {
		if err := errors.Join(d.moveWaiting(ctx, p, from.Address, to.Address, out), d.moveProfile(ctx, p, from.Address, to.Address, out)); err != nil {
			return nil, err
		}
	}
	if len(out.Games) == 0 && !out.Waiting && !out.Profile {
		return nil, fault.Wrong("railpost game show GAME shows the addresses of a game", "the address %s is in no current game, on no waiting list and not in the lobby", from.Address)
	}
	return out, nil
}

// moveAt enters the new address in one game: of a player, a substitute, or somebody who was asked to be one.
func (d playerDesk) moveAt(ctx context.Context, t *table.Table, p MoveAddress, from, to string, out *Moved) error {
	for _, s := range t.SeatsOf(from) {
		r, err := d.setPlayer(ctx, SetPlayer{Game: t.Game, Player: t.Players[s].Name, Address: to, Force: p.Force, DryRun: p.DryRun})
		if err != nil {
			return err
		}
		out.Games = append(out.Games, *r)
	}
	if !t.HasGuest(from) && !t.Watchers.Has(from) {
		return nil
	}
	r, err := d.changeGame(ctx, ChangeGame{Game: t.Game, DryRun: p.DryRun}, func(_ *games.Game, c *journal.Change) error {
		if seats := c.Table.SeatsOf(to); len(seats) > 0 && !p.Force {
			return fault.Wrong("add --force if two people share a mailbox", "%s has the address %s", c.Table.Players[seats[0]].Name, to)
		}
		seats.MoveGuests(ctx, c, from, to)
		return nil
	})
	if err == nil {
		out.Games = append(out.Games, *r)
	}
	return err
}

func (d playerDesk) moveWaiting(ctx context.Context, p MoveAddress, from, to string, out *Moved) error {
	n, err := d.Newcomer(ctx, from)
	if err != nil || n == nil {
		return err
	}
	other, err := d.Newcomer(ctx, to)
	if err != nil {
		return err
	}
	if other != nil {
		return fault.Wrong("take one of the two off: railpost waiting remove ADDRESS", "%s is on the waiting list with the address %s", other.Name, to)
	}
	c := d.NewChange(nil)
	waitlist.Move(ctx, c, n, to)
	out.Waiting = true
	return d.commit(ctx, c, p.DryRun)
}

func (d playerDesk) moveProfile(ctx context.Context, p MoveAddress, from, to string, out *Moved) error {
	was, err := d.Profile(ctx, from)
	if err != nil || was == nil || from == to {
		return err
	}
	other, err := d.Profile(ctx, to)
	if err != nil {
		return err
	}
	if other != nil && other.Proven() {
		return fault.Wrong("they can answer `forget` to a letter of one of the two", "%s has a profile of its own", to)
	}
	c := d.NewChange(nil)
	profiles.Move(ctx, c, was, from, to)
	out.Profile = true
	return d.commit(ctx, c, p.DryRun)
}
