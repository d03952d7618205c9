package g18cz

import (
	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trains"
)

// begin sets the game up (III, Two players).
func begin(tx *engine.Tx, setup engine.Setup) (*State, error) {
	s := &State{Seats: setup.Seats, Stage: Drafting, Trader: engine.Nobody}
	goUnder(s, setup)
	if err := seatPlayers(s, tx, setup.Options[optSeating] == drawn); err != nil {
		return nil, err
	}
	s.Cash = cash.New(s.Seats + companiesMost)
	s.Loans, s.Standing = make([]Loan, s.Seats), make([]Answering, s.Seats)
	s.Shares = stock.NewBook(companiesMost, s.Holders(), 2)
	s.Market = stock.NewMarket(companiesMost)
	s.Depot, s.Sold = trains.NewDepot(Book.Piles), make([]int, len(Book.Piles))
	s.Board = track.NewBoard(s.World())
	unpack(s)
	for _, seat := range s.Players {
		if err := s.pay(cash.Bank, SeatAccount(seat), s.Table().cash); err != nil {
			return nil, err
		}
	}
	var err error
	if s.Neutral.Given, err = givenNeutral(setup.Options[OptNeutral]); err != nil {
		return nil, err
	}
	if err := neutralReceives(s, tx, Small); err != nil {
		return nil, err
	}
	return s, beginDraft(s, tx)
}

// seatPlayers decides the order of the draft (VI).
func seatPlayers(s *State, tx *engine.Tx, atRandom bool) error {
	var err error
	if s.Players, err = tx.Seats("seats", s.Seats, atRandom); err != nil {
		return err
	}
	tx.Report(key.ReportSeating, seatList("seats", s.Players))
	return nil
}

// unpack puts out the corporations and local railways of this game (VI, VII.3,
// Two players).
func unpack(s *State) {
	s.Companies, s.Locals = make([]Corporation, companiesMost), make([]Railway, localsMost)
	for c := range s.Companies {
		s.Companies[c].In = !s.Two() || Book.InTwo[c]
		s.Companies[c].TokenCosts = append([]int(nil), Book.Companies[c].costs...)
	}
	for l := range s.Locals {
		s.Locals[l] = Railway{In: !s.Two() || Book.Locals[l].Two, Owner: cash.Bank}
	}
}
