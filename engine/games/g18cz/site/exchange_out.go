package site

import (
	"fmt"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
)

// stepOf is the step of a turn to which an order belongs, by its verb.
var stepOf = map[string]g18cz.Step{
	"home": g18cz.StepHome, "lay": g18cz.StepTrack, "token": g18cz.StepStation, "run": g18cz.StepRun, "pay": g18cz.StepPayout, "hold": g18cz.StepPayout,
	"acquire": g18cz.StepTakeOver, "buy": g18cz.StepTrains,
}

// Pass says whether an order declines the step that is open before its own is
// reached: the site records each. Orders of any point of the turn decline none.
func (t *talk) Pass(p engine.Position, o log18xx.Order) bool {
	s := p.(*g18cz.State)
	if q, _ := s.Question(); s.Stage != g18cz.Operating || q != g18cz.NoQuestion {
		return false
	}
	words := strings.Fields(o.Line)
	if words[0] == "done" {
		return true
	}
	step, ok := stepOf[words[0]]
	if !ok || len(words) > 1 && anyTime(s, words) {
		return false
	}
	for _, before := range s.Walk(nil).Before(step) {
		if before == s.Turn.Step {
			return true
		}
	}
	return false
}

// Later says whether an order was given before the home station was placed, or
// another one moved: the site then takes no purchase of a local railway, and before a
// red tile no use and no sale of one. They are free, so the others may as well wait.
func (t *talk) Later(p engine.Position, o log18xx.Order, held bool) bool {
	s, words := p.(*g18cz.State), strings.Fields(o.Line)
	switch words[0] {
	case "home", "station", "remove":
		return false
	case "buy":
		held = held || g18cz.LocalNamed(words[1]) != g18cz.NoLocal
	}
	return stationFirst(s) && (held || redTileFirst(s))
}

// stationFirst says whether the site asks where a station stands before all else.
func stationFirst(s *g18cz.State) bool {
	switch q, _ := s.Question(); q {
	case g18cz.NoQuestion:
		return s.Stage == g18cz.Operating && s.Turn.Step == g18cz.StepHome
	case g18cz.AskCity, g18cz.AskDoubled:
		return true
	}
	return false
}

// redTileFirst says whether the site asks for a red tile before all else.
func redTileFirst(s *g18cz.State) bool {
	q, _ := s.Question()
	return q == g18cz.NoQuestion && stationFirst(s) && g18cz.Companies[s.Company()].Size == g18cz.Large
}

// anyTime says whether an order belongs to no step: local railways, purple tiles
// (3).
func anyTime(s *g18cz.State, words []string) bool {
	if words[0] == "buy" {
		return g18cz.LocalNamed(words[1]) != g18cz.NoLocal
	}
	tile, ok := s.World().Set.Find(words[1])
	return words[0] == "lay" && ok && g18cz.IsPurple(s.Tile(tile))
}

// spoken is an order that is to be told as actions.
type spoken struct {
	*talk
	before, after *g18cz.State
	words         []string // of the canonical line
}

// Actions are what the site records for an order.
func (t *talk) Actions(before, after engine.Position, o log18xx.Order) ([]*log18xx.Action, error) {
	s := &spoken{talk: t, before: before.(*g18cz.State), after: after.(*g18cz.State), words: strings.Fields(o.Line)}
	list, err := s.actions()
	if err != nil {
		return nil, fmt.Errorf("18cz: %q as an action of the site: %w", o.Line, err)
	}
	for _, a := range list {
		if a.EntityType == "" {
			a.EntityType, a.Entity = s.entity(o.Seat)
		}
	}
	return list, nil
}

// entity is who acts on the site: the corporation whose decision it is, or a
// player. A purchase that another one agrees to is the buyer's.
func (s *spoken) entity(seat engine.Seat) (kind string, id log18xx.ID) {
	if c := acting(s.before); c != g18cz.NoCompany {
		return "corporation", log18xx.ID(g18cz.Companies[c].ID)
	}
	return "player", log18xx.ID(strconv.Itoa(s.player(seat)))
}

func one(a *log18xx.Action) ([]*log18xx.Action, error) { return []*log18xx.Action{a}, nil }

func (s *spoken) actions() ([]*log18xx.Action, error) {
	switch s.words[0] {
	case "take":
		return one(&log18xx.Action{Type: "bid", Company: s.words[1], Price: g18cz.Book.Locals[g18cz.LocalNamed(s.words[1])].Price})
	case "start":
		price, err := strconv.Atoi(s.words[2])
		if err != nil {
			return nil, err
		}
		return one(&log18xx.Action{Type: "par", Corporation: s.words[1], SharePrice: siteSpace(price)})
	case "repay":
		return one(&log18xx.Action{Type: "special_buy", Description: "Payoff all debt", Cost: s.before.Loans[s.before.Trader].Debt})
	case "home", "lay", "token", "station", "remove":
		return s.onBoard()
	case "run":
		return s.run()
	case "pay":
		return one(&log18xx.Action{Type: "dividend", Kind: "payout"})
	case "hold":
		return one(&log18xx.Action{Type: "dividend", Kind: "withhold"})
	case "buy":
		return s.buy()
	case "sell":
		return s.sell()
	case "acquire":
		return s.offered()
	case "agree":
		return s.dealt(*s.before.Asking)
	case "keep", "flip", "drop":
		return s.settle()
	case "discard":
		return s.discard()
	case "pass":
		return one(&log18xx.Action{Type: "pass"})
	case "end":
		return one(&log18xx.Action{Type: "end_game"})
	case "refuse", "accept", "never", "always":
		return nil, nil
	}
	return nil, fmt.Errorf("the verb %q is not known here", s.words[0])
}

// onBoard are tiles and stations.
func (s *spoken) onBoard() ([]*log18xx.Action, error) {
	switch {
	case s.words[0] == "remove":
		return s.removed()
	case s.words[0] == "lay" || s.words[0] == "home" && g18cz.Companies[s.before.Company()].Size == g18cz.Large: // its red tile
		return s.lay()
	}
	st := s.after.Board.Stations[len(s.after.Board.Stations)-1]
	return one(&log18xx.Action{Type: "place_token", City: s.tiles.City(st.Place()), Slot: st.Slot})
}

// lay is a tile; that of a home goes by the hex alone. With a local railway it is
// the railway that acts.
func (s *spoken) lay() ([]*log18xx.Action, error) {
	name := s.words[1]
	if s.words[0] == "lay" {
		name = s.words[2]
	}
	hex, ok := s.after.World().Map.Find(name)
	if !ok {
		return nil, fmt.Errorf("there is no hex %q", name)
	}
	laid := s.after.Board.Laid[hex]
	a := &log18xx.Action{Type: "lay_tile", Hex: name, Rotation: laid.Turn, Tile: s.tiles.Free(hex, track.TileID(laid.Tile-1))}
	if n := len(s.words); s.words[n-2] == "with" {
		a.EntityType, a.Entity = "company", log18xx.ID(s.words[n-1])
	}
	return one(a)
}

// removed is the station that goes: the buyer's or that of the corporation which
// is taken over.
func (s *spoken) removed() ([]*log18xx.Action, error) {
	g := s.before.Words()
	for _, st := range s.before.Board.Stations {
		own := st.Owner == g18cz.Owner(acting(s.before)) || st.Owner == g18cz.Owner(s.before.Merging.Seller)
		if own && g.City(st.Place()) == s.words[1] {
			return one(&log18xx.Action{Type: "remove_token", City: s.tiles.City(st.Place()), Slot: st.Slot})
		}
	}
	return nil, fmt.Errorf("there is no station in %s", s.words[1])
}

func (s *spoken) buy() ([]*log18xx.Action, error) {
	if s.before.Stage == g18cz.Stocks {
		return s.buyShare()
	}
	last := s.words[len(s.words)-1]
	if g18cz.LocalNamed(s.words[1]) != g18cz.NoLocal || s.words[len(s.words)-2] == "for" && g18cz.CompanyNamed(s.words[len(s.words)-3]) != g18cz.NoCompany {
		return s.offered()
	}
	side, ok := g18cz.FaceNamed(s.words[1])
	if !ok {
		return nil, fmt.Errorf("there is no train %q", s.words[1])
	}
	id := s.cards.next(side.Pile)
	switch at := s.before.InReserve(side); {
	case len(s.words) > 3 && s.words[2] == "of":
		shown, _ := g18cz.FaceNamed(s.words[3])
		id = s.cards.showing(shown)
	case last == "reserve" || s.before.UsualSeller(s.words[1]) == g18cz.OfReserve:
		id = s.cards.showing(s.before.Reserve[at])
	}
	return one(&log18xx.Action{Type: "buy_train", Train: id, Price: g18cz.Face(side).Price, Variant: g18cz.Face(side).Name})
}

// buyShare names the certificate that has lain in its pile longest.
func (s *spoken) buyShare() ([]*log18xx.Action, error) {
	c := g18cz.CompanyNamed(s.words[len(s.words)-1])
	if c == g18cz.NoCompany {
		return nil, fmt.Errorf("there is no corporation %q", s.words[len(s.words)-1])
	}
	pile := s.before.PileOf(c)
	if s.words[1] == "pool" {
		pile = stock.Bank
	}
	free := s.shares.Plain(c.Stock(), pile)
	if len(free) == 0 {
		return nil, fmt.Errorf("the bank has no certificate of %s", g18cz.Companies[c].ID)
	}
	return one(&log18xx.Action{Type: "buy_shares", Shares: []string{s.shares.Name(c.Stock(), free[0])}, Percent: s.before.CutOf(c).Share})
}

// sell is a sale of shares, or of a local railway to the bank.
func (s *spoken) sell() ([]*log18xx.Action, error) {
	if s.before.Stage == g18cz.Operating {
		return one(&log18xx.Action{Type: "sell_company", Company: s.words[1], Price: s.before.LocalValue()})
	}
	n, err := strconv.Atoi(s.words[1])
	c := g18cz.CompanyNamed(s.words[2])
	if err != nil || c == g18cz.NoCompany {
		return nil, fmt.Errorf("no sale of shares is %v", s.words)
	}
	names := s.shares.Selling(c.Stock(), g18cz.HolderOf(s.before.Trader), n)
	return one(&log18xx.Action{Type: "sell_shares", Shares: names, Percent: n * s.before.CutOf(c).Share})
}

// offered is a purchase of somebody; none while the other side has not agreed, or
// has refused in advance.
func (s *spoken) offered() ([]*log18xx.Action, error) {
	price, err := strconv.Atoi(s.words[len(s.words)-1])
	if err != nil {
		return nil, err
	}
	o := g18cz.Offer{Deal: g18cz.DealTakeOver, Buyer: s.before.Company(), Price: price, Seller: g18cz.CompanyNamed(s.words[1]), Local: g18cz.LocalNamed(s.words[1])}
	switch {
	case o.Local != g18cz.NoLocal:
		o.Deal = g18cz.DealLocal
	case s.words[0] == "buy":
		o.Deal = g18cz.DealTrain
		o.Card, _ = g18cz.FaceNamed(s.words[1])
		o.Seller = g18cz.CompanyNamed(s.words[len(s.words)-3])
	}
	if s.after.Asking != nil || !s.happened(o) {
		return nil, nil
	}
	return s.dealt(o)
}

// happened says whether a purchase was carried out: the price was paid. A turn may
// have ended behind it, so the ware itself is looked at.
func (s *spoken) happened(o g18cz.Offer) bool {
	switch o.Deal {
	case g18cz.DealTakeOver:
		return s.after.Companies[o.Seller].Gone || s.after.Merging != nil
	case g18cz.DealLocal:
		return s.after.Locals[o.Local].Owner != s.before.Locals[o.Local].Owner
	}
	return len(s.after.Companies[o.Seller].Trains) < len(s.before.Companies[o.Seller].Trains)
}

// dealt is a purchase of somebody.
func (s *spoken) dealt(o g18cz.Offer) ([]*log18xx.Action, error) {
	a := &log18xx.Action{Price: o.Price, EntityType: "corporation", Entity: log18xx.ID(g18cz.Companies[o.Buyer].ID)}
	switch o.Deal {
	case g18cz.DealTakeOver:
		a.Type, a.Corporation = "buy_corporation", g18cz.Companies[o.Seller].ID
	case g18cz.DealLocal:
		a.Type, a.Company = "buy_company", g18cz.Book.Locals[o.Local].ID
	default:
		a.Type, a.Train = "buy_train", s.cards.ofSide(o.Seller, o.Card)
	}
	return one(a)
}

// settle says what becomes of a received card. The site knows no word for one that
// is kept, but a pass for all that are left: it stands behind the last.
func (s *spoken) settle() ([]*log18xx.Action, error) {
	var list []*log18xx.Action
	side, ok := g18cz.FaceNamed(s.words[1])
	if !ok {
		return nil, fmt.Errorf("there is no train %q", s.words[1])
	}
	left := len(s.cards.received)
	if verb := s.words[0]; verb != "keep" {
		kind := map[string]string{"flip": "swap_train", "drop": "discard_train"}[verb]
		list = append(list, &log18xx.Action{Type: kind, Train: s.cards.ofSide(acting(s.before), side)})
		left--
	}
	if q, _ := s.after.Question(); q != g18cz.AskReceived && left > 0 {
		list = append(list, &log18xx.Action{Type: "pass"})
	}
	return list, nil
}

func (s *spoken) discard() ([]*log18xx.Action, error) {
	side, ok := g18cz.FaceNamed(s.words[1])
	if !ok {
		return nil, fmt.Errorf("there is no train %q", s.words[1])
	}
	return one(&log18xx.Action{Type: "discard_train", Train: s.cards.ofSide(acting(s.before), side)})
}
