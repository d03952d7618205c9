package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// untold are the reports that another one repeats: a delivery lists the points of all, a link is in the
// sentence of its build.
var untold = []string{
	key.ReportLinks, key.ReportHotel, key.ReportFirstAtLevel,
	key.ReportBuildLink, key.ReportBuildJoined, key.ReportBuildOpen,
}

// weights of the reports that are more than an order's plain effect.
var weights = map[string]engine.Weight{
	key.ReportEndNear: engine.Event, key.ReportTurnLast: engine.Event,
	key.ReportAward: engine.Event, key.ReportAwardBefore: engine.Event,
	key.ReportRound: engine.Stage, key.ReportOver: engine.Stage, key.ReportIncome: engine.Round,
}

// Tell tells a link or an engine and the shares issued for it in one sentence, and income and
// dividends of a turn as a table with a column for each player.
func (View) Tell(reports []engine.Message) (out []engine.Passage) {
	var pay []engine.Message
	for i, m := range reports {
		switch m.Key {
		case key.ReportBuild:
			if j := slices.IndexFunc(reports[i:], func(r engine.Message) bool { return builds[r.Key] != "" }); j >= 0 {
				m = engine.Msg(builds[reports[i+j].Key], append(slices.Clone(reports[i+j].Args), engine.Int("cost", m.Of("cost").Int), issuedFor(reports[i+1:]))...)
			}
		case key.ReportUpgrade:
			m = engine.Msg(key.StoryUpgrade, append(slices.Clone(m.Args), issuedFor(reports[i+1:]))...)
		case key.ReportAuctionPass:
			if slices.ContainsFunc(reports, func(r engine.Message) bool { return r.Key == key.ReportFirst }) {
				continue // the first player says enough
			}
		case key.ReportForced:
			if i > 0 && (reports[i-1].Key == key.ReportBuild || reports[i-1].Key == key.ReportUpgrade) {
				continue
			}
		case key.ReportPlayerIncome, key.ReportPlayerShort:
			if pay = append(pay, m); len(pay) == 1 {
				out = append(out, engine.Passage{Block: &engine.Block{}})
			}
			continue
		}
		if !slices.Contains(untold, m.Key) {
			out = append(out, engine.Passage{Say: m, Weight: weights[m.Key]})
		}
	}
	for _, p := range out {
		if p.Block != nil {
			*p.Block = payBlock(pay)
		}
	}
	return out
}

// issuedFor tells the shares issued for a purchase, if the next report is of them.
func issuedFor(next []engine.Message) engine.Arg {
	if len(next) == 0 || next[0].Key != key.ReportForced {
		return engine.Say("issued", engine.Message{})
	}
	return engine.Say("issued", engine.Msg(key.StoryIssued, next[0].Args...))
}

// payBlock is each player's income and payments at the end of a turn, and the shares that some must issue for it.
func payBlock(pay []engine.Message) engine.Block {
	b := engine.Block{Columns: []engine.Message{{}}}
	net, issued, some := []engine.Cell{cell(key.CellIncomeNet)}, []engine.Cell{cell(key.CellIssued)}, false
	for _, m := range pay {
		b.Columns = append(b.Columns, engine.Msg(key.CellPlayer, engine.Player("player", engine.Seat(m.Of("seat").Int))))
		gain, n := m.Of("income").Int-m.Of("dividend").Int, m.Of("n").Int
		c := engine.If(gain < 0, cell(key.CellLoss, engine.Int("n", -gain)), cell(key.CellGain, engine.Int("n", gain)))
		net, issued, some = append(net, right(c)), append(issued, countCell(n)), some || n > 0
	}
	if b.Rows = [][]engine.Cell{net}; some {
		b.Rows = append(b.Rows, issued)
	}
	return b
}

// builds are the sentences that tell a build with its cost.
var builds = map[string]string{
	key.ReportBuildLink: key.StoryLink, key.ReportBuildJoined: key.StoryJoined, key.ReportBuildOpen: key.StoryOpen,
}
