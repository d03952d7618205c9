package engine

import (
	"slices"
	"strings"
)

// Choice is one complete legal line.
type Choice struct {
	Line    string
	First   string // its first answer, as "place black-1"
	Reports []Report
	After   Position
	// Stopped: the line shows something hidden. Reports and After are what is
	// known before it.
	Stopped bool
}

// Listing is a list of legal lines.
type Listing struct {
	Choices []Choice
	More    int  // legal lines found and not listed
	Capped  bool // the search ended before all were found
}

// mostMore ends the counting of lines that are not listed.
const mostMore = 200

// List lists legal lines of a seat: at most perFirst for each first answer and
// at most limit in all (0: no limit). prefix keeps the lines whose first
// answer begins with it ("" all). Where limit binds, every first answer comes
// once before one comes twice. Lines with the same first answer that lead to
// the same position are listed once, by the shortest found. With perFirst and
// without prefix a first answer that only adds something optional to another
// legal one ("place doubler with r") is left out and counted.
func List(p Position, seat Seat, prefix string, perFirst, limit int) Listing {
	return list(Trial(p, seat), prefix, perFirst, limit)
}

func list(tx *Tx, prefix string, perFirst, limit int) Listing {
	firsts := beginningWith(tx, prefix)
	brief := perFirst > 0 && prefix == ""
	budget := listBudget
	if perFirst > 0 {
		budget = letterBudget
	}
	var out Listing
	shortest := map[string]int{} // legal answers without what is optional, and how much of it they need
	behind := make([][]Choice, len(firsts))
	for i, c := range firsts {
		plain, optional := c.plain()
		if least, ok := shortest[plain]; brief && ok && optional > least {
			out.More, out.Capped = out.More+1, true
			continue
		}
		f := &firstAnswer{most: perFirst}
		if perFirst == 0 || limit > 0 && limit < perFirst {
			f.most = limit
		}
		share := max(leastBudget, budget/(len(firsts)-i))
		budget -= f.search(tx, c, share)
		behind[i] = f.choices
		out.More += f.more
		out.Capped = out.Capped || f.capped
		if len(f.choices) > 0 {
			shortest[plain] = optional
		}
	}
	out.Choices = inTurn(behind, limit)
	for _, choices := range behind {
		out.More += len(choices)
	}
	out.More -= len(out.Choices)
	return out
}

// beginningWith lists the first answers whose text begins with prefix.
func beginningWith(tx *Tx, prefix string) []candidate {
	want := squeeze(prefix)
	var out []candidate
	for _, c := range answers(tx, open(tx.Pos, tx.Seat, true)) {
		if want == "" || strings.HasPrefix(squeeze(VerbText(c.verb, c.args)), want) {
			out = append(out, c)
		}
	}
	return out
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

// firstAnswer gathers the lines behind one first answer.
type firstAnswer struct {
	most    int // lines kept; 0: all
	choices []Choice
	more    int
	capped  bool
}

// search answers with the steps it took of the budget.
func (a *firstAnswer) search(tx *Tx, c candidate, budget int) int {
	seen := map[string]int{} // which choice leads to a position; -1: one that is not kept
	s := &search{budget: budget}
	s.yield = func(f found) bool {
		key := f.line
		if !f.stopped {
			key = string(Encode(f.tx.Pos))
		}
		if i, ok := seen[key]; ok {
			if i >= 0 && len(f.line) < len(a.choices[i].Line) {
				a.choices[i] = f.choice()
			}
			return true
		}
		if a.most > 0 && len(a.choices) == a.most {
			seen[key] = -1
			a.more++
			return a.more < min(mostMore, 4*a.most)
		}
		seen[key] = len(a.choices)
		a.choices = append(a.choices, f.choice())
		return true
	}
	s.try(tx, &spelling{}, "", c)
	a.capped = s.spent || s.stop
	return budget - max(0, s.budget)
}

func (f found) choice() Choice {
	return Choice{Line: f.line, First: f.first, Reports: f.tx.reports, After: f.tx.Pos, Stopped: f.stopped}
}

// inTurn takes one choice of each list, then a second of each, up to limit;
// they stand in the order of their lists.
func inTurn(lists [][]Choice, limit int) []Choice {
	taken := make([]int, len(lists))
	n := 0
	for round, more := 0, true; more; round++ {
		more = false
		for i, l := range lists {
			if len(l) > round && (limit == 0 || n < limit) {
				taken[i], more = round+1, true
				n++
			}
		}
	}
	var out []Choice
	for i, l := range lists {
		out = append(out, l[:taken[i]]...)
	}
	return out
}
