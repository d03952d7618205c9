package admin

import (
	"context"

	"railpost/engine"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/table"
)

// OpenSeat is a seat for which somebody is wanted.
type OpenSeat struct {
	Game   string   `json:"game"`
	Title  string   `json:"title"`
	State  string   `json:"state"`
	Seat   int      `json:"seat"`
	Player string   `json:"player"`          // who has it now, or had it
	Why    string   `json:"why"`             // declined, resigned, open
	Asked  []string `json:"asked,omitempty"` // who was asked to take it, and has not answered
}

// openSeats lists the seats for which somebody is wanted, of all games that go on.
func (d waitingDesk) openSeats(ctx context.Context, _ struct{}) ([]OpenSeat, error) {
	out := []OpenSeat{}
	list, err := waitlist.All(ctx, d.desk.Journal)
	if err != nil {
		return nil, err
	}
	err = d.EachTable(ctx, func(t *table.Table, _ uint64) error {
		for _, s := range t.WantedSeats() {
			out = append(out, openSeat(t, s, table.OfferedTo(list, t.Game, s)))
		}
		return nil
	})
	return out, err
}

func openSeat(t *table.Table, s engine.Seat, offered []string) OpenSeat {
	p := t.Players[s]
	row := OpenSeat{Game: t.Game, Title: t.Title, State: string(t.State), Seat: int(s), Player: p.Name, Why: t.Wanted(s)}
	for _, g := range p.Asked {
		row.Asked = append(row.Asked, g.Name)
	}
	row.Asked = append(row.Asked, offered...)
	return row
}
