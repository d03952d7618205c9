package table

import (
	"time"

	"railpost/pbem/facts/clock"
)

// Sitter is who plays for a player for a time: their substitute.
type Sitter struct {
	Guest
	From  clock.Date `json:"from,omitzero"`  // from this day on the player's time runs though they are away
	Until clock.Date `json:"until"`          // the last day, on the player's calendar
	Sits  bool       `json:"sits,omitempty"` // they have accepted
}

// SitterEnds returns when the last day of the player's substitute is over.
func (p *Player) SitterEnds() time.Time { return p.Sitter.Until.Next().Begin(p.location()) }

// SitterAt returns who plays for the player at an instant; nil if nobody does.
func (p *Player) SitterAt(at time.Time) *Sitter {
	if p.Sitter != nil && p.Sitter.Sits && at.Before(p.SitterEnds()) {
		return p.Sitter
	}
	return nil
}

// satOn reports whether a substitute plays for the player on a day.
func (p *Player) satOn(d clock.Date) bool {
	s := p.Sitter
	return s != nil && s.Sits && s.From != (clock.Date{}) && !d.Before(s.From) && !s.Until.Before(d)
}
