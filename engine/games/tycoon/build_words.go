package tycoon

import (
	"slices"
	"strings"
	"unicode/utf8"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/rail/hex"
)

// The words after the start of a build order: hexes, directions and cities in any
// mixture, with ">" before the last. Many forms are accepted that are never written.

// stepWord is a hex, city or direction as an order names it.
type stepWord struct {
	spot           Spot // NoSpot for a direction
	side           hex.Edge
	column, length int
}

func (w stepWord) isSide() bool { return w.spot == NoSpot }

// wayWords are the words of a way.
type wayWords struct {
	steps []stepWord
	arrow int // how many steps precede the last ">"; noArrow: there is none
}

const noArrow = -1

// dashes separate the hexes of a way written as one word.
const dashes = "-\u2010\u2011\u2012\u2013\u2014\u2212/"

// wayWordsOf reads up to "with" or the end.
func (b *Book) wayWordsOf(t *engine.Tokens) (wayWords, error) {
	w := wayWords{arrow: noArrow}
	for !t.Done() && !withWords[t.Peek().Fold] {
		tok := t.Peek()
		switch {
		case arrows[tok.Fold]:
			w.arrow = len(w.steps)
			t.Next()
			continue
		case strings.Contains(":,;=()[]", tok.Text) || fillers[tok.Fold]:
			t.Next()
			continue
		}
		steps, err := b.stepWords(t)
		if err != nil && b.ended(&w) {
			return w, nil // a word after the order
		}
		if err != nil {
			return w, err
		}
		w.steps = append(w.steps, steps...)
	}
	return w, nil
}

// ended reports whether the way may end here: something follows ">", or a city comes
// last.
func (b *Book) ended(w *wayWords) bool {
	n := len(w.steps)
	if n == 0 || w.arrow != noArrow {
		return n > 0 && w.arrow == n-1
	}
	last := w.steps[n-1]
	return n > 1 && !last.isSide() && b.Hexes[last.spot].City != NoCity
}

// stepWords reads the next word: a direction, a hex, several of them with hyphens, or a
// city.
func (b *Book) stepWords(t *engine.Tokens) ([]stepWord, error) {
	tok := t.Peek()
	names := &cityNames{what: key.ParamWay, book: b}
	if c, n := names.wholly(t); n > 1 { // "East St. Louis" is no direction
		return []stepWord{b.cityStep(t, c, n)}, nil
	}
	if steps := b.hyphened(tok); steps != nil {
		t.Next()
		return steps, nil
	}
	if step, ok := b.apart(t); ok {
		return []stepWord{step}, nil
	}
	if c, n := names.wholly(t); n > 0 {
		return []stepWord{b.cityStep(t, c, n)}, nil
	}
	if step, ok := b.firstOf(t); ok {
		return []stepWord{step}, nil
	}
	switch {
	case looksHex(tok.Fold):
		return nil, b.noSuchHex(tok)
	case noSides[tok.Fold]:
		return nil, &engine.Refusal{Kind: engine.NotUnderstood, Column: tok.Column, Length: utf8.RuneCountInString(tok.Text),
			Why: engine.Msg(key.NoBuildNoSide, engine.Order("word", tok.Text)), Expected: Directions[:]}
	}
	from := t.At
	v, err := names.Read(t)
	if err != nil {
		return nil, err
	}
	n := t.At - from
	t.At = from
	return []stepWord{b.cityStep(t, v.(City), n)}, nil
}

// cityStep takes the words that name a city.
func (b *Book) cityStep(t *engine.Tokens, c City, words int) stepWord {
	first, last := t.All[t.At], t.All[t.At+words-1]
	t.At += words
	return stepWord{spot: b.Cities[c].Spot, column: first.Column, length: last.Column + utf8.RuneCountInString(last.Text) - first.Column}
}

// firstOf reads the hex or direction before the first dash of a word: "N18" of
// "N18-Toledo". The rest is left as a separate word.
func (b *Book) firstOf(t *engine.Tokens) (stepWord, bool) {
	tok := t.Peek()
	i := strings.IndexAny(tok.Text, dashes)
	if i <= 0 {
		return stepWord{}, false
	}
	head, tail, ok := parted(tok, i)
	if !ok {
		return stepWord{}, false
	}
	step, ok := b.stepWord(head.Fold, head.Column, utf8.RuneCountInString(head.Text))
	if ok {
		t.All = slices.Concat(t.All[:t.At], []engine.Token{head, tail}, t.All[t.At+1:])
		t.Next()
	}
	return step, ok
}

// hyphened reads one word of hexes and directions; nil if it is not one.
func (b *Book) hyphened(tok engine.Token) (steps []stepWord) {
	if step, ok := b.stepWord(tok.Fold, tok.Column, utf8.RuneCountInString(tok.Text)); ok {
		return []stepWord{step}
	}
	column := tok.Column
	for part := range strings.FieldsFuncSeq(strings.Map(dashToBlank, tok.Text), func(r rune) bool { return r == ' ' }) {
		step, ok := b.stepWord(engine.Fold(part), column, utf8.RuneCountInString(part))
		if !ok {
			return nil
		}
		steps = append(steps, step)
		column += utf8.RuneCountInString(part) + 1
	}
	return steps
}

func dashToBlank(r rune) rune {
	if strings.ContainsRune(dashes, r) {
		return ' '
	}
	return r
}

// stepWord reads a direction or the name of a hex.
func (b *Book) stepWord(fold string, column, length int) (stepWord, bool) {
	if e, ok := sideWords[fold]; ok {
		return stepWord{spot: NoSpot, side: e, column: column, length: length}, true
	}
	spot := b.SpotNamed(fold)
	return stepWord{spot: spot, column: column, length: length}, spot != NoSpot
}

// SpotNamed returns the hex with a folded name, or NoSpot.
func (b *Book) SpotNamed(fold string) Spot {
	if !looksHex(fold) {
		return NoSpot
	}
	at, err := hex.Parse(strings.ToUpper(fold))
	if err != nil {
		return NoSpot
	}
	return b.spotAt(at)
}

// looksHex reports whether a word has the form of a hex name: one or two letters and
// one or two digits.
func looksHex(fold string) bool {
	figures := strings.TrimLeft(fold, "abcdefghijklmnopqrstuvwxyz")
	n := len(fold) - len(figures)
	return n >= 1 && n <= 2 && len(figures) >= 1 && len(figures) <= 2 && strings.Trim(figures, "0123456789") == ""
}

// apart reads a hex written as two words: "N 18".
func (b *Book) apart(t *engine.Tokens) (stepWord, bool) {
	if t.At+1 >= len(t.All) {
		return stepWord{}, false
	}
	row, number := t.All[t.At], t.All[t.At+1]
	if strings.Trim(number.Fold, "0123456789") != "" {
		return stepWord{}, false
	}
	spot := b.SpotNamed(row.Fold + number.Fold)
	if spot == NoSpot {
		return stepWord{}, false
	}
	t.At += 2
	return stepWord{spot: spot, column: row.Column, length: number.Column + utf8.RuneCountInString(number.Text) - row.Column}, true
}

// noSuchHex refuses a name that is no hex of the board. Every second number is missing
// in a row (Orders by mail).
func (b *Book) noSuchHex(tok engine.Token) *engine.Refusal {
	r := &engine.Refusal{Kind: engine.NotUnderstood, Column: tok.Column, Length: utf8.RuneCountInString(tok.Text)}
	r.Why = engine.Msg(key.NoBuildNoHex, engine.Text("hex", strings.ToUpper(tok.Fold)))
	at, err := hex.Parse(strings.ToUpper(tok.Fold))
	if err != nil {
		return r
	}
	for _, x := range []int{at.X - 1, at.X + 1} {
		if spot := b.spotAt(hex.Coord{X: x, Y: at.Y}); spot != NoSpot {
			r.Expected = append(r.Expected, b.Hexes[spot].At.String())
		}
	}
	if (at.X+at.Y)%2 != 0 {
		text := key.NoBuildNoHexEven
		if at.Y%2 == 0 {
			text = key.NoBuildNoHexOdd
		}
		r.Why = engine.Msg(text, engine.Text("hex", strings.ToUpper(tok.Fold)), engine.Text("row", strings.TrimRight(at.String(), "0123456789")))
	}
	return r
}
