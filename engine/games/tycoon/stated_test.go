package tycoon

import (
	"fmt"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// The figures in remarks, computed in a second, slow way: money and points by the position after the line, and
// reach by trying all paths on the links alone, without the search for deliveries.

// haul is a way to deliver a cube: own points without awards, and the awards that it meets.
type haul struct {
	from   City
	to     City
	colour Colour
	own    int
	meets  []int
}

// stated returns faults in the remarks on a line.
func stated(m engine.Move, said []engine.Message) string {
	if len(said) == 0 {
		said = []engine.Message{{}}
	}
	c := &checked{was: m.Before.(*State), is: m.After.(*State), seat: m.Seat, acts: m.Acts}
	c.pointsOfTheEnd()
	if slices.ContainsFunc(said[1:], func(s engine.Message) bool { return s.Key == key.RemarkCost }) {
		c.wrong += "the cost is not said first, so that a first screen may cut it; "
	}
	for _, s := range said {
		c.remark(s)
	}
	p, q := c.was.Player(c.seat), c.is.Player(c.seat)
	if strings.HasPrefix(said[0].Key, "tycoon.aim") {
		return c.wrong // it has one fact
	}
	if c.is.Turn != c.was.Turn || c.is.Stage != c.was.Stage || c.is.Round > Rounds {
		return c.wrong // income and barons come between
	}
	if paid := p.Money + SharePays*(q.Shares-p.Shares) - q.Money; c.is.Stage == StageActions && paid > 0 && paid != c.cost {
		c.expect("cost", c.cost, paid)
	}
	if n := q.Shares - p.Shares; c.was.Stage == StageActions || n > 0 {
		c.expect("shares", c.shares+c.ifWon, n)
	}
	c.expect("points", c.points, q.Position-p.Position)
	return c.wrong
}

// checked gathers the remarks on a line.
type checked struct {
	was, is              *State
	seat                 engine.Seat
	acts                 []engine.Act
	cost, shares, points int
	ifWon                int // shares
	wrong                string
}

func (c *checked) expect(what string, said, is int) {
	if said != is {
		c.wrong += fmt.Sprintf("%s: %d said, %d true; ", what, said, is)
	}
}

func (c *checked) remark(m engine.Message) {
	arg := func(name string) int { a, _ := m.Arg(name); return a.Int }
	switch m.Key {
	case key.RemarkCost:
		c.cost += arg("cost")
	case key.RemarkBidShares:
		c.ifWon = arg("n")
	case key.RemarkShares, key.RemarkIssue, key.RemarkIssueLast:
		c.shares += arg("n")
	case key.RemarkDeliver, key.RemarkAward:
		c.points += arg("n")
	case key.RemarkDeliverOthers:
		list, _ := m.Arg("others")
		for _, a := range list.List {
			to := engine.Message{Key: a.Text, Args: a.List}
			who, _ := to.Arg("seat")
			n, _ := to.Arg("n")
			c.expect("points of another", n.Int, c.is.Players[who.Int].Position-c.was.Players[who.Int].Position)
		}
	case key.RemarkRivals:
		c.rivals(arg("n"))
	case key.RemarkBidFree:
		c.free()
	case key.RemarkOpens, key.RemarkLonger:
		c.opens(m, 0)
	case key.RemarkOpensNext, key.RemarkLongerNext:
		c.opens(m, 1)
	case key.AimDeliver, key.AimBefore, key.AimAward:
		c.expect("points of the aim", arg("n"), c.is.Player(c.seat).Position-c.was.Player(c.seat).Position)
		if m.Key == key.AimDeliver {
			c.expect("income", arg("income"), c.is.Income(c.is.Player(c.seat).Position))
		}
	case key.AimLonger:
		c.opens(m, 0)
	case key.AimOpens:
		c.reaches(m, hauls(c.was, c.seat, c.was.Player(c.seat).Engine), hauls(c.is, c.seat, c.is.Player(c.seat).Engine))
	case key.RemarkOpensNone:
		c.opens(engine.Msg(m.Key, CubesArg("cubes", Cubes{})), 0)
		c.opens(engine.Msg(m.Key, CubesArg("cubes", Cubes{})), 1)
	case key.RemarkThenIncome:
		n, _ := engine.Message{Args: m.Args}.Arg("n")
		c.expect("income", arg("income"), c.is.Income(c.is.Player(c.seat).Position+n.Int))
	}
}

// pointsOfTheEnd compares the points of the table with each player's final count: position less shares, plus
// the reader's own baron or one that is shown.
func (c *checked) pointsOfTheEnd() {
	blocks, err := engine.Show(New(), c.was, c.seat, "table", "", false)
	if err != nil {
		c.wrong += err.Error()
		return
	}
	for _, b := range blocks {
		at := slices.IndexFunc(b.Columns, func(m engine.Message) bool { return m.Key == key.ColumnPoints })
		for _, row := range b.Rows {
			who, _ := row[0].Say.Arg("player")
			if at < 0 || who.Kind != engine.KindSeat {
				continue
			}
			n, _ := row[at].Say.Arg("n")
			p := c.was.Player(engine.Seat(who.Int))
			baron := &c.was.book.Barons[p.Baron]
			if more := n.Int - p.Position + p.Shares; more != 0 && more != baron.Points && (baron.Each == 0 || more%baron.Each != 0 || more > baron.Max) {
				c.wrong += fmt.Sprintf("points of seat %d: %d said at %d with %d shares and the baron %q; ", who.Int, n.Int, p.Position, p.Shares, baron.ID)
			}
		}
	}
}

// free checks that a player who leaves an auction can deliver, and that nobody else can take the most valuable cubes.
func (c *checked) free() {
	if len(c.acts) == 0 || c.acts[0].Verb != "pass" {
		c.wrong += "said of a bid that nobody can take a cube; "
	}
	own := hauls(c.was, c.seat, c.was.Player(c.seat).Engine)
	if len(own) == 0 {
		c.wrong += "said of no delivery that nobody can take it; "
	}
}

func (c *checked) rivals(n int) {
	for _, a := range c.acts {
		if a.Verb != "deliver" {
			continue
		}
		from, colour := engine.Get[City](a.Args, 1), engine.Get[Colour](a.Args, 0)
		for other := range engine.Seat(c.was.Seats) {
			if other != c.seat && slices.ContainsFunc(hauls(c.was, other, c.was.Player(other).Engine), func(h haul) bool { return h.from == from && h.colour == colour }) {
				n--
			}
		}
	}
	c.expect("rivals too many", n, 0)
}

// opens compares the value of all earlier cubes with an engine of so many levels more.
func (c *checked) opens(m engine.Message, more int) {
	n, _ := m.Arg("n")
	before := hauls(c.was, c.seat, c.was.Player(c.seat).Engine+more)
	after := hauls(c.is, c.seat, c.is.Player(c.seat).Engine+more)
	c.expect(fmt.Sprintf("points opened with %d more", more), n.Int, c.total(after)-c.total(before))
	c.reaches(m, before, after)
}

// reaches compares the cubes that a message names with those that can be delivered only after the line.
func (c *checked) reaches(m engine.Message, before, after []haul) {
	var cubes Cubes
	for at := range c.is.Cities {
		for colour := Red; colour <= Colours; colour++ {
			reached := func(list []haul) bool {
				return slices.ContainsFunc(list, func(h haul) bool { return h.from == City(at) && h.colour == colour })
			}
			if reached(after) && !reached(before) {
				cubes.Add(colour, c.count(City(at), colour))
			}
		}
	}
	if said, _ := m.Arg("cubes"); said.Kind != "" && said.Text != CubesArg("cubes", cubes).Text || len(said.List) != len(CubesArg("cubes", cubes).List) {
		c.wrong += fmt.Sprintf("cubes: %v said, %v true; ", said, cubes)
	}
}

// count returns the number of cubes that are there both before and after the line.
func (c *checked) count(from City, colour Colour) int {
	return min(c.was.Cities[from].Cubes.Of(colour), c.is.Cities[from].Cubes.Of(colour))
}

// total is the value of all cubes, each award given to the cube for which it is worth most, by trying every one.
func (c *checked) total(list []haul) (sum int) {
	type cube struct {
		from   City
		colour Colour
	}
	plain, left := map[cube]int{}, map[cube]int{}
	for _, h := range list {
		k := cube{h.from, h.colour}
		plain[k], left[k] = max(plain[k], h.own), c.count(h.from, h.colour)
	}
	for k, own := range plain {
		sum += left[k] * own
	}
	list = slices.DeleteFunc(slices.Clone(list), func(h haul) bool { return left[cube{h.from, h.colour}] == 0 })
	var most func(free []int) int
	most = func(free []int) (best int) {
		if len(free) == 0 {
			return 0
		}
		best = most(free[1:]) // nobody takes the first
		for _, h := range list {
			k := cube{h.from, h.colour}
			if left[k] == 0 || !slices.Contains(h.meets, free[0]) {
				continue
			}
			gain, rest := h.own-plain[k], []int(nil)
			for _, id := range free {
				if slices.Contains(h.meets, id) {
					gain += c.is.book.Cards[id].Points
				} else {
					rest = append(rest, id)
				}
			}
			left[k]--
			best = max(best, gain+most(rest))
			left[k]++
		}
		return best
	}
	up := engine.Where(c.is.Up, func(id int) bool { return slices.Contains(c.was.Up, id) })
	return sum + most(slices.DeleteFunc(up, func(id int) bool {
		return !slices.ContainsFunc(list, func(h haul) bool { return slices.Contains(h.meets, id) })
	}))
}

// hauls tries all paths of a seat's cubes with an engine of a level ("Deliver one goods cube").
func hauls(s *State, seat engine.Seat, level int) (list []haul) {
	seen := map[string]bool{}
	var follow func(from, at City, path []City, links, own int, stopped uint8)
	follow = func(from, at City, path []City, links, own int, stopped uint8) {
		if colour := s.Cities[at].Colour; links > 0 && colour != Gray && stopped>>colour&1 == 0 {
			stopped |= 1 << colour
			if s.Cities[from].Cubes.Of(colour) > 0 {
				h := haul{from: from, to: at, colour: colour, own: own, meets: meets(s, at, links)}
				if owner, id := s.HotelOf(at); owner == seat {
					h.own += s.book.Cards[id].Points
				}
				if text := fmt.Sprint(h); !seen[text] {
					seen[text] = true
					list = append(list, h)
				}
			}
		}
		if links == level {
			return
		}
		for i := range s.Links {
			l := &s.Links[i]
			to := l.To
			if to == at {
				to = l.From
			} else if l.From != at {
				continue
			}
			if slices.Contains(path, to) || links == 0 && l.Owner != seat {
				continue
			}
			mine := 0
			if l.Owner == seat {
				mine = 1
			}
			follow(from, to, append(slices.Clone(path), to), links+1, own+mine, stopped)
		}
	}
	for at := range s.Cities {
		if s.Cities[at].Cubes.Total() > 0 {
			follow(City(at), City(at), []City{City(at)}, 0, 0, 0)
		}
	}
	return list
}

// meets returns the awards that a delivery with so many links to a city wins.
func meets(s *State, to City, links int) (list []int) {
	for _, id := range s.Up {
		c := &s.book.Cards[id]
		if c.Kind == EraBegins || c.Kind == SpeedRecord && links >= c.N || c.Kind == ServiceBounty && c.City == to {
			list = append(list, id)
		}
	}
	return list
}
