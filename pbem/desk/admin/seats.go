package admin

import (
	"context"

	"railpost/engine"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/table"
)

// OpenSeat is a seat that needs a player.
type OpenSeat struct {
	Game   string   `json:"game"`
	Title  string   `json:"title"`
	State  string   `json:"state"`
	Seat   int      `json:"seat"`
	Player string   `json:"player"`          // present or former player
	Why    string   `json:"why"`             // declined, resigned, open
	Asked  []string `json:"asked,omitempty"` // people who were offered it, and have not answered
}

// openSeats lists the seats that need a player, of all games that have not ended.
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
	row := OpenSeat{Game: t.Game, Title: t.Title, State: string(t.State), Seat: int(s), Player: p.Name, Why: t.WhyVacant(s)}
	for _, g := range p.Asked {
		row.Asked = append(row.Asked, g.Name)
	}
	row.Asked = append(row.Asked, offered...)
	return row
}
