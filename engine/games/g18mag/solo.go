package g18mag

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/stock"
)

// Alone is the state of the game of one player against István (XI). He has the seat after
// the player's; these rules play it.
type Alone struct {
	Length    string `json:"length"`              // value of solo_length
	Level     string `json:"level"`               // value of solo_level
	Unlimited bool   `json:"unlimited,omitempty"` // solo_istvan_unlimited_certs
	Card      int    `json:"card"`                // his stock card
	Plans     []Plan `json:"plans"`               // of his minors, by number
	// Asking is the player's decision for him.
	Asking Question `json:"asking,omitempty"`
}

func (a *Alone) clone() *Alone {
	if a == nil {
		return nil
	}
	c := *a
	c.Plans = slices.Clone(a.Plans)
	return &c
}

// Plan is how far a minor of István's has come on its company card.
type Plan struct {
	Minor Company `json:"minor"`
	Done  int     `json:"done"` // entries
}

// Question is a choice that the rules leave to the player in István's turn.
type Question string

// The questions (XI.2.1, R-63).
const (
	AskUpgrade Question = "upgrade"
	AskStation Question = "station"
)

// Seats of the game against István.
const (
	Player = engine.Seat(0)
	Istvan = engine.Seat(1)
)

// Opponents returns the players whose seats the rules play (XI).
func (Rules) Opponents(seats int) []string {
	if seats > 1 {
		return nil
	}
	return []string{"István"}
}

// IsIstvan reports whether a seat is played by the rules.
func (s *State) IsIstvan(seat engine.Seat) bool { return s.Alone != nil && seat == Istvan }

// sitAlone seats the player and István, who has the PD (XI.1 item 8).
func sitAlone(s *State, options map[string]string) {
	s.Alone = &Alone{Length: options[OptLength], Level: options[OptLevel], Unlimited: options[optUnlimited] == "on"}
	s.Table, s.Priority = []engine.Seat{Istvan, Player}, Istvan
}

// dealIstvan deals István minors, lays their start track, and draws his stock card (XI.1
// items 3 to 6, R-64). Then the player picks.
func dealIstvan(s *State, tx *engine.Tx) error {
	minors := s.Edition().Minors
	order, err := tx.Shuffle("istvan minors", len(minors))
	if err != nil {
		return err
	}
	dealt := order[:s.Limits().minors]
	slices.Sort(dealt)
	for _, i := range dealt {
		s.Alone.Plans = append(s.Alone.Plans, Plan{Minor: minors[i]})
		if err := takeMinor(s, tx, minors[i]); err != nil {
			return err
		}
	}
	layStartTrack(s, tx)
	if s.Alone.Card, err = tx.Draw("istvan stock", len(Solo.Stock)); err != nil {
		return err
	}
	tx.Report(key.ReportIstvanCard, engine.Int("n", s.Alone.StockCard().Number))
	takeShare(s, tx, s.Alone.StockCard().share)
	s.Actor = Player
	return nil
}

// layStartTrack lays the track of his cards by number; a hex with a tile keeps it (XI.1 item 4, R-29). It costs
// nothing.
func layStartTrack(s *State, tx *engine.Tx) {
	for _, p := range s.Alone.Plans {
		var hexes []engine.Arg
		for _, l := range s.Alone.PlanOf(p.Minor).lays {
			if _, laid := s.Board.Laid[l.Hex].ID(); laid {
				continue
			}
			s.PlaceTile(l)
			hexes = append(hexes, engine.Text("", s.HexName(l.Hex)))
		}
		tx.Report(key.ReportIstvanTrack, CompanySay("company", p.Minor), engine.Several("hexes", hexes...))
	}
}

// StockCard returns István's stock card.
func (a *Alone) StockCard() *StockCard { return &Solo.Stock[a.Card] }

// PlanOf returns the company card of a minor of István's.
func (a *Alone) PlanOf(c Company) *CompanyPlan { return &Solo.Companies[Solo.plan(a.Level, c)] }

// progress returns the plan of a minor of István's.
func (a *Alone) progress(c Company) *Plan {
	return &a.Plans[slices.IndexFunc(a.Plans, func(p Plan) bool { return p.Minor == c })]
}

// NextEntry returns the entry that a minor of István's carries out next; nil after the
// last.
func (a *Alone) NextEntry(c Company) *Entry {
	if p, done := a.PlanOf(c), a.progress(c).Done; done < len(p.Entries) {
		return &p.Entries[done]
	}
	return nil
}

// payIncome pays both players at the start of an operating round of the short game, by
// the phase at that moment (XI.1 item 5, R-32, R-56).
func payIncome(s *State, tx *engine.Tx) error {
	n := Solo.Income[s.PhaseColour()]
	if s.Alone == nil || s.Alone.Length == lengthLong || n == 0 {
		return nil
	}
	for _, seat := range s.Table {
		if err := s.Pay(cash.Bank, Wallet(seat), n); err != nil {
			return err
		}
	}
	tx.Report(key.ReportIstvanIncome, engine.Int("n", n))
	return nil
}

// Settle plays István until the player must decide something. In other games it does
// nothing: orders carry out everything that needs no decision.
func (s *State) Settle(tx *engine.Tx) error {
	for s.IsIstvan(s.Actor) {
		if err := istvanActs(s, tx); err != nil {
			return err
		}
	}
	return nil
}

// istvanActs takes István's next step; the one after it may be the player's.
func istvanActs(s *State, tx *engine.Tx) error {
	switch c := s.Company(); {
	case s.Stage == Stocks:
		return istvanTrades(s, tx)
	case c.Minor():
		return istvanOperates(s, tx, c)
	default: // his majors place no stations and pay out everything (XI.3)
		tx.Report(key.ReportIstvanPays, CompanySay("company", c))
		if err := payOut(s, tx, s.Most()); err != nil {
			return err
		}
		return endTurn(s, tx)
	}
}

// istvanTrades buys the first share that his card allows, one a turn, or passes; he never
// sells (XI.4, R-21, R-31, R-65).
func istvanTrades(s *State, tx *engine.Tx) error {
	line, skipped := s.IstvanBuys()
	why := engine.Several("skipped", skipped...)
	if line < 0 {
		tx.Report(key.ReportIstvanPasses, Who(Istvan), why)
		s.Trade.Passed++
		return nextTrader(s, tx)
	}
	buys := s.Alone.StockCard().Order[line]
	report := key.ReportIstvanBuys
	if line > 0 {
		report = key.ReportIstvanBuysLater
	}
	tx.Report(report, Who(Istvan), engine.Int("line", line+1), CompanySay("company", buys.Major), engine.Int("most", buys.Most), why)
	return doBuy(tx, buys.Major, false)
}

// IstvanBuys returns the line of his stock card by which István buys now, or -1, and why he
// skips the lines before it.
func (s *State) IstvanBuys() (line int, skipped []engine.Arg) {
	if s.Certificates(Istvan) >= s.Limits().Certificates && !s.Alone.Unlimited {
		return -1, []engine.Arg{engine.Say("", engine.Msg(key.SkipLimit, engine.Int("n", s.Limits().Certificates)))}
	}
	for i, l := range s.Alone.StockCard().Order {
		why := key.SkipDear
		switch {
		case s.Held(l.Major, Istvan) >= l.Most:
			why = key.SkipMost
		case s.MayBuy(Istvan, l.Major) == nil:
			return i, skipped
		case s.Shares.Of(l.Major.Share(), stock.Bank) == 0:
			why = key.SkipBank
		case s.Held(l.Major, Istvan)+Book.Structure.Share > Book.Structure.Most:
			why = key.SkipMost
		}
		skipped = append(skipped, engine.Say("", engine.Msg(why, CompanySay("company", l.Major), engine.Int("n", s.Held(l.Major, Istvan)),
			engine.Int("price", s.PriceOf(l.Major)), engine.Int("cash", s.Cash.Of(Wallet(Istvan))))))
	}
	return -1, skipped
}
