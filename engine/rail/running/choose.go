package running

import (
	"railpost/engine"
	"railpost/engine/rail/route"
)

// read reads the routes of an order. It assigns trains to them and, where the words permit several tracks,
// chooses those that make the set legal and worth most. A forbidden set has the reason in the Fault of its
// plan; the error is for words without meaning.
func (n *Network) read(t *engine.Tokens) (Plan, error) {
	routes, err := n.spell(t)
	if err != nil {
		return Plan{}, err
	}
	lines, fault := n.meant(routes, true)
	if fault != nil {
		lines, fault = n.meant(routes, false)
	}
	if fault != nil {
		return Plan{Fault: fault}, nil
	}
	return n.plan(lines), nil
}

// meant is the set of routes that an order means, read strictly or not.
func (n *Network) meant(routes []spelling, strict bool) ([]route.Route, *engine.Refusal) {
	choices := make([][]route.Route, len(routes))
	for i, r := range routes {
		readings, fault := n.readings(r, strict)
		if fault != nil {
			return nil, fault
		}
		choices[i] = readings
	}
	if fault := n.nameTrains(routes, choices); fault != nil {
		return nil, fault
	}
	lines, first, err := bestReading(&n.Problem, choices)
	if err != nil {
		return nil, n.routeFault(routes, first, err)
	}
	return lines, nil
}

// nameTrains assigns trains to the routes that name one.
func (n *Network) nameTrains(routes []spelling, choices [][]route.Route) *engine.Refusal {
	taken := make([]bool, len(n.Runner.Trains))
	for i, r := range routes {
		if r.train.text == "" {
			continue
		}
		t := 0
		for t < len(taken) && (taken[t] || !r.train.is(&n.Runner.Trains[t])) {
			t++
		}
		if t == len(taken) {
			return n.noSuchTrain(r)
		}
		taken[t] = true
		for j := range choices[i] {
			choices[i][j].Train = t
		}
	}
	return nil
}

// setsMost bounds how many sets of readings are tried.
const setsMost = 512

// bestReading takes one reading of each route so that the set is allowed and worth
// most, the first among equals. The error is that of the first set.
func bestReading(p *route.Problem, choices [][]route.Route) (best, first []route.Route, err error) {
	most := -1
	for i := range setsMost {
		set, more := nth(choices, i)
		if !more {
			break
		}
		lines, fault := route.Assign(p, set)
		if i == 0 {
			first, err = set, fault
		}
		if fault != nil {
			continue
		}
		total := 0
		for j := range lines {
			total += lines[j].Value
		}
		if total > most {
			best, most = lines, total
		}
	}
	if best != nil {
		return best, first, nil
	}
	return nil, first, err
}

// nth returns set i of all sets that take one of each of the choices; false if there are fewer.
func nth(choices [][]route.Route, i int) ([]route.Route, bool) {
	set := make([]route.Route, len(choices))
	for j := len(choices) - 1; j >= 0; j-- {
		set[j] = choices[j][i%len(choices[j])]
		i /= len(choices[j])
	}
	return set, i == 0
}
