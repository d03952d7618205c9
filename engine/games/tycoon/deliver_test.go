package tycoon

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

// lake is a small network round the lakes: Ann (A) and Ben (B) have links of their own, Cleo (C) has one
// parallel to Ben's.
func lake(t testing.TB) *scene {
	c := sceneAt(t, 3)
	c.link(0, "Cleveland", "Toledo", 1)
	c.link(1, "Toledo", "Detroit", 1)
	c.link(2, "Toledo", "Detroit", 1)
	c.link(0, "Detroit", "Chicago", 1)
	c.link(1, "Cleveland", "Wheeling", 1)
	c.goods("Cleveland", Red, Black, Purple)
	c.pos().Player(0).Engine = 3
	return c
}

// points are the positions of all players.
func (c *scene) points() (list []int) {
	for i := range c.pos().Players {
		list = append(list, c.pos().Players[i].Position)
	}
	return list
}

// reportKeys are the keys of reports, without the title's prefix.
func reportKeys(reports []engine.Report) string {
	list := engine.Each(reports, func(r engine.Report) string {
		return strings.TrimPrefix(r.Key, "tycoon.report.")
	})
	return strings.Join(list, " ")
}

// TestDeliverReads: one line in many spellings, and the one in the log (Orders by mail).
func TestDeliverReads(t *testing.T) {
	for line, want := range map[string]string{
		"deliver red Cleveland > Toledo > Detroit(2) > Chicago":                         "",
		"deliver red Cleveland > Toledo > Detroit(Ben) > Chicago":                       "",
		"DELIVER RE CLEVE > TOL > DET (ben) > CHI":                                      "",
		"deliver red from Cleveland to Toledo to Detroit(2) to N16":                     "",
		"deliver red Cleveland, Toledo, Detroit (b), Chicago":                           "",
		"deliver red Cleveland-Toledo-Detroit(2)-Chicago":                               "",
		"deliver red Cleveland – Toledo – Detroit (2) – Chicago":                        "",
		"deliver red cube from Cleveland Toledo Detroit(2) Chicago(1)":                  "",
		"deliver red Cleveland -> Toledo(Ann) -> Detroit(2) -> Chi.":                    "",
		"deliver red Cleveland > Toledo > Detroit over Ben > Chicago":                   "",
		"deliver red Cleveland > Toledo > Detroit via Ben's link > Chicago via my link": "",
		"deliver red Cleveland via Toledo via Detroit over ben’s to Chicago":            "",
		"deliver red Cleveland over Toledo, Detroit (over Ben's link), Chicago":         "",
		"deliver red Cleveland > Toledo > Detroit (via 2) > Chicago":                    "",
		"deliver red Cleveland > Toledo > Detroit(3) > Chicago":                         "deliver red Cleveland > Toledo > Detroit(3) > Chicago",
		"deliver red Cleveland > Toledo > Detroit(cleo) > Chicago":                      "deliver red Cleveland > Toledo > Detroit(3) > Chicago",
	} {
		if want == "" {
			want = "deliver red Cleveland > Toledo > Detroit(2) > Chicago"
		}
		r, err := lake(t).Try(0, line, false)
		if err != nil {
			t.Errorf("%q: %v", line, err)
		} else if r.Line != want {
			t.Errorf("%q stands as %q, want %q", line, r.Line, want)
		}
	}
}

// TestDeliverNames: an owner is named by any number of words, with any signs in them.
func TestDeliverNames(t *testing.T) {
	for _, name := range []string{"Ben (the Boss) O'Neil Jr.", "Núria de la Cruz", "B. > C."} {
		c := lake(t)
		c.pos().SetNames([]string{"Ann", name, "Cleo"})
		for _, typed := range []string{name, strings.ToUpper(name), "2"} {
			if strings.Contains(typed, ">") {
				continue // the sign cannot occur in a name; the number of the seat can
			}
			r, err := c.Try(0, "deliver red Cleveland > Toledo > Detroit("+typed+") > Chicago", false)
			if err != nil || r.Line != "deliver red Cleveland > Toledo > Detroit(2) > Chicago" {
				t.Errorf("%s: %v", typed, err)
			}
		}
	}
}

// TestDeliverOwnFirst: where several have a link the own one is taken, and another's
// only if he is named (Deliver, Orders by mail).
func TestDeliverOwnFirst(t *testing.T) {
	for line, want := range map[string]struct {
		line   string
		points []int
	}{
		"deliver black Cleveland > Toledo > Detroit":    {"deliver black Cleveland > Toledo > Detroit", []int{2, 0, 0}},
		"deliver black Cleveland > Toledo > Detroit(1)": {"deliver black Cleveland > Toledo > Detroit", []int{2, 0, 0}},
		"deliver black Cleveland > Toledo > Detroit(3)": {"deliver black Cleveland > Toledo > Detroit(3)", []int{1, 0, 1}},
	} {
		c := lake(t)
		c.link(0, "Toledo", "Detroit", 1)
		r, err := c.Try(0, line, false)
		if err != nil {
			t.Errorf("%q: %v", line, err)
			continue
		}
		c.Take(0, r)
		if r.Line != want.line || !slices.Equal(c.points(), want.points) {
			t.Errorf("%q stands as %q and gives %v, want %q and %v", line, r.Line, c.points(), want.line, want.points)
		}
	}
}

// TestDeliverRefused: each limit of "Deliver one goods cube" has its own reason.
func TestDeliverRefused(t *testing.T) {
	for _, c := range []struct{ line, key, says string }{
		{"deliver black Cleveland > Wheeling", "path-first", "from=Cleveland to=Wheeling owners=[1]"},
		{"deliver purple Cleveland > Detroit", "path-no-link", "from=Cleveland to=Detroit"},
		{"deliver red Cleveland > Toledo > Detroit > Chicago", "path-owners", "from=Toledo to=Detroit owners=[1 2] choices=[Detroit(2) Detroit(3)]"},
		{"deliver black Cleveland > Toledo > Detroit(1)", "path-not-his", "from=Toledo to=Detroit owner=0 owners=[1 2]"},
		{"deliver black Cleveland > Toledo(2) > Detroit(2)", "path-first-other", "from=Cleveland to=Toledo"},
		{"deliver red Cleveland > Toledo > Cleveland > Toledo", "city-twice", "city=Cleveland"},
		{"deliver black Cleveland > Toledo > Detroit(2) > Chicago", "path-stops", "city=Detroit colour=black"},
		{"deliver purple Cleveland > Toledo", "path-gray", "city=Toledo"},
		{"deliver purple Cleveland > Toledo > Detroit(2)", "path-colour", "city=Detroit colour=black cube=purple"},
		{"deliver blue Cleveland > Toledo", "deliver-no-cube", "city=Cleveland colour=blue cubes=[[n=1 colour=red] [n=1 colour=black] [n=1 colour=purple]]"},
		{"deliver blue Toledo > Cleveland", "deliver-no-cubes", "city=Toledo"},
		{"deliver red Cleveland > Toledo > Detroit(9)", "path-owner", "word=9 n=3"},
	} {
		s := lake(t)
		s.goods("Toledo")
		r := s.refused(0, c.line)
		if got := strings.TrimPrefix(r.Why.Key, "tycoon.no."); got != c.key || argText(r.Why.Args) != c.says {
			t.Errorf("%q: %s %s, want %s %s", c.line, got, argText(r.Why.Args), c.key, c.says)
		}
	}
	s := lake(t)
	s.pos().Player(0).Engine = 2
	expect.Same(t, "a path too long for the engine",
		s.refused(0, "deliver red Cleveland > Toledo > Detroit(2) > Chicago").Why.Key, "tycoon.no.path-long")
	s = sceneAt(t, 2)
	expect.Same(t, "without links", s.refused(0, "deliver red Chicago > Toledo").Why.Key, "tycoon.no.deliver-no-link")
}

// argText spells arguments for comparing: names of terms without their keys.
func argText(args []engine.Arg) string {
	var list []string
	for _, a := range args {
		var v string
		switch a.Kind {
		case engine.KindInt, engine.KindSeat:
			v = fmt.Sprint(a.Int)
		case engine.KindList, engine.KindSay:
			v = "[" + argText(a.List) + "]"
		case engine.KindTerm:
			v = a.Text[strings.LastIndex(a.Text, ".")+1:]
		default:
			v = a.Text
		}
		if a.Name != "" {
			v = a.Name + "=" + v
		}
		list = append(list, v)
	}
	return strings.Join(list, " ")
}

// TestDeliverAsks: an order that names only the end asks for the way, and nothing is played; one that breaks
// off asks for its continuations.
func TestDeliverAsks(t *testing.T) {
	both := []string{"deliver red Cleveland > Toledo > Detroit(2) > Chicago", "deliver red Cleveland > Toledo > Detroit(3) > Chicago"}
	for _, line := range []string{"deliver red Cleveland > Chicago", "deliver red Cleveland", "deliver red", "deliver"} {
		c := lake(t)
		for at := range c.pos().Cities {
			if City(at) != c.city("Cleveland") {
				c.goods(c.pos().book.Cities[at].Name)
			}
		}
		c.goods("Cleveland", Red)
		out := expect.Get(advise.Play(c.Game, 0, []string{line}, engine.Mode{}, spoken.Words().Words))(t)
		var got []string
		if asked := out.Verdicts[0].Asked; asked != nil {
			for _, choice := range asked.Choices {
				got = append(got, choice.Line)
			}
		}
		if !slices.Equal(got, both) || len(out.Records) > 0 {
			t.Errorf("%q is answered with %q and %d records", line, got, len(out.Records))
		}
	}
}

// TestDeliverEffects: several cards at once, a hotel, and the order of the effects
// (Deliver).
func TestDeliverEffects(t *testing.T) {
	c := lake(t)
	c.goods("Cleveland", Purple)
	c.link(1, "Detroit", "Toronto", 1)
	c.pos().Player(0).Engine = 8
	bounty := slices.IndexFunc(c.pos().book.Cards, func(x Card) bool { return x.Kind == ServiceBounty && x.City == c.city("Toronto") })
	c.up(1, 2, bounty) // Era, Speed Record, Service Bounty Toronto
	bag := c.pos().Bag.Of(Purple)
	reports := c.order(0, "deliver purple Cleveland > Toledo > Detroit(3) > Toronto")
	expect.Same(t, "reports", reportKeys(reports), "deliver links links links award award award marker-on")
	expect.Same(t, "positions", c.points(), []int{1 + 1 + 3 + 3, 1, 1})
	s := c.pos()
	if len(s.Up) > 0 || s.Bag.Of(Purple) != bag+1 || !c.town("Cleveland").Empty {
		t.Errorf("cards %v, purple cubes in the bag %d, Cleveland empty %v", s.Up, s.Bag.Of(Purple), c.town("Cleveland").Empty)
	}
}

// TestDeliverPointsToEach: the report of a delivery, the list, and the result agree.
func TestDeliverPointsToEach(t *testing.T) {
	c := lake(t)
	hotel := slices.IndexFunc(c.pos().book.Cards, func(x Card) bool { return x.Kind == Hotel && x.City == c.city("Chicago") })
	c.hold(2, hotel)
	c.up(1, 2)
	d := c.pos().Deliveries(0)
	i := slices.IndexFunc(d, func(d Delivery) bool { return d.Colour == Red && d.From == c.city("Cleveland") && d.Legs[1].Owner == 1 })
	if i < 0 {
		t.Fatalf("the delivery is not listed: %+v", d)
	}
	expect.Same(t, "it is listed as",
		c.pos().DeliverLine(0, &d[i]), "deliver red Cleveland > Toledo > Detroit(2) > Chicago")
	expect.Same(t, "listed points", d[i].Points, []int{2 + 1 + 3, 1, 1})
	reports := c.order(0, c.pos().DeliverLine(0, &d[i]))
	expect.Same(t, "positions", c.points(), d[i].Points)
	if arg, _ := reports[0].Arg("points"); argText(arg.List) != "[seat=0 n=6] [seat=1 n=1] [seat=2 n=1]" {
		t.Errorf("reported points %s", argText(arg.List))
	}
}

// TestWesternGoods: a delivery from a city with a western link to Chicago brings two
// cubes there, whoever built and whoever delivers (Western link, R15), and Chicago loses its
// marker before the start gets one (Deliver).
func TestWesternGoods(t *testing.T) {
	c := sceneAt(t, 2)
	c.link(0, "Des Moines", "Rock Island", 1)
	c.link(1, "Rock Island", "Chicago", 1)
	c.pos().Western = []WesternLink{{At: c.city("Des Moines"), Owner: 1, After: 2}}
	c.pos().Player(0).Engine = 2
	c.goods("Des Moines", Red)
	c.empty("Chicago")
	reports := c.order(0, "deliver red Des Moines > Rock Island > Chicago")
	expect.Same(t, "reports", reportKeys(reports), "deliver links links drawn marker-off marker-on")
	if chicago := c.town("Chicago"); chicago.Cubes.Total() != 2 || chicago.Empty {
		t.Errorf("Chicago has %d cubes, empty %v", chicago.Cubes.Total(), chicago.Empty)
	}
	c.goods("Rock Island", Red)
	c.acts(1)
	if got := reportKeys(c.order(1, "deliver red Rock Island > Chicago")); !strings.HasPrefix(got, "deliver links marker-on") {
		t.Errorf("from a city without a western link: %s", got)
	}
}

// TestFreshCube: a mail cannot deliver a cube that it has drawn, the next mail can; an earlier cube of the same
// colour can be delivered (Orders by mail).
func TestFreshCube(t *testing.T) {
	for _, old := range []bool{false, true} {
		c := sceneAt(t, 2)
		executive := slices.IndexFunc(c.pos().book.Cards, func(x Card) bool { return x.Kind == RailroadExecutive })
		c.up(executive)
		c.link(0, "Toledo", "Detroit", 1)
		c.goods("Toledo")
		if old {
			c.goods("Toledo", Black)
		}
		for k := range c.pos().Bag { // only black is left to draw
			if Colour(k+1) != Black {
				c.pos().Bag[k] = 0
			}
		}
		mail := []string{fmt.Sprintf("card %d", executive), "urbanize Toledo blue", "deliver black Toledo > Detroit"}
		out := expect.Get(advise.Play(c.Game, 0, mail, engine.Mode{}, spoken.Words().Words))(t)
		r := out.Verdicts[2].Refusal
		if old != (r == nil) || r != nil && r.Why.Key != "tycoon.no.cube-fresh" {
			t.Errorf("a black cube was there %v: %+v", old, r)
		}
		if old {
			continue
		}
		next, err := out.Game.Play(0, mail[2:], engine.Mode{})
		if err != nil || next.Refused {
			t.Errorf("the next mail: %v %+v", err, next.Verdicts)
		}
	}
}

// lateGame is a position late in a game with very many links: each player has up to so
// many between cities that lie near each other, and every city has cubes.
func lateGame(t testing.TB, seats, links, cubes, level int) *State {
	rng := rand.New(rand.NewPCG(uint64(seats), uint64(links)))
	c := sceneAt(t, seats)
	s := c.pos()
	for seat := range engine.Seat(seats) {
		for from, list := range realNetwork(rng, links, 4) {
			for _, to := range list {
				if way, ok := c.freeWay(City(from), City(to)); from < to && ok {
					s.Links = append(s.Links, Link{Owner: seat, From: City(from), To: City(to), Way: way, Turn: 1})
					s.relay()
				}
			}
		}
		s.Player(seat).Engine = level
	}
	for at := range s.Cities {
		s.Cities[at].Cubes = Cubes{}
		for i := range cubes {
			s.Cities[at].Cubes.Add(Colour((at+i)%Colours+1), 1)
		}
	}
	return s
}

// TestDeliveriesAreLegal: every listed delivery is legal, no two have the same effect, and for each cube and
// end the one with the most points is listed.
func TestDeliveriesAreLegal(t *testing.T) {
	for _, seats := range []int{2, 4} {
		s := lateGame(t, seats, 9, 2, 4)
		kept := map[string]bool{}
		listed := s.Deliveries(0)
		for _, d := range listed {
			dom := pathDomain{s: s, seat: 0, colour: d.Colour, from: d.From}
			if err := dom.Rule(d.Legs); err != nil {
				t.Errorf("%s: %v", s.DeliverLine(0, &d), err)
			}
			key := fmt.Sprint(d.Colour, d.From, d.To(), d.Points)
			if kept[key] {
				t.Errorf("%s: another has the same effect", s.DeliverLine(0, &d))
			}
			kept[key] = true
		}
		all := hauls(s, 0, s.Player(0).Engine)
		for _, h := range all {
			if !slices.ContainsFunc(listed, func(d Delivery) bool {
				return d.From == h.from && d.To() == h.to && d.Colour == h.colour && d.Points[0] >= h.own
			}) {
				t.Errorf("seat 0 of %d: no delivery like %+v", seats, h)
			}
		}
		expect.True(t, len(all) != 0, "nothing can be delivered")
	}
}

func BenchmarkDeliveries(b *testing.B) {
	for _, c := range []struct {
		name                       string
		seats, links, cubes, level int
	}{
		{"usual late, 4 players", 4, 14, 2, 6},
		{"late, 6 players", 6, 14, 2, 8},
		{"dense, 6 players", 6, 20, 3, 8},
		{"beyond a game, 6 players", 6, 30, 5, 8},
	} {
		s := lateGame(b, c.seats, c.links, c.cubes, c.level)
		b.Run(c.name, func(b *testing.B) {
			n, steps := 0, 0
			for b.Loop() {
				n = len(s.Deliveries(0))
			}
			courier := s.courier(0)
			for at := range s.Cities {
				courier.steps = pathSteps
				courier.all(City(at))
				steps = max(steps, pathSteps-courier.steps)
			}
			b.ReportMetric(float64(len(s.Links)), "links")
			b.ReportMetric(float64(n), "listed")
			b.ReportMetric(float64(steps), "steps-worst-city")
		})
	}
}

// TestDeliverAskedOwners: a question for the way names the links of all owners.
func TestDeliverAskedOwners(t *testing.T) {
	r := lake(t).refused(0, "deliver red Cleveland > Chicago")
	want := []string{"deliver red Cleveland > Toledo > Detroit(2) > Chicago", "deliver red Cleveland > Toledo > Detroit(3) > Chicago"}
	expect.Same(t, r.Near, slices.Compact(slices.Sorted(slices.Values(r.Near))), want)
	c := lake(t)
	c.link(0, "Toledo", "Detroit", 1)
	want = append(want, "deliver red Cleveland > Toledo > Detroit > Chicago")
	slices.Sort(want)
	r = c.refused(0, "deliver red Cleveland > Chicago")
	expect.Same(t, r.Near, slices.Sorted(slices.Values(r.Near)), want)
	expect.Same(t, r.Near, r.Near[0], "deliver red Cleveland > Toledo > Detroit > Chicago")
}
