package tycoon

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// Award cards go automatically to the first player who meets them while they are
// available (Operations cards).

// awards returns the available cards of a kind, in rising order. The list is a copy:
// cards may be awarded while it is walked.
func awards(s *State, kind CardKind) []int {
	return slices.DeleteFunc(slices.Clone(s.Up), func(id int) bool { return s.book.Cards[id].Kind != kind })
}

// award gives an available card to a player, whose score rises at once; the card leaves
// the game.
func award(s *State, tx *engine.Tx, seat engine.Seat, id int) {
	awardFor(s, tx, seat, id, key.ReportAward)
}

// awardFor is award with a message about the reason.
func awardFor(s *State, tx *engine.Tx, seat engine.Seat, id int, text string) {
	takeUp(s, id)
	s.Player(seat).Won = put(s.Player(seat).Won, id)
	gain(s, tx, seat, s.book.Cards[id].Points, text, s.book.CardArg(id), engine.Int("number", id))
}

// takeUp removes a card from those available.
func takeUp(s *State, id int) {
	if i, ok := slices.BinarySearch(s.Up, id); ok {
		s.Up = omit(s.Up, i)
	}
}

// CardArg names a card in a message.
func (b *Book) CardArg(id int) engine.Arg { return engine.Text("card", b.Cards[id].Name) }

// connected awards major lines after own links or western links of a player have
// changed (Operations cards).
func connected(s *State, tx *engine.Tx, seat engine.Seat) {
	for _, id := range awards(s, MajorLine) {
		if _, ok := lineDone(s, seat, &s.book.Cards[id]); ok {
			award(s, tx, seat, id)
		}
	}
}

// dealt awards a card that has just come up and is already met: a major line goes to
// the player who completed it first (R20).
func dealt(s *State, tx *engine.Tx, id int) {
	card := &s.book.Cards[id]
	if card.Kind != MajorLine {
		return
	}
	first, when := engine.Nobody, 0
	for seat := range engine.Seat(s.Seats) {
		if at, ok := lineDone(s, seat, card); ok && (first == engine.Nobody || at < when) {
			first, when = seat, at
		}
	}
	if first != engine.Nobody {
		awardFor(s, tx, first, id, key.ReportAwardBefore)
	}
}

// lineDone reports whether a player has completed a major line, and when: 2n with the
// n-th complete link of the board, 2n+1 with a western link built after n links. No two
// players can complete a line at the same time.
func lineDone(s *State, seat engine.Seat, card *Card) (when int, ok bool) {
	n := s.Network(seat).connectedBy(card.A, card.B)
	if n == 0 {
		return 0, false
	}
	if card.West == NoCity {
		return 2 * n, true
	}
	i := slices.IndexFunc(s.Western, func(w WesternLink) bool { return w.At == card.West && w.Owner == seat })
	if i < 0 {
		return 0, false
	}
	return max(2*n, 2*s.Western[i].After+1), true
}
