package trackword

import (
	"iter"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/track"
)

// FindHex finds a hex by its name, written in capitals or not.
func FindHex(m *track.Map, name string) (track.HexID, bool) {
	if id, ok := m.Find(strings.ToUpper(name)); ok {
		return id, true
	}
	return m.Find(strings.ToLower(name)) // row a, above A
}

// ReadHex reads the name of a hex. For another word, the refusal shows the hexes of the list.
func (g *Ground) ReadHex(t *engine.Tokens, list iter.Seq[engine.Value]) (engine.Value, error) {
	return untilError(t, func() (engine.Value, error) {
		m := g.World.Map
		skip(t, "on", "in", "at")
		if id, ok := FindHex(m, t.Peek().Text); ok {
			t.At++
			return id, nil
		}
		words := make([]engine.Word[track.HexID], len(m.Hexes))
		for i := range m.Hexes {
			words[i] = engine.Word[track.HexID]{Text: m.Hexes[i].Name, Value: track.HexID(i)}
		}
		return likely(g.key("param.hex"), words, list).Read(t)
	})
}

// untilError reads; if that fails, it takes no tokens.
func untilError(t *engine.Tokens, read func() (engine.Value, error)) (engine.Value, error) {
	at := t.At
	v, err := read()
	if err != nil {
		t.At = at
	}
	return v, err
}

// skip passes over one of the words that people write before an answer.
func skip(t *engine.Tokens, fillers ...string) {
	if slices.Contains(fillers, t.Peek().Fold) && t.At+1 < len(t.All) {
		t.At++
	}
}

// likely is a domain of words. If a word is missing or unknown, it suggests those of a list.
func likely[T comparable](what string, words []engine.Word[T], list iter.Seq[engine.Value]) engine.Domain {
	listed := map[T]bool{}
	for v := range list {
		listed[v.(T)] = true
	}
	slices.SortStableFunc(words, func(a, b engine.Word[T]) int {
		switch {
		case listed[a.Value] == listed[b.Value]:
			return 0
		case listed[a.Value]:
			return -1
		}
		return 1
	})
	return engine.Words(what, words, func(v T) error {
		if listed[v] {
			return nil
		}
		return engine.Forbid("", what)
	})
}

// dashes separate the hexes of a word.
const dashes = "-\u2010\u2011\u2012\u2013\u2014\u2212/"

// hexNames cuts a word like "E16-G16+F15" into names of hexes; ok is false for
// any other word.
func hexNames(word string) (groups [][]string, ok bool) {
	for _, part := range strings.Split(word, "+") {
		var names []string
		for _, name := range strings.FieldsFunc(part, func(r rune) bool { return strings.ContainsRune(dashes, r) }) {
			cut, ok := cutNames(name)
			if !ok {
				return nil, false
			}
			names = append(names, cut...)
		}
		groups = append(groups, names)
	}
	return groups, slices.ContainsFunc(groups, func(g []string) bool { return g != nil })
}

// cutNames cuts "E16G16": each name is a letter and a number.
func cutNames(word string) ([]string, bool) {
	var names []string
	for word != "" {
		n := 1
		for n < len(word) && '0' <= word[n] && word[n] <= '9' {
			n++
		}
		if c := word[0] | ' '; n == 1 || c < 'a' || c > 'z' {
			return nil, false
		}
		names = append(names, word[:n])
		word = word[n:]
	}
	return names, true
}
