package running

import (
	"fmt"

	"railpost/engine/rail/route"
)

// searchSteps is the budget of a search for the best routes, a second or two: a
// hundred times what the densest boards need.
const searchSteps = 20_000_000

// Search finds the best set of routes. It is kept with the network: asked again in the
// same position there is no second search.
func (r *Runner) Search() Plan {
	return r.graph().Memo("best "+r.key()+fmt.Sprint(r.Known), func() any {
		n := r.Network()
		n.Steps = searchSteps
		n.Warm = n.known()
		a := route.Best(&n.Problem)
		p := n.plan(a.Routes)
		p.Bound, p.Proven, p.None = a.Bound, a.Proven, a.None
		return p
	}).(Plan)
}

// Usable says whether some set of routes uses all wagons that must be used.
func (r *Runner) Usable() bool {
	return r.graph().Memo("use "+r.key(), func() any { return route.Possible(&r.Network().Problem) }).(bool)
}

// key tells apart all on which routes depend besides track and stations; also the
// names of trains, which stand in their texts: 18CZ has a 2+2b and a 2+2c.
func (r *Runner) key() string {
	wagons := make([]route.Wagon, len(r.Wagons))
	for i := range wagons {
		wagons[i] = r.Wagons[i].Wagon
	}
	return fmt.Sprint(r.Trains, wagons, r.Colour)
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

// known finds the routes of an earlier turn on the network of today; those that
// are gone are left out.
func (n *Network) known() (lines []route.Route) {
	for _, text := range n.Known {
		if r, ok := n.Line(text); ok {
			lines = append(lines, r)
		}
	}
	return lines
}
