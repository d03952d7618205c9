package g18mag

import (
	"railpost/engine"
	"railpost/engine/route"
)

// readRoutes reads the routes of an order for a minor. Trains are found for them,
// and where the words leave a choice of tracks, that which makes the set legal
// and worth most. What forbids the set is the plan's fault; the error is for
// words that mean nothing.
func (s *State) readRoutes(c Company, services []Company, t *engine.Tokens) (plan, error) {
	routes, err := s.spell(t)
	if err != nil {
		return plan{}, err
	}
	n := s.networkOf(c, services)
	lines, fault := s.meant(n, c, services, routes, true)
	if fault != nil {
		lines, fault = s.meant(n, c, services, routes, false)
	}
	if fault != nil {
		return plan{fault: fault}, nil
	}
	p := plan{routes: s.texts(n, lines), lines: lines}
	for i := range lines {
		p.revenue += lines[i].Value
		p.mine += lines[i].Extra
	}
	return p, nil
}

// meant is the set of routes that an order means, read strictly or not.
func (s *State) meant(n *network, c Company, services []Company, routes []spelling, strict bool) ([]route.Route, *engine.Refusal) {
	choices := make([][]route.Route, len(routes))
	for i, r := range routes {
		readings, fault := s.readings(n, r, strict)
		if fault != nil {
			return nil, fault
		}
		choices[i] = readings
	}
	if fault := s.nameTrains(n, c, routes, choices); fault != nil {
		return nil, fault
	}
	lines, first, err := bestReading(n, choices)
	if err != nil {
		return nil, s.routeFault(n, c, services, routes, first, err)
	}
	return lines, nil
}

// nameTrains gives the routes that name a size a train of that size.
func (s *State) nameTrains(n *network, c Company, routes []spelling, choices [][]route.Route) *engine.Refusal {
	taken := make([]bool, len(n.Trains))
	for i, r := range routes {
		if r.size == 0 {
			continue
		}
		t := 0
		for t < len(taken) && (taken[t] || n.Trains[t].Range != r.size) {
			t++
		}
		if t == len(taken) {
			return s.noSuchTrain(c, r)
		}
		taken[t] = true
		for j := range choices[i] {
			choices[i][j].Train = t
		}
	}
	return nil
}

// setsMost bounds how many sets of readings are looked at.
const setsMost = 512

// bestReading takes one reading for each route so that the set is allowed and
// worth most; of equal sets the first. The error is that of the first set.
func bestReading(n *network, choices [][]route.Route) (best, first []route.Route, err error) {
	most := -1
	for i := range setsMost {
		set, more := nth(choices, i)
		if !more {
			break
		}
		lines, fault := route.Assign(&n.Problem, set)
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

// nth is set i of all sets that take one of each of the choices; false: there
// are fewer.
func nth(choices [][]route.Route, i int) ([]route.Route, bool) {
	set := make([]route.Route, len(choices))
	for j := len(choices) - 1; j >= 0; j-- {
		set[j] = choices[j][i%len(choices[j])]
		i /= len(choices[j])
	}
	return set, i == 0
}
