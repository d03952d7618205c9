package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/trains"
)

// Tell tells the reports of one order: what each player gets from a corporation is one
// passage, steps that a corporation skips are left out.
func (View) Tell(reports []engine.Message) []engine.Passage {
	s := &story{left: reports, told: []engine.Passage{}}
	for len(s.left) > 0 {
		s.tell()
	}
	return s.told
}

// story is the passages so far and the reports that are left to tell.
type story struct {
	left []engine.Message
	told []engine.Passage
}

func (s *story) add(weight engine.Weight, text string, args ...engine.Arg) {
	s.told = append(s.told, engine.Passage{Say: engine.Msg(text, args...), Weight: weight})
}

// tell tells the next report, with those that belong to it.
func (s *story) tell() {
	r := s.left[0]
	switch r.Key {
	case key.ReportDividend:
		parts := s.parts(key.ReportDividend)
		if len(s.left) > 0 && s.left[0].Key == key.ReportPaid {
			s.add(engine.Plain, key.StoryPaid, append(s.left[0].Args, engine.Several("parts", parts...))...)
			s.left = s.left[1:]
		}
	case key.ReportIncome, key.ReportIncomeCompany:
		s.add(engine.Plain, key.StoryIncome, engine.Several("parts", s.parts(key.ReportIncome, key.ReportIncomeCompany)...))
	case key.ReportTakeOver:
		s.left = s.left[1:]
		s.add(engine.Event, key.StoryTakeOver, append(r.Args, engine.Several("parts", s.parts(key.ReportCompensated)...))...)
	case key.ReportSoldOut:
		s.add(engine.Plain, key.StorySoldOut, engine.Several("parts", s.parts(key.ReportSoldOut)...))
	case key.ReportNoTrade:
		s.add(engine.Plain, key.StoryNoTrade, engine.Several("seats", s.parts(key.ReportNoTrade)...))
	case key.ReportRusted, key.ReportRustedReserve:
		s.add(engine.Event, key.StoryRusted, engine.Several("lost", s.parts(key.ReportRusted, key.ReportRustedReserve)...))
	default:
		s.left = s.left[1:]
		s.single(r)
	}
}

// single tells a report that stands for itself.
func (s *story) single(r engine.Message) {
	switch r.Key {
	case key.ReportDeclined, key.ReportPass, key.ReportStockEnds, key.ReportOpened: // the order, a heading or the phase says it
	case key.ReportOperating:
		s.add(engine.Round, key.StoryOperating, r.Args...)
		if set, round := sheet.IntOf(r, "set"), sheet.IntOf(r, "round"); isLast(set, round) {
			s.add(engine.Event, key.StoryLastRound, r.Args...)
		}
	case key.ReportStock:
		s.add(engine.Round, key.StoryStock, r.Args...)
	case key.ReportPhase:
		phase, _ := r.Arg("phase")
		if p := slices.IndexFunc(g18cz.Book.Phases, func(p trains.Phase) bool { return phase.Text == key.PhaseOf+p.Name }); p > 0 {
			s.add(engine.Event, key.StoryPhase, append(r.Args, engine.Several("effects", effects(p, p-1)...))...)
		} else {
			s.add(engine.Event, key.ReportPhase, r.Args...)
		}
	case key.ReportRun: // the order names the routes
		s.add(engine.Plain, key.StoryRun, r.Args...)
	case key.ReportEnd, key.ReportEndAgreed:
		s.add(engine.Event, r.Key, r.Args...)
	default:
		s.add(engine.Plain, r.Key, r.Args...)
	}
}

// short are the words for a report within a list.
var short = map[string]string{
	key.ReportDividend: key.StoryPart, key.ReportIncome: key.StoryPart, key.ReportCompensated: key.StoryPart, key.ReportIncomeCompany: key.StoryPartCompany,
	key.ReportSoldOut: key.StorySoldOutPart, key.ReportNoTrade: key.StorySeat, key.ReportRusted: key.StoryLost, key.ReportRustedReserve: key.StoryLostReserve,
}

// parts takes the next reports with these keys and returns them as the items of a list.
func (s *story) parts(keys ...string) (list []engine.Arg) {
	for len(s.left) > 0 && slices.Contains(keys, s.left[0].Key) {
		list = append(list, sheet.Say(engine.Msg(short[s.left[0].Key], s.left[0].Args...)))
		s.left = s.left[1:]
	}
	return list
}

// isLast reports whether no operating round follows.
func isLast(set, round int) bool {
	last := lastRound()
	return last.Set == set && last.Number == round
}

// lastRound is the last operating round of the game.
func lastRound() (last g18cz.Round) {
	for _, x := range g18cz.Book.Timeline {
		if x.Stage == g18cz.Operating {
			last = x
		}
	}
	return last
}
