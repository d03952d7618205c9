package advise

import (
	"slices"
	"strings"

	"railpost/engine"
)

// Explain returns the meaning of a word of a title's letters: the title's explanation, or the part of the view
// that can be requested with it, as the map for a hex; nil if there is neither. spoken is set for listeners.
func Explain(t engine.Title, view engine.Position, seat engine.Seat, word string, spoken bool) (out []engine.Block) {
	if out = t.Explain(view, seat, word); out != nil {
		return out
	}
	for _, inLetter := range []bool{false, true} { // letter parts come last: they show more than the reader asked for
		for _, p := range t.Parts() {
			if p.Arg == "" || p.InLetter != inLetter || strings.Contains(p.Arg, "PLAYER") || out != nil && inLetter {
				continue
			}
			if blocks, err := engine.Show(t, view, seat, p.Name, word, spoken); err == nil {
				out = append(out, blocks...)
			}
		}
	}
	return out
}

// Help lists the verbs that a seat can answer with now: those whose name begins with word, or all for "".
func Help(p engine.Position, seat engine.Seat, word string) []engine.Usage {
	var out []engine.Usage
	seen := map[string]bool{}
	for _, prompt := range p.Prompts(seat) {
		for _, v := range prompt.Verbs {
			u := usage(v)
			if v.Not != nil || seen[u.Form] || !strings.HasPrefix(engine.Squeeze(v.Name), engine.Squeeze(word)) {
				continue
			}
			seen[u.Form] = true
			out = append(out, u)
		}
	}
	return out
}

// Guide returns the content of a help letter. Without a word: the verbs that can be used
// now, the title's notes on its words, and its other orders, marked NotNow. With one:
// everything that the title or the current questions know under it, usable now or not. The
// example of a verb that can begin a line now is a legal line.
func Guide(t engine.Title, p engine.Position, seat engine.Seat, word string) []engine.Usage {
	known := t.Glossary(p)
	var out []engine.Usage
	for _, u := range Help(p, seat, word) {
		line := example(t, p, seat, u.Verb)
		if k := knownAs(known, u.Verb); k >= 0 {
			u = known[k]
		}
		if line != "" {
			u.Example = line
		}
		if !slices.ContainsFunc(out, func(v engine.Usage) bool { return v.Form == u.Form }) {
			out = append(out, u)
		}
	}
	now := len(out)
	for _, k := range known {
		open := slices.ContainsFunc(out[:now], func(u engine.Usage) bool { return k.Verb != "" && u.Verb == k.Verb })
		k.NotNow = !open && begins(k)
		listed := slices.ContainsFunc(out, func(u engine.Usage) bool { return u.Form == k.Form })
		if word == "" && !open && (k.Verb == "" || k.NotNow) || word != "" && !listed && k.Verb != "" && named(k, word, false) {
			out = append(out, k)
		}
	}
	if exact := slices.DeleteFunc(slices.Clone(out), func(u engine.Usage) bool { return !named(u, word, true) }); len(exact) > 0 {
		return exact
	}
	return out
}

// knownAs returns the index of a title's remarks on a verb, under its name or the verb that it belongs to; -1
// if there are none.
func knownAs(known []engine.Usage, verb string) int {
	if k := slices.IndexFunc(known, func(k engine.Usage) bool { return k.Verb == verb }); k >= 0 {
		return k
	}
	return slices.IndexFunc(known, func(k engine.Usage) bool { return k.Verb != "" && slices.Contains(k.Also, verb) })
}

// begins reports whether the order word begins a line; other words occur within one.
func begins(u engine.Usage) bool {
	return u.Verb != "" && engine.FirstFold(u.Form) == engine.FirstFold(u.Verb) && (u.Example == "" || engine.FirstFold(u.Example) == engine.FirstFold(u.Verb))
}

// named reports whether word is this verb or another word for it, or, unless exact, a
// prefix of one.
func named(u engine.Usage, word string, exact bool) bool {
	if word == "" {
		return false
	}
	want := engine.Squeeze(word)
	return slices.ContainsFunc(append([]string{u.Verb}, u.Also...), func(w string) bool {
		return w == word || want != "" && (engine.Squeeze(w) == want || !exact && strings.HasPrefix(engine.Squeeze(w), want))
	})
}

// example returns a legal line that begins with a verb, if possible one of several answers.
func example(t engine.Title, p engine.Position, seat engine.Seat, verb string) string {
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

// exampleLooked limits the lines examined for an example.
const exampleLooked = 12

func usage(v engine.Verb) engine.Usage {
	u := engine.Usage{Verb: v.Name, Gloss: v.Gloss}
	parts := []string{v.Name}
	for _, p := range v.Params {
		u.Params = append(u.Params, p.Name)
		text := strings.ToUpper(p.Name)
		if p.Lead != "" {
			text = p.Lead + " " + text
		}
		switch p.Many {
		case engine.Optional:
			text = "[" + text + "]"
		case engine.Many:
			text = "[" + text + " ...]"
		}
		parts = append(parts, text)
	}
	u.Form = strings.Join(parts, " ")
	return u
}
