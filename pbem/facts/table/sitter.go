package table

import (
	"crypto/hmac"
	"fmt"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/clock"
)

// Sitter is who plays for a player for a time: their substitute.
type Sitter struct {
	Guest
	From  clock.Date `json:"from,omitzero"`  // from this day on the player's time runs though they are away
	Until clock.Date `json:"until"`          // the last day, on the player's calendar
	Sits  bool       `json:"sits,omitempty"` // they have accepted
}

// SitterEnds returns when the last day of a seat's substitute is over.
func (t *Table) SitterEnds(s engine.Seat) time.Time {
	return t.Players[s].Sitter.Until.Next().Begin(t.ZoneOf(s))
}

// SitterAt returns who plays for a seat's player at an instant; nil if nobody does.
func (t *Table) SitterAt(s engine.Seat, at time.Time) *Sitter {
	if p := t.Players[s].Sitter; p != nil && p.Sits && at.Before(t.SitterEnds(s)) {
		return p
	}
	return nil
}

// satOn reports whether a day is one on which a substitute plays for a seat's player.
func (t *Table) satOn(s engine.Seat, d clock.Date) bool {
	p := t.Players[s].Sitter
	return p != nil && p.Sits && p.From != (clock.Date{}) && !d.Before(p.From) && !p.Until.Before(d)
}

// SitterToken returns what proves that a seat's substitute writes.
func (t *Table) SitterToken(s engine.Seat) string {
	g := t.Players[s].Sitter
	return token(t.Key, fmt.Sprintf("sitter|%s|%d|%d|%s", t.Name(), s, g.At.UnixNano(), g.Address))
}

// SitterOf returns the seat whose substitute a token proves at an instant.
func (t *Table) SitterOf(token string, at time.Time) (engine.Seat, *Sitter, bool) {
	token = strings.ToLower(token)
	for s := range t.Players {
		seat := engine.Seat(s)
		if g := t.SitterAt(seat, at); g != nil && hmac.Equal([]byte(t.SitterToken(seat)), []byte(token)) {
			return seat, g, true
		}
	}
	return engine.Nobody, nil, false
}
