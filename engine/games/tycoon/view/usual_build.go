package view

import (
	"cmp"
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// The building part of the usual action: links that let nearby goods be delivered, or
// that bring a goal with a reward nearer.

// weighBuilds weighs the cheapest links in one action.
func (u *usual) weighBuilds(base int) {
	use := tycoon.Use{Engineering: u.s.Hand(u.seat).Engineering() != 0}
	list := slices.DeleteFunc(cheapest(u.s, u.seat, use), func(w way) bool { return w.Cost > parallelMost && u.view.tied(w.From, w.To) })
	first := engine.Each(list, func(w way) ranked { return ranked{w, u.promise(w)} })
	slices.SortStableFunc(first, func(a, b ranked) int { return cmp.Compare(b.promise, a.promise) })
	for _, r := range first[:min(buildsWeighed, len(list))] {
		if r.Plan.Open == tycoon.NoOpen && u.view.own(r.To) && !u.view.own(r.From) { // lists begin in own cities
			r.Plan = backwards(r.way)
		}
		cards := r.Plan.Needed()
		cost := r.Cost
		if saved := u.granted(r.Plan, cards); saved >= grantLeast {
			cards.Grant = true
			cost -= saved
		}
		u.add(u.s.BuildLine(r.Plan, cards), u.linkWorth(r.From, r.To, base)-u.price(cost))
	}
}

const (
	buildsWeighed = 60
	parallelMost  = 8  // dollars for a link parallel to another player's
	buildTurn     = 6  // for a turn to come: a link will bring more than the goods there are
	grantLeast    = 6  // dollars that a Land Grant must save
	gatewayWorth  = 65 // a western link may follow
)

// ranked is a way with a first estimate of its worth.
type ranked struct {
	way
	promise int
}

// tied reports whether anybody has a link between two cities.
func (o *outlook) tied(a, b tycoon.City) bool {
	return slices.ContainsFunc(o.from[a], func(t tie) bool { return t.to == b })
}

// promise is a first estimate of a link: the worth of its ends, less its cost.
func (u *usual) promise(r way) int {
	n := -20 * r.Cost
	for _, c := range []tycoon.City{r.From, r.To} {
		n += 40 * min(u.s.Cities[c].Cubes.Total(), 4)
		if u.view.own(c) {
			n += 60
		}
		if u.s.Cities[c].Colour != tycoon.Gray {
			n += 40
		}
	}
	a, b := &u.s.Cities[r.From], &u.s.Cities[r.To]
	if a.Colour != tycoon.Gray {
		n += 150 * b.Cubes.Of(a.Colour)
	}
	if b.Colour != tycoon.Gray {
		n += 150 * a.Cubes.Of(b.Colour)
	}
	return n
}

// granted returns the saving by a Land Grant.
func (u *usual) granted(p tycoon.Plan, cards tycoon.Use) int {
	if u.s.Hand(u.seat).Grant() == 0 {
		return 0
	}
	plain, err := u.s.Check(u.seat, p, cards)
	if err != nil {
		return 0
	}
	cards.Grant = true
	free, err := u.s.Check(u.seat, p, cards)
	if err != nil {
		return 0
	}
	return plain.Total - free.Total
}

// linkWorth returns the worth of a new own link, without its cost.
func (u *usual) linkWorth(a, b tycoon.City, base int) int {
	o := u.view
	oldA, oldB := slices.Clone(o.from[a]), slices.Clone(o.from[b])
	before := u.rewards()
	news := u.newCity(a) + u.newCity(b) + u.connectivity(a, b)
	o.tie(a, b, true)
	o.tie(b, a, true)
	o.look()
	worth := u.prospect() - base + news + (u.rewards()-before)*8/10 + buildTurn*min(u.turns, 5)
	o.from[a], o.from[b] = oldA, oldB
	clear(o.looked)
	return worth
}

// rewards returns the worth of goals that own links meet: those of major lines, and of the own baron.
func (u *usual) rewards() (sum int) {
	add := func(a, b tycoon.City, points int) {
		if slices.Contains(u.view.network(a), b) {
			sum += points * point
		}
	}
	for _, id := range u.s.Up {
		if c := &u.s.Book().Cards[id]; c.Kind == tycoon.MajorLine && c.West == tycoon.NoCity {
			add(c.A, c.B, c.Points)
		}
	}
	switch b := u.baron(); {
	case b == nil:
	case b.Goal == tycoon.Connects:
		add(b.A, b.B, b.Points)
	case b.Goal == tycoon.LinksFromCity:
		links := engine.Count(u.view.from[b.City], func(t tie) bool { return t.own })
		sum += min(links*b.Each, b.Max) * point / 2
	}
	return sum
}

// Links that are connected form long ways.
const (
	joinWorth = 150 // for joining two own networks
	apartCost = 120 // for starting another one
)

// connectivity returns the value of a link that joins own networks, or the penalty of
// one that touches none.
func (u *usual) connectivity(a, b tycoon.City) int {
	worth, ownA, ownB := 0, u.view.own(a), u.view.own(b)
	switch {
	case ownA && ownB && !slices.Contains(u.view.network(a), b):
		worth = joinWorth
	case !ownA && !ownB && u.s.Network(u.seat).Links() > 0:
		worth = -apartCost
	}
	return worth * min(u.turns, 5) / 5
}

// newCity returns the worth of reaching a city: goods that may be delivered one day, and a colour to deliver to.
func (u *usual) newCity(c tycoon.City) int {
	if u.view.own(c) {
		return 0
	}
	worth := min(u.s.Cities[c].Cubes.Total(), 4) * 12
	if u.s.Cities[c].Colour != tycoon.Gray {
		worth += 30
	}
	if slices.Contains(u.s.Book().Gateways, c) && !u.s.Rules.Novice {
		worth += gatewayWorth
		if b := u.baron(); b != nil && b.Goal == tycoon.WesternBuilt {
			worth += b.Points * point / 2
		}
	}
	return worth * min(u.turns, 5) / 5
}
