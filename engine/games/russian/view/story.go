package view

import (
	"railpost/engine"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// Tell tells the reports of one order: without what the order itself says, as the tracks that
// boards show, a player who is made to pass in one sentence, the scoring of a round as a
// table, and rounds as headings.
func (View) Tell(reports []engine.Message) []engine.Passage {
	s := &story{left: reports, told: []engine.Passage{}}
	for len(s.left) > 0 {
		r := s.left[0]
		s.left = s.left[1:]
		s.tell(r)
	}
	return append(s.told, s.news...)
}

// story is what has been told and the reports that are left. news waits for the heading of
// the round.
type story struct {
	left       []engine.Message
	told, news []engine.Passage
	displaced  int // the locomotive that makes room and has no place yet
}

func (s *story) add(weight engine.Weight, say string, args ...engine.Arg) {
	s.told = append(s.told, engine.Passage{Say: engine.Msg(say, args...), Weight: weight})
}

func (s *story) tell(r engine.Message) {
	switch r.Key {
	case key.ReportPlace, key.ReportMove, key.ReportStay, key.ReportStart, key.ReportPass, key.ReportEndpoints,
		key.ReportTrack, key.ReportIndustry, key.ReportDoubler, key.ReportTemps, key.ReportRubles, key.ReportAgain, key.ReportClaim, key.ReportSwap: // the order says it, or the board shows it
	case key.ReportLoco, key.ReportLocoOver, key.ReportLocoOut: // the order says where it goes
		if n := number(r, "n"); n != s.displaced {
			say := key.StoryLoco
			if r.Key == key.ReportLocoOut {
				say = r.Key // there is no place for it
			}
			s.add(engine.Plain, say, r.Args...)
		}
		s.displaced = number(r, "old")
	case key.ReportFactoryUsed: // its effect was told when it was built, and what it does now comes next
		f, _ := r.Arg("factory")
		then := engine.Msg(f.Text, f.List...)
		s.add(engine.Plain, key.StoryFactoryUsed, append(r.Args, engine.Int("n", number(then, "n")))...)
	case key.ReportMustPass:
		s.add(engine.Plain, key.StoryMustPass, append(r.Args, engine.Int("n", s.points(r)))...)
	case key.ReportOrder:
		s.add(engine.Plain, key.StoryOrder, r.Args...)
	case key.ReportScoring:
		s.scoring(r)
	case key.ReportEngineerLeaves, key.ReportEngineerHire, key.ReportEngineerPublic:
		s.news = append(s.news, engine.Passage{Say: r})
	case key.ReportRound:
		s.add(engine.Round, key.StoryRound, r.Args...)
	case key.ReportLastRound:
		s.add(engine.Round, key.StoryLastHead, r.Args...)
		s.add(engine.Event, key.StoryLastRound, r.Args...)
	case key.ReportFinalCard:
		s.add(engine.Plain, key.StoryFinalCard, r.Args...)
	case key.ReportMajority:
		s.add(engine.Plain, key.StoryMajority, r.Args...)
	case key.ReportOver:
		s.add(engine.Event, r.Key, r.Args...)
	default:
		s.add(engine.Plain, r.Key, r.Args...)
	}
}

// number returns an argument that is one; 0 if there is none of that name.
func number(m engine.Message, name string) int {
	a, _ := m.Arg(name)
	return a.Int
}

// points takes the points that the player of a report scores next, and returns them.
func (s *story) points(r engine.Message) int {
	who, _ := r.Arg("seat")
	if len(s.left) == 0 || s.left[0].Key != key.ReportPoints {
		return 0
	}
	scorer, _ := s.left[0].Arg("seat")
	n, _ := s.left[0].Arg("n")
	if scorer.Int != who.Int {
		return 0
	}
	s.left = s.left[1:]
	return n.Int
}

// scoring tells the scoring of a round as a table.
func (s *story) scoring(r engine.Message) {
	b := &engine.Block{Head: engine.Msg(key.HeadScoring),
		Columns: engine.Headings(key.ColumnPlayer, key.ColumnTranssib, key.ColumnPetersburg, key.ColumnKiev, key.ColumnIndustry, key.ColumnScores, key.ColumnPoints)}
	for {
		who, _ := r.Arg("seat")
		row := []engine.Cell{{Say: engine.Msg(key.CellPlayer, russian.Who(engine.Seat(who.Int)))}}
		for _, name := range []string{"t", "p", "k", "industry", "total", "score"} {
			n, _ := r.Arg(name)
			row = append(row, numberCell(n.Int))
		}
		b.Rows = append(b.Rows, row)
		if len(s.left) == 0 || s.left[0].Key != key.ReportScoring {
			break
		}
		r, s.left = s.left[0], s.left[1:]
	}
	s.told = append(s.told, engine.Passage{Block: b})
}
