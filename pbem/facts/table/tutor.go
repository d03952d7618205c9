package table

import "slices"

// Tutor explains the steps of a game in the letters to a player who is new to the title. It
// is never changed, only replaced.
type Tutor struct {
	Known []string `json:"known,omitempty"` // the questions, by message key, that they have answered
}

// Learn notes the question when a player gave an order: a letter has explained it.
func (p *Player) Learn(asks []string) {
	if p.Tutor == nil {
		return
	}
	known := slices.Clip(p.Tutor.Known)
	for _, ask := range asks {
		if !slices.Contains(known, ask) {
			known = append(known, ask)
		}
	}
	p.Tutor = &Tutor{Known: known}
}

// Knows reports whether a letter has explained a question.
func (t *Tutor) Knows(ask string) bool { return slices.Contains(t.Known, ask) }
