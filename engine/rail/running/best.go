package running

import (
	"strconv"
	"strings"

	"railpost/engine/rail/route"
)

// searchSteps is the budget of a search for the best routes, a second or two: a
// hundred times what the densest boards need.
const searchSteps = 20_000_000

// Keys of results kept with a network.
type (
	bestOf struct{ key, known string }
	useOf  string
)

// Search finds the best set of routes. The result is kept with the network, so a
// second call in the same position does not search again.
func (r *Runner) Search() Plan {
	return r.graph().Memo(bestOf{r.key(), strings.Join(r.Known, "\n")}, func() any {
		n := r.Network()
		n.Steps = searchSteps
		n.Warm = n.known()
		a := route.Best(&n.Problem)
		p := n.plan(a.Routes)
		p.Bound, p.Proven, p.None = a.Bound, a.Proven, a.None
		return p
	}).(Plan)
}

// rankSteps is the budget of each search for a ranking.
const rankSteps = 500_000

// Ranking returns the best n sets of routes of the trains as they are, the best first.
func (r *Runner) Ranking(n int) (list []Plan) {
	network := r.Network()
	network.Steps = rankSteps
	network.Warm = network.known()
	for _, a := range route.Ranking(&network.Problem, n) {
		list = append(list, network.plan(a.Routes))
	}
	return list
}

// Usable reports whether some set of routes uses all services that must be used.
func (r *Runner) Usable() bool {
	return r.graph().Memo(useOf(r.key()), func() any { return route.Possible(&r.Network().Problem) }).(bool)
}

// key contains everything that routes depend on, except track and stations, and the names of trains, which are
// in their texts: 18CZ has a 2+2b and a 2+2c.
func (r *Runner) key() string {
	var room [256]byte
	key := append(room[:0], r.Colour...)
	for i := range r.Trains {
		t := &r.Trains[i]
		key = append(append(append(append(key, 't'), t.Name...), '/'), t.Short...)
		key = strconv.AppendInt(append(key, '/'), int64(t.Range), 10)
		key = strconv.AppendInt(append(key, '/'), int64(t.Towns), 10)
		key = strconv.AppendBool(strconv.AppendBool(key, t.Express), t.CitiesFirst)
	}
	for i := range r.Services {
		w := &r.Services[i].Service
		key = strconv.AppendInt(append(key, 's'), int64(w.Bonus), 10)
		key = strconv.AppendBool(strconv.AppendBool(strconv.AppendBool(key, w.Longer), w.Extra), w.Must)
	}
	return string(key)
}

// plan is a set of routes on the network.
func (n *Network) plan(lines []route.Route) Plan {
	p := Plan{Lines: lines, Routes: n.texts(lines)}
	for i := range lines {
		p.Revenue += lines[i].Value
		p.Extra += lines[i].Extra
	}
	return p
}

// known finds the routes of an earlier turn that still exist on the present network.
func (n *Network) known() (lines []route.Route) {
	for _, text := range n.Known {
		if r, ok := n.Line(text); ok {
			lines = append(lines, r)
		}
	}
	return lines
}
