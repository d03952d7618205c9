package view

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/track"
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

// startTable lists the corporations that can be started: home, surroundings, prices, and a warning if no track
// can be laid yet (VIII.6).
func startTable(s *g18cz.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadCanStart)}
	size := g18cz.Size(-1)
	for _, c := range s.InPlay() {
		if s.Companies[c].Gone || s.Started(c) || !s.Unlocked(c.Size()) {
			continue
		}
		if c.Size() != size {
			size = c.Size()
			prices := g18cz.Book.Sizes[size].Starts
			b.Add(key.SheetStartAt, g18cz.SizeSay("size", size), engine.Int("from", slices.Min(prices)), engine.Int("to", slices.Max(prices)))
		}
		args := []engine.Arg{g18cz.CompanySay("company", c), engine.Several("homes", homeNames(s, c)...), engine.Several("places", nearHome(s, c)...), g18cz.PhaseSay(upgradesFrom()), engine.Int("run", atHome(s, c))}
		b.Add(engine.If(!canBuild(s, c), key.SheetStartWaits, key.SheetStartsIn), args...)
	}
	return b
}

// nearMost and nearFar bound the places that are named near a home.
const (
	nearMost = 3
	nearFar  = 2
)

// nearHome names the places near the home of a corporation with their present worth, the nearest first.
func nearHome(s *g18cz.State, c g18cz.Company) (list []engine.Arg) {
	w := s.World()
	for far := 1; far <= nearFar; far++ {
		for i := range w.Map.Hexes {
			h := track.HexID(i)
			stops := s.Board.Stops(w, h)
			if w.Map.Hexes[h].Place == "" || len(stops) == 0 || distance(s, c, h) != far || len(list) == nearMost {
				continue
			}
			list = append(list, sheet.Say(engine.Msg(key.SheetNearPlace, engine.Text("place", w.Map.Hexes[h].Place), engine.Int("n", stops[0].Worth(s.PhaseRules().Colour())))))
		}
	}
	return list
}

// distance returns the distance of a hex from the nearest home of a corporation.
func distance(s *g18cz.State, c g18cz.Company, h track.HexID) int {
	w := s.World()
	least := len(w.Map.Hexes)
	for _, name := range s.HomesOf(c) {
		if home, ok := w.Map.Find(name); ok {
			least = min(least, w.Map.Hexes[home].At.Distance(w.Map.Hexes[h].At))
		}
	}
	return least
}

// atHome returns the revenue of a corporation that has not begun with the next train from its home on the
// present track; 0 if nothing joins it, or if the home is chosen.
func atHome(s *g18cz.State, c g18cz.Company) int {
	p, ok := s.HomeCity(c)
	card, own := g18cz.Flipped(c, g18cz.Card{Pile: s.Top()})
	if !ok || !own {
		return 0
	}
	then := s.Clone().(*g18cz.State)
	then.Board.AddStation(g18cz.Owner(c), p, 0)
	r := then.Runner(c)
	r.Trains = append(r.Trains, s.Train(card))
	return r.Search().Revenue
}
