package view

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// cardWords describes the effect of an operation card.
func cardWords(s *tycoon.State, id int) engine.Message {
	c := &s.Book().Cards[id]
	args := []engine.Arg{engine.Int("n", c.Points), engine.Int("count", c.N), engine.Int("number", id), s.Book().CardArg(id)}
	switch c.Kind {
	case tycoon.Hotel, tycoon.ServiceBounty:
		args = append(args, s.CityArg(c.City))
	case tycoon.MajorLine:
		args = append(args, s.PlaceArg("a", c.A), s.PlaceArg("b", c.B))
		if c.West != tycoon.NoCity {
			return engine.Msg(key.SheetEffectOf+"major-line-west", append(args, s.PlaceArg("west", c.West))...)
		}
	}
	return engine.Msg(key.SheetEffectOf+strings.ReplaceAll(string(c.Kind), "_", "-"), args...)
}

// cardsSheet lists all operation cards: available, held, unseen, gone.
func cardsSheet(s *tycoon.State) []engine.Block {
	if s.Rules.Novice {
		return []engine.Block{{Head: engine.Msg(key.HeadCards), Lines: []engine.Message{engine.Msg(key.SheetCardsNovice)}}}
	}
	blocks := upBlocks(s)
	held, won := engine.Block{Head: engine.Msg(key.HeadCardsHeld)}, wonBlock(s)
	for _, seat := range order(s) {
		for _, id := range s.Player(seat).Cards {
			text := engine.If(slices.Contains(s.Player(seat).Used, id), key.SheetHeldByUsed, key.SheetHeldBy)
			held.Add(text, engine.Player("player", seat), engine.Int("number", id), engine.Say("effect", cardWords(s, id)))
		}
	}
	return append(append(blocks, engine.Filled(held, won)...), restBlock(s))
}

// wonBlock lists the awards that players have won.
func wonBlock(s *tycoon.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadCardsWon)}
	for _, seat := range order(s) {
		if list := wonArgs(s, seat); len(list) > 0 {
			b.Add(key.SheetWonBy, engine.Player("player", seat), engine.Several("cards", list...))
		}
	}
	return b
}

// wonArgs names the awards that a player has won.
func wonArgs(s *tycoon.State, seat engine.Seat) []engine.Arg {
	return engine.Each(s.Player(seat).Won, func(id int) engine.Arg {
		return engine.Text("", s.Book().Cards[id].Name)
	})
}

// shownBlock lists the barons that all players know: at the end everybody's.
func shownBlock(s *tycoon.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadBaronsShown)}
	for _, seat := range order(s) {
		if g, ok := s.GoalOf(seat); ok && (s.Stage == tycoon.StageOver || s.Player(seat).Shown) {
			b.Add(key.SheetBaronOf, engine.Player("player", seat), engine.Text("name", g.Baron.Name), engine.Say("goal", s.Book().GoalWords(g.Baron)), engine.Say("stand", goalStand(s, seat, g)))
		}
	}
	return b
}

// restBlock lists the cards that are neither available nor held: in the deck or out of the game, which is
// secret; all players have seen all of them except those in the deck.
func restBlock(s *tycoon.State) engine.Block {
	ids := unseenCards(s)
	text := engine.If(len(ids) == len(s.Deck), key.SheetCardsRestAll, key.SheetCardsRest)
	b := engine.Block{Head: engine.Msg(key.HeadCardsRest), Lines: []engine.Message{engine.Msg(text, engine.Int("n", len(s.Deck)), engine.Int("all", len(ids)))}}
	for _, g := range alike(s, ids) {
		b.Add(key.SheetCardRest, cardNumbers(g), engine.Say("effect", cardWords(s, g[0])))
	}
	return b
}

// baronsSheet lists the goals in the game, with the figures of all players that they compare; their owners are
// secret.
func baronsSheet(s *tycoon.State) []engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadBarons)}
	if s.Rules.Novice {
		b.Add(key.SheetBaronsNovice)
		return []engine.Block{b}
	}
	for i := 1; i < len(s.Book().Barons); i++ {
		baron := &s.Book().Barons[i]
		args := []engine.Arg{engine.Text("name", baron.Name), engine.Say("goal", s.Book().GoalWords(baron))}
		switch values := s.GoalValues(baron); {
		case baron.Goal == tycoon.Connects:
			var done []engine.Arg
			for _, seat := range order(s) {
				if s.Network(seat).Connects(baron.A, baron.B) {
					done = append(done, engine.Player("", seat))
				}
			}
			if len(done) == 0 {
				b.Add(key.SheetBaronLine, args...)
				continue
			}
			b.Add(key.SheetBaronLineDone, append(args, engine.Several("players", done...))...)
		case baron.Goal == tycoon.FirstToEngine && s.Pullman != engine.Nobody:
			b.Add(key.SheetBaronLineDone, append(args, engine.Several("players", engine.Player("", s.Pullman)))...)
		default:
			b.Add(key.SheetBaronLineValues, append(args, engine.Several("values", s.ValuesArgs(baron.Goal, values)...))...)
		}
	}
	b.Add(key.SheetBaronsShared)
	return []engine.Block{b}
}
