package route

import "slices"

// Assign gives the routes trains and services, and their values, so that the set
// is allowed and worth most; a Train that is not Idle is kept. The result is in the
// order of the routes. Among equal ways the first route gets the service. The error
// is a *Fault.
func Assign(p *Problem, routes []Route) ([]Route, error) {
	if err := checkLines(p, routes); err != nil {
		return nil, err
	}
	if len(routes) > len(p.Trains) {
		return nil, &Fault{Why: TooMany, Route: len(p.Trains)}
	}
	a := newAssigner(p, routes)
	if f := a.named(routes); f != nil {
		return nil, f
	}
	must := a.must
	for n := 1; n <= len(routes); n++ { // the first route that finds no train
		if !a.solve(n, 0) {
			return nil, a.why(n - 1)
		}
	}
	if !a.solve(len(routes), must) {
		return nil, a.unused(must)
	}
	return a.routes(), nil
}

// assigner tries trains and services for routes.
type assigner struct {
	p       *Problem
	lines   []Route
	ways    []way
	must    uint8
	options [][]option // by route: possible trains and ways

	n     int
	need  uint8 // services that must be used
	taken []option
	best  []option
	most  int
}

// option is a train and a way of using services for a route.
type option struct{ train, way, value int }

func newAssigner(p *Problem, routes []Route) *assigner {
	a := &assigner{p: p, lines: routes, ways: waysOf(p.Services)}
	for i, w := range p.Services {
		if w.Must {
			a.must |= 1 << i
		}
	}
	for i := range routes {
		a.options = append(a.options, a.suitable(&routes[i]))
	}
	return a
}

// suitable lists the trains and ways that can run a route, the most valuable first.
func (a *assigner) suitable(r *Route) (list []option) {
	for t := range a.p.Trains {
		if r.Train != Idle && r.Train != t {
			continue
		}
		s, ok := a.p.survey(r.Stops, a.p.Trains[t])
		if !ok {
			continue
		}
		for y := range a.ways {
			if a.ways[y].suits(s.long, s.extras, s.areas) {
				list = append(list, option{t, y, s.value + a.ways[y].bonus})
			}
		}
	}
	slices.SortStableFunc(list, func(x, y option) int { return y.value - x.value })
	return list
}

// named checks the trains that the routes name.
func (a *assigner) named(routes []Route) *Fault {
	for i := range routes {
		t := routes[i].Train
		if t != Idle && (t < 0 || t >= len(a.p.Trains)) {
			return &Fault{Why: NoSuch, Route: i}
		}
		for j := range i {
			if t != Idle && routes[j].Train == t {
				return &Fault{Why: TrainTwice, Route: i, Other: j}
			}
		}
	}
	return nil
}

// solve finds the best options for the first n routes that use some services.
func (a *assigner) solve(n int, need uint8) bool {
	a.n, a.need, a.best, a.most = n, need, nil, -1
	a.try(0, 0, 0, 0)
	return a.most >= 0
}

func (a *assigner) try(i int, trains uint64, services uint8, value int) {
	if i == a.n {
		if services&a.need == a.need && value > a.most {
			a.best, a.most = slices.Clone(a.taken), value
		}
		return
	}
	for _, o := range a.options[i] {
		uses := a.ways[o.way].services
		if trains&(1<<o.train) != 0 || services&uses != 0 {
			continue
		}
		a.taken = append(a.taken, o)
		a.try(i+1, trains|1<<o.train, services|uses, value+o.value)
		a.taken = a.taken[:i]
	}
}

// why returns the reason why route i finds no train and services next to those before it.
func (a *assigner) why(i int) *Fault {
	if len(a.options[i]) > 0 {
		return a.clash(i)
	}
	for t, train := range a.p.Trains {
		s, ok := a.p.survey(a.lines[i].Stops, train)
		named := a.lines[i].Train == Idle || a.lines[i].Train == t
		if named && ok && (!s.long || slices.ContainsFunc(a.p.Services, func(w Service) bool { return w.Longer })) {
			return &Fault{Why: ExtraShut, Route: i, Stop: s.lastExtra}
		}
	}
	return &Fault{Why: TooLong, Route: i}
}

// clash returns why a route that could run alone cannot run with those before it: two
// want the same service, or its trains are all needed for others.
func (a *assigner) clash(i int) *Fault {
	common := ^uint8(0)
	for _, o := range a.options[i] {
		common &= a.ways[o.way].services
	}
	for j := range i {
		shared := common
		for _, o := range a.options[j] {
			shared &= a.ways[o.way].services
		}
		if shared != 0 {
			return &Fault{Why: ServiceTwice, Route: i, Other: j, Service: servicesOf(shared)[0]}
		}
	}
	return &Fault{Why: TooLong, Route: i}
}

// unused names a service that is left over.
func (a *assigner) unused(must uint8) *Fault {
	for need := must; need != 0; need &= need - 1 {
		if one := need & -need; !a.solve(len(a.lines), one) {
			return &Fault{Why: ServiceLeft, Service: servicesOf(one)[0]}
		}
	}
	return &Fault{Why: ServiceLeft, Service: servicesOf(must)[0]} // each could be used, but not all together
}

// routes returns the routes with their trains and services.
func (a *assigner) routes() []Route {
	out := slices.Clone(a.lines)
	for i, o := range a.best {
		out[i].Train = o.train
		out[i].Services = servicesOf(a.ways[o.way].services)
		out[i].Value = o.value
		out[i].Extra = a.p.extra(out[i].Stops)
	}
	return out
}
