package g18mag

import (
	"strings"

	"railpost/engine"
)

// CompanySay names a company: "18mag.company.4", "18mag.company.sik".
func CompanySay(name string, c Company) engine.Arg { return engine.Term(name, CompanyKey(c)) }

// CompanyKey is the message that names a company.
func CompanyKey(c Company) string { return "18mag.company." + Companies[c].Key }

// StepSay names a step of a turn.
func StepSay(step Step) engine.Arg { return engine.Term("step", "18mag.step."+string(step)) }

// Who is a player.
func Who(seat engine.Seat) engine.Arg { return engine.Player("seat", seat) }

// SeatList is a list of players.
func SeatList(name string, seats []engine.Seat) engine.Arg {
	return engine.SeveralOf(name, seats, engine.Player)
}

// MarkOf is the mark of a major: "GC" of G&C. Orders read it, too.
func MarkOf(word string) string {
	return strings.ToUpper(strings.ReplaceAll(engine.Fold(word), "&", "")[:2])
}

// PlaceOf is the name of the place on a hex, "" where it has none.
func (s *State) PlaceOf(name string) string {
	h, ok := s.World().Map.Find(name)
	if !ok {
		return ""
	}
	return s.World().Map.Hexes[h].Place
}
