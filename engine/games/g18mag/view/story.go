package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/sheet"
)

// Tell tells the reports of one order: steps that a company skips and companies that pay
// nothing are left out, a pay-out is one line, and what István does is told shorter.
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

// unsaid are reports that nobody would miss: the order, a heading or the next report says it.
var unsaid = []string{
	key.ReportLay, key.ReportUpgrade, key.ReportScrap, key.ReportDeclined, key.ReportTurnOver, key.ReportIstvanPays, key.ReportIstvanNoUpgrade,
}

// rounds and events are reports that begin a round, or that change the game for all.
var (
	rounds = []string{key.ReportOperating, key.ReportStock, key.ReportLastStock}
	events = []string{key.ReportPhase, key.ReportEndNear, key.ReportDirector, key.ReportEnd, key.ReportEndAgreed}
)

// tell tells the next report, with those that belong to it.
func (s *story) tell() {
	r := s.take()
	switch {
	case slices.Contains(unsaid, r.Key):
	case slices.Contains(rounds, r.Key):
		s.add(engine.Round, r.Key, r.Args...)
	case slices.Contains(events, r.Key):
		s.add(engine.Event, r.Key, r.Args...)
	case r.Key == key.ReportPaidNothing && sheet.IntOf(r, "old") == sheet.IntOf(r, "price"):
	case r.Key == key.ReportRun && s.next(key.ReportMine):
		s.add(engine.Plain, key.StoryRunMine, append(slices.Clone(r.Args), engine.Int("mine", sheet.IntOf(s.take(), "n")))...)
	case r.Key == key.ReportIstvanRuns && s.next(key.ReportRun):
		s.add(engine.Plain, key.StoryIstvanRuns, append(slices.Clone(r.Args), s.take().Args...)...)
	case r.Key == key.ReportStartPrice:
		s.startPrices(r)
	case r.Key == key.ReportNoTrade:
		s.noTrade(r)
	default:
		s.add(engine.Plain, r.Key, r.Args...)
	}
}

// take takes the next report.
func (s *story) take() engine.Message {
	r := s.left[0]
	s.left = s.left[1:]
	return r
}

// next reports whether the next report has a key.
func (s *story) next(report string) bool { return len(s.left) > 0 && s.left[0].Key == report }

// startPrices tells in one line where the majors start.
func (s *story) startPrices(r engine.Message) {
	parts := []engine.Arg{sheet.Say(engine.Msg(key.StoryStart, r.Args...))}
	for s.next(key.ReportStartPrice) {
		parts = append(parts, sheet.Say(engine.Msg(key.StoryStart, s.take().Args...)))
	}
	s.add(engine.Plain, key.StoryStarts, engine.Several("parts", parts...))
}

// noTrade tells in one line who is skipped in a stock round.
func (s *story) noTrade(r engine.Message) {
	seat := func(r engine.Message) engine.Arg { return sheet.Say(engine.Msg(key.StorySeat, r.Args...)) }
	seats := []engine.Arg{seat(r)}
	for s.next(key.ReportNoTrade) {
		if another := seat(s.take()); !slices.ContainsFunc(seats, func(a engine.Arg) bool { return a.List[0].Int == another.List[0].Int }) {
			seats = append(seats, another)
		}
	}
	s.add(engine.Plain, key.StoryNoTrade, engine.Several("seats", seats...))
}
