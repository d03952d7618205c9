package tycoon

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
)

// endTurn carries out income, dividends, removal of incomplete links, the check for the
// end, and a new card (Income).
func endTurn(s *State, tx *engine.Tx) error {
	payOut(s, tx)
	clearOpen(s, tx)
	if s.Turn == s.Last {
		return finish(s, tx)
	}
	s.Turn++
	if s.Turn == s.Last {
		tx.Report(key.ReportTurnLast, engine.Int("turn", s.Turn))
	}
	openAuction(s)
	if err := turnUp(s, tx); err != nil {
		return err
	}
	for i := range s.Players {
		s.Players[i].Used = nil
	}
	return askFirst(s, tx)
}

// askFirst opens the auction to the speaker, who may have bid in advance.
func askFirst(s *State, tx *engine.Tx) error {
	if spoken, err := speakFor(s, tx); !spoken || err != nil {
		handOver(s, tx)
		return err
	}
	return auctionOn(s, tx)
}

// payOut pays the income and then the dividends of all players at once (R31). Shares
// issued to pay dividends cost none yet.
func payOut(s *State, tx *engine.Tx) {
	tx.Report(key.ReportIncome, engine.Int("turn", s.Turn))
	for seat := range engine.Seat(s.Seats) {
		p := s.Player(seat)
		income, dividend := s.Income(p.Position), p.Shares*ShareDividend
		p.Money += income
		n := p.SharesFor(dividend)
		issue(s, seat, n)
		p.Money -= dividend
		text := key.ReportPlayerIncome
		if n > 0 {
			text = key.ReportPlayerShort
		}
		tx.Report(text, Who(seat), engine.Int("income", income), engine.Int("dividend", dividend), engine.Int("n", n), engine.Int("money", p.Money))
	}
}

// Income returns the income of a position: beyond the end of the track it is counted
// from its beginning again, or is flat by option (R9).
func (s *State) Income(position int) int {
	last := len(s.book.Income) - 1
	switch {
	case position <= last:
		return s.book.Income[position]
	case s.Rules.FlatIncome:
		return s.book.Income[last]
	}
	return s.book.Income[(position-1)%last+1]
}

// clearOpen removes incomplete links, without refund (Build track, R28).
func clearOpen(s *State, tx *engine.Tx) {
	if len(s.Open) == 0 {
		return
	}
	for i := range s.Open {
		if tx.Silent() {
			break
		}
		l := &s.Open[i]
		tx.Report(key.ReportOpenRemoved, Who(l.Owner), s.PlaceArg("from", l.From), engine.Text("hexes", s.book.HexNames(l)))
	}
	s.Open = nil
	s.relay()
}

// turnUp deals the next card, if there is one (Income). It cannot be taken in the mail
// that dealt it (Orders by mail).
func turnUp(s *State, tx *engine.Tx) error {
	if len(s.Deck) == 0 {
		return nil
	}
	if err := tx.Reveal(); err != nil {
		return err
	}
	card := s.Deck[0]
	s.Deck = s.Deck[1:]
	at, _ := slices.BinarySearch(s.Up, card)
	s.Up = putAt(s.Up, at, card)
	s.Fresh = put(s.Fresh, Fresh{City: NoCity, Card: card})
	tx.Report(key.ReportDealt, s.book.CardArg(card), engine.Int("number", card), engine.Int("n", len(s.Deck)))
	dealt(s, tx, card)
	return nil
}

// emptied checks whether the number of empty markers triggers the end, once and for
// good (End of the game, R22).
func emptied(s *State, tx *engine.Tx) {
	n := s.Markers()
	if s.Last > 0 || n < s.MarkersNeeded() {
		return
	}
	s.Last = s.Turn + 1
	tx.Report(key.ReportEndNear, engine.Int("n", n), engine.Int("turn", s.Turn), engine.Int("last", s.Last))
}

// Markers returns the number of empty markers on the board.
func (s *State) Markers() (n int) {
	for i := range s.Cities {
		if s.Cities[i].Empty {
			n++
		}
	}
	return n
}

// MarkersNeeded returns how many trigger the end (End of the game).
func (s *State) MarkersNeeded() int { return s.book.Markers[s.Seats] }

// A turn: auction, three rounds of actions, end of turn (Course of the game).

// acted ends an action and moves on to the player's next action or to the next player.
func acted(s *State, tx *engine.Tx) error {
	s.Due--
	if s.Due > 0 {
		s.More = true
		return nil
	}
	s.Moved++
	if s.Moved == s.Seats {
		s.Round++
		s.Moved = 0
	}
	if s.Round > Rounds {
		return endTurn(s, tx)
	}
	if s.Moved == 0 {
		reportRound(s, tx)
	}
	begin(s, tx)
	return nil
}

// begin gives an action to the player whose turn it is.
func begin(s *State, tx *engine.Tx) {
	s.Due, s.More = 1, false
	handOver(s, tx)
}

// handOver ends everything that lasts for one mail when another seat must act: the next mail of this one comes
// later (Orders by mail).
func handOver(s *State, tx *engine.Tx) {
	if s.Actor() != tx.Seat {
		forget(s)
	}
}

// beginRounds opens the action rounds (Course of the game).
func beginRounds(s *State, tx *engine.Tx) {
	s.Stage, s.Round, s.Moved = StageActions, 1, 0
	reportRound(s, tx)
	begin(s, tx)
}

func reportRound(s *State, tx *engine.Tx) {
	tx.Report(key.ReportRound, engine.Int("round", s.Round), engine.Int("of", Rounds), engine.Int("turn", s.Turn))
}
