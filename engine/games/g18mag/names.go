package g18mag

import (
	"slices"
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

// forints is a domain of amounts that may be followed by the unit: "60 Ft", "60Ft".
type forints struct{ engine.Domain }

// units are the ways to write Forint.
var units = []string{"ft", "forint", "forints", "huf"}

// Unlisted returns the range of the numbers.
func (d forints) Unlisted() engine.Unlisted { return engine.UnlistedValues(d.Domain) }

func (d forints) Read(t *engine.Tokens) (engine.Value, error) {
	before := t.All
	splitUnit(t)
	v, err := d.Domain.Read(t)
	if err != nil {
		t.All = before
		return nil, err
	}
	if slices.Contains(units, t.Peek().Fold) {
		t.At++
	}
	return v, nil
}

// splitUnit splits a unit from the number that it is attached to.
func splitUnit(t *engine.Tokens) {
	tok := t.Peek()
	n := len(tok.Text) - len(strings.TrimLeft(tok.Text, "0123456789"))
	if n == 0 || !slices.Contains(units, engine.Fold(tok.Text[n:])) {
		return
	}
	number := engine.Token{Text: tok.Text[:n], Fold: tok.Text[:n], Column: tok.Column}
	unit := engine.Token{Text: tok.Text[n:], Fold: engine.Fold(tok.Text[n:]), Column: tok.Column + n}
	t.All = slices.Concat(t.All[:t.At], []engine.Token{number, unit}, t.All[t.At+1:])
}
