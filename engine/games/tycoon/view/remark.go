package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/rail/hex"
)

// Remark gives briefly the costs and effects of a legal line for its seat, beyond the line itself: mostly from
// its reports, since the position after it may be in another turn.
func (View) Remark(m engine.Move) []engine.Message {
	r := &remarks{Move: m, was: m.Before.(*tycoon.State), is: m.After.(*tycoon.State)}
	for i, rep := range m.Reports {
		r.say(i, rep.Message)
	}
	if slices.ContainsFunc(m.Reports, func(rep engine.Report) bool { return slices.Contains(reaching, rep.Key) }) {
		r.opens()
	}
	return slices.Concat(r.costs, r.gains, r.Lines)
}

// remarks gathers the remarks on one line: costs and gains first, since a letter omits those that do not fit.
type remarks struct {
	engine.Lines
	engine.Move
	was, is      *tycoon.State
	costs, gains []engine.Message
}

// briefly are the reports that are said again in fewer words.
var briefly = map[string]string{
	key.ReportWesternCubes: key.RemarkWestern,
	key.ReportCardCity:     key.RemarkCard, key.ReportCardTile: key.RemarkCard, key.ReportCardActions: key.RemarkCard,
	key.ReportDone: key.RemarkDone, key.ReportMarkerOn: key.RemarkMarker, key.ReportEndNear: key.RemarkEndNear,
	key.ReportFirstAtLevel: key.RemarkFirstAtLevel, key.ReportOver: key.RemarkOver,
}

// costly are the reports of immediate payments, with shares if there is no money.
var costly = []string{key.ReportBuild, key.ReportUpgrade, key.ReportUrbanize, key.ReportWestern}

// reaching are the reports of changes that may bring cubes within reach.
var reaching = []string{key.ReportUpgrade, key.ReportUrbanize, key.ReportCardTile, key.ReportBuildLink, key.ReportBuildJoined}

// say adds a remark on the i-th report.
func (r *remarks) say(i int, m engine.Message) {
	if brief := briefly[m.Key]; brief != "" {
		r.Add(brief, m.Args...)
	}
	switch m.Key {
	case key.ReportUpgrade, key.ReportUrbanize, key.ReportWestern, key.ReportBuild:
		r.costs = append(r.costs, engine.Msg(key.RemarkCost, engine.Int("cost", m.Of("cost").Int)))
	case key.ReportForced:
		if i > 0 && slices.Contains(costly, r.Reports[i-1].Key) {
			r.costs = append(r.costs, engine.Msg(key.RemarkShares, m.Args...))
		}
	case key.ReportBidUpTo:
		text, least, limit := key.RemarkBidUpTo, r.was.LeastBid(), m.Of("n").Int
		if limit <= least {
			text = key.RemarkBidOnce
		}
		r.Add(text, engine.Int("n", least), engine.Int("limit", limit))
	case key.ReportBid:
		r.bid(m.Of("n").Int)
	case key.ReportAuctionPass:
		if who, _ := m.Arg("seat"); engine.Seat(who.Int) == r.Seat && r.Acts[0].Verb == "pass" {
			r.free()
		}
	case key.ReportFirst, key.ReportFirstFree:
		if r.was.Stage == tycoon.StageAuction {
			r.Add(key.RemarkFirst, m.Args...)
		}
	case key.ReportIssued:
		r.issue(m.Of("n").Int)
	case key.ReportBuildOpen:
		if why := (View{}).Doomed(r.Move); why.Empty() {
			r.Add(key.RemarkOpenEnd, m.Args...)
		} else {
			r.Lines = append(r.Lines, why)
		}
	case key.ReportBuildLink, key.ReportBuildJoined:
		if built, _ := r.reported(key.ReportBuild); m.Of("n").Int > built.Of("n").Int { // it began in another action
			r.Add(key.RemarkLink, m.Args...)
		}
	case key.ReportDeliver:
		r.deliver(m)
	case key.ReportCard:
		r.card(m.Of("number").Int)
	case key.ReportPasses:
		if r.was.Due > 1 {
			r.Add(key.RemarkPass, engine.Int("n", r.was.Due))
		}
	case key.ReportAward:
		if seat, _ := m.Arg("seat"); engine.Seat(seat.Int) == r.Seat {
			r.Add(r.unlessDelivered(key.RemarkAward, key.RemarkWins), m.Args...)
		}
	case key.ReportUndrawn:
		r.Add(r.unlessDelivered(key.RemarkCubes, key.RemarkCubesFor), m.Args...)
	}
	if m.Key == key.ReportBuild {
		r.ground(m)
	}
}

// opens names the cubes that come within reach, now or with the next engine, and the increase in value of all
// cubes in reach.
func (r *remarks) opens() {
	p, level := r.is.Player(r.Seat), 0
	now := openedBy(r.was, r.is, r.Seat, 0)
	text, longer := key.RemarkOpens, key.RemarkLonger
	if now.points <= 0 {
		level = p.Engine + 1
		text, longer = key.RemarkOpensNext, key.RemarkLongerNext
		now = openedBy(r.was, r.is, r.Seat, 1)
	}
	switch {
	case now.points <= 0 && r.is.Tiles.Total() < r.was.Tiles.Total(): // the tile's cubes are not drawn yet
		return
	case now.points <= 0:
		text = key.RemarkOpensNone
	case now.cubes.Total() == 0:
		text = longer
	}
	n := engine.Int("n", now.points)
	r.gains = append(r.gains, engine.Msg(text, tycoon.CubesArg("cubes", now.cubes), n, engine.Int("level", level)))
	if level == 0 {
		r.gains = append(r.gains, engine.Msg(key.RemarkThenIncome, n, engine.Int("income", r.is.Income(p.Position+now.points))))
	}
}

// deliver tells the points, and who else could take the cube.
func (r *remarks) deliver(m engine.Message) {
	r.Add(key.RemarkDeliver, m.Args...)
	if points, _ := m.Arg("points"); len(points.List) > 1 {
		r.Add(key.RemarkDeliverOthers, engine.Several("others", points.List[1:]...))
	}
	if list := rivalsFor(r.was, r.Seat, r.Acts); len(list) > 0 {
		r.Add(key.RemarkRivals, engine.SeveralOf("players", list, engine.Player), engine.Int("n", len(list)))
	}
}

// card tells the effect of a card, and the number of cubes that a hotel waits for.
func (r *remarks) card(id int) {
	r.Add(key.RemarkEffect, engine.Say("effect", cardWords(r.was, id)))
	c := &r.was.Book().Cards[id]
	if c.Kind != tycoon.Hotel || r.was.Cities[c.City].Colour == tycoon.Gray {
		return
	}
	colour := r.was.Cities[c.City].Colour
	r.Add(key.RemarkHotel, engine.Int("n", cubesOf(r.was, colour)), tycoon.ColourArg("colour", colour))
}

// bid tells the shares that a bid needs and, for one without a limit, the advantage of being first.
func (r *remarks) bid(n int) {
	if shares := r.was.Player(r.Seat).SharesFor(n); shares > 0 {
		r.Add(key.RemarkBidShares, engine.Int("n", shares))
	}
	if _, limited := r.reported(key.ReportBidUpTo); limited {
		return
	}
	first := ahead(r.was, r.Seat)
	if cubes, by := contested(r.was, r.Seat, first); len(cubes) > 0 {
		r.Add(key.RemarkBidFirst, cubesArg(r.was, "cubes", key.SheetNextCube, r.Seat, cubes, len(cubes)), engine.SeveralOf("players", by, engine.Player))
	}
}

// free tells a player who leaves an auction that nobody can take the cubes they deliver next.
func (r *remarks) free() {
	if all, _ := contested(r.was, r.Seat, r.was.InOrder()); len(all) == 0 && len(r.was.Deliveries(r.Seat)) > 0 {
		r.Add(key.RemarkBidFree)
	}
}

// reported returns the first report with a key.
func (r *remarks) reported(text string) (engine.Message, bool) {
	if i := slices.IndexFunc(r.Reports, func(rep engine.Report) bool { return rep.Key == text }); i >= 0 {
		return r.Reports[i].Message, true
	}
	return engine.Message{}, false
}

// unlessDelivered returns text, or that for a line that delivers a cube: its points are
// listed together, and cubes are drawn for another city than those of the line.
func (r *remarks) unlessDelivered(text, delivered string) string {
	if _, ok := r.reported(key.ReportDeliver); ok {
		return delivered
	}
	return text
}

// issue tells the income and cost of shares.
func (r *remarks) issue(n int) {
	text := engine.If(r.was.Last == r.was.Turn, key.RemarkIssueLast, key.RemarkIssue)
	r.Add(text, engine.Int("n", n), engine.Int("money", n*tycoon.SharePays), engine.Int("dividend", n*tycoon.ShareDividend), engine.Int("points", -n*tycoon.SharePoints))
}

// ground tells the hills, rivers and ridges by which ways between two cities differ.
func (r *remarks) ground(m engine.Message) {
	ground := map[string]int{}
	for _, item := range m.Of("items").List {
		track := engine.Message{Key: item.Text, Args: item.List}
		if track.Key == key.CostLast {
			ground[key.RemarkRidges]++
			continue
		}
		ground[key.RemarkHills] += boolInt(track.Of("terrain").Text == key.CostHill)
		ground[key.RemarkRivers] += boolInt(track.Of("river").Int > 0)
		ground[key.RemarkRidges] += boolInt(track.Of("ridge").Int > 0)
	}
	var parts []engine.Arg
	for _, text := range []string{key.RemarkHills, key.RemarkRivers, key.RemarkRidges} {
		if n := ground[text]; n > 0 {
			parts = append(parts, say(engine.Msg(text, engine.Int("n", n))))
		}
	}
	r.AddList(key.RemarkEffect, "effect", parts)
	if side, bent := detour(r.is, len(r.is.Links) > len(r.was.Links)); bent {
		r.Add(key.RemarkBy, tycoon.SideArg("side", side))
	}
}

// detour returns to which side of the straight line the last link lies, if it does so by more
// than half a hex on average.
func detour(s *tycoon.State, complete bool) (hex.Edge, bool) {
	if !complete || len(s.Links) == 0 {
		return 0, false
	}
	l := &s.Links[len(s.Links)-1]
	at := func(spot tycoon.Spot) hex.Coord { return s.Book().Hexes[spot].At }
	from, to := at(s.Book().Cities[l.From].Spot), at(s.Book().Cities[l.To].Spot)
	spots := s.Book().ChainSpots(l)
	if len(spots) == 0 {
		return 0, false
	}
	dx, dy := 0, 0 // twice the distance from the middle of the line, summed
	for _, spot := range spots {
		dx += 2*at(spot).X - from.X - to.X
		dy += 2*at(spot).Y - from.Y - to.Y
	}
	// Columns are half as wide as a hex, rows are sqrt(3)/2 of it apart.
	if n := 2 * len(spots); dx*dx+3*dy*dy <= n*n {
		return 0, false
	}
	return towards(hex.Coord{}, hex.Coord{X: dx, Y: dy}), true
}
