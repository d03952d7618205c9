package g18mag

import (
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
)

// CompanySay returns the name of a company: "18mag.company.4", "18mag.company.sik".
func CompanySay(name string, c Company) engine.Arg { return engine.Term(name, CompanyKey(c)) }

// CompanyKey returns the key of a company's name.
func CompanyKey(c Company) string { return companyKeys[c] }

var companyKeys = func() (list []string) {
	for i := range Companies {
		list = append(list, key.CompanyOf+Companies[i].Key)
	}
	return list
}()

// StepSay returns the name of a step.
func StepSay(name string, step Step) engine.Arg { return engine.Term(name, key.StepOf+string(step)) }

// Who returns a player as the argument "seat".
func Who(seat engine.Seat) engine.Arg { return engine.Player("seat", seat) }

// SeatList returns a list of players.
func SeatList(name string, seats []engine.Seat) engine.Arg {
	return engine.SeveralOf(name, seats, engine.Player)
}

// MarkOf returns the mark of a major: "GC" for G&C. Orders may use it, too.
func MarkOf(word string) string {
	return strings.ToUpper(strings.ReplaceAll(engine.Fold(word), "&", "")[:2])
}
