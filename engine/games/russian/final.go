package russian

import (
	"cmp"
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// final reveals the end bonus cards, scores them and the engineer majority,
// and ends the game.
func final(s *State, tx *engine.Tx) error {
	if slices.ContainsFunc(s.Players, func(p Player) bool { return len(p.Cards) > 0 }) {
		if err := tx.Reveal(); err != nil {
			return err
		}
	}
	for _, seat := range s.Order {
		finalCards(s, tx, seat)
	}
	for i, points := range Majority(s.Players) {
		if points > 0 {
			s.Players[i].Score += points
			s.Players[i].Majority = points
			tx.Report(key.ReportMajority, Who(engine.Seat(i)), engine.Int("n", points), engine.Int("score", s.Players[i].Score))
		}
	}
	s.Phase = Over
	s.Lying = nil
	var winners []engine.Seat
	for _, score := range scores(s) {
		if score.Rank == 1 {
			winners = append(winners, score.Seat)
		}
	}
	tx.Report(key.ReportOver, seatList("winners", winners), engine.Int("count", len(winners)), engine.Int("score", s.Players[winners[0]].Score))
	return nil
}

func finalCards(s *State, tx *engine.Tx, seat engine.Seat) {
	p := &s.Players[seat]
	for _, c := range p.Cards {
		n := CardPoints(p, &Book.EndCards[c-1])
		p.Score += n
		p.FromCards += n
		tx.Report(key.ReportFinalCard, Who(seat), CardTerm(c), engine.Int("n", n), engine.Int("score", p.Score))
	}
}

// CardPoints returns the score of an end bonus card on a board (End of the game, R21, R22).
func CardPoints(p *Player, c *EndCard) int {
	capped := func(count int) int {
		n := count * c.Each
		if c.Max > 0 {
			n = min(n, c.Max)
		}
		return n
	}
	switch c.Op {
	case "flat":
		return c.Points
	case "doublers":
		n := 0
		for _, tier := range c.Tiers {
			if p.Doublers >= tier[0] {
				n = tier[1]
			}
		}
		return n
	case "gained_workers":
		n := p.Gained
		if p.Black {
			n++
		}
		return capped(n)
	case "completed_railways":
		n := 0
		for r := range Railways {
			if p.Track[r][Black] == Book.Length[r] {
				n++
			}
		}
		return capped(n)
	case "factories":
		return capped(CountTaken(p.Factories[:]))
	case "black_positions":
		return p.Track[Transsib][Black] + p.Track[Petersburg][Black] + p.Track[Kiev][Black]
	case "locomotive_sum":
		return p.bestLocos(4)
	case "question_tokens":
		return capped(CountTaken(p.Filled[:]))
	case "engineers":
		return capped(len(p.Engineers))
	}
	return 0 // the card "engineer" only counts in the majority
}

// Majority returns the points for most engineers, by player. Ties go to the highest
// engineer number; a player without a real engineer gets no share (R23, R24).
func Majority(players []Player) []int {
	points := make([]int, len(players))
	var list []int
	for i := range players {
		if len(players[i].Engineers) > 0 {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(a, b int) int {
		p, q := &players[a], &players[b]
		return cmp.Or(cmp.Compare(q.majorityCount(), p.majorityCount()), cmp.Compare(slices.Max(q.Engineers), slices.Max(p.Engineers)))
	})
	for i, n := range []int{Book.first, Book.second} {
		if i < len(list) {
			points[list[i]] = n
		}
	}
	return points
}

// MajorityOf is Majority for one player, who does not count the cards of the others.
func MajorityOf(players []Player, seat engine.Seat) int {
	me := &players[seat]
	if len(me.Engineers) == 0 {
		return 0
	}
	ahead, count, highest := 0, me.majorityCount(), slices.Max(me.Engineers)
	for i := range players {
		n := len(players[i].Engineers)
		if n > count || n == count && n > 0 && slices.Max(players[i].Engineers) > highest {
			ahead++
		}
	}
	switch ahead {
	case 0:
		return Book.first
	case 1:
		return Book.second
	}
	return 0
}

func (p *Player) majorityCount() int {
	return len(p.Engineers) + engine.Count(p.Cards, func(c int) bool {
		return c > 0 && Book.EndCards[c-1].Op == "extra_engineer_for_majority"
	})
}

// scores ranks the seats by points; equal points share a place (End of the game).
func scores(s *State) []engine.Score {
	var list []engine.Score
	for i := range s.Players {
		p := &s.Players[i]
		rank := 1
		for j := range s.Players {
			if s.Players[j].Score > p.Score {
				rank++
			}
		}
		list = append(list, engine.Score{Seat: engine.Seat(i), Points: p.Score, Rank: rank, Parts: []engine.Arg{
			engine.Int("game", p.Score-p.FromCards-p.Majority), engine.Int("cards", p.FromCards), engine.Int("majority", p.Majority),
		}})
	}
	return list
}

// endPrompt asks for one end bonus card, or points instead (Order of rewards, R20). The
// letter that opens the question lists the deck, so a card cannot be named in the mail
// of the move itself (Orders by mail).
func endPrompt(s *State) engine.Prompt {
	var words []engine.Word[int]
	for i, c := range Book.EndCards {
		words = append(words, engine.Word[int]{Text: c.ID, Value: i + 1})
	}
	return engine.Prompt{
		Ask: engine.Msg(key.AskEndcard, engine.Int("n", s.Pending), engine.Int("points", Book.endPoints)), Rule: "R20", Span: strconv.Itoa(s.Round),
		Verbs: []engine.Verb{
			{
				Name: "endcard", Gloss: key.VerbEndcard, Later: true,
				Params: []engine.Param{{Name: "endcard", In: func(engine.Args) engine.Domain {
					return engine.Words(key.ParamEndcard, words, func(c int) error {
						if !slices.Contains(s.Deck, c) {
							return engine.Forbid("R20", key.RefuseNotInDeck, CardTerm(c))
						}
						return nil
					})
				}}},
				Do: doEndCard,
			},
			{Name: "endcard points", Gloss: key.VerbEndcardPoints, Do: doEndPoints},
		},
	}
}

func doEndCard(tx *engine.Tx, a engine.Args) error {
	s, c := state(tx), engine.Get[int](a, 0)
	i := slices.Index(s.Deck, c)
	s.Deck = slices.Delete(s.Deck, i, i+1)
	me := s.me()
	me.Cards = append(me.Cards, c)
	s.Pending--
	tx.Report(key.ReportEndcard, Who(s.Actor), engine.Int("n", len(me.Cards)))
	tx.Tell(engine.Only(s.Actor), key.ReportEndcardOwn, CardTerm(c))
	return nil
}

func doEndPoints(tx *engine.Tx, _ engine.Args) error {
	s := state(tx)
	s.Pending--
	tx.Report(key.ReportEndpoints, Who(s.Actor))
	s.score(tx, Book.endPoints)
	return nil
}
