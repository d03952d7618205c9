package site

import (
	"fmt"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/route"
	"railpost/engine/rail/running"
)

// A route of the site is a list of hexes from stop to stop, in either direction, and
// nodes, which number the stops of a hex.

// nothingRun is the order that runs no train.
const nothingRun = "run nothing"

// runLine returns the order of a run: "run 3: E10-D9-C8, 2: G14-G16". It names every
// hex on the way, so that the track is unambiguous.
func runLine(s *g18mag.State, a *log18xx.Action) (string, error) {
	if len(a.Routes) == 0 {
		return nothingRun, nil
	}
	ground := s.Words()
	var parts []string
	for _, r := range a.Routes {
		size, ok := sizeOf(r.Train)
		if !ok {
			return "", log18xx.CannotSay("a train that does not exist")
		}
		way, err := log18xx.Way(&ground, r)
		if err != nil {
			return "", err
		}
		parts = append(parts, fmt.Sprintf("%d: %s", size, strings.Join(way, "-")))
	}
	return "run " + strings.Join(parts, ", "), nil
}

// run returns the routes of an order as the site writes them, all in travel order.
func (w *writer) run() ([]*log18xx.Action, error) {
	a := &log18xx.Action{Type: "run_routes"}
	p := engine.Get[running.Plan](w.args, 0)
	if len(p.Lines) == 0 {
		return one(a)
	}
	c := w.before.Company()
	n := w.before.Runner(c, w.before.Turn.Services).Network()
	bonus := p.Revenue
	for i := range p.Lines {
		r := w.route(c, n, &p.Lines[i])
		bonus -= r.Revenue
		a.Routes = append(a.Routes, r)
	}
	for i := range p.Lines { // the first route with a red area gets it
		if bonus > 0 && meetsArea(n, &p.Lines[i]) {
			a.Routes[i].Revenue += bonus
			a.Routes[i].RevenueText += " (" + g18mag.Companies[g18mag.Raba].SiteID + ")"
			break
		}
	}
	return one(a)
}

func meetsArea(n *running.Network, r *route.Route) bool {
	return slices.ContainsFunc(r.Stops, func(stop int) bool { return n.Problem.Stops[stop].Class == route.Area })
}

// route returns a route without the bonus of a red area.
func (w *writer) route(c g18mag.Company, n *running.Network, r *route.Route) log18xx.Route {
	out := log18xx.Tell(w.before.World(), n.Graph, r)
	out.Train, out.Subsidy = w.name(w.pieces.trains.owned[c][r.Train]), r.Extra
	for _, stop := range r.Stops {
		if n.Problem.Stops[stop].Class != route.Extra {
			out.Revenue += n.Problem.Stops[stop].Value
		}
	}
	return out
}
