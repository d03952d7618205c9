package g18cz

import (
	"fmt"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
)

// stepOf is the step of a turn to which an order belongs, by its verb.
var stepOf = map[string]Step{
	"home": stepHome, "lay": stepTrack, "token": stepStation, "run": stepRun, "pay": stepPayout, "hold": stepPayout,
	"acquire": stepTakeOver, "buy": stepTrains,
}

// Pass says whether an order declines the step that is open before its own is
// reached: the site records each. Orders of any point of the turn decline none.
func (t *talk) Pass(p engine.Position, o log18xx.Order) bool {
	s := p.(*State)
	if q, _ := s.question(); s.Stage != operating || q != noQuestion {
		return false
	}
	words := strings.Fields(o.Line)
	if words[0] == "done" {
		return true
	}
	step, ok := stepOf[words[0]]
	if !ok || len(words) > 1 && s.anyTime(words) {
		return false
	}
	for _, before := range s.walk(nil).Before(step) {
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
	s, words := p.(*State), strings.Fields(o.Line)
	switch words[0] {
	case "home", "station", "remove":
		return false
	case "buy":
		held = held || localNamed(words[1]) != noLocal
	}
	return s.stationFirst() && (held || s.redTileFirst())
}

// stationFirst says whether the site asks where a station stands before all else.
func (s *State) stationFirst() bool {
	switch q, _ := s.question(); q {
	case noQuestion:
		return s.Stage == operating && s.Turn.Step == stepHome
	case askCity, askDoubled:
		return true
	}
	return false
}

// redTileFirst says whether the site asks for a red tile before all else.
func (s *State) redTileFirst() bool {
	q, _ := s.question()
	return q == noQuestion && s.stationFirst() && companies[s.company()].size == large
}

// anyTime says whether an order belongs to no step: local railways, purple tiles
// (3).
func (s *State) anyTime(words []string) bool {
	if words[0] == "buy" {
		return localNamed(words[1]) != noLocal
	}
	tile, ok := s.world().Set.Find(words[1])
	return words[0] == "lay" && ok && isPurple(s.tile(tile))
}

// spoken is an order that is to be told as actions.
type spoken struct {
	*talk
	before, after *State
	words         []string // of the canonical line
}

// Actions are what the site records for an order.
func (t *talk) Actions(before, after engine.Position, o log18xx.Order) ([]*log18xx.Action, error) {
	s := &spoken{talk: t, before: before.(*State), after: after.(*State), words: strings.Fields(o.Line)}
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
	if c := s.before.acting(); c != noCompany {
		return "corporation", log18xx.ID(companies[c].id)
	}
	return "player", log18xx.ID(strconv.Itoa(s.player(seat)))
}

func one(a *log18xx.Action) ([]*log18xx.Action, error) { return []*log18xx.Action{a}, nil }

func (s *spoken) actions() ([]*log18xx.Action, error) {
	switch s.words[0] {
	case "take":
		return one(&log18xx.Action{Type: "bid", Company: s.words[1], Price: book.locals[localNamed(s.words[1])].price})
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
	case s.words[0] == "lay" || s.words[0] == "home" && companies[s.before.company()].size == large: // its red tile
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
	hex, ok := s.after.world().Map.Find(name)
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
	g := s.before.words()
	for _, st := range s.before.Board.Stations {
		own := st.Owner == owner(s.before.acting()) || st.Owner == owner(s.before.Merging.Seller)
		if own && g.City(st.Place()) == s.words[1] {
			return one(&log18xx.Action{Type: "remove_token", City: s.tiles.City(st.Place()), Slot: st.Slot})
		}
	}
	return nil, fmt.Errorf("there is no station in %s", s.words[1])
}

func (s *spoken) buy() ([]*log18xx.Action, error) {
	if s.before.Stage == stocks {
		return s.buyShare()
	}
	last := s.words[len(s.words)-1]
	if localNamed(s.words[1]) != noLocal || s.words[len(s.words)-2] == "for" && companyNamed(s.words[len(s.words)-3]) != noCompany {
		return s.offered()
	}
	side, ok := faceNamed(s.words[1])
	if !ok {
		return nil, fmt.Errorf("there is no train %q", s.words[1])
	}
	id := s.cards.next(side.Pile)
	switch at := s.before.inReserve(side); {
	case len(s.words) > 3 && s.words[2] == "of":
		shown, _ := faceNamed(s.words[3])
		id = s.cards.showing(shown)
	case last == "reserve" || s.before.usualSeller(s.words[1]) == ofReserve:
		id = s.cards.showing(s.before.Reserve[at])
	}
	return one(&log18xx.Action{Type: "buy_train", Train: id, Price: face(side).Price, Variant: face(side).Name})
}

// buyShare names the certificate that has lain in its pile longest.
func (s *spoken) buyShare() ([]*log18xx.Action, error) {
	c := companyNamed(s.words[len(s.words)-1])
	if c == noCompany {
		return nil, fmt.Errorf("there is no corporation %q", s.words[len(s.words)-1])
	}
	pile := s.before.pileOf(c)
	if s.words[1] == "pool" {
		pile = stock.Bank
	}
	free := s.shares.Plain(c.share(), pile)
	if len(free) == 0 {
		return nil, fmt.Errorf("the bank has no certificate of %s", companies[c].id)
	}
	return one(&log18xx.Action{Type: "buy_shares", Shares: []string{s.shares.Name(c.share(), free[0])}, Percent: s.before.cutOf(c).Share})
}

// sell is a sale of shares, or of a local railway to the bank.
func (s *spoken) sell() ([]*log18xx.Action, error) {
	if s.before.Stage == operating {
		return one(&log18xx.Action{Type: "sell_company", Company: s.words[1], Price: s.before.localValue()})
	}
	n, err := strconv.Atoi(s.words[1])
	c := companyNamed(s.words[2])
	if err != nil || c == noCompany {
		return nil, fmt.Errorf("no sale of shares is %v", s.words)
	}
	names := s.shares.Selling(c.share(), holderOf(s.before.Trader), n)
	return one(&log18xx.Action{Type: "sell_shares", Shares: names, Percent: n * s.before.cutOf(c).Share})
}

// offered is a purchase of somebody; none while the other side has not agreed, or
// has refused in advance.
func (s *spoken) offered() ([]*log18xx.Action, error) {
	price, err := strconv.Atoi(s.words[len(s.words)-1])
	if err != nil {
		return nil, err
	}
	o := Offer{Deal: dealTakeOver, Buyer: s.before.company(), Price: price, Seller: companyNamed(s.words[1]), Local: localNamed(s.words[1])}
	switch {
	case o.Local != noLocal:
		o.Deal = dealLocal
	case s.words[0] == "buy":
		o.Deal = dealTrain
		o.Card, _ = faceNamed(s.words[1])
		o.Seller = companyNamed(s.words[len(s.words)-3])
	}
	if s.after.Asking != nil || !s.happened(o) {
		return nil, nil
	}
	return s.dealt(o)
}

// happened says whether a purchase was carried out: the price was paid. A turn may
// have ended behind it, so the ware itself is looked at.
func (s *spoken) happened(o Offer) bool {
	switch o.Deal {
	case dealTakeOver:
		return s.after.Companies[o.Seller].Gone || s.after.Merging != nil
	case dealLocal:
		return s.after.Locals[o.Local].Owner != s.before.Locals[o.Local].Owner
	}
	return len(s.after.Companies[o.Seller].Trains) < len(s.before.Companies[o.Seller].Trains)
}

// dealt is a purchase of somebody.
func (s *spoken) dealt(o Offer) ([]*log18xx.Action, error) {
	a := &log18xx.Action{Price: o.Price, EntityType: "corporation", Entity: log18xx.ID(companies[o.Buyer].id)}
	switch o.Deal {
	case dealTakeOver:
		a.Type, a.Corporation = "buy_corporation", companies[o.Seller].id
	case dealLocal:
		a.Type, a.Company = "buy_company", book.locals[o.Local].id
	default:
		a.Type, a.Train = "buy_train", s.cards.ofSide(o.Seller, o.Card)
	}
	return one(a)
}

// settle says what becomes of a received card. The site knows no word for one that
// is kept, but a pass for all that are left: it stands behind the last.
func (s *spoken) settle() ([]*log18xx.Action, error) {
	var list []*log18xx.Action
	side, ok := faceNamed(s.words[1])
	if !ok {
		return nil, fmt.Errorf("there is no train %q", s.words[1])
	}
	left := len(s.cards.received)
	if verb := s.words[0]; verb != "keep" {
		kind := map[string]string{"flip": "swap_train", "drop": "discard_train"}[verb]
		list = append(list, &log18xx.Action{Type: kind, Train: s.cards.ofSide(s.before.acting(), side)})
		left--
	}
	if q, _ := s.after.question(); q != askReceived && left > 0 {
		list = append(list, &log18xx.Action{Type: "pass"})
	}
	return list, nil
}

func (s *spoken) discard() ([]*log18xx.Action, error) {
	side, ok := faceNamed(s.words[1])
	if !ok {
		return nil, fmt.Errorf("there is no train %q", s.words[1])
	}
	return one(&log18xx.Action{Type: "discard_train", Train: s.cards.ofSide(s.before.acting(), side)})
}
