package route

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

// drawProblem draws a small network. Links share elements now and then, as
// links over the same side of a hex do.
func drawProblem(t *rapid.T) *Problem {
	p := &Problem{}
	n := rapid.IntRange(2, 7).Draw(t, "stops")
	for i := range n {
		s := Stop{
			Class: rapid.SampledFrom([]Class{City, City, Town, Town, Area, Extra}).Draw(t, "class"),
			Value: 10 * rapid.IntRange(0, 7).Draw(t, "value"),
			Own:   i == 0 || rapid.IntRange(0, 3).Draw(t, "own") == 0,
			Group: max(0, rapid.IntRange(-6, 1).Draw(t, "group")),
		}
		s.Own = s.Own && s.Class != Town && s.Class != Extra
		s.Ends = s.Class == Area || s.Class == City && !s.Own && rapid.IntRange(0, 3).Draw(t, "ends") == 0
		p.Stops = append(p.Stops, s)
	}
	for range rapid.IntRange(1, 10).Draw(t, "links") {
		l := Link{A: rapid.IntRange(0, n-1).Draw(t, "a"), B: rapid.IntRange(0, n-1).Draw(t, "b")}
		l.Uses = rapid.SliceOfNDistinct(rapid.IntRange(0, 14), 1, 3, rapid.ID[int]).Draw(t, "uses")
		p.Links = append(p.Links, l)
	}
	for range rapid.IntRange(1, 3).Draw(t, "trains") {
		p.Trains = append(p.Trains, rapid.SampledFrom([]Train{
			{Range: 2}, {Range: 3}, {Range: 4}, {Range: 2, Towns: 2}, {Range: 3, Towns: 1},
			{Range: 2, Towns: 3, Express: true}, {Range: 3, Towns: 1, Express: true},
			{Range: 3, Towns: 3, Express: true, CitiesFirst: true},
		}).Draw(t, "train"))
	}
	for range rapid.IntRange(0, 3).Draw(t, "services") {
		w := rapid.SampledFrom([]Service{{Longer: true}, {Bonus: 20}, {Extra: true}, {Longer: true, Bonus: 30}}).Draw(t, "service")
		w.Must = rapid.Bool().Draw(t, "must")
		p.Services = append(p.Services, w)
	}
	return p
}

// lines are all lines of links that may be routes for some train, by brute
// force: in both directions, from every stop.
func lines(p *Problem) (all []Route) {
	var r Route
	var grow func(at int)
	grow = func(at int) {
		r.Stops = append(r.Stops, at)
		if checkLines(p, []Route{r}) == nil {
			all = append(all, Route{Train: Idle, Links: slices.Clone(r.Links), Stops: slices.Clone(r.Stops)})
		}
		for i, l := range p.Links {
			if (l.A == at || l.B == at) && l.A != l.B && !slices.Contains(r.Stops, l.A+l.B-at) {
				r.Links = append(r.Links, i)
				grow(l.A + l.B - at)
				r.Links = r.Links[:len(r.Links)-1]
			}
		}
		r.Stops = r.Stops[:len(r.Stops)-1]
	}
	for s := range p.Stops {
		grow(s)
	}
	return slices.DeleteFunc(all, func(r Route) bool { return r.Stops[0] > r.Stops[len(r.Stops)-1] })
}

// bruteForce is the most that any legal set is worth; -1: no set is legal.
func bruteForce(p *Problem, all []Route) (most int) {
	most = -1
	var take func(t int, routes []Route, value int)
	take = func(t int, routes []Route, value int) {
		if t == len(p.Trains) {
			if value > most && Check(p, routes) == nil {
				most = value
			}
			return
		}
		take(t+1, routes, value)
		for _, r := range all {
			if meetsAny(p, r, routes) {
				continue
			}
			for services := range uint8(1 << len(p.Services)) {
				r.Train, r.Services = t, servicesOf(services)
				if v, ok := earns(p, r); ok {
					take(t+1, append(routes[:len(routes):len(routes)], r), value+v)
				}
			}
		}
	}
	take(0, nil, 0)
	return most
}

func meetsAny(p *Problem, r Route, routes []Route) bool {
	uses := func(r Route) (list []int) {
		for _, l := range r.Links {
			list = append(list, p.Links[l].Uses...)
		}
		return list
	}
	mine := uses(r)
	for _, o := range routes {
		for _, e := range uses(o) {
			if slices.Contains(mine, e) {
				return true
			}
		}
	}
	return false
}

// earns is the value of a route, worked out from the contract's words.
func earns(p *Problem, r Route) (value int, ok bool) {
	if p.checkTrain(&r) != nil {
		return 0, false
	}
	t := p.Trains[r.Train]
	var cities, towns []int
	area, long := false, false
	for _, s := range r.Stops {
		switch p.Stops[s].Class {
		case City, Area:
			cities = append(cities, p.Stops[s].Value)
			area = area || p.Stops[s].Class == Area
		case Town:
			towns = append(towns, p.Stops[s].Value)
		}
	}
	long = !t.Express && len(cities)+len(towns) > t.Range+t.Towns
	counted := append(slices.Clone(cities), towns...)
	if t.Express {
		slices.Sort(towns)
		room := t.Towns
		if t.CitiesFirst {
			room = min(room, t.Range-len(cities))
		}
		counted = append(cities, towns[max(0, len(towns)-room):]...)
		slices.Sort(counted)
		counted = counted[max(0, len(counted)-t.Range):]
	}
	for _, v := range counted {
		value += v
	}
	lost := unlimited // of the service that lengthens, and gives no bonus
	for _, w := range r.Services {
		if w := p.Services[w]; area {
			value += w.Bonus
			if w.Longer {
				lost = min(lost, w.Bonus)
			}
		}
	}
	if long && area {
		value -= lost
	}
	return value, true
}

// Best equals brute force, and Check allows the result.
func TestBestIsBruteForce(t *testing.T) {
	level.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		want := bruteForce(p, lines(p))
		got := Best(p)
		if !got.Proven {
			t.Fatalf("not proven: %+v", got)
		}
		if got.None != (want < 0) || !got.None && got.Total != want {
			t.Fatalf("best is %d (none: %v), brute force finds %d", got.Total, got.None, want)
		}
		expect.Must(t, want < 0, Possible(p), want >= 0)
		if want < 0 {
			return
		}
		expect.NoError(t, Check(p, got.Routes), "the best routes are refused")
		checkSums(t, p, got)
		if priced := solve(p, 0); !priced.Proven || priced.Total != want || Check(p, priced.Routes) != nil {
			t.Fatalf("with prices: %+v", priced)
		}
		checkAgain(t, p, got)
		checkShort(t, p, want)
		checkMutations(t, p, got.Routes)
	})
}

// checkSums compares the figures of an answer with its routes.
func checkSums(t *rapid.T, p *Problem, a Answer) {
	total, extra := 0, 0
	for _, r := range a.Routes {
		if v, ok := earns(p, r); !ok || v != r.Value {
			t.Fatalf("route %+v is worth %d", r, v)
		}
		total += r.Value
		extra += r.Extra
	}
	if total != a.Total || extra != a.Extra || a.Bound != a.Total {
		t.Fatalf("the sums of %+v are wrong", a)
	}
}

// checkAgain assigns trains to the routes again, and searches again with them as the known set.
func checkAgain(t *rapid.T, p *Problem, a Answer) {
	var bare []Route
	for _, r := range a.Routes {
		bare = append(bare, Route{Train: Idle, Links: r.Links, Stops: r.Stops})
	}
	again, err := Assign(p, bare)
	expect.NoError(t, err, "no trains for the best routes")
	total := 0
	for _, r := range again {
		total += r.Value
	}
	if err := Check(p, again); err != nil || total != a.Total {
		t.Fatalf("assigned routes are worth %d, not %d: %v", total, a.Total, err)
	}
	warm := *p
	warm.Warm = a.Routes
	if w := Best(&warm); w.Total != a.Total || !w.Proven || Check(p, w.Routes) != nil {
		t.Fatalf("with known routes: %+v", w)
	}
}

// checkShort stops the search early: its statements are still true.
func checkShort(t *rapid.T, p *Problem, want int) {
	short := *p
	short.Steps = rapid.IntRange(1, 60).Draw(t, "steps")
	got := Best(&short)
	if got.Bound < want || got.Total > want || got.Proven && got.Total != want || got.None {
		t.Fatalf("after %d steps: %+v, best is %d", short.Steps, got, want)
	}
	if len(got.Routes) > 0 {
		expect.NoError(t, Check(p, got.Routes), short.Steps)
	}
}

// checkMutations spoils one route: the result is a route, or it is refused.
func checkMutations(t *rapid.T, p *Problem, routes []Route) {
	if len(routes) == 0 {
		return
	}
	spoilt := slices.Clone(routes)
	r := &spoilt[rapid.IntRange(0, len(spoilt)-1).Draw(t, "spoilt")]
	r.Links, r.Stops = slices.Clone(r.Links), slices.Clone(r.Stops)
	i := rapid.IntRange(0, len(r.Links)-1).Draw(t, "link")
	kind := rapid.IntRange(0, 4).Draw(t, "mutation")
	switch kind {
	case 0: // another stop
		r.Stops[i]++
	case 1: // a link left out
		r.Links = slices.Delete(r.Links, i, i+1)
	case 2: // there and back
		r.Links, r.Stops = append(r.Links, r.Links[len(r.Links)-1]), append(r.Stops, r.Stops[len(r.Stops)-2])
	case 3: // the same route again
		spoilt = append(spoilt, spoilt[0])
	case 4: // an unknown service
		r.Services = append(slices.Clone(r.Services), len(p.Services))
	}
	if err := Check(p, spoilt); err == nil {
		t.Fatalf("mutation %d is allowed: %+v", kind, spoilt)
	}
}
