package route

import (
	"cmp"
	"slices"
)

// Ranking returns the best n sets, the best first; it omits a set whose stops are all in a better one. There
// are fewer if no more are worth anything, or if a search takes more than Problem.Steps.
func Ranking(p *Problem, n int) []Answer {
	best := Best(p)
	if best.Total == 0 {
		return nil
	}
	// Valuable sets are found fast, so the floor falls until there are enough.
	for _, percent := range []int{90, 75, 50, 0} {
		list, done := above(p, best.Total*percent/100, n)
		if len(list) == 0 || list[0].Total < best.Total { // the best was found with routes of an earlier turn, or not within these steps
			list = append([]Answer{best}, list...)
		}
		if len(list) >= n || !done || percent == 0 {
			return list[:min(n, len(list))]
		}
	}
	return nil
}

// setsKept limits the sets that are compared with better ones.
const setsKept = 500

// above lists the best n sets worth more than a floor; done is false if its steps are spent.
func above(p *Problem, floor, n int) (list []Answer, done bool) {
	s := &solver{p: p, budget: budget{most: p.Steps}, bound: unlimited}
	s.prepare()
	s.total = floor
	var ok bool
	if s.net, ok = contract(p); !ok || len(p.Services) > 8 {
		return nil, false
	}
	s.ranks = setsKept
	s.singles()
	done = s.collect() && s.choose(0)
	for _, picks := range s.ranked {
		for _, a := range s.answers(picks) {
			if len(list) < n && !slices.ContainsFunc(list, func(b Answer) bool { return within(a, b) }) {
				list = append(list, a)
			}
		}
	}
	return list, done
}

// tracesMost bounds the routes of a train that are looked at for one pick.
const tracesMost = 8

// answers are the sets of routes behind picks.
func (s *solver) answers(picks []pick) []Answer {
	list := []Answer{{Total: worth(picks)}}
	for i := range picks {
		var longer []Answer
		for _, r := range s.trace(&picks[i], tracesMost) {
			for _, a := range list {
				a.Routes, a.Extra = append(slices.Clip(a.Routes), r), a.Extra+r.Extra
				longer = append(longer, a)
			}
		}
		list = longer[:min(tracesMost, len(longer))]
	}
	for _, a := range list {
		slices.SortFunc(a.Routes, func(x, y Route) int { return cmp.Compare(x.Train, y.Train) })
	}
	return list
}

// place inserts a set into the ranking; then only sets better than its last are of interest.
func (s *solver) place(picks []pick) {
	total := worth(picks)
	if total <= s.total {
		return
	}
	i, _ := slices.BinarySearchFunc(s.ranked, total, func(set []pick, total int) int {
		if worth(set) >= total { // after those of equal worth
			return -1
		}
		return 1
	})
	s.ranked = slices.Insert(s.ranked, i, slices.Clone(picks))
	if len(s.ranked) > s.ranks {
		s.ranked = s.ranked[:s.ranks]
		s.total = worth(s.ranked[s.ranks-1])
	}
}

func worth(picks []pick) (total int) {
	for i := range picks {
		total += picks[i].value
	}
	return total
}

// within reports whether all stops of a are stops of b.
func within(a, b Answer) bool {
	return !slices.ContainsFunc(a.Routes, func(r Route) bool {
		return slices.ContainsFunc(r.Stops, func(stop int) bool {
			return !slices.ContainsFunc(b.Routes, func(r Route) bool { return slices.Contains(r.Stops, stop) })
		})
	})
}
