package tycoon

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// cardDomain is the domain of operation cards: their numbers, and the names of those
// that are available.
type cardDomain struct{ s *State }

func (d cardDomain) Read(t *engine.Tokens) (engine.Value, error) {
	tok := t.Peek()
	if tok.Fold == "no" || tok.Fold == "the" { // "no 22"
		t.At++
		tok = t.Peek()
	}
	if n, err := strconv.Atoi(tok.Text); err == nil {
		t.At++
		return n, nil
	}
	var words []engine.Word[int]
	for _, id := range d.s.Up {
		name := strings.TrimPrefix(d.s.book.Cards[id].Name, "The ") // an article names none
		if !slices.ContainsFunc(words, func(w engine.Word[int]) bool { return w.Text == name }) {
			words = append(words, engine.Word[int]{Text: name, Value: id})
		}
	}
	if id, err := engine.Words(key.ParamCard, words, nil).Read(t); err == nil {
		return id, nil
	}
	r := engine.UnknownWord(tok, key.ParamCard, nil)
	for _, id := range d.s.Up {
		if d.Rule(id) == nil {
			r.Expected = append(r.Expected, strconv.Itoa(id))
		}
	}
	return nil, r
}

func (d cardDomain) Rule(v engine.Value) error { return d.s.MayTake(v.(int)) }

// Members lists one card of each set of equal cards.
func (d cardDomain) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		for i, id := range d.s.Up {
			twin := func(other int) bool { return d.s.book.alike(id, other) }
			if !slices.ContainsFunc(d.s.Up[:i], twin) && !yield(id) {
				return
			}
		}
	}
}

// alike reports whether two cards have the same effect.
func (b *Book) alike(x, y int) bool {
	one, other := b.Cards[x], b.Cards[y]
	one.ID, one.Start = other.ID, other.Start
	return one == other
}

// Record returns Text: any available card may be written, including one equal to a
// listed card.
func (d cardDomain) Record(v engine.Value) string { return d.Text(v) }

func (d cardDomain) Text(v engine.Value) string { return strconv.Itoa(v.(int)) }

// nothing is the domain of a parameter that an order does not need: it reads and writes nothing, and has a
// single value.
type nothing[T any] struct{ value T }

func (d nothing[T]) Read(*engine.Tokens) (engine.Value, error) { return d.value, nil }

func (d nothing[T]) Rule(engine.Value) error { return nil }

func (d nothing[T]) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) { yield(d.value) }
}

func (d nothing[T]) Text(engine.Value) string { return "" }
