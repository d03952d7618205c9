package table

import (
	"slices"
	"time"

	"railpost/engine"
)

// Guest is a person outside the table who was offered a seat.
type Guest struct {
	Name    string    `json:"name"`
	Address string    `json:"address"`
	Lang    string    `json:"lang,omitempty"` // of what they are sent about the seat; "": the seat's
	At      time.Time `json:"at"`             // when they were asked
}

// Watcher is a person who watches the game by mail, and sees public facts.
type Watcher struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	Lang    string `json:"lang,omitempty"`
	View    View   `json:"view,omitempty"`
	Told    uint64 `json:"told,omitempty"` // last record that the letters queued for them report
	Gone    bool   `json:"gone,omitempty"` // they no longer watch; the log has their name
}

// Watchers are all who ever watched a game.
type Watchers []Watcher

// Has reports whether somebody with an address watches.
func (list Watchers) Has(address string) bool {
	return slices.ContainsFunc(list, func(w Watcher) bool { return w.Address == address && !w.Gone })
}

// Count returns the number of watchers.
func (list Watchers) Count() (n int) {
	for _, w := range list {
		if !w.Gone {
			n++
		}
	}
	return n
}

// Predecessor is who sat on a seat before its player.
type Predecessor struct {
	Name      string   `json:"name"`
	To        uint64   `json:"to"`        // the last record of their time on the seat
	Addresses []string `json:"addresses"` // so that they can be erased
}

// SeatNamed returns the seat of the player with a name.
func (t *Table) SeatNamed(name string) (engine.Seat, bool) {
	i := slices.IndexFunc(t.Players, func(p Player) bool { return engine.Fold(p.Name) == engine.Fold(name) })
	return engine.Seat(i), i >= 0
}

// NamesAt returns who sat at the table when a record was written, by seat.
func (t *Table) NamesAt(record uint64) []string {
	names := make([]string, len(t.Players))
	for s := range t.Players {
		names[s] = t.Players[engine.Seat(s)].NameAt(record)
	}
	return names
}

// HasGuest reports whether somebody with an address plays for a player of the table, or was
// asked to take a seat or to play there for a time.
func (t *Table) HasGuest(address string) bool {
	return slices.ContainsFunc(t.Players, func(p Player) bool {
		return p.Sitter != nil && p.Sitter.Address == address || slices.ContainsFunc(p.Asked, func(g Guest) bool { return g.Address == address })
	})
}

// NameAt returns who sat on the seat when a record was written.
func (p *Player) NameAt(record uint64) string {
	for _, f := range p.Before {
		if record <= f.To {
			return f.Name
		}
	}
	return p.Name
}

// OnFile reports whether an address, as extract.Address writes it, belongs to the player.
func (p *Player) OnFile(address string) bool { return slices.Contains(p.Addresses, address) }

// guests returns all who were asked something about the seat and have not answered.
func (p *Player) guests() []Guest {
	if p.Sitter == nil || p.Sitter.Sits {
		return p.Asked
	}
	return append(slices.Clone(p.Asked), p.Sitter.Guest)
}

// SitterIs reports whether a guest was asked to play for the player for a time.
func (p *Player) SitterIs(g Guest) bool { return p.Sitter != nil && p.Sitter.Guest == g }

// GuestAt returns who was asked something about the seat at an address and an instant.
func (p *Player) GuestAt(address string, at time.Time) (Guest, bool) {
	for _, g := range p.guests() {
		if g.Address == address && g.At.Equal(at) {
			return g, true
		}
	}
	return Guest{}, false
}

// Addressed enters the language of letters to a person who was asked something about the seat.
func (p *Player) Addressed(g Guest, lang string) Guest {
	if p.Sitter != nil && p.Sitter.Guest == g {
		sitter := *p.Sitter
		sitter.Lang = lang
		p.Sitter = &sitter
	}
	for i := range p.Asked {
		if p.Asked[i] == g {
			p.Asked[i].Lang = lang
		}
	}
	g.Lang = lang
	return g
}

// Forget removes an address from those that were offered the seat.
func (p *Player) Forget(address string) {
	p.Asked = slices.DeleteFunc(p.Asked, func(g Guest) bool { return g.Address == address })
}
