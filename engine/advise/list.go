package advise

import (
	"cmp"
	"slices"

	"railpost/engine"
)

// Listing is a list of legal lines.
type Listing struct {
	Choices []Found
	More    []More
}

// Found is a legal line in a Listing.
type Found struct {
	engine.Choice
	Worth int // worth by the title; 0 in a list without any bound
}

// Left returns how many lines were found but not listed; lines of Orders are not counted.
func (l Listing) Left() (n int) {
	for _, m := range l.More {
		if m.What == Lines || m.What == AtLeast {
			n += m.Count
		}
	}
	return n
}

// More is an omitted part of a list: lines that begin with Prefix.
type More struct {
	What   Unlisted `json:",omitempty"`
	Prefix string   `json:",omitempty"` // "" for all
	Count  int      `json:",omitempty"`
}

// Unlisted says which lines a More leaves out.
type Unlisted string

const (
	Lines   Unlisted = ""       // Count of them are omitted
	AtLeast Unlisted = "least"  // Count of them were found but not listed before the search ended; there may be more
	Orders  Unlisted = "orders" // Count first answers are omitted: of a verb with Hints.Few or Hints.Open
	Range   Unlisted = "range"  // Prefix is an order with a range, as "buy 2 from 5 for 1-50": any value of it may be written there
	Part    Unlisted = "part"   // no list shows all of them: a verb with Hints.Part
)

// List lists legal lines of a seat: at most perFirst for each first answer and at most
// limit in all (0: no limit), exceeding these by one or two rather than reporting one or
// two as missing. It lists the best of each kind, by Adviser.Worth, sorted as arranged says.
// prefix keeps the lines that begin with it, or else those with a word that does, in any
// spelling ("" all). If limit binds, every first answer is
// listed once before one is listed twice. Of lines with the same first answer that lead to
// the same position, only the shortest one found is listed. With perFirst and without
// prefix, a first answer that merely adds something optional to another legal one ("place
// doubler with r") is omitted and counted, and so are most of a verb with Hints.Few. Orders
// with a value that cannot be listed are in More. Without any bound the lines come as they
// were found.
func List(t engine.Title, p engine.Position, seat engine.Seat, prefix string, perFirst, limit int) Listing {
	return newLister(t, engine.Look(p, seat)).list(prefix, perFirst, limit)
}

// Short is List for a letter: lines that another with the same verb dominates, or equals in
// its effect, are omitted and counted.
func Short(t engine.Title, p engine.Position, seat engine.Seat, perFirst, limit int) Listing {
	l := newLister(t, engine.Look(p, seat))
	l.prunes = true
	return l.list("", perFirst, limit)
}

// Limits on the legal lines in a letter: for each first answer ("place black-1"), and in all.
const (
	letterPerFirst = 4
	letterLimit    = 14
)

// Letter is the list that a letter shows of a seat's view.
func Letter(t engine.Title, view engine.Position, seat engine.Seat) Listing {
	return Short(t, view, seat, letterPerFirst, letterLimit)
}

// Beginning is List with the lines alone that begin with prefix in some spelling of their
// verb: it costs little where there is none.
func Beginning(t engine.Title, p engine.Position, seat engine.Seat, prefix string, perFirst, limit int) Listing {
	l := newLister(t, engine.Look(p, seat))
	l.begins = true
	return l.list(prefix, perFirst, limit)
}

// Begins reports whether some legal line begins with prefix in some spelling of its verb; it
// looks for the first.
func Begins(t engine.Title, p engine.Position, seat engine.Seat, prefix string) bool {
	l := newLister(t, engine.Look(p, seat))
	for first := range l.spelling(engine.Squeeze(prefix)) {
		s := l.search(letterBudget)
		s.Yield = func(engine.Choice) bool { return false }
		if s.Lines(l.tx, first); s.Stopped {
			return true
		}
	}
	return false
}

// lister lists legal lines at one point of a mail.
type lister struct {
	title  engine.Title
	tx     *engine.Tx
	prunes bool // dominated lines and those with the same effect
	begins bool // only what begins with the prefix
	late   bool // listed lines are spelled and reported afterwards

	gathers *gatherer // nil until the first
}

func newLister(t engine.Title, tx *engine.Tx) *lister { return &lister{title: t, tx: tx} }

// worth returns the title's valuation of a choice.
func (l *lister) worth(c engine.Choice) int { return l.title.Worth(c.After, l.tx.Seat, c.Stopped) }

// move returns a found line in the form that the title's advice takes.
func (l *lister) move(c Found) engine.Move {
	return engine.Move{Before: l.tx.Pos, After: c.After, Seat: l.tx.Seat, Acts: c.Acts}
}

// hints returns the title's hints on a verb.
func (l *lister) hints(v engine.Verb) engine.Hints { return l.title.Hints(l.tx.Pos, v) }

// search returns a search without lines that are never listed.
func (l *lister) search(budget int) *engine.Search {
	return &engine.Search{Budget: budget, Late: l.late, Skip: func(p engine.Position, v engine.Verb) bool { return l.title.Hints(p, v).Quiet }}
}

// verbs returns the verbs that are listed now, without values.
func (l *lister) verbs() []engine.Answer {
	return slices.DeleteFunc(engine.Firsts(l.tx), func(a engine.Answer) bool { return l.hints(a.Verb).Quiet })
}

// answers returns the answers that may begin a line.
func (l *lister) answers() []engine.Answer {
	var list []engine.Answer
	for _, v := range l.verbs() {
		list = slices.AppendSeq(list, v.Complete())
	}
	return list
}

func (l *lister) list(prefix string, perFirst, limit int) Listing {
	firsts := l.beginningWith(prefix)
	opened := l.openOrders(prefix)
	if len(firsts) == 0 && prefix != "" && !l.begins {
		out := l.containing(prefix, limit)
		out.More = append(out.More, opened...)
		return out
	}
	brief := perFirst > 0 && prefix == ""
	l.late = brief
	budget := listBudget
	if perFirst > 0 {
		budget = letterBudget
	}
	var out Listing
	known := map[likeKey]int{}
	shortest := map[string]int{} // legal answers without optional parts, and the fewest that each needs
	options := withOptions(firsts)
	groups, all := make([]*firstAnswer, len(firsts)), make([]firstAnswer, len(firsts))
	for i, c := range firsts {
		f := &all[i]
		f.most, f.settled = perFirst, l.hints(c.Verb).Settled
		groups[i] = f
		plain, optional := "", 0
		if brief && options[c.Verb.Name] {
			plain, optional = withoutOptions(c)
		}
		if least, ok := shortest[plain]; plain != "" && ok && optional > least {
			f.more, f.capped = 1, true
			continue
		}
		if perFirst == 0 || limit > 0 && limit < perFirst {
			f.most = limit
		}
		f.first = &firsts[i]
		k, like := likeKey{}, false
		if brief {
			k, like = l.like(c)
		}
		if f.awaits(known, k, like) {
			budget--
		} else {
			budget -= f.search(l, c, max(leastBudget, budget/(len(firsts)-i)))
		}
		if like && f.alone() {
			known[k] = f.choices[0].Worth
		}
		if (f.waits || len(f.choices) > 0) && plain != "" {
			shortest[plain] = optional
		}
	}
	if brief {
		groups, out.More = l.shortlist(firsts, groups)
	}
	if l.prunes {
		l.prune(groups)
	}
	out.Choices = inTurn(groups, limit)
	for i := range out.Choices {
		out.Choices[i].Complete()
	}
	if perFirst > 0 || limit > 0 {
		out.Choices = l.arranged(out.Choices)
	}
	out.More = slices.Concat(out.More, unlisted(prefix, groups, len(out.Choices)), opened, l.partly(firsts))
	return out
}

// partly returns the verbs with Hints.Part among those of some answers.
func (l *lister) partly(firsts []engine.Answer) (out []More) {
	for _, c := range firsts {
		if m := (More{What: Part, Prefix: c.Verb.Name}); l.hints(c.Verb).Part && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

// unlisted returns how many lines of some lists, all of which begin with prefix, are missing among the first
// listed ones; nil if none is.
func unlisted(prefix string, lists []*firstAnswer, listed int) []More {
	m := More{Prefix: prefix, Count: -listed}
	for _, f := range lists {
		m.Count += f.more + len(f.choices)
		if f.capped {
			m.What = AtLeast
		}
	}
	if m.Count == 0 && m.What == Lines {
		return nil
	}
	return []More{m}
}

// withOptions returns the verbs of which some answer has an optional part, by their names.
func withOptions(list []engine.Answer) map[string]bool {
	var verbs map[string]bool
	for _, c := range list {
		if optionalParts(c) > 0 {
			if verbs == nil {
				verbs = map[string]bool{}
			}
			verbs[c.Verb.Name] = true
		}
	}
	return verbs
}

// optionalParts returns how many optional parts an answer has.
func optionalParts(c engine.Answer) (n int) {
	for i, p := range c.Verb.Params {
		if p.Many != engine.One && engine.Has(c.Args, i) {
			n++
		}
	}
	return n
}

// withoutOptions returns an answer without its optional parts, and how many these are.
func withoutOptions(c engine.Answer) (text string, optional int) {
	args := slices.Clone(c.Args)
	for i, p := range c.Verb.Params {
		if p.Many != engine.One && engine.Has(args, i) {
			args[i] = nil
		}
	}
	return engine.VerbText(c.Verb, args), optionalParts(c)
}

// How much work a search may do, see engine.Search.
const (
	listBudget   = 60_000 // all legal lines, at a player's request
	letterBudget = 6_000  // some lines for each first answer
	leastBudget  = 60     // of the above, at least, for each first answer
)

// Bounds of the search for the best lines after one first answer.
const (
	poolMost    = 60 // lines examined
	poolSecond  = 6  // lines with the same second answer
	fewMore     = 2  // up to so many lines above the limit are listed rather than counted
	manyPerPool = 4  // lines examined for each that may be listed, at least
)

// firstAnswer gathers the lines that begin with one first answer.
type firstAnswer struct {
	most    int  // lines kept; 0: all
	settled bool // Hints.Settled
	choices []Found
	more    int
	capped  bool
	meets   func(engine.Answer) // called with each answer that could go on a line

	first *engine.Answer
	waits bool // it has not been tried yet
	guess int  // its estimated worth while it waits
}

// search gathers lines that begin with an answer, and returns how much of the budget it
// used.
func (a *firstAnswer) search(l *lister, first engine.Answer, budget int) int {
	g := l.gatherer(a, budget)
	g.Lines(l.tx, first)
	a.capped = a.capped || g.Spent || g.Search.Stopped
	if a.most > 0 {
		found := len(a.choices)
		most := a.most
		if !a.capped && found <= most+fewMore {
			most = found
		}
		a.choices = l.best(a.choices, most, secondVerb)
		a.more = found - len(a.choices)
	}
	return budget - max(0, g.Budget)
}

// gatherer is the search of a firstAnswer; one serves all answers of a list.
type gatherer struct {
	engine.Search
	list    *lister
	into    *firstAnswer
	effects effects
	second  map[string]int // lines by their second answer

	isEnough func(second string) bool
}

func (l *lister) gatherer(a *firstAnswer, budget int) *gatherer {
	g := l.gathers
	if g == nil {
		g = &gatherer{list: l, Search: *l.search(0)}
		g.Yield, g.isEnough = g.yield, g.enough
		l.gathers = g
	}
	g.into, g.effects, g.second = a, effects{}, nil
	g.Budget, g.Spent, g.Search.Stopped, g.Enough, g.Rank = budget, false, false, nil, nil
	if a.most > 0 {
		g.Enough = g.isEnough
	}
	if a.meets != nil {
		g.Rank = g.meet
	}
	return g
}

func (g *gatherer) enough(text string) bool { return g.second[text] >= poolSecond }

func (g *gatherer) meet(_ string, list []engine.Answer) []engine.Answer {
	for _, c := range list {
		g.into.meets(c)
	}
	return list
}

func (g *gatherer) yield(c engine.Choice) bool {
	a, found := g.into, Found{Choice: c}
	if a.most > 0 {
		found.Worth = g.list.worth(c)
	}
	if i, ok := g.effects.sameAs(found, false); ok {
		before := &a.choices[i]
		before.Spell()
		if c.Spell(); len(c.Line) < len(before.Line) {
			before.Choice = c
		}
		return true
	}
	a.choices = append(a.choices, found)
	if second := c.Second(); second != "" {
		if g.second == nil {
			g.second = map[string]int{}
		}
		if g.second[second]++; g.second[second] == poolSecond {
			a.capped = a.capped || a.most > 0
		}
	}
	return a.most == 0 || len(a.choices) < max(poolMost, manyPerPool*a.most)
}

// secondVerb returns the verb of a line's second answer; "" if there is none.
func secondVerb(c Found) string {
	if len(c.Acts) < 2 {
		return ""
	}
	return c.Acts[1].Verb
}

// best keeps the choices worth most, but one of every verb before a second of any, so that
// a player who can take a locomotive or a factory sees both. They are sorted by worth; ties
// keep the order in which they were found.
func (l *lister) best(choices []Found, most int, verb func(Found) string) []Found {
	if len(choices) == 1 && most > 0 {
		return choices
	}
	sorted := slices.Clone(choices)
	byWorth(sorted)
	seen := map[string]bool{}
	var firsts, others []int
	for i, c := range sorted {
		if v := verb(c); seen[v] {
			others = append(others, i)
		} else {
			seen[v] = true
			firsts = append(firsts, i)
		}
	}
	var kept []int
	for _, i := range append(firsts, others...) {
		if len(kept) == most {
			break
		}
		if !l.prunes || !l.dominated(sorted[i], sorted[:i]) {
			kept = append(kept, i)
		}
	}
	slices.Sort(kept)
	return engine.Each(kept, func(i int) Found { return sorted[i] })
}

// leadsTo returns a key of the position after a choice; a choice that reveals something hidden has a key of its own.
func leadsTo(c engine.Choice) string {
	if c.Stopped {
		c.Spell()
		return c.Line
	}
	return string(engine.Encode(c.After))
}

// leadAlike reports whether leadsTo is the same of two choices.
func leadAlike(a, b *engine.Choice) bool {
	if a.Stopped || b.Stopped {
		return a.Stopped && b.Stopped && leadsTo(*a) == leadsTo(*b)
	}
	return engine.Same(a.After, b.After)
}

// inTurn takes one choice of each list, then a second of each, and of these the ones worth
// most, up to limit, but one of every verb before all others; the result keeps the order of
// the lists.
func inTurn(lists []*firstAnswer, limit int) []Found {
	type at struct{ list, i int }
	var all []at
	for n, l := range lists {
		for i := range l.choices {
			all = append(all, at{n, i})
		}
	}
	if limit > 0 && len(all) > limit {
		found := func(a at) Found { return lists[a.list].choices[a.i] }
		slices.SortStableFunc(all, func(a, b at) int {
			return cmp.Or(a.i-b.i, cmp.Compare(found(b).Worth, found(a).Worth))
		})
		var verbs, others []at
		seen := map[string]bool{}
		for _, a := range all {
			if verb := found(a).Acts[0].Verb; seen[verb] {
				others = append(others, a)
			} else {
				seen[verb] = true
				verbs = append(verbs, a)
			}
		}
		all = append(verbs, others...)[:limit]
		slices.SortFunc(all, func(a, b at) int { return cmp.Or(a.list-b.list, a.i-b.i) })
	}
	return engine.Each(all, func(a at) Found { return lists[a.list].choices[a.i] })
}
