package table

import (
	"crypto/hmac"
	"fmt"
	"slices"
	"strings"
	"time"

	"railpost/engine"
)

// Guest is somebody who does not sit at the table, and was asked to take a seat.
type Guest struct {
	Name    string    `json:"name"`
	Address string    `json:"address"`
	Lang    string    `json:"lang,omitempty"` // of what they are sent about the seat; "": the seat's
	At      time.Time `json:"at"`             // when they were asked
}

// Watcher is somebody who watches the game by mail, and sees what everybody may know.
type Watcher struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	Lang    string `json:"lang,omitempty"`
	View    View   `json:"view,omitempty"`
	Told    uint64 `json:"told,omitempty"` // last record that the letters queued for them report
	Gone    bool   `json:"gone,omitempty"` // they no longer watch; the log has their name
}

// Watches reports whether somebody with an address watches the game.
func (t *Table) Watches(address string) bool {
	return slices.ContainsFunc(t.Watchers, func(w Watcher) bool { return w.Address == address && !w.Gone })
}

// Watching returns how many watch the game.
func (t *Table) Watching() (n int) {
	for _, w := range t.Watchers {
		if !w.Gone {
			n++
		}
	}
	return n
}

// Predecessor is who sat on a seat before its player.
type Predecessor struct {
	Name      string   `json:"name"`
	To        uint64   `json:"to"`        // the last record at which they sat there
	Addresses []string `json:"addresses"` // so that they can be erased
}

// SeatNamed returns the seat of the player with a name.
func (t *Table) SeatNamed(name string) (engine.Seat, bool) {
	i := slices.IndexFunc(t.Players, func(p Player) bool { return engine.Fold(p.Name) == engine.Fold(name) })
	return engine.Seat(i), i >= 0
}

// NameAt returns who sat on a seat when a record was written.
func (t *Table) NameAt(s engine.Seat, record uint64) string {
	p := t.Players[s]
	for _, f := range p.Before {
		if record <= f.To {
			return f.Name
		}
	}
	return p.Name
}

// NamesAt returns who sat at the table when a record was written, by seat.
func (t *Table) NamesAt(record uint64) []string {
	names := make([]string, len(t.Players))
	for s := range t.Players {
		names[s] = t.NameAt(engine.Seat(s), record)
	}
	return names
}

// GuestToken returns what proves that the letter was read which asks somebody to take a
// seat. It proves no seat.
func (t *Table) GuestToken(s engine.Seat, g Guest) string {
	return token(t.Key, fmt.Sprintf("guest|%s|%d|%d|%s", t.Name(), s, g.At.UnixNano(), g.Address))
}

// GuestOf returns who was sent a token, and the seat that they were asked to take.
func (t *Table) GuestOf(token string) (engine.Seat, Guest, bool) {
	token = strings.ToLower(token)
	for s := range t.Players {
		for _, g := range t.guests(engine.Seat(s)) {
			if hmac.Equal([]byte(t.GuestToken(engine.Seat(s), g)), []byte(token)) {
				return engine.Seat(s), g, true
			}
		}
	}
	return engine.Nobody, Guest{}, false
}

// guests returns all who were asked something about a seat and have not answered.
func (t *Table) guests(s engine.Seat) []Guest {
	p := t.Players[s]
	if p.Sitter == nil || p.Sitter.Sits {
		return p.Asked
	}
	return append(slices.Clone(p.Asked), p.Sitter.Guest)
}

// HasGuest reports whether somebody with an address plays for a player of the table, or was
// asked to take a seat or to play there for a time.
func (t *Table) HasGuest(address string) bool {
	return slices.ContainsFunc(t.Players, func(p Player) bool {
		return p.Sitter != nil && p.Sitter.Address == address || slices.ContainsFunc(p.Asked, func(g Guest) bool { return g.Address == address })
	})
}

// ForTime reports whether a guest was asked to play for a seat's player for a time.
func (t *Table) ForTime(s engine.Seat, g Guest) bool {
	p := t.Players[s].Sitter
	return p != nil && p.Guest == g
}

// GuestAt returns who was asked something about a seat at an address and an instant.
func (t *Table) GuestAt(s engine.Seat, address string, at time.Time) (Guest, bool) {
	for _, g := range t.guests(s) {
		if g.Address == address && g.At.Equal(at) {
			return g, true
		}
	}
	return Guest{}, false
}

// Addressed enters the language of what somebody who was asked something about a seat is
// sent about it.
func (t *Table) Addressed(s engine.Seat, g Guest, lang string) Guest {
	p := &t.Players[s]
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

// Forget takes an address off those that were asked to take a seat.
func (t *Table) Forget(s engine.Seat, address string) {
	t.Players[s].Asked = slices.DeleteFunc(t.Players[s].Asked, func(g Guest) bool { return g.Address == address })
}
