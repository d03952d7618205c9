package toy

import (
	"slices"

	"railpost/engine"
)

var spots = []string{"mine-1", "mine-2", "yard", "dice", "deck"}

// Prompts asks the seat on turn for an action or for its open question, and
// every seat for its card at the end. A seat not on turn may knock once.
func (p *Position) Prompts(seat engine.Seat) []engine.Prompt {
	switch {
	case seat == engine.Nobody || p.Over():
		return nil
	case p.Round == rounds+1:
		return p.askKeep(seat)
	case seat != p.Turn:
		return p.askKnock(seat)
	case len(p.Frames) > 0:
		return []engine.Prompt{p.askFrame()}
	case p.Acted:
		return nil
	}
	return []engine.Prompt{{
		Ask: engine.Msg("toy.ask.action", engine.Int("left", p.Players[seat].Left)), Rule: "2",
		Verbs: []engine.Verb{p.work(), p.play(), p.sell(), p.pass()},
	}}
}

func (p *Position) askKeep(seat engine.Seat) []engine.Prompt {
	if p.Players[seat].Kept != 0 {
		return nil
	}
	return []engine.Prompt{{Ask: engine.Msg("toy.ask.keep"), Rule: "4", Verbs: []engine.Verb{p.keep(seat)}}}
}

func (p *Position) askKnock(seat engine.Seat) []engine.Prompt {
	if p.Players[seat].Knocked {
		return nil
	}
	knock := engine.Verb{Name: "knock", Gloss: "toy.verb.knock", Do: func(tx *engine.Tx, _ engine.Args) error {
		pl := &tx.Pos.(*Position).Players[tx.Seat]
		pl.Knocked = true
		pl.Coins++
		if tx.Pos.(*Position).Mended {
			pl.Coins++
		}
		tx.Report("toy.knocked", engine.Player("seat", tx.Seat))
		return nil
	}}
	return []engine.Prompt{{Ask: engine.Msg("toy.ask.knock"), Rule: "5", Optional: true, Verbs: []engine.Verb{knock}}}
}

// acts takes one action of the seat on turn and hands out its things.
func acts(tx *engine.Tx) (*Position, *Player) {
	p := tx.Pos.(*Position)
	p.Acted = true
	pl := &p.Players[tx.Seat]
	pl.Left--
	return p, pl
}

func (p *Position) work() engine.Verb {
	return engine.Verb{
		Name: "work", Gloss: "toy.verb.work",
		Params: []engine.Param{
			{Name: "spot", About: true, In: func(engine.Args) engine.Domain { return engine.Words("toy.spot", words(spots), p.mayWork) }},
			{Name: "coins", Lead: "with", Many: engine.Optional, In: func(engine.Args) engine.Domain {
				return engine.Numbers("toy.coins", 1, p.Players[p.Turn].Coins, true, nil)
			}},
		},
		Do: func(tx *engine.Tx, a engine.Args) error {
			spot, coins := engine.Get[string](a, 0), engine.Get[int](a, 1)
			pos, pl := acts(tx)
			pl.Coins -= coins
			pl.Points += coins
			if pos.Taken == nil {
				pos.Taken = map[string]engine.Seat{}
			}
			pos.Taken[spot] = tx.Seat
			tx.Report("toy.works", engine.Player("seat", tx.Seat), engine.Term("spot", "toy.spot."+spot), engine.Int("coins", coins))
			return pos.effect(tx, pl, spot)
		},
	}
}

// mayWork is the rule of a spot.
func (p *Position) mayWork(spot string) error {
	if s, taken := p.Taken[spot]; taken {
		return engine.Forbid("2.1", "toy.spot-taken", engine.Term("spot", "toy.spot."+spot), engine.Player("seat", s))
	}
	if spot == "deck" && len(p.Deck) == 0 {
		return engine.Forbid("2.2", "toy.deck-empty")
	}
	return nil
}

// effect of a spot.
func (p *Position) effect(tx *engine.Tx, pl *Player, spot string) error {
	switch spot {
	case "mine-1":
		pl.Red++
	case "mine-2":
		pl.Blue++
	case "yard":
		p.Frames = append(p.Frames, Frame{Kind: store, Left: 2})
	case "dice":
		n, err := tx.Draw("die", 6)
		if err != nil {
			return err
		}
		pl.Coins += n
		tx.Report("toy.rolled", engine.Player("seat", tx.Seat), engine.Int("n", n))
	case "deck":
		if err := tx.Reveal(); err != nil {
			return err
		}
		card := p.Deck[0]
		p.Deck = p.Deck[1:]
		pl.Hand = append(pl.Hand, card)
		tx.Report("toy.draws", engine.Player("seat", tx.Seat))
		tx.Tell(engine.Only(tx.Seat), "toy.drew", engine.Text("card", cardName(card)))
	}
	return nil
}

func (p *Position) play() engine.Verb {
	return engine.Verb{
		Name: "play", Gloss: "toy.verb.play",
		Params: []engine.Param{{Name: "card", In: func(engine.Args) engine.Domain { return p.hand(p.Turn) }}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			card := engine.Get[int](a, 0)
			pos, pl := acts(tx)
			pl.Hand = slices.DeleteFunc(pl.Hand, func(c int) bool { return c == card })
			pl.Points += card
			pos.Played = append(pos.Played, card)
			tx.Report("toy.played", engine.Player("seat", tx.Seat), engine.Text("card", cardName(card)))
			return nil
		},
	}
}

// hand lists the cards of a seat, after other choices.
func (p *Position) hand(seat engine.Seat, list ...engine.Word[int]) engine.Domain {
	for _, c := range p.Players[seat].Hand {
		list = append(list, engine.Word[int]{Text: cardName(c), Value: c})
	}
	return engine.Words("toy.card", list, nil)
}

// sell takes any number of cubes, which are checked as a whole.
func (p *Position) sell() engine.Verb {
	return engine.Verb{
		Name: "sell", Gloss: "toy.verb.sell",
		Params: []engine.Param{{Name: "cube", Many: engine.Many, In: func(engine.Args) engine.Domain { return p.colours() }}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			cubes := engine.Get[[]engine.Value](a, 0)
			if len(cubes) == 0 {
				return engine.Forbid("2.5", "toy.sell-nothing")
			}
			_, pl := acts(tx)
			for _, c := range cubes {
				n := pl.cubes(c.(string))
				if *n == 0 {
					return engine.Forbid("2.5", "toy.no-cube", engine.Term("cube", "toy.cube."+c.(string)))
				}
				*n--
				pl.Coins++
			}
			tx.Report("toy.sold", engine.Player("seat", tx.Seat), engine.Int("n", len(cubes)))
			return nil
		},
	}
}

func (p *Position) pass() engine.Verb {
	return engine.Verb{Name: "pass", Gloss: "toy.verb.pass", Do: func(tx *engine.Tx, _ engine.Args) error {
		_, pl := acts(tx)
		pl.Left = 0
		tx.Report("toy.passed", engine.Player("seat", tx.Seat))
		return nil
	}}
}

// keep is secret until every seat has chosen.
func (p *Position) keep(seat engine.Seat) engine.Verb {
	return engine.Verb{
		Name: "keep", Gloss: "toy.verb.keep",
		Params: []engine.Param{{Name: "card", In: func(engine.Args) engine.Domain {
			return p.hand(seat, engine.Word[int]{Text: "none", Value: keptNone})
		}}},
		Do: func(tx *engine.Tx, a engine.Args) error {
			card := engine.Get[int](a, 0)
			pl := &tx.Pos.(*Position).Players[tx.Seat]
			pl.Kept = card
			tx.Report("toy.has-chosen", engine.Player("seat", tx.Seat))
			if card == keptNone {
				tx.Tell(engine.Only(tx.Seat), "toy.kept-none")
				return nil
			}
			pl.Hand = slices.DeleteFunc(pl.Hand, func(c int) bool { return c == card })
			tx.Tell(engine.Only(tx.Seat), "toy.kept", engine.Text("card", cardName(card)))
			return nil
		},
	}
}

func (pl *Player) cubes(colour string) *int {
	if colour == "red" {
		return &pl.Red
	}
	return &pl.Blue
}

// colours of cubes the seat on turn has.
func (p *Position) colours() engine.Domain {
	members := []engine.Word[string]{{Text: "red", Value: "red", Also: []string{"roig"}}, {Text: "blue", Value: "blue", Also: []string{"blau"}}}
	return engine.Words("toy.colour", members, func(c string) error {
		if *p.Players[p.Turn].cubes(c) == 0 {
			return engine.Forbid("2.5", "toy.no-cube", engine.Term("cube", "toy.cube."+c))
		}
		return nil
	})
}

func words(names []string) []engine.Word[string] {
	return engine.Each(names, func(n string) engine.Word[string] { return engine.Word[string]{Text: n, Value: n} })
}
