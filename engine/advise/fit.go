package advise

import (
	"slices"
	"strings"
	"unicode"

	"railpost/engine"
)

// Spoken is a word of a line as written, or several that belong together, and its possible meanings.
type Spoken struct {
	Means []Meaning
}

// Meaning is some words of orders, folded; none for a word that only accompanies them.
type Meaning struct {
	Words  []string
	Free   bool // used for them, but not one of their spellings
	Typed  bool // the word itself: it may be the beginning of a longer one
	Filler bool // only an addition to them
}

// fitBudget bounds the search for the orders that a line may mean.
const fitBudget = 4000

// Fit is a legal order that a line may mean: every word of the line is one of its words.
type Fit struct {
	Line    string
	Stopped bool // it shows something hidden
	Exact   bool // the words come in the order that means exactly this
	Verb    bool // the line says the verb
	Twice   bool // the line says a word once that the order has twice
	Left    int  // words of the order that the line does not say, without its verb
	Extra   bool // one of these is a price, or pays for the order
	Free    bool // some word only stands for a word of the order, or begins it
}

// certain reports whether the line says enough of the order to play it: its verb, or everything else. An order
// that reveals something hidden must be said completely, in its own words.
func (f Fit) certain() bool {
	if f.Stopped && (f.Free || !f.Whole()) {
		return false
	}
	return f.Exact && !f.Extra && (f.Verb || f.Left == 0)
}

// Whole reports whether the line says all words of the order.
func (f Fit) Whole() bool { return f.Verb && f.Left == 0 && !f.Twice }

// rank is less for a fit that is more likely.
func (f Fit) rank() int {
	rank := 4 * f.Left
	if !f.Exact {
		rank += 2
	}
	if f.Free {
		rank++
	}
	return rank
}

// Fits returns the legal lines of a seat that agree with all words of a line; of several, the likeliest. sure
// is set if there is only one and the line says enough of it to play it.
func Fits(t engine.Title, p engine.Position, seat engine.Seat, words []Spoken) (fits []Fit, sure bool) {
	l := newLister(t, engine.Look(p, seat))
	for _, said := range []said{saidAll, saidNames, saidAny} {
		f := &fitting{words: words, said: said, all: true}
		if sure = f.search(t, l); sure || len(f.fits) > 0 && f.best()[0].Left == 0 {
			return f.best(), sure
		}
		if fits = f.best(); len(fits) > 0 && said == saidNames && !f.all {
			break // an order's unnamed words do not make it likelier
		}
	}
	return fits, sure
}

// said is how much of an order a line must say for the order to be examined.
type said int

const (
	saidAny   said = iota
	saidNames      // all but hexes and figures
	saidAll
)

// search collects the legal orders that fit, and reports whether exactly one is certain.
func (f *fitting) search(t engine.Title, l *lister) bool {
	s := l.search(fitBudget)
	s.Yield = func(c engine.Choice) bool {
		f.look(c)
		return true
	}
	for _, a := range f.spokenVerbs(engine.Firsts(l.tx), l) {
		if h := t.Hints(l.tx.Pos, a.Verb); h.Part || h.Quiet {
			f.all = false
		}
		for first := range f.answers(a) {
			s.Lines(l.tx, first)
		}
	}
	fits := f.best()
	return len(fits) == 1 && fits[0].certain() && !s.Spent && (f.all || fits[0].Whole())
}

// FitLines returns the orders of fits.
func FitLines(fits []Fit) []string { return engine.Each(fits, func(f Fit) string { return f.Line }) }

// fitting collects the orders that fit a line.
type fitting struct {
	words []Spoken
	said  said
	fits  []Fit
	all   bool // no order has values that are neither listed nor words of the line
}

// spokenVerbs returns the verbs whose first word, or another spelling, is in the line; all listed verbs if
// there is none.
func (f *fitting) spokenVerbs(verbs []engine.Answer, l *lister) []engine.Answer {
	spoken := slices.DeleteFunc(slices.Clone(verbs), func(a engine.Answer) bool {
		first := engine.FirstFold(a.Verb.Name)
		return !slices.ContainsFunc(f.words, func(w Spoken) bool {
			return slices.ContainsFunc(w.Means, func(m Meaning) bool { return len(m.Words) > 0 && m.Words[0] == first && !m.Filler })
		})
	})
	if len(spoken) == 0 {
		return l.verbs()
	}
	return spoken
}

// answers enumerates a verb with its legal values; those of a range are the figures of the line.
func (f *fitting) answers(a engine.Answer) func(yield func(engine.Answer) bool) {
	return func(yield func(engine.Answer) bool) {
		f.complete(a, make(engine.Args, 0, len(a.Verb.Params)), yield)
	}
}

func (f *fitting) complete(a engine.Answer, args engine.Args, yield func(engine.Answer) bool) bool {
	if len(args) == len(a.Verb.Params) {
		a.Args = slices.Clone(args)
		return yield(a)
	}
	p := a.Verb.Params[len(args)]
	if p.Many != engine.One && !f.complete(a, append(args, nil), yield) {
		return false
	}
	d := p.In(args)
	for v := range f.values(d) {
		if !f.says(d.Text(v)) || !engine.Allows(d, v) {
			continue
		}
		if p.Many == engine.Many {
			v = []engine.Value{v}
		}
		if !f.complete(a, append(args, v), yield) {
			return false
		}
	}
	return true
}

// says reports whether the line says enough of a value.
func (f *fitting) says(text string) bool {
	if f.said == saidAny {
		return true
	}
	for _, w := range newOrderWords(engine.Choice{Line: text}).words {
		if f.said == saidNames && (hexLike(w.fold) || isFigure(w.fold)) || w.lead {
			continue
		}
		if !slices.ContainsFunc(f.words, func(s Spoken) bool {
			return slices.ContainsFunc(s.Means, func(m Meaning) bool {
				return slices.ContainsFunc(m.Words, func(said string) bool { return strings.HasPrefix(w.fold, said) })
			})
		}) {
			return false
		}
	}
	return true
}

// values enumerates the values of a domain: if they are not listed, the words of the line that name one.
func (f *fitting) values(d engine.Domain) func(yield func(engine.Value) bool) {
	members, more := d.Members(), engine.UnlistedValues(d)
	if more.All != nil {
		return more.All
	}
	if more.Some {
		f.all = false
	}
	_, recorder := d.(engine.Recorder)
	switch {
	case members != nil && !recorder:
		return members
	case members == nil && !more.Range:
		f.all = false
	}
	return func(yield func(engine.Value) bool) {
		listed := map[string]bool{}
		read := func(text string) bool {
			t := engine.Tokenize(text)
			v, err := d.Read(t)
			return err != nil || !t.Done() || listed[d.Text(v)] || yield(v)
		}
		if members != nil {
			for v := range members {
				if listed[d.Text(v)] = true; !yield(v) {
					return
				}
			}
		}
		hexes := ""
		for _, w := range f.words {
			for _, m := range w.Means {
				if len(m.Words) != 1 {
					continue
				}
				if hexLike(m.Words[0]) {
					hexes = strings.TrimPrefix(hexes+"-"+m.Words[0], "-")
				}
				if !read(m.Words[0]) {
					return
				}
			}
		}
		if strings.Contains(hexes, "-") {
			read(hexes)
		}
	}
}

// look keeps a legal line if it fits.
func (f *fitting) look(c engine.Choice) {
	o := newOrderWords(c)
	if !o.holds(f.words) {
		return
	}
	m := &matching{order: o, words: f.words, at: make([]int, 0, len(f.words)), used: make([]bool, len(o.words))}
	if m.from(0); !m.found {
		return
	}
	f.fits = append(f.fits, m.Fit)
	f.fits[len(f.fits)-1].Line, f.fits[len(f.fits)-1].Stopped = c.Line, c.Stopped
}

// best returns the likeliest fits.
func (f *fitting) best() (best []Fit) {
	for _, fit := range f.fits {
		switch {
		case len(best) == 0 || fit.rank() < best[0].rank():
			best = []Fit{fit}
		case fit.rank() == best[0].rank() && !slices.ContainsFunc(best, func(b Fit) bool { return b.Line == fit.Line }):
			best = append(best, fit)
		}
	}
	return slices.DeleteFunc(best, func(long Fit) bool { // "ind-1: ind" is "ind-1"
		return slices.ContainsFunc(best, func(b Fit) bool { return strings.HasPrefix(long.Line, b.Line+":") })
	})
}

// orderWord is a word of an order.
type orderWord struct {
	fold  string
	chunk int  // part of the order between ":" and ","
	verb  bool // belongs to the verb
	lead  bool // "from", "with": says nothing by itself
	loose bool // one of several hexes joined by hyphens, in any order
	after bool // the chunk follows ">"
}

type orderWords struct {
	words []orderWord
	verb  int // words of the verb
}

// leads are the words before values that a line may leave out.
var leads = []string{"from", "for", "with", "to", "on", "of"}

func newOrderWords(c engine.Choice) *orderWords {
	o := &orderWords{}
	chunk, after := 0, false
	verb := ""
	if len(c.Acts) > 0 {
		verb = c.Acts[0].Verb
	}
	o.verb = len(engine.Tokenize(verb).All)
	for _, t := range engine.Tokenize(c.Line).All {
		switch {
		case strings.Contains(engine.Signs, t.Text):
			chunk++
			after = t.Text == ">"
			continue
		}
		parts := strings.Split(t.Text, "-")
		joined := len(parts) > 1 && !slices.ContainsFunc(parts, func(p string) bool { return !hexLike(p) })
		if !joined {
			parts = []string{t.Text}
		}
		for _, p := range parts {
			w := orderWord{fold: engine.Fold(p), chunk: chunk, loose: joined, after: after}
			w.verb = len(o.words) < o.verb
			w.lead = !w.verb && slices.Contains(leads, w.fold)
			o.words = append(o.words, w)
		}
	}
	return o
}

// hexLike reports whether a word is like the name of a hex, with that of a city in it or not.
func hexLike(s string) bool {
	n := strings.IndexFunc(s, unicode.IsDigit)
	return (n == 1 || n == 2) && strings.Trim(s[:n], figureSigns) != "" && strings.IndexFunc(s[:n], unicode.IsPunct) < 0 && strings.Trim(s[n:], ".0123456789") == ""
}

// holds reports whether each word of a line may be one of the order: most orders fail here.
func (o *orderWords) holds(words []Spoken) bool {
	has := func(fold string) bool {
		return slices.Contains(leads, fold) || slices.ContainsFunc(o.words, func(w orderWord) bool { return strings.HasPrefix(w.fold, fold) })
	}
	return !slices.ContainsFunc(words, func(w Spoken) bool {
		return !slices.ContainsFunc(w.Means, func(m Meaning) bool {
			return !slices.ContainsFunc(m.Words, func(f string) bool { return !has(f) && !isFigure(f) })
		})
	})
}

func (o *orderWords) has(fold string) bool {
	return slices.ContainsFunc(o.words, func(w orderWord) bool { return w.fold == fold })
}

func isFigure(s string) bool { return s != "" && strings.Trim(s, figureSigns) == "" }

// matching finds which word of an order each word of a line is.
type matching struct {
	order *orderWords
	words []Spoken
	at    []int // words of the order that the line says
	used  []bool
	free  bool // some match so far is Free
	found bool
	Fit
}

// from matches the words from i on in all ways until a match is exact.
func (m *matching) from(i int) {
	if i == len(m.words) {
		m.take()
		return
	}
	for _, means := range m.words[i].Means {
		if m.found && m.Verb && m.rank() == 0 {
			return
		}
		if len(means.Words) == 1 && slices.Contains(leads, means.Words[0]) {
			m.from(i + 1)
		}
		if i+1 < len(m.words) && len(means.Words) == 1 { // "black 1" is "black-1"
			for _, next := range m.words[i+1].Means {
				if len(next.Words) == 1 && isFigure(next.Words[0]) {
					m.place(Meaning{Words: []string{means.Words[0] + next.Words[0]}, Free: means.Free}, i+2)
				}
			}
		}
		m.place(means, i+1)
	}
}

// place matches a meaning with words of the order in all ways, then continues with the next word.
func (m *matching) place(means Meaning, next int) {
	if len(means.Words) == 0 || means.Filler && m.order.has(means.Words[0]) {
		m.from(next)
		return
	}
	if means.Filler {
		return
	}
	said, free := means.Words[0], m.free
	for k, w := range m.order.words {
		begins := means.Typed && w.fold != said && len(said) >= shortVerb && !strings.ContainsAny(said, figureSigns) && strings.HasPrefix(w.fold, said)
		station, inHex := strings.CutPrefix(w.fold, said+".") // one of several cities in a hex
		again := m.used[k]                                    // "I raise my bid"
		if again && !w.verb || w.fold != said && !begins && !(inHex && hexLike(said) && isFigure(station)) {
			continue
		}
		m.used[k], m.at, m.free = true, append(m.at, k), free || means.Free || begins
		m.place(Meaning{Words: means.Words[1:], Free: means.Free}, next)
		m.used[k], m.at, m.free = again, m.at[:len(m.at)-1], free
	}
}

const figureSigns = "0123456789"

// take keeps this match if it is better.
func (m *matching) take() {
	fit := Fit{Exact: m.inOrder(), Free: m.free}
	some := false
	for k, w := range m.order.words {
		said := m.used[k]
		some = some || said && !w.lead
		fit.Verb = fit.Verb || k == 0 && said
		if !said && k > 0 && !w.lead && m.saidElsewhere(w) {
			fit.Twice = true
		} else if !said && k > 0 && !w.lead {
			fit.Left++
			fit.Extra = fit.Extra || k > 0 && slices.Contains(extras, m.order.words[k-1].fold)
		}
	}
	if some && (!m.found || fit.rank() < m.rank() || fit.rank() == m.rank() && fit.Verb && !m.Verb) {
		m.found, m.Fit = true, fit
	}
}

// saidElsewhere reports whether the line uses a word for another part: "black on p" for "black: black p",
// "black 2: p" for "black-2: black p".
func (m *matching) saidElsewhere(w orderWord) bool {
	return slices.ContainsFunc(m.at, func(k int) bool { return strings.TrimRight(m.order.words[k].fold, figureSigns) == w.fold })
}

// extras are the leads of values that must always be said.
var extras = []string{"for", "with"}

// inOrder reports whether the order of the words permits this meaning: words of one part follow each other, but
// figures may be elsewhere in the line, and so may parts that no ">" joins.
func (m *matching) inOrder() bool {
	last := map[bool]int{false: -1, true: -1} // last word and last figure of this chunk
	chunk, seen := -1, map[int]bool{}
	highest := -1
	for _, k := range m.at {
		w := m.order.words[k]
		if w.verb || w.lead {
			continue
		}
		if w.chunk != chunk {
			if seen[w.chunk] {
				return false
			}
			chunk, seen[w.chunk] = w.chunk, true
			if !m.order.way(w.chunk) { // anything in a hex may be said last
				if (w.after || highest >= 0 && m.order.afterFrom(highest)) && w.chunk < highest {
					return false
				}
				highest = max(highest, w.chunk)
			}
			last = map[bool]int{false: -1, true: -1}
		}
		figure := isFigure(w.fold)
		if k < last[figure] && !(w.loose && m.order.words[last[figure]].loose) {
			return false
		}
		last[figure] = max(last[figure], k)
	}
	return true
}

// way reports whether a chunk has only hexes.
func (o *orderWords) way(chunk int) bool {
	return !slices.ContainsFunc(o.words, func(w orderWord) bool {
		return w.chunk == chunk && !w.lead && !(hexLike(w.fold) && !strings.Contains(w.fold, "."))
	})
}

// afterFrom reports whether a chunk follows ">".
func (o *orderWords) afterFrom(chunk int) bool {
	return slices.ContainsFunc(o.words, func(w orderWord) bool { return w.chunk == chunk && w.after })
}
