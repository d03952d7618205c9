package g18cz

import (
	"railpost/engine"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/stock"
)

// The neutral player of the game for two (12).

// holders is how many can hold shares: the seats, and the neutral player.
func (s *State) holders() int {
	if s.two() {
		return s.Seats + 1
	}
	return s.Seats
}

// neutral is the neutral player as a holder of shares.
func (s *State) neutral() stock.Holder { return stock.Holder(s.Seats) }

// holder names a holder of shares.
func (s *State) holder(name string, h stock.Holder) engine.Arg {
	if int(h) >= s.Seats {
		return holderSay(name, engine.Nobody)
	}
	return holderSay(name, engine.Seat(h))
}

// earn pays a holder out of the bank.
func (s *State) earn(h stock.Holder, n int) error {
	if int(h) >= s.Seats {
		s.Neutral.Cash += n
		return nil
	}
	return s.pay(cash.Bank, wallet(engine.Seat(h)), n)
}

// neutralReceives gives the neutral player a corporation of a size that has just
// become available: at the lowest start price, active, without capital, with free
// stations and the top card of the depot.
func (s *State) neutralReceives(tx *engine.Tx, size Size) error {
	if !s.two() {
		return nil
	}
	c, err := s.drawNeutral(tx, size)
	if err != nil {
		return err
	}
	s.Neutral.Companies = append(s.Neutral.Companies, c)
	start := book.sizes[size].starts[0]
	s.enter(c, start)
	cut := s.cutOf(c)
	s.Shares.Transfer(c.share(), stock.Unsold, s.neutral(), cut.Director)
	for s.Shares.Sold(c.share()) < floats {
		s.Shares.Transfer(c.share(), stock.Unsold, s.neutral(), cut.Share)
	}
	s.Shares.Director[c.share()] = s.neutral()
	it := &s.Companies[c]
	it.Neutral, it.Active, it.Charter = true, true, make([]int, len(it.Charter))
	tx.Report("18cz.report.neutral", companySay("company", c), engine.Int("price", start))
	return s.neutralTrain(tx, c)
}

// drawNeutral chooses among the corporations of a size; imported games give them.
func (s *State) drawNeutral(tx *engine.Tx, size Size) (Company, error) {
	if int(size) < len(s.Neutral.Given) {
		return s.Neutral.Given[size], nil
	}
	var list []Company
	for c := range Company(len(s.Companies)) {
		if s.Companies[c].In && companies[c].size == size {
			list = append(list, c)
		}
	}
	i, err := tx.Draw("neutral", len(list))
	if err != nil {
		return noCompany, err
	}
	return list[i], nil
}

// neutralTrain gives a corporation the top card of the depot as its own size.
func (s *State) neutralTrain(tx *engine.Tx, c Company) error {
	face := 0
	for i, f := range book.piles[s.top()].Faces {
		if Size(f.Size) == companies[c].size {
			face = i
		}
	}
	tx.Report("18cz.report.neutral-train", companySay("company", c), engine.Text("train", book.piles[s.top()].Faces[face].Name))
	return s.takeTop(tx, c, face)
}

// neutralTrains stands in place of the export: each of his corporations scraps its
// trains and takes the top card, but those he receives by that.
func (s *State) neutralTrains(tx *engine.Tx) error {
	for _, c := range s.Neutral.Companies[:len(s.Neutral.Companies):len(s.Neutral.Companies)] {
		s.Companies[c].Trains = nil
		if err := s.neutralTrain(tx, c); err != nil {
			return err
		}
	}
	return nil
}

// neutralCan: his corporations lay track, place stations and run (12).
func (s *State) neutralCan(step Step) bool {
	switch step {
	case stepHome, stepTrack, stepStation:
		return s.turnCan(step)
	case stepRun:
		return s.canRun(s.company())
	}
	return false
}

// neutralActor: track of small and large ones is decided by the first player, of
// medium ones by the second, stations by the other one; running by the first.
func (s *State) neutralActor(c Company) engine.Seat { return s.neutralDecides(c, s.Turn.Step) }

// neutralDecides is who decides a step of a neutral corporation's turn.
func (s *State) neutralDecides(c Company, step Step) engine.Seat {
	track, station := s.Players[0], s.Players[1]
	if companies[c].size == medium {
		track, station = station, track
	}
	switch {
	case step == stepTrack, step == stepHome && companies[c].size == large: // its red tile
		return track
	case step == stepHome, step == stepStation:
		return station
	}
	return s.Players[0]
}

// othersStep says whether a step of the turn is decided by the other player than
// the present one: nobody declines it for him.
func (s *State) othersStep(step Step) bool {
	c := s.company()
	return s.Companies[c].Neutral && s.neutralDecides(c, step) != s.neutralActor(c)
}
