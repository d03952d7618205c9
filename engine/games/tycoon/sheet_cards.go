package tycoon

import (
	"slices"
	"strings"

	"railpost/engine"
)

// cardWords are what an operation card does (8).
func (s *State) cardWords(id int) engine.Message {
	c := &s.book.Cards[id]
	args := []engine.Arg{engine.Int("n", c.Points), engine.Int("count", c.N), engine.Int("number", id), s.cardArg(id)}
	switch c.Kind {
	case Hotel, ServiceBounty:
		args = append(args, s.cityArg(c.City))
	case MajorLine:
		args = append(args, s.placeArg("a", c.A), s.placeArg("b", c.B))
		if c.West != NoCity {
			return line("effect-major-line-west", append(args, s.placeArg("west", c.West))...)
		}
	}
	return line("effect-"+strings.ReplaceAll(string(c.Kind), "_", "-"), args...)
}

// cardsSheet is all about operation cards: available, held, to come, gone.
func (s *State) cardsSheet() []engine.Block {
	if s.Rules.Novice {
		return []engine.Block{{Head: head("cards"), Lines: []engine.Message{line("cards-novice")}}}
	}
	blocks := s.upBlocks()
	held, won := engine.Block{Head: head("cards-held")}, s.wonBlock()
	gone := map[int]bool{}
	for id := 1; id < len(s.book.Cards); id++ {
		gone[id] = !slices.Contains(s.Up, id)
	}
	for _, seat := range s.inOrder() {
		for _, id := range s.player(seat).Won {
			gone[id] = false
		}
		for _, id := range s.player(seat).Cards {
			gone[id] = false
			key := "held-by"
			if slices.Contains(s.player(seat).Used, id) {
				key = "held-by-used"
			}
			held.Lines = append(held.Lines, line(key, engine.Player("player", seat), engine.Int("number", id), engine.Say("effect", s.cardWords(id))))
		}
	}
	if len(held.Lines) > 0 {
		blocks = append(blocks, held)
	}
	if len(won.Lines) > 0 {
		blocks = append(blocks, won)
	}
	return append(blocks, s.restBlock(gone))
}

// wonBlock are the awards that players have won.
func (s *State) wonBlock() engine.Block {
	b := engine.Block{Head: head("cards-won")}
	for _, seat := range s.inOrder() {
		if list := s.wonArgs(seat); len(list) > 0 {
			b.Lines = append(b.Lines, line("won-by", engine.Player("player", seat), engine.Several("cards", list...)))
		}
	}
	return b
}

// wonArgs names the awards that a player has won.
func (s *State) wonArgs(seat engine.Seat) (list []engine.Arg) {
	for _, id := range s.player(seat).Won {
		list = append(list, engine.Text("", s.book.Cards[id].Name))
	}
	return list
}

// shownBlock are the barons that all know: at the end those of everybody.
func (s *State) shownBlock() engine.Block {
	b := engine.Block{Head: head("barons-shown")}
	for _, seat := range s.inOrder() {
		if g, ok := s.goal(seat); ok && (s.Stage == StageOver || s.player(seat).Shown) {
			b.Lines = append(b.Lines, line("baron-of", engine.Player("player", seat), engine.Text("name", g.Baron.Name), engine.Say("goal", s.goalWords(g.Baron)), engine.Say("stand", s.goalStand(seat, g))))
		}
	}
	return b
}

// restBlock lists the cards that are neither available nor held: in the deck, or out
// of the game. Which of the two nobody is told; all of them have been seen but those
// in the deck.
func (s *State) restBlock(gone map[int]bool) engine.Block {
	var ids []int
	for id := 1; id < len(s.book.Cards); id++ {
		if gone[id] {
			ids = append(ids, id)
		}
	}
	key := "cards-rest"
	if len(ids) == len(s.Deck) {
		key = "cards-rest-all"
	}
	b := engine.Block{Head: head("cards-rest"), Lines: []engine.Message{line(key, engine.Int("n", len(s.Deck)), engine.Int("all", len(ids)))}}
	for _, g := range s.alike(ids) {
		b.Lines = append(b.Lines, line("card-rest", cardNumbers(g), engine.Say("effect", s.cardWords(g[0]))))
	}
	return b
}

// baronsSheet lists the goals that are dealt from, with the figures of all players
// that they compare: who has which is secret.
func (s *State) baronsSheet() []engine.Block {
	b := engine.Block{Head: head("barons")}
	if s.Rules.Novice {
		b.Lines = append(b.Lines, line("barons-novice"))
		return []engine.Block{b}
	}
	for i := 1; i < len(s.book.Barons); i++ {
		baron := &s.book.Barons[i]
		args := []engine.Arg{engine.Text("name", baron.Name), engine.Say("goal", s.goalWords(baron))}
		switch values := s.goalValues(baron); {
		case baron.Goal == Connects:
			var done []engine.Arg
			for _, seat := range s.inOrder() {
				if s.connects(seat, baron.A, baron.B) {
					done = append(done, engine.Player("", seat))
				}
			}
			if len(done) == 0 {
				b.Lines = append(b.Lines, line("baron-line", args...))
				continue
			}
			b.Lines = append(b.Lines, line("baron-line-done", append(args, engine.Several("players", done...))...))
		case baron.Goal == FirstToEngine && s.Pullman != engine.Nobody:
			b.Lines = append(b.Lines, line("baron-line-done", append(args, engine.Several("players", engine.Player("", s.Pullman)))...))
		default:
			b.Lines = append(b.Lines, line("baron-line-values", append(args, engine.Several("values", s.valuesArgs(baron.Goal, values)...))...))
		}
	}
	b.Lines = append(b.Lines, line("barons-shared"))
	return []engine.Block{b}
}
