package g18mag

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/running"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// This file carries out the turn of a minor of István's (XI.2). A step that leaves a choice
// to the player sets Alone.Asking; his answer carries it out (solo_ask.go).

// istvanOperates carries out the present step and moves to the next one.
func istvanOperates(s *State, tx *engine.Tx, c Company) error {
	var err error
	switch s.Turn.Step {
	case StepTrack:
		err = istvanTrack(s, tx, c)
	case StepStation:
		err = istvanStation(s, tx, c)
	case StepScrap:
		istvanScraps(s, tx, c)
	case StepRun:
		err = istvanRuns(s, tx, c)
	case StepTrains:
		err = istvanBuysTrains(s, tx, c)
	}
	switch {
	case err != nil:
		return err
	case s.Alone.Asking != "":
		s.Actor = Player
		return nil
	}
	return istvanGoesOn(s, tx)
}

// istvanGoesOn begins the next step, or ends the turn after the last.
func istvanGoesOn(s *State, tx *engine.Tx) error {
	s.Actor = Istvan
	if next := slices.Index(MinorSteps, s.Turn.Step) + 1; next < len(MinorSteps) {
		s.Turn.Step = MinorSteps[next]
		return nil
	}
	return endTurn(s, tx)
}

// istvanTrack pays the fee of the yellow phase, later it upgrades a city, with any card, and with or without a
// train (XI.2.1, R-58, R-59).
func istvanTrack(s *State, tx *engine.Tx, c Company) error {
	if s.PhaseColour() == Yellow {
		return istvanFee(s, tx, c)
	}
	switch list := s.Upgrades(c).Best(); len(list) {
	case 0:
		tx.Report(key.ReportIstvanNoUpgrade, CompanySay("company", c))
		return nil
	case 1:
		why := "nearest" // the end of a message key
		if list[0].Hex == s.HomeOf(c).id {
			why = "home"
		}
		return istvanUpgrades(s, tx, list[0], why)
	}
	s.Alone.Asking = AskUpgrade
	return nil
}

// istvanFee pays SzKÉV although no tile is laid; a minor without a train, or with less money, pays nothing and
// owes nothing.
func istvanFee(s *State, tx *engine.Tx, c Company) error {
	if len(s.Minors[c].Trains) == 0 || s.Purse(c) < Solo.Fee {
		return nil
	}
	tx.Report(key.ReportIstvanFee, CompanySay("company", c), engine.Int("n", Solo.Fee), CompanySay("to", szKEV))
	return s.Pay(s.Account(c), s.Account(szKEV), Solo.Fee)
}

// istvanStation places the station that is next on the card, when it can be paid for and
// the city is reached (XI.2.2, R-23, R-63).
func istvanStation(s *State, tx *engine.Tx, c Company) error {
	switch list := s.IstvanStations(); len(list) {
	case 0:
		return nil
	case 1:
		return istvanPlaces(s, tx, list[0])
	}
	s.Alone.Asking = AskStation
	return nil
}

// IstvanStations returns the cities in which the operating minor of István's can place the
// station of its card now.
func (s *State) IstvanStations() []track.Place {
	c := s.Company()
	e := s.Alone.NextEntry(c)
	if e == nil || e.Do != EntryStation || s.waitsForTrain(c) || stationRefusal(s) != nil {
		return nil
	}
	return slices.DeleteFunc(s.StationPlaces(), func(p track.Place) bool { return s.HexName(p.Hex) != e.Hex })
}

// istvanPlaces carries out a station entry.
func istvanPlaces(s *State, tx *engine.Tx, p track.Place) error {
	reportEntry(s, tx, s.Company())
	return placeStation(s, tx, p)
}

// waitsForTrain reports whether the permanent rule of red cards keeps a minor from
// everything else on its card.
func (s *State) waitsForTrain(c Company) bool {
	return s.Alone.PlanOf(c).Always && len(s.Minors[c].Trains) == 0
}

// reportEntry reports that the next entry of a minor's card is carried out, and counts it.
func reportEntry(s *State, tx *engine.Tx, c Company) {
	p := s.Alone.progress(c)
	p.Done++
	tx.Report(key.ReportIstvanEntry, CompanySay("company", c), engine.Int("n", p.Done), engine.Say("what", s.Alone.PlanOf(c).Entries[p.Done-1].Message()))
}

// istvanScraps scraps a 2-train if the next entry replaces one, the minor owns two trains
// and has more money than the card demands. The entry stays open until the new train is
// bought (XI.2.2, R-25, R-26).
func istvanScraps(s *State, tx *engine.Tx, c Company) {
	e, trains := s.Alone.NextEntry(c), s.Minors[c].Trains
	if e == nil || e.Do != EntryReplace || len(trains) < s.Goods().Limit || !slices.Contains(trains, Book.StartSize) || s.Purse(c) <= e.Above {
		return
	}
	s.Minors[c].Lose(Book.StartSize)
	tx.Report(key.ReportIstvanScraps, CompanySay("company", c), engine.Int("above", e.Above), engine.Int("treasury", s.Purse(c)), engine.Int("n", s.Alone.progress(c).Done+1))
}

// istvanRuns runs for the most, with RÁBA's service if that brings more, even if a train
// is too expensive then (XI.2.2, R-28, R-66).
func istvanRuns(s *State, tx *engine.Tx, c Company) error {
	if len(s.Minors[c].Trains) == 0 || !s.CanRun(c) {
		return nil
	}
	plan, effect := s.istvanRun(c)
	if effect != "" {
		price, _ := s.ServicePrice()
		if err := s.Pay(s.Account(c), s.Account(Raba), price); err != nil {
			return err
		}
		s.Turn.Services = append(s.Turn.Services, Raba)
		tx.Report(key.ReportIstvanServiceOf+effect, CompanySay("company", c), CompanySay("to", Raba), engine.Int("n", price), engine.Int("more", plan.Revenue), engine.Int("old", s.BestWith(c, nil).Revenue))
	}
	tx.Report(key.ReportIstvanRuns, CompanySay("company", c), engine.SeveralOf("routes", plan.Routes, engine.Text))
	if err := income(s, tx, c, plan); err != nil {
		return err
	}
	remember(s, Run{Minor: c, Routes: plan.Routes, Revenue: plan.Revenue, Mine: plan.Extra})
	return nil
}

// Effects of RÁBA's service (X).
const (
	effectRed  = "red"  // the bonus in a red area
	effectPlus = "plus" // one more location
)

// istvanRun returns the best run of a minor and the effect of the service that it needs.
func (s *State) istvanRun(c Company) (best running.Plan, effect string) {
	best = s.BestWith(c, nil)
	if price, ok := s.ServicePrice(); !ok || s.Purse(c) < price {
		return best, ""
	}
	for _, name := range []string{effectRed, effectPlus} { // red wins a tie
		if plan := s.rabaRunner(c, name).Search(); !plan.None && plan.Revenue > best.Revenue {
			best, effect = plan, name
		}
	}
	return best, effect
}

// rabaRunner returns a minor that has bought RÁBA's service for one of its effects.
func (s *State) rabaRunner(c Company, effect string) *running.Runner {
	r := s.Runner(c, []Company{Raba})
	service := &r.Services[0].Service
	if effect == effectRed {
		service.Longer = false
	} else {
		service.Bonus = 0
	}
	return r
}

// istvanBuysTrains carries out the entries that buy trains, one after another, until one
// must wait (XI.2.2, R-24). A red card's minor without a train buys one first.
func istvanBuysTrains(s *State, tx *engine.Tx, c Company) error {
	if s.waitsForTrain(c) {
		t, _ := s.Goods().Train(Book.StartSize)
		if s.Purse(c) < t.Price {
			return nil
		}
		tx.Report(key.ReportIstvanAlways, CompanySay("company", c))
		if err := sellTrain(s, tx, t); err != nil {
			return err
		}
	}
	for e := s.Alone.NextEntry(c); e != nil; e = s.Alone.NextEntry(c) {
		if went, err := istvanBuys(s, tx, c, e); !went || err != nil {
			return err
		}
	}
	return nil
}

// istvanBuys carries out one entry if that is possible now.
func istvanBuys(s *State, tx *engine.Tx, c Company, e *Entry) (went bool, err error) {
	room := len(s.Minors[c].Trains) < s.Goods().Limit
	switch e.Do {
	case EntryBuy, EntryReplace:
		t, _ := s.Goods().Train(e.Train)
		if !room || s.Purse(c) < t.Price {
			return false, nil
		}
		reportEntry(s, tx, c)
		return true, sellTrain(s, tx, t)
	case EntryTake:
		seller, price := s.istvanSeller(c, e)
		switch {
		case seller == NoCompany: // looked at before the money
			s.Alone.progress(c).Done++
			tx.Report(key.ReportIstvanSkips, CompanySay("company", c), engine.Int("n", s.Alone.progress(c).Done))
			return true, nil
		case !room || s.Purse(c) < price:
			return false, nil
		}
		reportEntry(s, tx, c)
		return true, moveTrain(s, tx, Sale{Buyer: c, Seller: seller, Train: Book.StartSize, Price: price})
	}
	return false, nil // a station waits for the next turn
}

// istvanSeller returns the minor of István's from which an entry buys a 2-train, and the
// price: the nearest higher number that owns one, or else the nearest lower if the card
// allows it; NoCompany if there is none.
func (s *State) istvanSeller(c Company, e *Entry) (seller Company, price int) {
	seller = NoCompany
	for _, p := range s.Alone.Plans {
		switch {
		case p.Minor == c || !slices.Contains(s.Minors[p.Minor].Trains, Book.StartSize):
		case p.Minor > c:
			return p.Minor, e.Higher
		case e.Lower > 0:
			seller, price = p.Minor, e.Lower
		}
	}
	return seller, price
}

// IstvanAsks reports whether the player must decide something for István.
func (s *State) IstvanAsks() bool { return s.Alone != nil && s.Alone.Asking != "" }

// istvanPrompt asks the player for a choice of István's.
func istvanPrompt(s *State) engine.Prompt {
	c := s.Company()
	p := engine.Prompt{Rule: "XI.2.1", Turn: turnWord(s) + " " + string(s.Alone.Asking)}
	if s.Alone.Asking == AskStation {
		p.Ask, p.Rule, p.Verbs = engine.Msg(key.AskIstvanStation, CompanySay("company", c)), "XI.2.2", []engine.Verb{istvanStationVerb(s)}
		return p
	}
	p.Ask, p.Verbs = engine.Msg(key.AskIstvanUpgrade, CompanySay("company", c), engine.Int("n", len(s.Upgrades(c).NewlyMet(s.Upgrades(c).Best()[0])))), []engine.Verb{istvanUpgradeVerb(s)}
	return p
}

// istvanUpgradeVerb is "lay 14 B5 A4-B3-C6": one of the equal upgrades.
func istvanUpgradeVerb(s *State) engine.Verb {
	upgrades := s.Upgrades(s.Company())
	open := upgrades.Best()
	among := func(test func(l track.Lay) bool) error {
		if slices.ContainsFunc(open, test) {
			return nil
		}
		r := engine.Forbid("XI.2.1", key.NoIstvanUpgrade, CompanySay("company", s.Company()))
		for _, l := range open {
			r.Expected = append(r.Expected, "lay "+s.Tile(l.Tile).Number+" "+s.HexName(l.Hex)+" "+upgrades.Look(l))
		}
		return r
	}
	legal := s.Layer()
	legal.Tile = func(id track.TileID) error { return among(func(l track.Lay) bool { return l.Tile == id }) }
	legal.Money = func(at track.Lay) error {
		return among(func(l track.Lay) bool { return l.Tile == at.Tile && l.Hex == at.Hex })
	}
	v := engine.Verb{Name: "lay", Also: []string{"upgrade", "build"}, Gloss: key.VerbLay}
	v.Params = legal.Params()
	v.Do = func(tx *engine.Tx, a engine.Args) error {
		s, chosen := state(tx), trackword.LayOf(a)
		if err := among(func(l track.Lay) bool {
			return l.Tile == chosen.Tile && l.Hex == chosen.Hex && upgrades.Look(l) == upgrades.Look(chosen)
		}); err != nil {
			return err
		}
		s.Alone.Asking = ""
		if err := istvanUpgrades(s, tx, chosen, "chosen"); err != nil {
			return err
		}
		return istvanGoesOn(s, tx)
	}
	return v
}

// istvanStationVerb is "token C8.1": one of the cities of the hex on the card.
func istvanStationVerb(s *State) engine.Verb {
	v := engine.Verb{Name: "token", Also: []string{"station", "place"}, Gloss: key.VerbToken}
	v.Params = []engine.Param{{Name: "city", About: true, In: func(engine.Args) engine.Domain {
		words := engine.Each(s.IstvanStations(), func(p track.Place) engine.Word[track.Place] {
			return engine.Word[track.Place]{Text: s.StopName(p), Value: p}
		})
		return engine.Words(key.ParamCity, words, nil)
	}}}
	v.Do = func(tx *engine.Tx, a engine.Args) error {
		s := state(tx)
		s.Alone.Asking = ""
		if err := istvanPlaces(s, tx, engine.Get[track.Place](a, 0)); err != nil {
			return err
		}
		return istvanGoesOn(s, tx)
	}
	return v
}
