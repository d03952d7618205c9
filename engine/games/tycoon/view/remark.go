package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// Remark tells in a few words what a legal line costs and does for its seat, beyond
// what the line itself tells. It uses what the line reports: the position after it may be
// in another turn.
func (View) Remark(m engine.Move) []engine.Message {
	r := &remarks{was: m.Before.(*tycoon.State), seat: m.Seat, reports: m.Reports}
	for i, rep := range m.Reports {
		r.say(i, rep.Message)
	}
	return r.list
}

// remarks gathers what can be said about one line.
type remarks struct {
	was     *tycoon.State
	seat    engine.Seat
	reports []engine.Report
	list    []engine.Message
}

// briefly are the reports that are said again in fewer words.
var briefly = map[string]string{
	key.ReportDeliver: key.RemarkDeliver, key.ReportUpgrade: key.RemarkUpgrade, key.ReportUrbanize: key.RemarkCost,
	key.ReportWestern: key.RemarkCost, key.ReportWesternCubes: key.RemarkWestern, key.ReportBuildOpen: key.RemarkOpenEnd,
	key.ReportCard: key.RemarkCard, key.ReportCardCity: key.RemarkCard, key.ReportCardTile: key.RemarkCard, key.ReportCardActions: key.RemarkCard,
	key.ReportDone: key.RemarkDone, key.ReportMarkerOn: key.RemarkMarker, key.ReportEndNear: key.RemarkEndNear,
	key.ReportFirstAtLevel: key.RemarkFirstAtLevel, key.ReportOver: key.RemarkOver,
}

// costly are the reports of what is paid at once, with shares if there is no money.
var costly = []string{key.ReportBuild, key.ReportUpgrade, key.ReportUrbanize, key.ReportWestern}

// say adds what the i-th report is worth a remark for.
func (r *remarks) say(i int, m engine.Message) {
	if brief := briefly[m.Key]; brief != "" {
		r.add(brief, m.Args...)
		return
	}
	switch m.Key {
	case key.ReportForced:
		if i > 0 && slices.Contains(costly, r.reports[i-1].Key) {
			r.add(key.RemarkShares, m.Args...)
		}
	case key.ReportBid:
		if n := r.was.Player(r.seat).SharesFor(intOf(m, "n")); n > 0 {
			r.add(key.RemarkBidShares, engine.Int("n", n))
		}
	case key.ReportFirst, key.ReportFirstFree:
		if r.was.Stage == tycoon.StageAuction {
			r.add(key.RemarkFirst, m.Args...)
		}
	case key.ReportIssued:
		r.issue(intOf(m, "n"))
	case key.ReportBuild:
		r.build(m)
	case key.ReportBuildLink, key.ReportBuildJoined:
		if built, _ := r.reported(key.ReportBuild); intOf(m, "n") > intOf(built, "n") { // it began in another action
			r.add(key.RemarkLink, m.Args...)
		}
	case key.ReportPasses:
		if r.was.Due > 1 {
			r.add(key.RemarkPass, engine.Int("n", r.was.Due))
		}
	case key.ReportAward:
		if seat, _ := m.Arg("seat"); engine.Seat(seat.Int) == r.seat {
			r.add(r.unlessDelivered(key.RemarkAward, key.RemarkWins), m.Args...)
		}
	case key.ReportUndrawn:
		r.add(r.unlessDelivered(key.RemarkCubes, key.RemarkCubesFor), m.Args...)
	}
}

func (r *remarks) add(text string, args ...engine.Arg) {
	r.list = append(r.list, engine.Msg(text, args...))
}

// reported returns the first report with a key.
func (r *remarks) reported(text string) (engine.Message, bool) {
	if i := slices.IndexFunc(r.reports, func(rep engine.Report) bool { return rep.Key == text }); i >= 0 {
		return r.reports[i].Message, true
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

func intOf(m engine.Message, name string) int {
	a, _ := m.Arg(name)
	return a.Int
}

// issue tells what shares bring and cost.
func (r *remarks) issue(n int) {
	text := key.RemarkIssue
	if r.was.Last == r.was.Turn {
		text = key.RemarkIssueLast
	}
	r.add(text, engine.Int("n", n), engine.Int("money", n*tycoon.SharePays), engine.Int("dividend", n*tycoon.ShareDividend), engine.Int("points", -n*tycoon.SharePoints))
}

// build tells the whole cost with the part that is not for the ground.
func (r *remarks) build(m engine.Message) {
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
}
