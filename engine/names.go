package engine

import (
	"iter"
	"strconv"
	"strings"
)

// Named is a Position that reads the names of players in orders, as the owner in
// "Detroit(Ana)". The names are not part of the state: Encode leaves them out, Clone and
// View keep them, and the canonical text has the number of the seat, so that no log depends
// on what a player is called.
type Named interface {
	// SetNames sets the names by seat; without it a Position reads only numbers. Neither side may change the slice.
	SetNames(names []string)
}

// Players returns the domain of the seats, written as numbers from 1 and also read by the
// players' names: of any number of words, regardless of case, accents and punctuation, or
// by an unambiguous prefix. names may be empty or shorter than the number of seats. rule
// may be nil.
func Players(what string, names []string, seats int, rule func(Seat) error) Domain {
	return &players{what, names, seats, rule}
}

type players struct {
	what  string // message key: what was expected
	names []string
	seats int
	rule  func(Seat) error
}

func (d *players) Read(t *Tokens) (Value, error) {
	if n, err := strconv.Atoi(t.Peek().Text); err == nil && n >= 1 && n <= d.seats {
		t.At++
		return Seat(n - 1), nil
	}
	runs := nameRuns(t)
	for _, matches := range []func(name, typed string) bool{sameText, strings.HasPrefix} {
		for n := len(runs); n > 0; n-- {
			if s, ok := d.only(runs[n-1], matches); ok {
				t.At += n
				return s, nil
			}
		}
	}
	return nil, d.unknown(t)
}

func sameText(name, typed string) bool { return name == typed }

// nameRuns returns the runs of one, two and more words at t that may be a name: not past ">" nor out of the
// enclosing bracket.
func nameRuns(t *Tokens) []string {
	var runs []string
	joined, depth := "", 0
	for _, tok := range t.All[t.At:] {
		switch tok.Text {
		case ">":
			return runs
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth < 0 {
				return runs
			}
		}
		joined += nameKey(tok.Text)
		runs = append(runs, joined)
	}
	return runs
}

// nameKey returns a name, or a part of one, without anything that comparison ignores.
func nameKey(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(Signs+" .'’_\"", r) {
			return -1
		}
		return r
	}, Fold(s))
}

// only returns the seat if exactly one name matches the typed one.
func (d *players) only(typed string, matches func(name, typed string) bool) (found Seat, ok bool) {
	if typed == "" {
		return 0, false
	}
	for s := range d.seats {
		if s >= len(d.names) || !matches(nameKey(d.names[s]), typed) {
			continue
		}
		if ok {
			return 0, false
		}
		found, ok = Seat(s), true
	}
	return found, ok
}

// unknown returns the refusal that names the seats the rule allows, or all if it allows
// none.
func (d *players) unknown(t *Tokens) error {
	var all, allowed []string
	for s := range Seat(d.seats) {
		text := d.Text(s)
		if int(s) < len(d.names) && d.names[s] != "" {
			text = d.names[s]
		}
		all = append(all, text)
		if d.Rule(s) == nil {
			allowed = append(allowed, text)
		}
	}
	if allowed == nil {
		allowed = all
	}
	if !t.Peek().Missing() {
		allowed = nearest(t.Peek().Fold, allowed)
	}
	return UnknownWord(t.Peek(), d.what, allowed)
}

func (d *players) Rule(v Value) error {
	if d.rule == nil {
		return nil
	}
	return d.rule(v.(Seat))
}

func (d *players) Members() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for s := range Seat(d.seats) {
			if !yield(s) {
				return
			}
		}
	}
}

func (d *players) Text(v Value) string { return strconv.Itoa(int(v.(Seat)) + 1) }
