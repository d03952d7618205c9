package words

import (
	"slices"
	"strings"
	"unicode"

	"railpost/engine"
)

// unit is the meaning for the game of a word of a line, or of a name of several.
type unit int

const (
	foreignTo unit = iota // no word of the game
	greets                // a greeting, or a player's name
	filler                // a courtesy, an article
	small                 // a word of orders that occurs in any sentence, too
	figure
	sign
	colon
	arrow
	word    // of orders: "engine"
	naming  // a name that also occurs in talk: a city, a colour, a company
	space   // what stands in orders only: "loco-1"
	ordered // begins an order, now or at another time
)

// content reports whether a unit belongs to the content of an order; the others occur
// between these.
func (u unit) content() bool { return u >= word }

// lexicon maps the words of a game's orders, by lexKey, to their units.
type lexicon map[string]unit

// add records the units of some words. A later entry for a word replaces an earlier one.
func (l lexicon) add(u unit, names ...string) {
	for _, name := range names {
		if key := lexKey(name); len([]rune(key)) > 1 && strings.ContainsFunc(key, unicode.IsLetter) {
			l[key] = u
		}
	}
}

// lexKey returns the form in which words are compared: folded, without signs.
func lexKey(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '+' || r == '&' {
			return r
		}
		return -1
	}, engine.Fold(s))
}

// words returns the lexicon of the game and of the open verbs.
func (v *Vocabulary) words() lexicon {
	if v.lexicon != nil {
		return v.lexicon
	}
	v.lexicon, v.spaces = lexicon{}, map[string]bool{}
	for _, g := range v.at {
		glossary := g.Title.Glossary(g.Pos)
		for _, u := range glossary {
			v.lexicon.add(word, First(u.Verb))
			v.lexicon.add(word, u.Also...)
		}
		for _, u := range glossary {
			if beginsOrder(u.Example, u.Verb) {
				v.lexicon.add(ordered, First(u.Verb))
			}
		}
		spaces, others := g.Title.Names(g.Pos)
		v.lexicon.add(naming, others...)
		v.lexicon.add(space, spaces...)
		for _, s := range spaces {
			v.spaces[lexKey(s)] = true
		}
	}
	for _, not := range []map[string]bool{v.said.Everyday, v.players} {
		for w := range not {
			delete(v.lexicon, w)
		}
	}
	v.lexicon.add(ordered, v.open...)
	return v.lexicon
}

// Bounds of what is taken for a name or a number of the game: the maximum number of words
// of a name, and of consecutive figures of a number (telephone numbers have more).
const (
	unitWords   = 5
	unitFigures = 8
)

// units returns the units of the words of a line.
func (v *Vocabulary) units(line string) []unit {
	tokens := engine.Tokenize(line).All
	var out []unit
	row := 0
	for i := 0; i < len(tokens); {
		u, n := v.unit(tokens[i]), 1
		for k, joined := 1, ""; k <= unitWords && i+k <= len(tokens); k++ {
			key := lexKey(tokens[i+k-1].Fold)
			if key == "" {
				break
			}
			joined += key
			if found := v.words()[joined]; found > u || found > 0 && k > n {
				u, n = found, k
			}
		}
		if u != figure && u != sign {
			row = 0
		} else if row += len(tokens[i].Fold); row > unitFigures {
			u = foreignTo
		}
		out = append(out, u)
		i += n
	}
	return out
}

// unit returns the unit of a single word, if it is not part of a name.
func (v *Vocabulary) unit(t engine.Token) unit {
	key := lexKey(t.Fold)
	switch {
	case t.Text == ":":
		return colon
	case t.Text == ">":
		return arrow
	case key == "":
		return sign
	case strings.ContainsFunc(key, unicode.IsDigit):
		return figure
	case v.said.Greetings[key] || v.players[key]:
		return greets
	case v.said.IsFiller(key) || v.said.Articles[key]:
		return filler
	case v.said.Everyday[key] || len([]rune(key)) == 1:
		return small
	}
	return foreignTo
}

// Slip reports whether a line outside the orders may have been meant as one: it begins as
// an order or an argument of one can begin, or all its words but courtesies are the game's.
// A sentence that mentions a city or a colour is not, nor is a name below a greeting.
func (v *Vocabulary) Slip(line string) bool {
	if l := v.book.Read(v.book.Mend(line)); l.English != line && (!l.Loose || After(l.English) == "") && v.slips(l.English) {
		return true
	}
	return v.slips(line)
}

func (v *Vocabulary) slips(line string) bool {
	us := v.units(line)
	if v.spaces[lexKey(line)] {
		return true
	}
	count := map[unit]int{}
	contents := 0
	for _, u := range us {
		count[u]++
		if u.content() {
			contents++
		}
	}
	switch {
	case contents == 0:
		return false
	case count[foreignTo] == 0:
		return us[0] != greets || contents > 1 || count[naming] == 0 || count[figure] > 0
	}
	mostly := contents+count[figure] > count[foreignTo]+1 && !slices.ContainsFunc(strings.Fields(engine.Fold(line)), func(w string) bool { return v.said.SentenceVerbs[w] })
	return betweenNames(us) || begins(us, mostly)
}

// betweenNames reports whether a line has names around an arrow, as no sentence has:
// "Memphis > Nashville".
func betweenNames(us []unit) bool {
	for i := 1; i+1 < len(us); i++ {
		if us[i] == arrow && us[i-1].content() && us[i+1].content() {
			return true
		}
	}
	return false
}

// begins reports whether a line that also has foreign words begins as an order does. mostly
// is set if most of its words are the game's and it is not a sentence.
func begins(us []unit, mostly bool) bool {
	i := slices.IndexFunc(us, func(u unit) bool { return u != greets && u != filler && u != sign })
	if i >= 0 && us[i] == small {
		if colonFollows(us[i+1:]) {
			return true
		}
		i = slices.IndexFunc(us, func(u unit) bool { return u != greets && u != filler && u != sign && u != small })
	}
	if i < 0 {
		return false
	}
	next := foreignTo
	rest := us[i+1:]
	if n := slices.IndexFunc(rest, func(u unit) bool { return u != filler && u != sign && u != small && u != colon && u != arrow }); n >= 0 {
		next = rest[n]
	}
	switch us[i] {
	case space:
		return true
	case ordered:
		return next.content() || next == figure
	case word:
		return mostly && (next.content() || next == figure)
	case naming:
		return mostly && next.content() || colonFollows(rest)
	}
	return false
}

// colonFollows reports whether a colon and a word of an order follow, as ": black t".
func colonFollows(rest []unit) bool { return len(rest) > 1 && rest[0] == colon && rest[1].content() }
