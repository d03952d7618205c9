package advise

import "railpost/engine"

// onlyBudget bounds the search for a second line: a position that needs more is worth thinking about.
const onlyBudget = 500

// Only returns the one legal line of a seat. It returns "" if there are none or several, if the line would
// reveal something hidden, or if not everybody can see that it is the only one, since playing it would then
// tell what the seat holds. Unrequested orders, as an answer in advance, count, too, and so do values that no
// list shows.
func Only(t engine.Title, p engine.Position, seat engine.Seat) string {
	line := only(t, p.View(seat), seat)
	if line == "" || line != only(t, p.View(engine.Nobody), seat) {
		return ""
	}
	return line
}

func only(t engine.Title, view engine.Position, seat engine.Seat) string {
	line, found, more := "", 0, false
	s := &engine.Search{
		Budget: onlyBudget,
		Yield: func(c engine.Choice) bool {
			line, found, more = c.Line, found+1, more || c.Stopped
			return found < 2 && !more
		},
		Skip: func(p engine.Position, v engine.Verb) bool {
			h := t.Hints(p, v)
			more = more || h.Open || h.Part || unlistedValues(v, nil)
			return more
		},
	}
	tx := engine.Trial(view, seat)
	prompts := engine.OpenPrompts(tx.Pos, seat, true)
	for _, v := range engine.OpenVerbs(tx, prompts) {
		if s.Skip(tx.Pos, v.Verb) {
			return ""
		}
	}
	for _, v := range engine.OpenVerbs(tx, prompts) {
		for a := range v.Complete() {
			if s.Lines(tx, a); s.Stopped || s.Spent || more {
				return ""
			}
		}
	}
	if found != 1 {
		return ""
	}
	return line
}

// unlistedValues reports whether a verb has a parameter whose values are not all listed.
func unlistedValues(v engine.Verb, args engine.Args) bool {
	if len(args) == len(v.Params) {
		return false
	}
	p := v.Params[len(args)]
	d := p.In(args)
	members := d.Members()
	if members == nil || engine.UnlistedValues(d).Some {
		return true
	}
	for m := range members {
		value := m
		if p.Many == engine.Many {
			value = []engine.Value{m}
		}
		return unlistedValues(v, append(args[:len(args):len(args)], value))
	}
	return false
}
