package engine

import (
	"slices"
	"strings"
)

// Answered is what the lines of a mail answered last, and whether they revealed anything.
// It serves to recognise an order that ends a turn which has already ended: people write
// "done" after a turn that ended by itself.
type Answered struct {
	Prompt Prompt
	By     Ending // what the answer gave up
	Shown  bool   // some line of the mail has revealed something hidden
}

// AlreadyEnded reports whether a line only ends the turn that was answered last, this turn asks
// nothing any more, and the line cannot be meant for another turn: a player who ends a turn
// explicitly and writes the same again means the next one.
func (a Answered) AlreadyEnded(p Position, seat Seat, line string) bool {
	if a.Prompt.Turn == "" || a.Prompt.EndedBy(line) == EndsNothing {
		return false
	}
	asked := false
	for _, now := range p.Prompts(seat) {
		if now.Turn == a.Prompt.Turn {
			return false
		}
		asked = asked || !now.Optional
	}
	return !asked || a.By != EndsTurn
}

// EndedBy returns what a line gives up that only ends something of the prompt's turn.
func (p Prompt) EndedBy(line string) Ending {
	word := Squeeze(strings.Trim(line, " .!"))
	for _, v := range p.Verbs {
		if v.Ends != EndsNothing && (Squeeze(v.Name) == word || slices.ContainsFunc(v.Also, func(also string) bool { return Squeeze(also) == word })) {
			return v.Ends
		}
	}
	return EndsNothing
}
