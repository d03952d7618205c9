package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// Remark tells in a few words what a legal line costs and does for its seat, beyond
// what the line itself tells.
func (View) Remark(m engine.Move) []engine.Message {
	before, seat, reports := m.Before, m.Seat, m.Reports
	r := &remarks{was: before.(*tycoon.State), seat: seat, reports: reports}
	for _, say := range []func(){r.bid, r.issue, r.build, r.deliver, r.upgrade, r.urbanize, r.card, r.western, r.givesUp} {
		say()
	}
	r.consequences()
	return r.list
}

// remarks gathers what can be said about one line. It uses what the line reports: the
// position after it may be in another turn.
type remarks struct {
	was     *tycoon.State
	seat    engine.Seat
	reports []engine.Report
	list    []engine.Message
}

func (r *remarks) add(text string, args ...engine.Arg) {
	r.list = append(r.list, engine.Msg(text, args...))
}

// reported returns the first report with one of these keys.
func (r *remarks) reported(keys ...string) (engine.Message, bool) {
	for _, rep := range r.reports {
		for _, text := range keys {
			if rep.Key == text {
				return rep.Message, true
			}
		}
	}
	return engine.Message{}, false
}

func intOf(m engine.Message, name string) int {
	a, _ := m.Arg(name)
	return a.Int
}

// bid tells the shares that it may need, and whether it ends the auction.
func (r *remarks) bid() {
	bid, mine := r.reported(key.ReportBid)
	if mine {
		if n := r.was.Player(r.seat).SharesFor(intOf(bid, "n")); n > 0 {
			r.add(key.RemarkBidShares, engine.Int("n", n))
		}
	}
	if m, ends := r.reported(key.ReportFirst, key.ReportFirstFree); ends && r.was.Stage == tycoon.StageAuction {
		first, _ := m.Arg("seat")
		r.add(key.RemarkFirst, engine.Player("seat", engine.Seat(first.Int)), engine.Int("n", intOf(m, "n")))
	}
}

// issue tells what the shares bring and cost.
func (r *remarks) issue() {
	if m, ok := r.reported(key.ReportIssued); ok {
		n := intOf(m, "n")
		text := key.RemarkIssue
		if r.was.Last == r.was.Turn {
			text = key.RemarkIssueLast
		}
		r.add(text, engine.Int("n", n), engine.Int("money", n*tycoon.SharePays), engine.Int("dividend", n*tycoon.ShareDividend), engine.Int("points", -n*tycoon.SharePoints))
	}
}

// build tells the whole cost with the part that is not for the ground, and what is
// completed.
func (r *remarks) build() {
	m, ok := r.reported(key.ReportBuild)
	if !ok {
		return
	}
	river, ridge := 0, 0
	items, _ := m.Arg("items")
	for _, item := range items.List {
		track := engine.Message{Key: item.Text, Args: item.List}
		river += intOf(track, "river")
		ridge += intOf(track, "ridge")
		if track.Key == key.CostLast {
			ridge += intOf(track, "n")
		}
	}
	text := key.RemarkBuild
	switch {
	case river > 0 && ridge > 0:
		text = key.RemarkBuildRiverRidge
	case river > 0:
		text = key.RemarkBuildRiver
	case ridge > 0:
		text = key.RemarkBuildRidge
	}
	r.add(text, engine.Int("cost", intOf(m, "cost")), engine.Int("river", river), engine.Int("ridge", ridge))
	r.shares()
	link, complete := r.reported(key.ReportBuildLink, key.ReportBuildJoined)
	switch {
	case !complete:
		r.add(key.RemarkOpenEnd)
	case intOf(link, "n") > intOf(m, "n"): // it began in another action
		from, _ := link.Arg("from")
		to, _ := link.Arg("to")
		r.add(key.RemarkLink, from, to)
	}
}

// shares tells how many must be issued to pay.
func (r *remarks) shares() {
	if m, ok := r.reported(key.ReportForced); ok {
		r.add(key.RemarkShares, engine.Int("n", intOf(m, "n")))
	}
}

// deliver tells the points for each player.
func (r *remarks) deliver() {
	if m, ok := r.reported(key.ReportDeliver); ok {
		points, _ := m.Arg("points")
		r.add(key.RemarkDeliver, points)
	}
}

func (r *remarks) upgrade() {
	if m, ok := r.reported(key.ReportUpgrade); ok {
		r.add(key.RemarkUpgrade, engine.Int("level", intOf(m, "level")), engine.Int("cost", intOf(m, "cost")))
		r.shares()
	}
}

func (r *remarks) urbanize() {
	if m, ok := r.reported(key.ReportUrbanize); ok {
		r.add(key.RemarkCost, engine.Int("cost", intOf(m, "cost")))
		r.shares()
	}
}

// card tells its name; the table tells what it does.
func (r *remarks) card() {
	m, ok := r.reported(key.ReportCard, key.ReportCardCity, key.ReportCardTile, key.ReportCardActions)
	if !ok {
		return
	}
	r.add(key.RemarkCard, r.was.CardArg(intOf(m, "number")))
}

// western tells the cost, and the cubes that the city gets.
func (r *remarks) western() {
	if m, ok := r.reported(key.ReportWestern); ok {
		r.add(key.RemarkCost, engine.Int("cost", intOf(m, "cost")))
		r.shares()
		if cubes, ok := r.reported(key.ReportWesternCubes); ok {
			r.add(key.RemarkWestern, engine.Int("n", intOf(cubes, "n")), tycoon.ColourArg("colour", tycoon.Red))
		}
	}
}

// givesUp tells how many of the actions from Railroad Executive are not taken.
func (r *remarks) givesUp() {
	if m, ok := r.reported(key.ReportDone); ok {
		r.add(key.RemarkDone, engine.Int("n", intOf(m, "n")))
	}
	if _, ok := r.reported(key.ReportPasses); ok && r.was.Due > 1 {
		r.add(key.RemarkPass, engine.Int("n", r.was.Due))
	}
}

// consequences tells cards won, cubes to be drawn, markers, and the end.
func (r *remarks) consequences() {
	for _, rep := range r.reports {
		switch rep.Key {
		case key.ReportAward:
			seat, _ := rep.Arg("seat")
			card, _ := rep.Arg("card")
			text := key.RemarkAward
			if _, delivered := r.reported(key.ReportDeliver); delivered { // these points are listed with the others
				text = key.RemarkWins
			}
			if engine.Seat(seat.Int) == r.seat {
				r.add(text, card, engine.Int("n", intOf(rep.Message, "n")))
			}
		case key.ReportUndrawn:
			city, _ := rep.Arg("city")
			text := key.RemarkCubes
			if _, delivered := r.reported(key.ReportDeliver); delivered { // in another city than those of the line
				text = key.RemarkCubesFor
			}
			r.add(text, city, engine.Int("n", intOf(rep.Message, "n")))
		case key.ReportMarkerOn:
			city, _ := rep.Arg("city")
			r.add(key.RemarkMarker, city)
		case key.ReportEndNear:
			r.add(key.RemarkEndNear, engine.Int("last", intOf(rep.Message, "last")))
		case key.ReportFirstAtLevel:
			r.add(key.RemarkFirstAtLevel)
		}
	}
	if i := slices.IndexFunc(r.reports, func(rep engine.Report) bool { return rep.Key == key.ReportOver }); i >= 0 {
		r.add(key.RemarkOver)
	}
}
