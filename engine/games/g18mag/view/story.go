package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/sheet"
)

// Tell tells the reports of one order: it omits steps that a company skips and companies that pay nothing,
// tells a pay-out in one line, and shortens István's actions.
func (View) Tell(reports []engine.Message) []engine.Passage { return engine.Tell(reports, tell) }

// unsaid are reports that nobody would miss: the order, a heading or the next report says it.
var unsaid = []string{
	key.ReportLay, key.ReportUpgrade, key.ReportScrap, key.ReportDeclined, key.ReportTurnOver, key.ReportIstvanPays, key.ReportIstvanNoUpgrade,
}

// weights of the reports that begin a round, or that change the game for all.
var weights = map[string]engine.Weight{
	key.ReportOperating: engine.Round, key.ReportStock: engine.Round, key.ReportLastStock: engine.Round,
	key.ReportPhase: engine.Event, key.ReportEndNear: engine.Event, key.ReportDirector: engine.Event,
	key.ReportEnd: engine.Event, key.ReportEndAgreed: engine.Event,
}

// tell tells a report, with those that belong to it.
func tell(s *engine.Story, r engine.Message) {
	switch {
	case slices.Contains(unsaid, r.Key):
	case r.Key == key.ReportPaidNothing && r.Of("old").Int == r.Of("price").Int:
	case r.Key == key.ReportRun && s.Next(key.ReportMine):
		s.Add(engine.Plain, key.StoryRunMine, append(slices.Clone(r.Args), engine.Int("mine", s.Take().Of("n").Int))...)
	case r.Key == key.ReportIstvanRuns && s.Next(key.ReportRun):
		s.Add(engine.Plain, key.StoryIstvanRuns, append(slices.Clone(r.Args), s.Take().Args...)...)
	case r.Key == key.ReportStartPrice: // the start prices of all majors are one line
		s.Add(engine.Plain, key.StoryStarts, engine.Several("parts", all(s, r, key.StoryStart)...))
	case r.Key == key.ReportNoTrade: // players skipped in a stock round are one line
		var seats []engine.Arg
		for _, seat := range all(s, r, key.StorySeat) {
			if !slices.ContainsFunc(seats, func(a engine.Arg) bool { return a.List[0].Int == seat.List[0].Int }) {
				seats = append(seats, seat)
			}
		}
		s.Add(engine.Plain, key.StoryNoTrade, engine.Several("seats", seats...))
	default:
		s.Add(weights[r.Key], r.Key, r.Args...)
	}
}

// all are a report and those of its kind that follow as items of a list.
func all(s *engine.Story, r engine.Message, text string) []engine.Arg {
	return engine.Each(append([]engine.Message{r}, s.Run(r.Key)...), func(r engine.Message) engine.Arg {
		return sheet.Say(engine.Msg(text, r.Args...))
	})
}
