package route_test

import (
	"strconv"
	"strings"
	"testing"

	"railpost/engine/route"
	"railpost/engine/route/routetest"
	"railpost/engine/track"
	"railpost/engine/track/tracktest"
)

// homeBonus is what the company's own red tile adds (18CZ 7.7).
const homeBonus = 50

// TestRoutes solves the route problems of 18CZ, which is no title here yet, on a
// copy of its map and tiles.
func TestRoutes(t *testing.T) {
	worlds := map[bool]*track.World{true: tracktest.World18CZ(2), false: tracktest.World18CZ(3)}
	routetest.Run(t, "18cz", "18CZ", func(t *testing.T, p *routetest.Problem) (func() routetest.Found, func()) {
		s := situation{Problem: p, world: worlds[p.Players == 2]}
		s.build(t)
		var last route.Answer
		var graph *track.Graph
		var problem *route.Problem
		solve := func() routetest.Found {
			graph, problem = s.problem()
			last = route.Best(problem)
			return routetest.Found{Total: last.Total, Bound: last.Bound, Proven: last.Proven}
		}
		return solve, func() {
			if err := route.Check(problem, last.Routes); err != nil {
				t.Errorf("%s: %v", p.ID, err)
			}
			s.checkTheirs(t, graph, problem)
		}
	})
}

// situation is the position of a problem.
type situation struct {
	*routetest.Problem
	world  *track.World
	board  track.Board
	owners map[string]track.Owner
}

func (s *situation) build(t testing.TB) {
	s.board = track.NewBoard(s.world)
	s.owners = map[string]track.Owner{s.Company: 0}
	for name, h := range s.Board {
		id, ok := s.world.Map.Find(name)
		if !ok {
			t.Fatalf("%s: no hex %s", s.ID, name)
		}
		if h.Tile != "" {
			tile, ok := s.world.Set.Find(h.Tile)
			if !ok {
				t.Fatalf("%s: no tile %s", s.ID, h.Tile)
			}
			s.board.Laid[id] = track.Laid{Tile: int(tile) + 1, Turn: h.Rotation}
		}
		for _, k := range h.Tokens {
			if _, known := s.owners[k.Owner]; !known {
				s.owners[k.Owner] = track.Owner(len(s.owners))
			}
			s.board.Stations = append(s.board.Stations, track.Station{Owner: s.owners[k.Owner], Hex: id, Stop: k.City, Slot: k.Slot})
		}
	}
}

// problem builds the links and the problem from the bare board.
func (s *situation) problem() (*track.Graph, *route.Problem) {
	board := track.Board{Laid: s.board.Laid, Stations: s.board.Stations, Left: s.board.Left}
	graph := board.Links(s.world, 0)
	p := &route.Problem{}
	for _, at := range graph.Stops {
		p.Stops = append(p.Stops, s.stop(&board, at))
	}
	for _, l := range graph.Links {
		p.Links = append(p.Links, route.Link{A: l.A, B: l.B, Uses: l.Uses})
	}
	for _, k := range s.Trains {
		train := route.Train{Range: k.Cities}
		if k.Kind != "stops" {
			train.Towns, train.Express = k.Towns, k.Kind == "express"
		}
		p.Trains = append(p.Trains, train)
	}
	return graph, p
}

func (s *situation) stop(board *track.Board, at track.Place) route.Stop {
	tile, _ := board.Face(s.world, at.Hex)
	stop := &tile.Stops[at.Stop]
	out := route.Stop{Value: stop.Worth(s.Colours[len(s.Colours)-1]), Group: stop.Group}
	for _, st := range board.In(at) {
		out.Own = out.Own || st.Owner == 0
	}
	switch stop.Kind {
	case track.Town:
		out.Class = route.Town
	case track.Area:
		out.Class, out.Ends = route.Area, true
		if tile.Label == s.Company {
			out.Value += homeBonus
		}
	case track.City:
		out.Ends = !out.Own && stop.Slots > 0 && board.Free(s.world, at) == 0
	}
	return out
}

// checkTheirs checks the best set that stands in the problem.
func (s *situation) checkTheirs(t *testing.T, graph *track.Graph, p *route.Problem) {
	var routes []route.Route
	trains := map[string]int{}
	for i, k := range s.Trains {
		trains[k.ID] = i
	}
	for _, r := range s.Routes {
		line := route.Route{Train: trains[r.Train]}
		for _, name := range r.Stops {
			hex, number, _ := strings.Cut(name, "-")
			line.Stops = append(line.Stops, s.find(t, graph, hex, number))
		}
		for i, hexes := range r.Connections {
			line.Links = append(line.Links, s.link(t, graph, line.Stops[i], line.Stops[i+1], hexes))
		}
		routes = append(routes, line)
	}
	if err := route.Check(p, routes); err != nil {
		t.Errorf("%s: their routes: %v", s.ID, err)
		return
	}
	if routes, err := route.Assign(p, routes); err != nil || total(routes) != s.Best {
		t.Errorf("%s: their routes are worth %d, not %d: %v", s.ID, total(routes), s.Best, err)
	}
}

func total(routes []route.Route) (sum int) {
	for _, r := range routes {
		sum += r.Value
	}
	return sum
}

func (s *situation) find(t *testing.T, graph *track.Graph, hex, number string) int {
	id, _ := s.world.Map.Find(hex)
	n, err := strconv.Atoi(number)
	at, ok := graph.Find(track.Place{Hex: id, Stop: n})
	if err != nil || !ok {
		t.Fatalf("%s: no stop %s-%s", s.ID, hex, number)
	}
	return at
}

func (s *situation) link(t *testing.T, graph *track.Graph, a, b int, hexes []string) int {
	for i, l := range graph.Links {
		if (l.A == a && l.B == b || l.A == b && l.B == a) && s.along(l.Hexes, hexes) {
			return i
		}
	}
	t.Fatalf("%s: no link %v", s.ID, hexes)
	return -1
}

// along says whether a link leads over the named hexes, either way round.
func (s *situation) along(link []track.HexID, names []string) bool {
	if len(link) != len(names) {
		return false
	}
	there, back := true, true
	for i, h := range link {
		there = there && s.world.Map.Hexes[h].Name == names[i]
		back = back && s.world.Map.Hexes[h].Name == names[len(names)-1-i]
	}
	return there || back
}

// BenchmarkBest solves problems of 18CZ whose links are built.
func BenchmarkBest(b *testing.B) {
	for _, category := range []string{"played", "hypothetical trains", "hypothetical trains and extra track"} {
		var problems []*route.Problem
		for _, p := range routetest.Problems(b, "18CZ") {
			if p.Category == category {
				s := situation{Problem: &p, world: tracktest.World18CZ(p.Players)}
				s.build(b)
				_, problem := s.problem()
				problems = append(problems, problem)
			}
		}
		b.Run(category, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, p := range problems {
					if !route.Best(p).Proven {
						b.Fatal("not proven")
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(problems)), "ns/problem")
		})
	}
}
