package view

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/sheet"
)

// stepLines list the options of the operating corporation in its present step.
func stepLines(s *g18cz.State, c g18cz.Company) []engine.Message {
	switch s.Turn.Step {
	case g18cz.StepTrack:
		list := bestLines(s, c)
		if m := layLine(s); !m.Empty() {
			list = slices.Insert(list, 0, m)
		}
		return list
	case g18cz.StepStation, g18cz.StepRun:
		return bestLines(s, c)
	case g18cz.StepPayout:
		return payLines(s, c)
	case g18cz.StepTakeOver:
		return takeOverLines(s, c)
	case g18cz.StepTrains:
		return buyLines(s, c)
	}
	return nil
}

// layLine tells the rest of the track allowance (VIII.4).
func layLine(s *g18cz.State) engine.Message {
	switch t := &s.Turn; {
	case !advise.Begins(title, s, s.Actor(), "lay"):
		return engine.Msg(key.SheetStepTrackNone)
	case !s.Turn.LaysLeft():
		return engine.Msg(key.SheetStepTrackPurple)
	case t.First && t.Yellow == 0:
		return engine.Msg(key.SheetStepTrackFirst)
	case t.First:
		return engine.Msg(key.SheetStepTrackSecond)
	}
	return engine.Message{} // the question says it
}

// bestLines are the best routes of a corporation in this position.
func bestLines(s *g18cz.State, c g18cz.Company) []engine.Message {
	best := s.BestRun(c)
	if len(best.Routes) == 0 {
		return nil
	}
	return []engine.Message{engine.Msg(key.SheetBestNow, sheet.Worth("n", best), engine.Text("routes", strings.Join(best.Routes, ", ")))}
}

// payLines tell the effects of paying and withholding (VIII.8).
func payLines(s *g18cz.State, c g18cz.Company) []engine.Message {
	paid, held := s.Market.Clone(), s.Market.Clone()
	paid.Move(g18cz.Book.Chart, c.Stock(), g18cz.Row, g18cz.Book.Sizes[c.Size()].Paid)
	held.Move(g18cz.Book.Chart, c.Stock(), -g18cz.Row, 1)
	return []engine.Message{engine.Msg(key.SheetStepPayout,
		engine.Int("n", s.Turn.Revenue), engine.Int("price", s.PriceOf(c)),
		engine.Int("paid", paid.Price(g18cz.Book.Chart, c.Stock())), engine.Int("held", held.Price(g18cz.Book.Chart, c.Stock())))}
}

// takeOverLines list the corporations that can be taken over, and for what price per
// share (VIII.9).
func takeOverLines(s *g18cz.State, c g18cz.Company) (list []engine.Message) {
	for _, target := range s.Active() {
		if target.Size() >= c.Size() || s.Companies[target].Neutral {
			continue
		}
		price, shares := s.PriceOf(target), s.Shares.Sold(target.Stock())/s.StructureOf(target).Share
		list = append(list, engine.Msg(key.SheetStepTakeOver,
			g18cz.CompanySay("company", target), engine.Int("from", (price+1)/2), engine.Int("to", price*3/2), engine.Int("n", shares),
			engine.Int("treasury", s.Treasury(target)), engine.Text("trains", strings.ReplaceAll(cardWords(s.Companies[target].Trains), " ", ", ")), s.HolderSay("seat", s.Shares.Director[target.Stock()])))
	}
	return list
}

// buyLines list the bank's trains for sale, and say whether the corporation must buy (VIII.10).
func buyLines(s *g18cz.State, c g18cz.Company) []engine.Message {
	list := cardLines(s)
	list = append(list, reserveLines(s)...)
	if s.MustBuy() {
		list = append(list, engine.Msg(key.SheetMustBuy, g18cz.CompanySay("company", c), engine.Term("kind", key.TrainKindOf+g18cz.SizeNames[c.Size()])))
	}
	return list
}
