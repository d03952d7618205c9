package view

import (
	"cmp"

	"railpost/engine"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// Tell tells the reports of one order: it omits facts in the order itself, such as the tracks that boards show,
// tells an automatic pass in one sentence and the scoring of a round as a table, and gives rounds headings.
func (View) Tell(reports []engine.Message) []engine.Passage {
	t := &story{}
	told := engine.Tell(reports, t.tell)
	return append(told, t.news...)
}

// story is the facts from earlier reports that a report needs. news waits for the heading of the round.
type story struct {
	news      []engine.Passage
	displaced int // the locomotive that must move and has no new place yet
}

// renamed are reports with words of their own in the story.
var renamed = map[string]string{
	key.ReportOrder: key.StoryOrder, key.ReportFinalCard: key.StoryFinalCard, key.ReportMajority: key.StoryMajority,
}

func (t *story) tell(s *engine.Story, r engine.Message) {
	switch r.Key {
	case key.ReportPlace, key.ReportMove, key.ReportStay, key.ReportStart, key.ReportPass, key.ReportEndpoints,
		key.ReportTrack, key.ReportIndustry, key.ReportDoubler, key.ReportTemps, key.ReportRubles, key.ReportAgain, key.ReportClaim, key.ReportSwap: // the order says it, or the board shows it
	case key.ReportLoco, key.ReportLocoOver, key.ReportLocoOut: // the order says where it goes
		if n := r.Of("n").Int; n != t.displaced {
			say := key.StoryLoco
			if r.Key == key.ReportLocoOut {
				say = r.Key // there is no place for it
			}
			s.Add(engine.Plain, say, r.Args...)
		}
		t.displaced = r.Of("old").Int
	case key.ReportFactoryUsed: // its effect was told when it was built, and the result comes next
		f := r.Of("factory")
		then := engine.Msg(f.Text, f.List...)
		s.Add(engine.Plain, key.StoryFactoryUsed, append(r.Args, engine.Int("n", then.Of("n").Int))...)
	case key.ReportMustPass:
		s.Add(engine.Plain, key.StoryMustPass, append(r.Args, engine.Int("n", passPoints(s, r)))...)
	case key.ReportScoring:
		s.Told = append(s.Told, engine.Passage{Block: scoring(append([]engine.Message{r}, s.Run(key.ReportScoring)...))})
	case key.ReportEngineerLeaves, key.ReportEngineerHire, key.ReportEngineerPublic:
		t.news = append(t.news, engine.Passage{Say: r})
	case key.ReportRound:
		s.Add(engine.Round, key.StoryRound, r.Args...)
	case key.ReportLastRound:
		s.Add(engine.Round, key.StoryLastHead, r.Args...)
		s.Add(engine.Event, key.StoryLastRound, r.Args...)
	case key.ReportOver:
		s.Add(engine.Event, r.Key, r.Args...)
	default:
		s.Add(engine.Plain, cmp.Or(renamed[r.Key], r.Key), r.Args...)
	}
}

// passPoints takes the points that the player of a report scores next, and returns them.
func passPoints(s *engine.Story, r engine.Message) int {
	if !s.Next(key.ReportPoints) || s.Left[0].Of("seat").Int != r.Of("seat").Int {
		return 0
	}
	return s.Take().Of("n").Int
}

// scoring is the scoring of a round as a table.
func scoring(reports []engine.Message) *engine.Block {
	b := &engine.Block{Head: engine.Msg(key.HeadScoring),
		Columns: engine.Headings(key.ColumnPlayer, key.ColumnTranssib, key.ColumnPetersburg, key.ColumnKiev, key.ColumnIndustry, key.ColumnScores, key.ColumnPoints)}
	for _, r := range reports {
		row := []engine.Cell{{Say: engine.Msg(key.CellPlayer, russian.Who(engine.Seat(r.Of("seat").Int)))}}
		for _, name := range []string{"t", "p", "k", "industry", "total", "score"} {
			row = append(row, numberCell(r.Of(name).Int))
		}
		b.Rows = append(b.Rows, row)
	}
	return b
}
