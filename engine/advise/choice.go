package advise

import (
	"cmp"
	"encoding/json"
	"slices"

	"railpost/engine"
)

// Choice is a legal line as a letter lists it.
type Choice struct {
	N      int `json:",omitempty"` // its number in the letter; 0: none
	Line   string
	Does   []engine.Message `json:",omitempty"` // its reports of the seat; letters print those with a form for choices
	Remark []engine.Message `json:",omitempty"` // the title's remarks on its effects
	Group  engine.Message   `json:",omitzero"`  // the heading under which it is listed; zero: its verb
	Worth  int              `json:",omitempty"` // how good it looks; comparable within one list
	Best   bool             `json:",omitempty"` // one of the few that the first screen shows
	Lost   bool             `json:",omitempty"` // its gain is certain to be lost: it has no number
	Verb   string           `json:"-"`          // verb of its first order
	Card   engine.Card      `json:",omitzero"`
}

// Remarked returns lines of a seat, legal in its view, as letters list them.
func Remarked(t engine.Title, view engine.Position, seat engine.Seat, list []Found) (out []Choice) {
	for _, c := range list {
		choice := ChoiceOf(t, c.Line, engine.Move{Before: view, After: c.After, Seat: seat, Acts: c.Acts, Reports: c.Reports})
		choice.Worth = c.Worth
		out = append(out, choice)
	}
	return out
}

// ChoiceOf returns a line as letters list it, with its effects and its heading.
func ChoiceOf(t engine.Title, line string, m engine.Move) Choice {
	c := Choice{Line: line, Remark: t.Remark(m), Group: t.Group(m.Acts), Lost: !t.Doomed(m).Empty(), Card: t.Card(m)}
	if len(m.Acts) > 0 {
		c.Verb = m.Acts[0].Verb
		c.Card.Bare = c.Card.Bare || c.Verb == "pass" || c.Verb == "done"
	}
	for _, r := range engine.For(m.Seat, m.Reports) {
		if of, ok := r.Arg("seat"); !ok || of.Int == int(m.Seat) { // actions of others are no effect of the line
			c.Does = append(c.Does, r.Message)
		}
	}
	return c
}

// Number numbers the choices that keep their gain, from n+1, and returns the last number.
func Number(choices []Choice, n int) int {
	for i := range choices {
		if !choices[i].Lost {
			n++
			choices[i].N = n
		}
	}
	return n
}

// Numbered returns the orders of choices with numbers.
func Numbered(choices []Choice) (lines []string) {
	for _, c := range choices {
		if c.N > 0 {
			lines = append(lines, c.Line)
		}
	}
	return lines
}

// LinesOf returns the orders of choices.
func LinesOf(choices []Choice) []string {
	return engine.Each(choices, func(c Choice) string { return c.Line })
}

// Best puts the best n of a list first, by Worth, and marks them; the others keep their
// order. At most half of them belong to one group while another has a line in the better
// half of the list, so that a player sees more than one kind of move.
func Best(list []Choice, n int) []Choice {
	byWorth := make([]int, len(list))
	for i := range list {
		byWorth[i] = i
	}
	slices.SortStableFunc(byWorth, func(a, b int) int { return cmp.Compare(list[b].Worth, list[a].Worth) })
	of := map[string]int{}
	var best, passed []int
	for _, i := range byWorth[:min(len(list), max(n, (len(list)+1)/2))] {
		if group := groupOf(list[i].Group, list[i].Line); len(best) < n && of[group] < (n+1)/2 {
			of[group]++
			best = append(best, i)
		} else {
			passed = append(passed, i)
		}
	}
	best = append(best, passed[:min(len(passed), n-len(best))]...)
	slices.SortStableFunc(best, func(a, b int) int { return cmp.Compare(list[b].Worth, list[a].Worth) })
	var out, others []Choice
	for _, i := range best {
		c := list[i]
		c.Best = true
		out = append(out, c)
	}
	for i, c := range list {
		if !slices.Contains(best, i) {
			others = append(others, c)
		}
	}
	return append(out, others...)
}

// groupOf returns a key of the group of a line: its heading, or else its verb.
func groupOf(heading engine.Message, line string) string {
	if heading.Empty() {
		return engine.FirstFold(line)
	}
	key, _ := json.Marshal(heading)
	return string(key)
}

// arranged sorts lines by group, the group with the best line first, and within a group
// the best first. Ties keep the order in which they were found.
func (l *lister) arranged(list []Found) []Found {
	byWorth(list)
	of := map[string]int{}
	var groups [][]Found
	for _, c := range list {
		key := groupOf(l.title.Group(c.Acts), c.Line)
		i, ok := of[key]
		if !ok {
			i = len(groups)
			of[key] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], c)
	}
	return slices.Concat(groups...)
}

// byWorth sorts lines by descending worth; ties keep their order.
func byWorth(list []Found) {
	slices.SortStableFunc(list, func(a, b Found) int { return cmp.Compare(b.Worth, a.Worth) })
}
