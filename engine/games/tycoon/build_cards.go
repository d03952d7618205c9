package tycoon

import (
	"iter"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// Hand is the operations cards that a player holds.
type Hand struct {
	book *Book
	*Player
}

// Hand returns the operations cards of a player.
func (s *State) Hand(seat engine.Seat) Hand { return Hand{s.book, s.Player(seat)} }

// Grant returns a Government Land Grant; 0 for none.
func (h Hand) Grant() int { return h.unused(LandGrant) }

// Engineering returns a Perfect Engineering that can still be used in this turn; 0 for
// none. Each copy works once a turn (R19).
func (h Hand) Engineering() int { return h.unused(PerfectEngineering) }

func (h Hand) unused(kind CardKind) int {
	for _, id := range h.Cards {
		if h.book.Cards[id].Kind == kind && !slices.Contains(h.Used, id) {
			return id
		}
	}
	return 0
}

// has reports whether a card of a kind is there, used this turn or not.
func (h Hand) has(kind CardKind) bool {
	return slices.ContainsFunc(h.Cards, func(id int) bool { return h.book.Cards[id].Kind == kind })
}

// String returns the cards as an order names them.
func (u Use) String() string {
	switch {
	case u.Grant && u.Engineering:
		return grantWord + " " + engineeringWord
	case u.Grant:
		return grantWord
	case u.Engineering:
		return engineeringWord
	}
	return ""
}

// useNames is the domain of the cards used for a plan.
type useNames struct {
	s    *State
	seat engine.Seat
	plan Plan
}

// Read takes "grant", "engineering" or both in any order, with their synonyms.
func (d useNames) Read(t *engine.Tokens) (engine.Value, error) {
	u := readUse(t)
	if u != (Use{}) {
		return u, nil
	}
	return nil, engine.UnknownWord(t.Peek(), key.ParamCards, d.expected())
}

// readUse reads the words that name cards; none if there are none.
func readUse(t *engine.Tokens) (u Use) {
	last := t.At
	for at := t.At; at < len(t.All); at++ {
		card, known := useWords[t.All[at].Fold]
		if !known {
			break
		}
		u.Grant, u.Engineering = u.Grant || card == grantWord, u.Engineering || card == engineeringWord
		if card != "" || u != (Use{}) && strings.HasPrefix(t.All[at].Fold, "card") {
			last = at + 1
		}
	}
	t.At = last
	return u
}

// expected returns the words for cards that could be named.
func (d useNames) expected() (words []string) {
	for v := range d.Members() {
		words = append(words, d.Text(v))
	}
	return words
}

// Rule checks that the player has the cards.
func (d useNames) Rule(v engine.Value) error {
	u := v.(Use)
	if no := d.s.Hand(d.seat).lacks(u); no != nil {
		return no
	}
	if _, no := d.s.Check(d.seat, d.plan, u); no != nil {
		return no
	}
	return nil
}

// Members are the sets of cards that help: no rule forbids wasting one, but no player would want to.
func (d useNames) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		if d.s.Hand(d.seat).Grant() == 0 && d.s.Hand(d.seat).Engineering() == 0 {
			return
		}
		for _, u := range []Use{{Grant: true}, {Engineering: true}, {Grant: true, Engineering: true}} {
			if d.s.Hand(d.seat).lacks(u) == nil && d.helps(u) && !yield(u) {
				return
			}
		}
	}
}

// helps reports whether each of the cards makes a plan possible or cheaper.
func (d useNames) helps(u Use) bool {
	bill, no := d.s.Check(d.seat, d.plan, u)
	return no == nil && (!u.Engineering || d.plan.Way.Tracks() > BuildTracks) &&
		(!u.Grant || slices.ContainsFunc(bill.Tracks, func(i Item) bool { return d.s.book.Hexes[i.At].Terrain == Open }))
}

// Record returns the text, too. Its presence means that Members is not the complete
// list.
func (d useNames) Record(v engine.Value) string { return d.Text(v) }

// Text returns the words in canonical order.
func (d useNames) Text(v engine.Value) string { return v.(Use).String() }

// lacks refuses cards named with a build that are not there (Operations cards, R18, R19).
func (h Hand) lacks(u Use) *engine.Refusal {
	switch {
	case u.Grant && h.Grant() == 0:
		return engine.Forbid("Operations cards, R18", key.NoBuildNoGrant)
	case u.Engineering && h.Engineering() == 0 && h.has(PerfectEngineering):
		return engine.Forbid("Operations cards, R19", key.NoBuildEngineeringUsed)
	case u.Engineering && h.Engineering() == 0:
		return engine.Forbid("Operations cards", key.NoBuildNoEngineering)
	}
	return nil
}

// spend puts away a Land Grant that is used up, and marks a Perfect Engineering as used
// in this turn (Operations cards).
func spend(s *State, tx *engine.Tx, u Use) {
	p := s.Player(tx.Seat)
	if u.Grant {
		id := s.Hand(tx.Seat).Grant()
		p.Cards = omit(p.Cards, slices.Index(p.Cards, id))
		tx.Report(key.ReportBuildGrant, Who(tx.Seat), s.book.CardArg(id), engine.Int("number", id))
	}
	if u.Engineering {
		id := s.Hand(tx.Seat).Engineering()
		p.Used = put(p.Used, id)
		tx.Report(key.ReportBuildEngineering, Who(tx.Seat), s.book.CardArg(id), engine.Int("number", id))
	}
}

// Needed returns the cards without which a plan is too long.
func (p Plan) Needed() Use { return Use{Engineering: p.Way.Tracks() > BuildTracks} }
