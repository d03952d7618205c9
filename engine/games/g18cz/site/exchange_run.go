package site

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/running"
	"railpost/engine/rail/track"
)

// runLine is a run of trains: "run 2a: E10-D9-C8, 2+2b: G14-G16". All hexes on the
// way are named, so that the track is clear. A run that comes to two stops of a
// group stands under what was recorded (R28).
func (t *talk) runLine(s *g18cz.State, a *log18xx.Action) (string, error) {
	if len(a.Routes) == 0 {
		return nothingRun, nil
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

// nothingRun is the order that runs no train.
const nothingRun = "run nothing"

// groupTwice says whether a route comes twice to a hex of whose stops it may visit
// one only.
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

// run tells the routes of an order as the site does, all in travel order.
func (s *spoken) run() ([]*log18xx.Action, error) {
	a := &log18xx.Action{Type: "run_routes"}
	line := strings.Join(s.words, " ")
	if line == nothingRun {
		return one(a)
	}
	c := s.before.Company()
	runner := s.before.Runner(c)
	v, err := runner.Routes().Read(engine.Tokenize(strings.TrimPrefix(line, "run ")))
	if err != nil {
		return nil, err
	}
	p := v.(running.Plan)
	if p.Fault != nil {
		return nil, p.Fault
	}
	n := runner.Network()
	cards := s.before.RunningTrains(c)
	for i := range p.Lines {
		r := log18xx.Tell(s.before.World(), n.Graph, &p.Lines[i])
		r.Revenue = p.Lines[i].Value
		r.Train = s.cards.runner(c, cards, p.Lines[i].Train)
		a.Routes = append(a.Routes, r)
	}
	return one(a)
}
