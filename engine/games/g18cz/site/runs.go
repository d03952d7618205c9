package site

import (
	"slices"
	"strings"

	"railpost/engine/games/g18cz"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/running"
	"railpost/engine/rail/track"
)

// runLine returns the order of a run: "run 2a: E10-D9-C8, 2+2b: G14-G16". It names
// every hex on the way, so that the track is unambiguous. A run that visits two stops
// of a group is taken as recorded (R28).
func (t *translator) runLine(s *g18cz.State, a *log18xx.Action) (string, error) {
	if len(a.Routes) == 0 {
		return "run nothing", nil
	}
	ground := s.Words()
	var parts []string
	verb := "run "
	for _, r := range a.Routes {
		_, card, ok := t.cards.find(r.Train)
		if !ok {
			return "", log18xx.CannotSay("a train that nobody has")
		}
		way, err := log18xx.Way(&ground, r)
		if err != nil {
			return "", err
		}
		if s.Rules.TrustRoutes && groupTwice(s, r) {
			verb = "run recorded "
		}
		parts = append(parts, g18cz.Face(card).Name+": "+strings.Join(way, "-"))
	}
	return verb + strings.Join(parts, ", "), nil
}

// groupTwice reports whether a route visits a hex twice of whose stops it may visit
// only one.
func groupTwice(s *g18cz.State, r log18xx.Route) bool {
	seen := map[string]bool{}
	for _, name := range r.Visits() {
		id, ok := s.World().Map.Find(name)
		grouped := func(stop track.Stop) bool { return stop.Group > 0 }
		if ok && seen[name] && slices.ContainsFunc(s.Board.Stops(s.World(), id), grouped) {
			return true
		}
		seen[name] = true
	}
	return false
}

// run returns the routes of an order as the site writes them, all in travel order.
func (w *writer) run() ([]*log18xx.Action, error) {
	a, p := &log18xx.Action{Type: "run_routes"}, value[running.Plan](w, 0)
	if p.Fault != nil {
		return nil, p.Fault
	}
	c := w.before.Company()
	n, cards := w.before.Runner(c).Network(), w.before.RunningTrains(c)
	for i := range p.Lines {
		r := log18xx.Tell(w.before.World(), n.Graph, &p.Lines[i])
		r.Revenue = p.Lines[i].Value
		r.Train = w.cards.runner(c, cards, p.Lines[i].Train)
		a.Routes = append(a.Routes, r)
	}
	return one(a)
}
