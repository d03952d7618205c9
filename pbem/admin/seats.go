package admin

import (
	"context"

	"railpost/pbem/table"
	"railpost/store"
)

// OpenSeat is a seat for which somebody is wanted.
type OpenSeat struct {
	Game   string   `json:"game"`
	Title  string   `json:"title"`
	State  string   `json:"state"`
	Seat   int      `json:"seat"`
	Player string   `json:"player"`          // who has it now, or had it
	Why    string   `json:"why"`             // declined, resigned, open
	Asked  []string `json:"asked,omitempty"` // who was asked to take it
}

// openSeats lists the seats for which somebody is wanted, of all games that go on.
func (d *Desk) openSeats(ctx context.Context, _ struct{}) ([]OpenSeat, error) {
	out := []OpenSeat{}
	err := d.Store.Heads(ctx, func(h store.Head) error {
		t, err := table.Read(h.Doc)
		if err != nil || t.State == table.Over || t.State == table.Closed {
			return err
		}
		for s, p := range t.Players {
			why := ""
			switch {
			case p.Resigned:
				why = "resigned"
			case p.Open:
				why = "open"
			case t.State == table.Inviting && p.Answer == "decline":
				why = "declined"
			default:
				continue
			}
			row := OpenSeat{Game: t.Game, Title: t.Title, State: string(t.State), Seat: s, Player: p.Name, Why: why}
			for _, g := range p.Asked {
				row.Asked = append(row.Asked, g.Name)
			}
			out = append(out, row)
		}
		return nil
	})
	return out, err
}
