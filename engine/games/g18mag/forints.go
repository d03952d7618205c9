package g18mag

import (
	"slices"
	"strings"

	"railpost/engine"
)

// forints is a domain of amounts that may be followed by the unit: "60 Ft", "60Ft".
type forints struct{ engine.Domain }

// units are the ways to write Forint.
var units = []string{"ft", "forint", "forints", "huf"}

// Unlisted returns the range of the numbers.
func (d forints) Unlisted() engine.Unlisted { return engine.Beside(d.Domain) }

func (d forints) Read(t *engine.Tokens) (engine.Value, error) {
	before := t.All
	apart(t)
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

// apart splits a unit from the number that it is attached to.
func apart(t *engine.Tokens) {
	tok := t.Peek()
	n := len(tok.Text) - len(strings.TrimLeft(tok.Text, "0123456789"))
	if n == 0 || !slices.Contains(units, engine.Fold(tok.Text[n:])) {
		return
	}
	number := engine.Token{Text: tok.Text[:n], Fold: tok.Text[:n], Column: tok.Column}
	unit := engine.Token{Text: tok.Text[n:], Fold: engine.Fold(tok.Text[n:]), Column: tok.Column + n}
	t.All = slices.Concat(t.All[:t.At], []engine.Token{number, unit}, t.All[t.At+1:])
}
