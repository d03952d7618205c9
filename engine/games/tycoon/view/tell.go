package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// untold are the reports that another one says, too: a delivery lists the points of all, a link
// stands in the sentence of its build.
var untold = []string{
	key.ReportLinks, key.ReportHotel, key.ReportFirstAtLevel,
	key.ReportBuildLink, key.ReportBuildJoined, key.ReportBuildOpen,
}

// weights of the reports that are more than what an order did.
var weights = map[string]engine.Weight{
	key.ReportEndNear: engine.Event, key.ReportTurnLast: engine.Event,
	key.ReportAward: engine.Event, key.ReportAwardBefore: engine.Event,
	key.ReportRound: engine.Stage, key.ReportOver: engine.Stage, key.ReportIncome: engine.Round,
}

// Tell tells a link in one sentence, and income and dividends of a turn as a table.
func (View) Tell(reports []engine.Message) (out []engine.Passage) {
	var pay *engine.Block
	for i, m := range reports {
		switch m.Key {
		case key.ReportBuild:
			if j := slices.IndexFunc(reports[i:], func(r engine.Message) bool { return builds[r.Key] != "" }); j >= 0 {
				m = engine.Msg(builds[reports[i+j].Key], append(slices.Clone(reports[i+j].Args), engine.Int("cost", intOf(m, "cost")))...)
			}
		case key.ReportPlayerIncome, key.ReportPlayerShort:
			if pay == nil {
				pay = &engine.Block{Columns: engine.Headings(key.ColumnPlayer, key.ColumnIncome, key.ColumnDividend, key.ColumnIssued, key.ColumnMoney)}
				out = append(out, engine.Passage{Block: pay})
			}
			seat, _ := m.Arg("seat")
			pay.Rows = append(pay.Rows, []engine.Cell{
				cell(key.CellPlayer, engine.Player("player", engine.Seat(seat.Int))), moneyCell(intOf(m, "income")),
				moneyCell(intOf(m, "dividend")), countCell(intOf(m, "n")), moneyCell(intOf(m, "money")),
			})
			continue
		}
		if !slices.Contains(untold, m.Key) {
			out = append(out, engine.Passage{Say: m, Weight: weights[m.Key]})
		}
	}
	return out
}

// builds are the sentences that tell a build with its cost.
var builds = map[string]string{
	key.ReportBuildLink: key.StoryLink, key.ReportBuildJoined: key.StoryJoined, key.ReportBuildOpen: key.StoryOpen,
}
