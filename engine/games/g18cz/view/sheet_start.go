package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/track"
)

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
		text := key.SheetStartsIn
		if !canBuild(s, c) {
			text = key.SheetStartWaits
		}
		b.Add(text, args...)
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
