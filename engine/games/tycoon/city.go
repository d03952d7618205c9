package tycoon

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// Space for names in orders, with the separators.
const (
	hexRoom  = 4
	cityRoom = 20
)

// How cities are named in orders (Orders by mail).
const (
	beginning = 3 // letters that a beginning needs
	cityWords = 4 // words of the longest name
)

// cityNames is the domain of cities: a name, a beginning that fits only one city, or
// the name of its hex. A full name takes precedence over a beginning.
type cityNames struct {
	what string // message key of what was expected
	book *Book
	list []City // Members; nil: all cities
	rule func(City) error
	may  func(City) bool // nil, or true for all that rule allows: it is cheaper
}

// cities is the domain of the cities of a list, or of all if it is nil; rule may be
// nil. It reads the name of any city, so that the reading does not depend on what is
// allowed: a rule refuses cities that are not in the list.
func (b *Book) cities(what string, list []City, rule func(City) error) engine.Domain {
	return &cityNames{what: what, book: b, list: list, rule: rule}
}

// citiesIf is the domain of all cities with a rule, and a quick test that all satisfy which
// satisfy it.
func (b *Book) citiesIf(may func(City) bool, rule func(City) error) engine.Domain {
	return &cityNames{what: key.ParamCity, book: b, rule: rule, may: may}
}

// CityDomain is the domain of all cities with a rule, which may be nil.
func (b *Book) CityDomain(rule func(City) error) engine.Domain {
	return b.cities(key.ParamCity, nil, rule)
}

// Read takes the longest run of words that names a city. From words joined by a dash,
// as in "Savannah-Charleston", it takes the first name and leaves the rest.
func (d *cityNames) Read(t *engine.Tokens) (engine.Value, error) {
	if c, n := d.wholly(t); n > 0 {
		t.At += n
		return c, nil
	}
	for n := min(cityWords, len(t.All)-t.At); n > 0; n-- {
		words := t.All[t.At : t.At+n]
		found := d.begun(words)
		if len(found) == 0 {
			if c, ok := d.cut(t, n); ok {
				return c, nil
			}
			continue
		}
		if len(found) > 1 {
			return nil, d.several(words, found)
		}
		t.At += n
		return found[0], nil
	}
	return nil, d.unknown(t.Peek())
}

// wholly finds the city named in full by the longest run of words, and the length of the run; 0 if there is none.
func (d *cityNames) wholly(t *engine.Tokens) (c City, words int) {
	var room [48]byte
	text := room[:0]
	c = NoCity
	for n, w := range t.All[t.At:min(len(t.All), t.At+cityWords)] {
		if isSign(w) {
			break
		}
		text = append(text, withoutMarks(w.Fold)...)
		if named, ok := d.called(text, n == 0); ok {
			c, words = named, n+1
		}
	}
	return c, words
}

// cut reads n words of which the last contains a dash: the part before the dash must name a city, and the part
// after it stays as a separate word.
func (d *cityNames) cut(t *engine.Tokens, n int) (City, bool) {
	last := t.All[t.At+n-1]
	for i := len(last.Text); ; {
		if i = strings.LastIndexAny(last.Text[:i], dashes); i <= 0 {
			return NoCity, false
		}
		head, tail, ok := parted(last, i)
		if !ok {
			continue
		}
		words := append(slices.Clone(t.All[t.At:t.At+n-1]), head)
		c, named := d.full(words)
		if !named {
			found := d.begun(words)
			if named = len(found) == 1; named {
				c = found[0]
			}
		}
		if named {
			t.All = slices.Concat(t.All[:t.At+n-1], []engine.Token{head, tail}, t.All[t.At+n:])
			t.At += n
			return c, true
		}
	}
}

// parted returns the words before and after the dash at a byte of a word; ok is false
// if either is empty.
func parted(w engine.Token, at int) (head, tail engine.Token, ok bool) {
	_, size := utf8.DecodeRuneInString(w.Text[at:])
	part := func(text string, before string) engine.Token {
		return engine.Token{Text: text, Fold: engine.Fold(text), Column: w.Column + utf8.RuneCountInString(before)}
	}
	head, tail = part(w.Text[:at], ""), part(w.Text[at+size:], w.Text[:at+size])
	return head, tail, head.Fold != "" && tail.Fold != ""
}

// plainName returns a name in the form used for comparison: without blanks and full
// stops.
func plainName(name string) string { return withoutMarks(engine.Fold(name)) }

func withoutMarks(folded string) string {
	if !strings.ContainsAny(folded, " .'’") {
		return folded
	}
	return unsigned.Replace(folded)
}

var unsigned = strings.NewReplacer(" ", "", ".", "", "'", "", "’", "")

func isSign(w engine.Token) bool { return strings.Contains(":,;[](){}>?=", w.Text) }

// joined returns words written together, in the form used for comparison; "" if one of
// them is a sign.
func joined(words []engine.Token) string {
	var b strings.Builder
	for _, w := range words {
		if isSign(w) {
			return ""
		}
		b.WriteString(withoutMarks(w.Fold))
	}
	return b.String()
}

// full finds a city by its whole name or its hex.
func (d *cityNames) full(words []engine.Token) (City, bool) {
	return d.called([]byte(joined(words)), len(words) == 1)
}

// called finds a city by its whole name, or by its hex if that is asked for, in the form
// used for comparison.
func (d *cityNames) called(text []byte, hex bool) (City, bool) {
	for c := range d.book.Cities {
		if len(text) > 0 && string(text) == d.book.Cities[c].plain {
			return City(c), true
		}
	}
	if hex {
		if spot := d.book.SpotNamed(string(text)); spot != NoSpot && d.book.Hexes[spot].City != NoCity {
			return d.book.Hexes[spot].City, true
		}
	}
	return NoCity, false
}

// begun finds the cities whose names begin this way, as a whole or word by word: "new
// y", "st lou"; initials are enough for a name of several words: "NY".
func (d *cityNames) begun(words []engine.Token) (found []City) {
	text := joined(words)
	if utf8.RuneCountInString(text) >= beginning {
		for c, p := range d.book.Cities {
			if strings.HasPrefix(p.plain, text) || wordByWord(words, p.Name) {
				found = append(found, City(c))
			}
		}
	}
	if found == nil && len(words) == 1 && utf8.RuneCountInString(text) > 1 {
		for c, p := range d.book.Cities {
			if text == initials(p.Name) {
				found = append(found, City(c))
			}
		}
	}
	return found
}

// initials returns the first letters of a name of several words, in the form used for
// comparison.
func initials(name string) string {
	var b strings.Builder
	for _, part := range strings.Fields(name) {
		_, size := utf8.DecodeRuneInString(plainName(part))
		b.WriteString(plainName(part)[:size])
	}
	return b.String()
}

// wordByWord reports whether each word begins the word at its place in a name.
func wordByWord(words []engine.Token, name string) bool {
	parts := strings.Fields(name)
	if len(words) != len(parts) {
		return false
	}
	for i, w := range words {
		if !strings.HasPrefix(plainName(parts[i]), withoutMarks(w.Fold)) {
			return false
		}
	}
	return true
}

// several refuses a beginning that more than one city has.
func (d *cityNames) several(words []engine.Token, found []City) error {
	last := words[len(words)-1]
	column := words[0].Column
	r := &engine.Refusal{Kind: engine.NotUnderstood, Column: column, Length: last.Column - column + utf8.RuneCountInString(last.Text)}
	r.Why = engine.Msg(key.NoCityTwo, engine.Text("word", wordsText(words)), d.book.CitiesSay("cities", found))
	for _, c := range found {
		r.Expected = append(r.Expected, d.book.Cities[c].Name)
	}
	return r
}

func wordsText(words []engine.Token) string {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = w.Text
	}
	return strings.Join(parts, " ")
}

// unknown leaves the refusal to engine.Words, which suggests the nearest name.
func (d *cityNames) unknown(word engine.Token) error {
	var members []engine.Word[City]
	for v := range d.Members() {
		members = append(members, engine.Word[City]{Text: d.Text(v), Value: v.(City)})
	}
	_, err := engine.Words(d.what, members, d.rule).Read(lone(word))
	if err == nil { // two letters that begin only one name
		return &engine.Refusal{Kind: engine.NotUnderstood, Column: word.Column, Length: utf8.RuneCountInString(word.Text),
			Why: engine.Msg(key.NoCityShort, engine.Text("word", word.Text), engine.Int("n", beginning))}
	}
	return err
}

// lone returns tokens with at most this one word.
func lone(word engine.Token) *engine.Tokens {
	if word.Text == "" {
		return &engine.Tokens{Line: strings.Repeat("x", max(0, word.Column-1))}
	}
	return &engine.Tokens{All: []engine.Token{word}}
}

// Allows makes it an engine.Sieve.
func (d *cityNames) Allows(v engine.Value) bool {
	return (d.may == nil || d.may(v.(City))) && d.Rule(v) == nil
}

// Rule refuses cities outside the list, and those that the rule refuses.
func (d *cityNames) Rule(v engine.Value) error {
	c := v.(City)
	if d.rule != nil {
		if err := d.rule(c); err != nil {
			return err
		}
	}
	if d.list != nil && !slices.Contains(d.list, c) {
		return engine.Forbid("", key.NoCityHere, d.book.citySay("city", c))
	}
	return nil
}

// Members are the cities of the list.
func (d *cityNames) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		if d.list == nil {
			for c := range d.book.Cities {
				if !yield(City(c)) {
					return
				}
			}
			return
		}
		for _, c := range d.list {
			if !yield(c) {
				return
			}
		}
	}
}

// Text returns the name as printed.
func (d *cityNames) Text(v engine.Value) string { return d.book.Cities[v.(City)].Name }
