package admin

import (
	"context"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key/lobby"
	"railpost/pbem/facts/table"
)

// Opening is a row of lobby.list: a table that players form.
type Opening struct {
	Game    string    `json:"game"`
	Title   string    `json:"title"`
	Seats   int       `json:"seats"`
	Players []string  `json:"players"` // "Ana <ana@example.org>"; the first opened it
	Opened  time.Time `json:"opened"`
	Changed time.Time `json:"changed"` // when somebody last joined or left
}

func opening(o *table.Opening) Opening {
	row := Opening{Game: o.Game, Title: o.Title, Seats: o.Seats, Opened: o.Opened, Changed: o.Changed}
	for _, j := range o.Players {
		row.Players = append(row.Players, j.Name+" <"+j.Address+">")
	}
	return row
}

// listLobby lists the tables in formation, the oldest first.
func (d waitingDesk) listLobby(ctx context.Context, _ None) ([]Opening, error) {
	out := []Opening{}
	c := d.NewChange(nil)
	for _, o := range profiles.Openings(ctx, c) {
		out = append(out, opening(o))
	}
	return out, c.Err
}

// CloseOpening are the parameters of lobby.close.
type CloseOpening struct {
	Game   string `arg:"" name:"table" help:"Name of the table."`
	DryRun bool   `json:"dry_run" help:"${dry_run}"`
}

// closeOpening deletes a table in formation; its players are told.
func (d waitingDesk) closeOpening(ctx context.Context, p CloseOpening) (*Opening, error) {
	c := d.NewChange(nil)
	o := profiles.Opening(ctx, c, p.Game)
	if o == nil {
		return nil, fault.Wrong("railpost lobby list shows all", "there is no table %q in the lobby", p.Game)
	}
	profiles.TellOpening(ctx, c, o, "", engine.Msg(lobby.ClosedByOrganiser, engine.Text("game", o.Game)))
	profiles.CloseOpening(c, o)
	row := opening(o)
	return &row, d.commit(ctx, c, p.DryRun)
}

// mayWrite refuses an address that never wrote here and has stopped letters, for any sender.
func mayWrite(ctx context.Context, c *journal.Change, address string) error {
	if !profiles.Refuses(ctx, c, address) {
		return nil
	}
	return fault.Wrong("railpost lobby allow "+address+" ends that, if they want letters again", "the reader of %s wants no more letters", address)
}

// AllowRequests are the parameters of lobby.allow.
type AllowRequests struct {
	Address string `arg:"" help:"The address."`
	DryRun  bool   `json:"dry_run" help:"${dry_run}"`
}

// allowRequests takes back a "stop", at the wish of the reader at the address.
func (d waitingDesk) allowRequests(ctx context.Context, p AllowRequests) (*None, error) {
	a, err := journal.ParseAddress(p.Address)
	if err != nil {
		return nil, fault.Wrong("write ana@example.org", "address %q: %v", p.Address, err)
	}
	c := d.NewChange(nil)
	if !profiles.Stopped(ctx, c, a.Address) {
		return nil, fault.Wrong("there is nothing to do", "%s has not stopped anything", a.Address)
	}
	c.Values[table.StoppedKey(a.Address)] = nil
	return &None{}, d.commit(ctx, c, p.DryRun)
}
