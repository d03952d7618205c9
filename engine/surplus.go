package engine

import (
	"slices"
	"strings"
)

// Answered is what the lines of a mail have answered last, and whether they have shown
// anything. By it an order that
// only ends a turn is known to be surplus: people write "done" behind a turn that
// has ended by itself.
type Answered struct {
	Prompt Prompt
	By     Ending // what the answer gave up
	Shown  bool   // some line of the mail has shown something hidden
}

// Surplus reports that a line only ends the turn that was answered last, that this
// turn asks nothing now, and that the line cannot be meant for another turn: who
// ends a turn in so many words and writes that once more means the next one.
func (a Answered) Surplus(p Position, seat Seat, line string) bool {
	if a.Prompt.Turn == "" || !a.ending(line) {
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

// ending says that a line is an order which only gave up something of that turn.
func (a Answered) ending(line string) bool {
	return a.Prompt.EndedBy(line) != EndsNothing
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
