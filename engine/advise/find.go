package advise

import (
	"iter"
	"slices"
	"strings"

	"railpost/engine"
)

// beginningWith lists the first answers whose text begins with prefix, in some spelling of
// the verb.
func (l *lister) beginningWith(prefix string) []engine.Answer {
	want := engine.Squeeze(prefix)
	if want == "" {
		return l.answers()
	}
	return slices.Collect(l.spelling(want))
}

// spelling finds the first answers whose text, squeezed, begins with want in some spelling of
// the verb.
func (l *lister) spelling(want string) iter.Seq[engine.Answer] {
	return func(yield func(engine.Answer) bool) {
		for _, v := range l.verbs() {
			names, all := append([]string{v.Verb.Name}, v.Verb.Also...), false
			names = slices.DeleteFunc(names, func(name string) bool {
				name = engine.Squeeze(name)
				all = all || strings.HasPrefix(name, want)
				return !strings.HasPrefix(want, name)
			})
			if !all && len(names) == 0 {
				continue // without values: finding them is expensive
			}
			for c := range v.Complete() {
				if (all || spelled(c, names, want)) && !yield(c) {
					return
				}
			}
		}
	}
}

// spelled reports whether an answer begins with want, in any of the given names of its verb.
func spelled(c engine.Answer, names []string, want string) bool {
	rest := strings.TrimPrefix(c.Text(), c.Verb.Name)
	return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(engine.Squeeze(name+rest), want) })
}

// containing lists the lines with a word that begins with the given one, anywhere in the line: "loco-1" finds
// "place loco-1: fac", and "fac" does, too. Another spelling of a word, as "locomotive", is found, too.
func (l *lister) containing(word string, limit int) (out Listing) {
	want, firsts := engine.Squeeze(word), l.answers()
	budget, others := listBudget, letterBudget
	var groups []*firstAnswer
	var found []engine.Answer
	for i, c := range firsts {
		f := &firstAnswer{}
		if hasWord(c.Text(), want) || means(c, word) {
			f.most = limit
			budget -= f.search(l, c, max(leastBudget, budget/(len(firsts)-i)))
			found = append(found, c)
		} else {
			others -= l.within(f, c, word, max(leastBudget, others/(len(firsts)-i)))
		}
		groups = append(groups, f)
	}
	if out.Choices = inTurn(groups, limit); out.Choices != nil {
		out.More = append(unlisted(word, groups, len(out.Choices)), l.partly(found)...)
	}
	if limit > 0 {
		out.Choices = l.arranged(out.Choices)
	}
	return out
}

// within gathers the lines with a word after their first answer, and returns how much of
// the budget that took.
func (l *lister) within(f *firstAnswer, first engine.Answer, word string, budget int) int {
	means, want := meaning(word), engine.Squeeze(word)
	var spelt []string
	f.meets = func(c engine.Answer) {
		if text := c.Text(); means(c) && !slices.Contains(spelt, text) {
			spelt = append(spelt, text)
		}
	}
	used := f.search(l, first, budget)
	f.choices = slices.DeleteFunc(f.choices, func(c Found) bool {
		return !hasWord(c.Line, want) && !slices.ContainsFunc(spelt, func(text string) bool { return strings.Contains(c.Line, text) })
	})
	for i := range f.choices {
		f.choices[i].Worth = l.worth(f.choices[i].Choice)
	}
	return used
}

// hasWord reports whether want is a prefix of text from some word on, both squeezed.
func hasWord(text, want string) bool {
	chars := []rune(text)
	return slices.ContainsFunc(engine.Tokenize(text).All, func(t engine.Token) bool {
		return strings.HasPrefix(engine.Squeeze(string(chars[t.Column-1:])), want)
	})
}

// meaning is means for many answers: it examines each text once.
func meaning(word string) func(engine.Answer) bool {
	known := map[string]bool{}
	return func(c engine.Answer) bool {
		text := c.Text()
		is, ok := known[text]
		if !ok {
			is = means(c, word)
			known[text] = is
		}
		return is
	}
}

// means reports whether a word is read as the verb of an answer or as one of its values.
func means(c engine.Answer, word string) bool {
	if slices.ContainsFunc(c.Verb.Also, func(name string) bool { return strings.HasPrefix(engine.Squeeze(name), engine.Squeeze(word)) }) {
		return true
	}
	for i, p := range c.Verb.Params {
		if !engine.Has(c.Args, i) {
			continue
		}
		values := []engine.Value{c.Args[i]}
		if p.Many == engine.Many {
			values = c.Args[i].([]engine.Value)
		}
		d, t := p.In(c.Args[:i]), engine.Tokenize(word)
		value, err := d.Read(t)
		if err == nil && t.Done() && slices.ContainsFunc(values, func(v engine.Value) bool { return d.Text(v) == d.Text(value) }) {
			return true
		}
	}
	return false
}
