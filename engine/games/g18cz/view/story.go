package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/trains"
)

// Tell tells the reports of one order: a corporation's payments to players are one passage, and skipped steps
// are omitted.
func (View) Tell(reports []engine.Message) []engine.Passage { return engine.Tell(reports, tell) }

// tell tells a report, with those that belong to it.
func tell(s *engine.Story, r engine.Message) {
	all := func(name string, keys ...string) engine.Arg {
		return engine.SeveralOf(name, append([]engine.Message{r}, s.Run(keys...)...), inList)
	}
	switch r.Key {
	case key.ReportDeclined, key.ReportPass, key.ReportStockEnds, key.ReportOpened: // the order, a heading or the phase says it
	case key.ReportDividend:
		if parts := all("parts", key.ReportDividend); s.Next(key.ReportPaid) {
			s.Add(engine.Plain, key.StoryPaid, append(s.Take().Args, parts)...)
		}
	case key.ReportIncome, key.ReportIncomeCompany:
		s.Add(engine.Plain, key.StoryIncome, all("parts", key.ReportIncome, key.ReportIncomeCompany))
	case key.ReportTakeOver:
		s.Add(engine.Event, key.StoryTakeOver, append(r.Args, engine.SeveralOf("parts", s.Run(key.ReportCompensated), inList))...)
	case key.ReportSoldOut:
		s.Add(engine.Plain, key.StorySoldOut, all("parts", key.ReportSoldOut))
	case key.ReportNoTrade:
		s.Add(engine.Plain, key.StoryNoTrade, all("seats", key.ReportNoTrade))
	case key.ReportRusted, key.ReportRustedReserve:
		s.Add(engine.Event, key.StoryRusted, all("lost", key.ReportRusted, key.ReportRustedReserve))
	case key.ReportOperating:
		s.Add(engine.Round, key.StoryOperating, r.Args...)
		if set, round := r.Of("set").Int, r.Of("round").Int; isLast(set, round) {
			s.Add(engine.Event, key.StoryLastRound, r.Args...)
		}
	case key.ReportStock:
		s.Add(engine.Round, key.StoryStock, r.Args...)
	case key.ReportPhase:
		if p := slices.IndexFunc(g18cz.Book.Phases, func(p trains.Phase) bool { return r.Of("phase").Text == key.PhaseOf+p.Name }); p > 0 {
			s.Add(engine.Event, key.StoryPhase, append(r.Args, engine.Several("effects", effects(p, p-1)...))...)
		} else {
			s.Add(engine.Event, key.ReportPhase, r.Args...)
		}
	case key.ReportRun: // the order names the routes
		s.Add(engine.Plain, key.StoryRun, r.Args...)
	case key.ReportEnd, key.ReportEndAgreed:
		s.Add(engine.Event, r.Key, r.Args...)
	default:
		s.Add(engine.Plain, r.Key, r.Args...)
	}
}

// short are the words for a report within a list.
var short = map[string]string{
	key.ReportDividend: key.StoryPart, key.ReportIncome: key.StoryPart, key.ReportCompensated: key.StoryPart, key.ReportIncomeCompany: key.StoryPartCompany,
	key.ReportSoldOut: key.StorySoldOutPart, key.ReportNoTrade: key.StorySeat, key.ReportRusted: key.StoryLost, key.ReportRustedReserve: key.StoryLostReserve,
}

// inList is a report as an item of a list.
func inList(_ string, r engine.Message) engine.Arg {
	return sheet.Say(engine.Msg(short[r.Key], r.Args...))
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
