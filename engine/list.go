package engine

import (
	"cmp"
	"slices"
	"strings"
)

// Choice is one complete legal line.
type Choice struct {
	Line    string
	First   string // its first answer, as "place black-1"
	Acts    []Act
	Reports []Report
	After   Position
	// Stopped: the line shows something hidden. Reports and After are what is
	// known before it.
	Stopped bool
}

// Listing is a list of legal lines.
type Listing struct {
	Choices []Choice
	More    int      // legal lines found and not listed, without those of Rest
	Capped  bool     // the search ended before all were found
	Rest    []Rest   // of verbs with Verb.Few
	Part    []string // names of the verbs listed with Verb.Part
	Open    []OpenOrder
}

// List lists legal lines of a seat: at most perFirst for each first answer and
// at most limit in all (0: no limit); one or two more rather than to say that
// one or two are missing. Which ones: the best of each kind, by Adviser.Worth. prefix keeps the lines whose first
// answer begins with it, or has a word that does, or the rest of the line ("" all). Where limit binds, every first answer comes
// once before one comes twice. Lines with the same first answer that lead to
// the same position are listed once, by the shortest found. With perFirst and
// without prefix a first answer that only adds something optional to another
// legal one ("place doubler with r") is left out and counted, and so are most of
// a verb with Verb.Few. Orders with a value that cannot be listed stand in Open.
func List(a Adviser, p Position, seat Seat, prefix string, perFirst, limit int) Listing {
	return list(advised(a, p, seat), prefix, perFirst, limit)
}

// advised is a Trial that knows the Adviser of its title.
func advised(a Adviser, p Position, seat Seat) *Tx {
	tx := Trial(p, seat)
	tx.adviser = a
	return tx
}

func list(tx *Tx, prefix string, perFirst, limit int) Listing {
	firsts := beginningWith(tx, prefix)
	opened := openOrders(tx, prefix)
	if len(firsts)+len(opened) == 0 && prefix != "" {
		return containing(tx, prefix, limit)
	}
	brief := perFirst > 0 && prefix == ""
	budget := listBudget
	if perFirst > 0 {
		budget = letterBudget
	}
	var out Listing
	shortest := map[string]int{} // legal answers without what is optional, and how much of it they need
	behind := make([]*firstAnswer, len(firsts))
	for i, c := range firsts {
		if c.verb.Part && !slices.Contains(out.Part, c.verb.Name) {
			out.Part = append(out.Part, c.verb.Name)
		}
		f := &firstAnswer{most: perFirst}
		behind[i] = f
		plain, optional := c.plain()
		if least, ok := shortest[plain]; brief && ok && optional > least {
			f.more, f.capped = 1, true
			continue
		}
		if perFirst == 0 || limit > 0 && limit < perFirst {
			f.most = limit
		}
		share := max(leastBudget, budget/(len(firsts)-i))
		budget -= f.search(tx, c, share)
		if len(f.choices) > 0 {
			shortest[plain] = optional
		}
	}
	if brief {
		behind, out.Rest = few(tx, firsts, behind)
	}
	out.Choices = inTurn(behind, limit)
	for _, f := range behind {
		out.More += f.more + len(f.choices)
		out.Capped = out.Capped || f.capped
	}
	out.More -= len(out.Choices)
	out.Open = opened
	return out
}

// beginningWith lists the first answers whose text begins with prefix; where none
// does, those with a word that begins so: "loco-1" finds "place loco-1".
func beginningWith(tx *Tx, prefix string) []candidate {
	want := squeeze(prefix)
	all := answers(tx, open(tx.Pos, tx.Seat, true))
	if want == "" {
		return all
	}
	var out, within []candidate
	for _, c := range all {
		text := VerbText(c.verb, c.args)
		switch {
		case strings.HasPrefix(squeeze(text), want):
			out = append(out, c)
		case hasWord(text, want):
			within = append(within, c)
		}
	}
	if out == nil {
		return within
	}
	return out
}

// containing lists the lines with a word behind their first answer that begins so:
// "fac" finds "place loco-1: fac".
func containing(tx *Tx, word string, limit int) (out Listing) {
	want, firsts, budget := squeeze(word), answers(tx, open(tx.Pos, tx.Seat, true)), letterBudget
	var behind []*firstAnswer
	for i, c := range firsts {
		f := &firstAnswer{}
		budget -= f.search(tx, c, max(leastBudget, budget/(len(firsts)-i)))
		f.choices = slices.DeleteFunc(f.choices, func(c Choice) bool { return !hasWord(c.Line, want) })
		out.More += len(f.choices)
		out.Capped = out.Capped || f.capped
		behind = append(behind, f)
	}
	out.Choices = inTurn(behind, limit)
	out.More -= len(out.Choices)
	out.Capped = out.Capped && len(out.Choices) > 0
	return out
}

// hasWord says whether some word of a text begins with squeezed words.
func hasWord(text, want string) bool {
	chars := []rune(text)
	return slices.ContainsFunc(Tokenize(text).All, func(t Token) bool {
		return strings.HasPrefix(squeeze(string(chars[t.Column-1:])), want)
	})
}

// plain is the answer without what is optional, and how much that is.
func (c candidate) plain() (text string, optional int) {
	args := slices.Clone(c.args)
	for i, p := range c.verb.Params {
		if p.Many != One && Has(args, i) {
			args[i] = nil
			optional++
		}
	}
	return VerbText(c.verb, args), optional
}

// Bounds of the search for the best lines behind one first answer.
const (
	poolMost    = 60 // lines looked at
	poolSecond  = 6  // of them with the same second answer
	fewMore     = 2  // so many lines above the limit are listed rather than counted
	manyPerPool = 4  // lines looked at for each that may be listed, at least
)

// firstAnswer gathers the lines behind one first answer.
type firstAnswer struct {
	most    int // lines kept; 0: all
	choices []Choice
	more    int
	capped  bool
}

// search answers with the steps it took of the budget.
func (a *firstAnswer) search(tx *Tx, c candidate, budget int) int {
	pool := map[string]int{} // which choice leads to a position; a single choice stands for itself
	second := map[string]int{}
	var verbs []string // of the second answers, by choice
	s := &search{budget: budget}
	if a.most > 0 {
		s.enough = func(p path) bool { return second[p.second] >= poolSecond }
	}
	s.yield = func(f found) bool {
		if len(a.choices) == 1 {
			pool[a.choices[0].leadsTo()] = 0
		}
		if len(a.choices) > 0 {
			key := f.choice().leadsTo()
			if i, ok := pool[key]; ok {
				if len(f.line) < len(a.choices[i].Line) {
					a.choices[i], verbs[i] = f.choice(), f.path.verb
				}
				return true
			}
			pool[key] = len(a.choices)
		}
		a.choices, verbs = append(a.choices, f.choice()), append(verbs, f.path.verb)
		if second[f.path.second]++; f.path.second != "" && second[f.path.second] == poolSecond {
			a.capped = a.capped || a.most > 0
		}
		return a.most == 0 || len(a.choices) < max(poolMost, manyPerPool*a.most)
	}
	s.try(tx, &spelling{}, path{}, c)
	a.capped = a.capped || s.spent || s.stop
	if a.most > 0 {
		found := len(a.choices)
		most := a.most
		if !a.capped && found <= most+fewMore {
			most = found
		}
		a.choices = best(a.choices, verbs, tx, most)
		a.more = found - len(a.choices)
	}
	return budget - max(0, s.budget)
}

// best keeps the choices worth most, but one of every verb before a second of
// any: who can take a locomotive or a factory sees both. They stand in the
// order of their worth; where it is equal, as they were found.
func best(choices []Choice, verbs []string, tx *Tx, most int) []Choice {
	worth := make([]int, len(choices))
	order := make([]int, len(choices))
	for i, c := range choices {
		order[i] = i
		if len(choices) > 1 {
			worth[i] = c.worth(tx.adviser, tx.Seat)
		}
	}
	byWorth := func(i, j int) int { return cmp.Or(cmp.Compare(worth[j], worth[i]), cmp.Compare(i, j)) }
	slices.SortFunc(order, byWorth)
	seen := map[string]bool{}
	var firsts, others []int
	for _, i := range order {
		if seen[verbs[i]] {
			others = append(others, i)
			continue
		}
		seen[verbs[i]] = true
		firsts = append(firsts, i)
	}
	kept := append(firsts, others...)
	kept = kept[:min(most, len(kept))]
	slices.SortFunc(kept, byWorth)
	var out []Choice
	for _, i := range kept {
		out = append(out, choices[i])
	}
	return out
}

// worth is the Adviser's word on a choice.
func (c Choice) worth(a Adviser, seat Seat) int {
	if a == nil {
		return 0
	}
	return a.Worth(c.After, seat, c.Stopped)
}

// leadsTo tells choices apart by where they lead; one that shows something
// hidden is like no other.
func (c Choice) leadsTo() string {
	if c.Stopped {
		return c.Line
	}
	return string(Encode(c.After))
}

func (f found) choice() Choice {
	return Choice{Line: f.line, First: f.path.first, Acts: f.tx.acts, Reports: f.tx.reports, After: f.tx.Pos, Stopped: f.stopped}
}

// inTurn takes one choice of each list, then a second of each, up to limit;
// they stand in the order of their lists.
func inTurn(lists []*firstAnswer, limit int) []Choice {
	taken := make([]int, len(lists))
	n := 0
	for round, more := 0, true; more; round++ {
		more = false
		for i, l := range lists {
			if len(l.choices) > round && (limit == 0 || n < limit) {
				taken[i], more = round+1, true
				n++
			}
		}
	}
	var out []Choice
	for i, l := range lists {
		out = append(out, l.choices[:taken[i]]...)
	}
	return out
}
