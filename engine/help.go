package engine

import (
	"slices"
	"strings"
)

// Usage is how a verb is written, derived from its parameters.
type Usage struct {
	Verb    string   // "" for a note on several words
	Form    string   // "place SPACE [with PIECES]"
	Gloss   string   // message key
	Params  []string // their names, for the message keys "engine.param.NAME"
	Example string   // a line, or part of one
	Also    []string // other words under which it is looked up
	NotNow  bool     `json:",omitempty"` // it begins an order that is no answer to what is asked now
}

// Explain says what a word of a title's letters means: in the title's own words, or
// by the parts that can be asked for it, as the map for a hex; nil when nothing knows it.
func Explain(t Title, view Position, seat Seat, word string) (out []Block) {
	if out = t.Explain(view, seat, word); out != nil {
		return out
	}
	for _, inLetter := range []bool{false, true} { // those of letters show much that was not asked for
		for _, p := range t.Parts() {
			if p.Arg == "" || p.InLetter != inLetter || strings.Contains(p.Arg, "PLAYER") || out != nil && inLetter {
				continue
			}
			if blocks, err := t.Sheet(view, seat, p.Name, word); err == nil {
				out = append(out, blocks...)
			}
		}
	}
	return out
}

// Help lists the verbs that can answer what is asked of a seat now; those whose
// name begins with word, or all.
func Help(p Position, seat Seat, word string) []Usage {
	var out []Usage
	seen := map[string]bool{}
	for _, prompt := range p.Prompts(seat) {
		for _, v := range prompt.Verbs {
			u := usage(v)
			if v.Not != nil || seen[u.Form] || !strings.HasPrefix(squeeze(v.Name), squeeze(word)) {
				continue
			}
			seen[u.Form] = true
			out = append(out, u)
		}
	}
	return out
}

// Guide is what a help letter says: without a word the verbs that can be used
// now, the title's notes on its words and its other orders, marked NotNow; with one
// all that the title or the present questions know under it, whether it can be used
// now or not. A verb that can begin a line now has a legal line as its example.
func Guide(t Title, p Position, seat Seat, word string) []Usage {
	known := t.Glossary(p)
	var out []Usage
	for _, u := range Help(p, seat, word) {
		line := example(t, p, seat, u.Verb)
		if k := knownAs(known, u.Verb); k >= 0 {
			u = known[k]
		}
		if line != "" {
			u.Example = line
		}
		if !slices.ContainsFunc(out, func(v Usage) bool { return v.Form == u.Form }) {
			out = append(out, u)
		}
	}
	now := len(out)
	for _, k := range known {
		open := slices.ContainsFunc(out[:now], func(u Usage) bool { return k.Verb != "" && u.Verb == k.Verb })
		k.NotNow = !open && k.begins()
		listed := slices.ContainsFunc(out, func(u Usage) bool { return u.Form == k.Form })
		if word == "" && !open && (k.Verb == "" || k.NotNow) || word != "" && !listed && k.Verb != "" && k.named(word, false) {
			out = append(out, k)
		}
	}
	if exact := slices.DeleteFunc(slices.Clone(out), func(u Usage) bool { return !u.named(word, true) }); len(exact) > 0 {
		return exact
	}
	return out
}

// knownAs finds what a title says of a verb: under its name, or where it stands
// beside another that it belongs to; -1 where it says nothing.
func knownAs(known []Usage, verb string) int {
	if k := slices.IndexFunc(known, func(k Usage) bool { return k.Verb == verb }); k >= 0 {
		return k
	}
	return slices.IndexFunc(known, func(k Usage) bool { return k.Verb != "" && slices.Contains(k.Also, verb) })
}

// begins says that the order word begins a line; others stand within one.
func (u Usage) begins() bool {
	return u.Verb != "" && firstFold(u.Form) == firstFold(u.Verb) && (u.Example == "" || firstFold(u.Example) == firstFold(u.Verb))
}

// firstFold is the first word of a line, folded.
func firstFold(line string) string { return Tokenize(line).Peek().Fold }

// named says whether word, or what begins with it, is this verb or another word for it.
func (u Usage) named(word string, exact bool) bool {
	if word == "" {
		return false
	}
	want := squeeze(word)
	for _, w := range append([]string{u.Verb}, u.Also...) {
		if w == word || want != "" && (squeeze(w) == want || !exact && strings.HasPrefix(squeeze(w), want)) {
			return true
		}
	}
	return false
}

// example is a legal line that begins with a verb: one with more than a first
// answer, when there is one.
func example(t Title, p Position, seat Seat, verb string) string {
	list := List(t, p, seat, verb, 1, exampleLooked).Choices
	for _, c := range list {
		if c.Line != c.First && !c.Stopped {
			return c.Line
		}
	}
	if len(list) > 0 {
		return list[0].Line
	}
	return ""
}

// exampleLooked is how many lines are looked at for an example.
const exampleLooked = 12

func usage(v Verb) Usage {
	u := Usage{Verb: v.Name, Gloss: v.Gloss}
	parts := []string{v.Name}
	for _, p := range v.Params {
		u.Params = append(u.Params, p.Name)
		text := strings.ToUpper(p.Name)
		if p.Lead != "" {
			text = p.Lead + " " + text
		}
		switch p.Many {
		case Optional:
			text = "[" + text + "]"
		case Many:
			text = "[" + text + " ...]"
		}
		parts = append(parts, text)
	}
	u.Form = strings.Join(parts, " ")
	return u
}
