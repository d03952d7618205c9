package route

import (
	"errors"
	"testing"

	"railpost/engine/enginetest/expect"
)

// A small board:
//
//	Wien = Gyor - Buda - Pest - Eger
//	         \     |      |      |
//	          \   mine   Kis ----'
//	           `---------'
//
// Wien is an area, Eger a blocked city, Kis a town; Buda and Pest have one
// Group; Gyor has the company's station. Gyor-Kis and Pest-Kis share a side.
const (
	wien = iota
	gyor
	buda
	pest
	eger
	kis
	mine
)

// Links of the board.
const (
	wienGyor = iota
	wienGyor2
	gyorBuda
	budaPest
	pestEger
	budaMine
	pestKis
	kisEger
	gyorKis
)

func board() *Problem {
	return &Problem{
		Stops: []Stop{
			wien: {Class: Area, Value: 40, Ends: true},
			gyor: {Value: 20, Own: true},
			buda: {Value: 30, Group: 1},
			pest: {Value: 30, Group: 1},
			eger: {Value: 20, Ends: true},
			kis:  {Class: Town, Value: 10},
			mine: {Class: Extra, Value: 50},
		},
		Links: []Link{
			wienGyor:  {wien, gyor, []int{0}},
			wienGyor2: {wien, gyor, []int{1}},
			gyorBuda:  {gyor, buda, []int{2}},
			budaPest:  {buda, pest, []int{3}},
			pestEger:  {pest, eger, []int{4}},
			budaMine:  {buda, mine, []int{5}},
			pestKis:   {pest, kis, []int{6}},
			kisEger:   {kis, eger, []int{7}},
			gyorKis:   {gyor, kis, []int{6, 8}},
		},
		Trains: []Train{{Range: 3}, {Range: 2}},
	}
}

func line(train int, links ...int) Route {
	p := board()
	return Route{Train: train, Links: links, Stops: p.stopsAlong(links)}
}

func served(r Route, services ...int) Route {
	r.Services = services
	return r
}

var faults = []struct {
	name     string
	services []Service
	routes   []Route
	want     Fault
}{
	{"nothing runs", nil, nil, Fault{}},
	{"two routes", nil, []Route{line(1, wienGyor), line(0, gyorKis, kisEger)}, Fault{}},
	{"broken", nil, []Route{{Links: []int{wienGyor, pestKis}, Stops: []int{wien, gyor, kis}}}, Fault{Why: Broken, Stop: kis}},
	{"no links", nil, []Route{{}}, Fault{Why: Broken}},
	{"stop twice", nil, []Route{{Links: []int{wienGyor, wienGyor2}, Stops: []int{wien, gyor, wien}}}, Fault{Why: StopTwice, Stop: wien}},
	{"group twice", nil, []Route{line(0, gyorBuda, budaPest)}, Fault{Why: GroupTwice, Stop: pest}},
	{"blocked", nil, []Route{line(0, gyorKis, kisEger, pestEger)}, Fault{Why: Blocked, Stop: eger}},
	{"area passed", nil, []Route{{Links: []int{wienGyor, wienGyor2, gyorBuda}, Stops: []int{gyor, wien, gyor, buda}}}, Fault{Why: AreaPassed, Stop: wien}},
	{"too short", []Service{{Extra: true}}, []Route{{Links: []int{budaMine}, Stops: []int{buda, mine}}}, Fault{Why: TooShort}},
	{"no station", nil, []Route{line(0, pestEger)}, Fault{Why: NoStation}},
	{"track twice in a route", nil, []Route{line(0, pestKis, gyorKis)}, Fault{Why: TrackTwice, Link: gyorKis}},
	{"track twice", nil, []Route{line(0, gyorKis), line(1, gyorKis)}, Fault{Why: TrackTwice, Route: 1, Link: gyorKis}},
	{"no such train", nil, []Route{line(2, wienGyor)}, Fault{Why: NoSuch}},
	{"train twice", nil, []Route{line(0, wienGyor), line(0, gyorBuda)}, Fault{Why: TrainTwice, Route: 1}},
	{"too long", nil, []Route{line(1, gyorKis, kisEger)}, Fault{Why: TooLong}},
	{"longer", []Service{{Longer: true}}, []Route{served(line(1, gyorKis, kisEger), 0)}, Fault{}},
	{"too many cities", []Service{{Longer: true}}, []Route{served(line(1, wienGyor, gyorBuda), 0)}, Fault{Why: TooLong}},
	{"not longer", []Service{{Longer: true}}, []Route{served(line(0, gyorKis, kisEger), 0)}, Fault{Why: ServiceIdle}},
	{"mine", []Service{{Extra: true}}, []Route{served(line(1, gyorBuda, budaMine), 0)}, Fault{}},
	{"mine shut", nil, []Route{line(1, gyorBuda, budaMine)}, Fault{Why: ExtraShut, Stop: mine}},
	{"no area", []Service{{Bonus: 20}}, []Route{served(line(1, gyorBuda), 0)}, Fault{Why: ServiceIdle}},
	{"service twice", []Service{{Bonus: 20}}, []Route{served(line(1, wienGyor), 0), served(line(0, wienGyor2, gyorKis), 0)}, Fault{Why: ServiceTwice, Route: 1}},
	{"no such service", nil, []Route{served(line(1, wienGyor), 0)}, Fault{Why: NoSuch}},
	{"service left", []Service{{Bonus: 20, Must: true}}, []Route{line(1, gyorBuda)}, Fault{Why: ServiceLeft}},
}

func TestCheck(t *testing.T) {
	for _, c := range faults {
		p := board()
		p.Services = c.services
		compareFault(t, c.name, Check(p, c.routes), c.want)
	}
}

func compareFault(t *testing.T, name string, err error, want Fault) {
	t.Helper()
	var got *Fault
	switch {
	case err == nil && want.Why == 0:
	case !errors.As(err, &got):
		t.Errorf("%s: %v, want %+v", name, err, want)
	case *got != want:
		t.Errorf("%s: %+v, want %+v", name, *got, want)
	}
}

var assignments = []struct {
	name     string
	services []Service
	routes   []Route
	want     Fault
	total    int
}{
	{"the longer train takes the longer route", nil, []Route{line(Idle, wienGyor), line(Idle, gyorKis, kisEger)}, Fault{}, 110},
	{"the first area has the bonus", []Service{{Bonus: 20}}, []Route{line(Idle, wienGyor), line(Idle, wienGyor2, gyorKis)}, Fault{}, 150},
	{"a named train is kept", nil, []Route{line(1, gyorKis, kisEger)}, Fault{Why: TooLong}, 0},
	{"two routes want the long train", nil, []Route{line(Idle, wienGyor, gyorBuda), line(Idle, gyorKis, kisEger)}, Fault{Why: TooLong, Route: 1}, 0},
	{"one of them is lengthened", []Service{{Longer: true}}, []Route{line(Idle, wienGyor, gyorBuda), line(Idle, gyorKis, kisEger)}, Fault{}, 140},
	{"a route too long for any train", nil, []Route{{Train: Idle, Links: []int{wienGyor, gyorKis, kisEger}, Stops: []int{wien, gyor, kis, eger}}}, Fault{Why: TooLong}, 0},
	{"too many", nil, []Route{line(Idle, wienGyor), line(Idle, wienGyor2), line(Idle, gyorBuda)}, Fault{Why: TooMany, Route: 2}, 0},
	{"a mine without its service", nil, []Route{line(Idle, gyorBuda, budaMine)}, Fault{Why: ExtraShut, Stop: mine}, 0},
	{"what must be used", []Service{{Longer: true, Must: true}}, []Route{line(Idle, wienGyor)}, Fault{Why: ServiceLeft}, 0},
	{"one service or the other", []Service{{Longer: true, Bonus: 30, Must: true}}, []Route{line(Idle, wienGyor)}, Fault{}, 90},
	{"no such train", nil, []Route{line(7, wienGyor)}, Fault{Why: NoSuch}, 0},
	{"a train named twice", nil, []Route{line(0, wienGyor), line(0, gyorBuda)}, Fault{Why: TrainTwice, Route: 1}, 0},
}

func TestAssign(t *testing.T) {
	for _, c := range assignments {
		p := board()
		p.Services = c.services
		got, err := Assign(p, c.routes)
		compareFault(t, c.name, err, c.want)
		total := 0
		for _, r := range got {
			total += r.Value
		}
		expect.Same(t, c.name, total, c.total)
		if err == nil {
			compareFault(t, c.name, Check(p, got), Fault{})
		}
	}
}

// A service that can be used by either route serves the first.
func TestAssignFirst(t *testing.T) {
	p := board()
	p.Services = []Service{{Bonus: 20}}
	got, err := Assign(p, []Route{line(Idle, wienGyor), line(Idle, wienGyor2, gyorKis)})
	if err != nil || len(got[0].Services) != 1 || len(got[1].Services) != 0 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestBestOnTheBoard(t *testing.T) {
	p := board()
	if a := Best(p); a.Total != 150 || !a.Proven {
		t.Errorf("without services: %+v", a)
	}
	p.Services = []Service{{Extra: true, Must: true}, {Bonus: 20, Must: true}}
	if a := Best(p); a.Total != 170 || a.Extra != 50 || !a.Proven {
		t.Errorf("with a mine and a bonus: %+v", a)
	}
	p.Services = []Service{{Longer: true, Must: true}, {Longer: true, Must: true}, {Extra: true, Must: true}, {Extra: true, Must: true}}
	if a := Best(p); !a.None || !a.Proven || len(a.Routes) > 0 {
		t.Errorf("services that cannot all be used: %+v", a)
	}
}

// A network that is too large is not searched, and the answer says so.
func TestTooLarge(t *testing.T) {
	p := &Problem{Trains: []Train{{Range: 2}}}
	for i := range most + 1 {
		p.Stops = append(p.Stops, Stop{Value: 10, Own: true})
		if i > 0 {
			p.Links = append(p.Links, Link{i - 1, i, []int{i}})
		}
	}
	p.Warm = []Route{{Links: []int{5}, Stops: []int{5, 6}}}
	a := Best(p)
	if a.Proven || a.Total != 20 || a.Bound <= 20 {
		t.Errorf("%+v", a)
	}
}

// Check returns nil if the routes, with the trains and services they name, may be run, and otherwise the first
// *Fault. It does not compare values.
func Check(p *Problem, routes []Route) error {
	if err := checkLines(p, routes); err != nil {
		return err
	}
	for i := range routes {
		if routes[i].Train < 0 || routes[i].Train >= len(p.Trains) {
			return &Fault{Why: NoSuch, Route: i}
		}
		for j := range i {
			if routes[j].Train == routes[i].Train {
				return &Fault{Why: TrainTwice, Route: i, Other: j}
			}
		}
	}
	if err := checkServices(p, routes); err != nil {
		return err
	}
	for i := range routes {
		if f := p.checkTrain(&routes[i]); f != nil {
			f.Route = i
			return f
		}
	}
	return nil
}

// checkServices checks that each service is used at most once, and that a mandatory one is used.
func checkServices(p *Problem, routes []Route) error {
	by := make([]int, len(p.Services)) // route + 1
	for i := range routes {
		for _, w := range routes[i].Services {
			if w < 0 || w >= len(by) {
				return &Fault{Why: NoSuch, Route: i, Service: w}
			}
			if by[w] > 0 {
				return &Fault{Why: ServiceTwice, Route: i, Other: by[w] - 1, Service: w}
			}
			by[w] = i + 1
		}
	}
	for w := range by {
		if p.Services[w].Must && by[w] == 0 {
			return &Fault{Why: ServiceLeft, Service: w}
		}
	}
	return nil
}

// checkTrain returns nil if a train may run the route with its services.
func (p *Problem) checkTrain(r *Route) *Fault {
	s, ok := p.survey(r.Stops, p.Trains[r.Train])
	lengthens, opens := 0, 0
	for _, w := range r.Services {
		if p.Services[w].Longer {
			lengthens++
		}
		if p.Services[w].Extra {
			opens++
		}
	}
	switch {
	case !ok || s.long && lengthens == 0:
		return &Fault{Why: TooLong}
	case s.extras > opens:
		return &Fault{Why: ExtraShut, Stop: s.lastExtra}
	}
	for _, y := range waysOf(p.Services) {
		if y.services == bitsOf(r.Services) && y.suits(s.long, s.extras, s.areas) {
			return nil
		}
	}
	if len(r.Services) == 0 {
		return &Fault{Why: TooLong}
	}
	return &Fault{Why: ServiceIdle, Service: r.Services[0]}
}

func bitsOf(services []int) (b uint8) {
	for _, w := range services {
		b |= 1 << w
	}
	return b
}
