package tycoon

import (
	"iter"
	"strconv"
	"strings"

	"railpost/engine"
)

// numberList is a domain of whole numbers that lists only those from lo to hi, in
// rising order. "$3" and "3k" are read as 3, and a unit may follow.
type numberList struct {
	engine.Domain
	lo, hi int
	units  []string
	money  bool // thousands of dollars: 3000 is 3
}

const thousand = 1000

// Members lists the numbers from lo to hi.
func (d numberList) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		for n := d.lo; n <= d.hi; n++ {
			if !yield(n) {
				return
			}
		}
	}
}

// Record lets numbers that are not listed be written.
func (d numberList) Record(v engine.Value) string { return d.Text(v) }

func (d numberList) Read(t *engine.Tokens) (engine.Value, error) {
	tok := t.Peek()
	text := strings.TrimPrefix(tok.Text, "$")
	text = strings.TrimSuffix(text, "k")
	if n, err := strconv.Atoi(text); err == nil {
		t.At++
		if d.money && n >= thousand && n%thousand == 0 {
			n /= thousand
		}
		d.unit(t)
		return n, nil
	}
	v, err := d.Domain.Read(t)
	if err == nil {
		d.unit(t)
	}
	return v, err
}

// unit skips a word that only names the thing counted.
func (d numberList) unit(t *engine.Tokens) {
	for _, u := range d.units {
		if t.Peek().Fold == u {
			t.At++
			return
		}
	}
}
