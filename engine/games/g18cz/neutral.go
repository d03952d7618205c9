package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/stock"
)

// The neutral player of the game for two.

// Holders is the number of holders of shares: the seats and the neutral player.
func (s *State) Holders() int {
	if s.Two() {
		return s.Seats + 1
	}
	return s.Seats
}

// InOrder are the holders of shares in playing order, the neutral player last.
func (s *State) InOrder() (list []stock.Holder) {
	for _, seat := range s.Players {
		list = append(list, HolderOf(seat))
	}
	if s.Two() {
		list = append(list, s.NeutralHolder())
	}
	return list
}

// NeutralHolder is the neutral player as a holder of shares.
func (s *State) NeutralHolder() stock.Holder { return stock.Holder(s.Seats) }

// HolderSay names a holder of shares.
func (s *State) HolderSay(name string, h stock.Holder) engine.Arg {
	if int(h) >= s.Seats {
		return holderSay(name, engine.Nobody)
	}
	return holderSay(name, engine.Seat(h))
}

// payHolder pays a holder out of the bank.
func payHolder(s *State, h stock.Holder, n int) error {
	if int(h) >= s.Seats {
		s.Neutral.Cash += n
		return nil
	}
	return s.pay(cash.Bank, SeatAccount(engine.Seat(h)), n)
}

// neutralReceives gives the neutral player a corporation of a size that has just
// become available: at the lowest start price, active, without capital, with free
// stations and the top card of the depot.
func neutralReceives(s *State, tx *engine.Tx, size Size) error {
	if !s.Two() {
		return nil
	}
	c, err := drawNeutral(s, tx, size)
	if err != nil {
		return err
	}
	s.Neutral.Companies = append(s.Neutral.Companies, c)
	start := Book.Sizes[size].Starts[0]
	placeMarker(s, c, start)
	structure := s.StructureOf(c)
	s.Shares.Transfer(c.Stock(), stock.Unsold, s.NeutralHolder(), structure.Director)
	for s.Shares.Sold(c.Stock()) < Floats {
		s.Shares.Transfer(c.Stock(), stock.Unsold, s.NeutralHolder(), structure.Share)
	}
	s.Shares.Director[c.Stock()] = s.NeutralHolder()
	it := &s.Companies[c]
	it.Neutral, it.Active, it.TokenCosts = true, true, make([]int, len(it.TokenCosts))
	tx.Report(key.ReportNeutral, CompanySay("company", c), engine.Int("price", start))
	return neutralTrain(s, tx, c)
}

// drawNeutral chooses among the corporations of a size; imported games give them.
func drawNeutral(s *State, tx *engine.Tx, size Size) (Company, error) {
	if int(size) < len(s.Neutral.Given) {
		return s.Neutral.Given[size], nil
	}
	list := slices.DeleteFunc(s.InPlay(), func(c Company) bool { return c.Size() != size })
	i, err := tx.Draw("neutral", len(list))
	if err != nil {
		return NoCompany, err
	}
	return list[i], nil
}

// neutralTrain gives a corporation the top card of the depot as its own size.
func neutralTrain(s *State, tx *engine.Tx, c Company) error {
	card, _ := Flipped(c, Card{Pile: s.Top()})
	tx.Report(key.ReportNeutralTrain, CompanySay("company", c), CardSay("train", card))
	return takeTop(s, tx, c, card.Face)
}

// neutralTrains replaces the export: each corporation of the neutral player scraps its
// trains and takes the top card, except those received in the process.
func neutralTrains(s *State, tx *engine.Tx) error {
	for _, c := range s.Neutral.Companies[:len(s.Neutral.Companies):len(s.Neutral.Companies)] {
		s.Companies[c].Trains = nil
		if err := neutralTrain(s, tx, c); err != nil {
			return err
		}
	}
	return nil
}

// neutralCan is Can for the neutral player's corporations: they lay track, place
// stations and run, and buy no trains (Two players, R57).
func neutralCan(s *State, step Step) bool {
	switch step {
	case StepHome, StepTrack, StepStation:
		return turnCan(s, step)
	case StepRun:
		return canRun(s, s.Company())
	}
	return false
}

// neutralActor returns the player who decides for a neutral corporation: the first
// player for track of small and large ones, the second for that of medium ones, the
// other one for stations; the first for running.
func neutralActor(s *State, c Company) engine.Seat { return neutralDecides(s, c, s.Turn.Step) }

// neutralDecides returns the player who decides a step of a neutral corporation's turn.
func neutralDecides(s *State, c Company, step Step) engine.Seat {
	track, station := s.Players[0], s.Players[1]
	if c.Size() == Medium {
		track, station = station, track
	}
	switch {
	case step == StepTrack, step == StepHome && c.Size() == Large: // its red tile
		return track
	case step == StepHome, step == StepStation:
		return station
	}
	return s.Players[0]
}

// othersStep reports whether the other player decides a step of the turn, so that it
// cannot be declined for them.
func othersStep(s *State, step Step) bool {
	c := s.Company()
	return s.Companies[c].Neutral && neutralDecides(s, c, step) != neutralActor(s, c)
}
