package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
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

func (r *remarks) add(key string, args ...engine.Arg) {
	r.list = append(r.list, engine.Msg("tycoon.remark."+key, args...))
}

// reported returns the first report with one of these keys.
func (r *remarks) reported(keys ...string) (engine.Message, bool) {
	for _, rep := range r.reports {
		for _, key := range keys {
			if rep.Key == "tycoon.report."+key {
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
	bid, mine := r.reported("bid")
	if mine {
		if n := r.was.Player(r.seat).SharesFor(intOf(bid, "n")); n > 0 {
			r.add("bid-shares", engine.Int("n", n))
		}
	}
	if m, ends := r.reported("first", "first-free"); ends && r.was.Stage == tycoon.StageAuction {
		first, _ := m.Arg("seat")
		r.add("first", engine.Player("seat", engine.Seat(first.Int)), engine.Int("n", intOf(m, "n")))
	}
}

// issue tells what the shares bring and cost.
func (r *remarks) issue() {
	if m, ok := r.reported("issued"); ok {
		n := intOf(m, "n")
		key := "issue"
		if r.was.Last == r.was.Turn {
			key = "issue-last"
		}
		r.add(key, engine.Int("n", n), engine.Int("money", n*tycoon.SharePays), engine.Int("dividend", n*tycoon.ShareDividend), engine.Int("points", -n*tycoon.SharePoints))
	}
}

// build tells the whole cost with the part that is not for the ground, and what is
// completed.
func (r *remarks) build() {
	m, ok := r.reported("build")
	if !ok {
		return
	}
	river, ridge := 0, 0
	items, _ := m.Arg("items")
	for _, item := range items.List {
		track := engine.Message{Key: item.Text, Args: item.List}
		river += intOf(track, "river")
		ridge += intOf(track, "ridge")
		if track.Key == "tycoon.cost.last" {
			ridge += intOf(track, "n")
		}
	}
	key := "build"
	switch {
	case river > 0 && ridge > 0:
		key = "build-river-ridge"
	case river > 0:
		key = "build-river"
	case ridge > 0:
		key = "build-ridge"
	}
	r.add(key, engine.Int("cost", intOf(m, "cost")), engine.Int("river", river), engine.Int("ridge", ridge))
	r.shares()
	link, complete := r.reported("build-link", "build-joined")
	switch {
	case !complete:
		r.add("open-end")
	case intOf(link, "n") > intOf(m, "n"): // it began in another action
		from, _ := link.Arg("from")
		to, _ := link.Arg("to")
		r.add("link", from, to)
	}
}

// shares tells how many must be issued to pay.
func (r *remarks) shares() {
	if m, ok := r.reported("forced"); ok {
		r.add("shares", engine.Int("n", intOf(m, "n")))
	}
}

// deliver tells the points for each player.
func (r *remarks) deliver() {
	if m, ok := r.reported("deliver"); ok {
		points, _ := m.Arg("points")
		r.add("deliver", points)
	}
}

func (r *remarks) upgrade() {
	if m, ok := r.reported("upgrade"); ok {
		r.add("upgrade", engine.Int("level", intOf(m, "level")), engine.Int("cost", intOf(m, "cost")))
		r.shares()
	}
}

func (r *remarks) urbanize() {
	if m, ok := r.reported("urbanize"); ok {
		r.add("cost", engine.Int("cost", intOf(m, "cost")))
		r.shares()
	}
}

// card tells its name; the table tells what it does.
func (r *remarks) card() {
	m, ok := r.reported("card", "card-city", "card-tile", "card-actions")
	if !ok {
		return
	}
	r.add("card", r.was.CardArg(intOf(m, "number")))
}

// western tells the cost, and the cubes that the city gets.
func (r *remarks) western() {
	if m, ok := r.reported("western"); ok {
		r.add("cost", engine.Int("cost", intOf(m, "cost")))
		r.shares()
		if cubes, ok := r.reported("western-cubes"); ok {
			r.add("western", engine.Int("n", intOf(cubes, "n")), tycoon.ColourArg("colour", tycoon.Red))
		}
	}
}

// givesUp tells how many of the actions from Railroad Executive are not taken.
func (r *remarks) givesUp() {
	if m, ok := r.reported("done"); ok {
		r.add("done", engine.Int("n", intOf(m, "n")))
	}
	if _, ok := r.reported("passes"); ok && r.was.Due > 1 {
		r.add("pass", engine.Int("n", r.was.Due))
	}
}

// consequences tells cards won, cubes to be drawn, markers, and the end.
func (r *remarks) consequences() {
	for _, rep := range r.reports {
		switch rep.Key {
		case "tycoon.report.award":
			seat, _ := rep.Arg("seat")
			card, _ := rep.Arg("card")
			key := "award"
			if _, delivered := r.reported("deliver"); delivered { // these points are listed with the others
				key = "wins"
			}
			if engine.Seat(seat.Int) == r.seat {
				r.add(key, card, engine.Int("n", intOf(rep.Message, "n")))
			}
		case "tycoon.report.undrawn":
			city, _ := rep.Arg("city")
			key := "cubes"
			if _, delivered := r.reported("deliver"); delivered { // in another city than those of the line
				key = "cubes-for"
			}
			r.add(key, city, engine.Int("n", intOf(rep.Message, "n")))
		case "tycoon.report.marker-on":
			city, _ := rep.Arg("city")
			r.add("marker", city)
		case "tycoon.report.end-near":
			r.add("end-near", engine.Int("last", intOf(rep.Message, "last")))
		case "tycoon.report.first-at-level":
			r.add("first-at-level")
		}
	}
	if i := slices.IndexFunc(r.reports, func(rep engine.Report) bool { return rep.Key == "tycoon.report.over" }); i >= 0 {
		r.add("over")
	}
}
