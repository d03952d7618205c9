package site

import (
	"fmt"
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// stepOf maps a verb to the step of a turn that it belongs to.
var stepOf = map[string]g18cz.Step{
	"home": g18cz.StepHome, "lay": g18cz.StepTrack, "token": g18cz.StepStation, "run": g18cz.StepRun, "pay": g18cz.StepPayout, "hold": g18cz.StepPayout,
	"acquire": g18cz.StepTakeOver, "buy": g18cz.StepTrains,
}

// Pass reports whether an order declines the open step before its own is reached: the
// site records each decline. Orders that are legal at any point of the turn decline
// none.
func (t *translator) Pass(p engine.Position, o log18xx.Order) bool {
	s := p.(*g18cz.State)
	if q, _ := s.Question(); s.Stage != g18cz.Operating || q != g18cz.NoQuestion {
		return false
	}
	act := o.Acts[0]
	if act.Verb == "done" {
		return true
	}
	step, ok := stepOf[act.Verb]
	if !ok || anyTime(s, act) {
		return false
	}
	return slices.Contains(s.Walk(nil).Before(step), s.Turn.Step)
}

// Later reports whether an order must wait on the site. While it asks for the home
// station, or for the city of a moved one, it takes no purchase of a local railway, and
// before a red tile no use and no sale of one. Those orders are free, so orders after a
// held one may as well wait.
func (t *translator) Later(p engine.Position, o log18xx.Order, held bool) bool {
	s, act := p.(*g18cz.State), o.Acts[0]
	switch act.Verb {
	case "home", "station", "remove":
		return false
	}
	return stationFirst(s) && (held || redTileFirst(s) || buysLocal(act))
}

// stationFirst reports whether the site asks for the city of a station before anything
// else.
func stationFirst(s *g18cz.State) bool {
	switch q, _ := s.Question(); q {
	case g18cz.NoQuestion:
		return s.Stage == g18cz.Operating && s.Turn.Step == g18cz.StepHome
	case g18cz.AskCity, g18cz.AskDoubled:
		return true
	}
	return false
}

// redTileFirst reports whether the site asks for a red tile before anything else.
func redTileFirst(s *g18cz.State) bool {
	q, _ := s.Question()
	return q == g18cz.NoQuestion && stationFirst(s) && s.Company().Size() == g18cz.Large
}

// anyTime reports whether an order belongs to no step: local railways, purple tiles
// (IV.1).
func anyTime(s *g18cz.State, act engine.Act) bool {
	return buysLocal(act) || act.Verb == "lay" && g18cz.IsPurple(s.Tile(trackword.LayOf(act.Args).Tile))
}

// buysLocal reports whether an order buys a local railway for a corporation.
func buysLocal(act engine.Act) bool {
	if act.Verb != "buy" {
		return false
	}
	ware, ok := act.Args[0].(string)
	return ok && g18cz.LocalNamed(ware) != g18cz.NoLocal
}

// writer translates one order to actions.
type writer struct {
	*translator
	before, after *g18cz.State
	act           engine.Act
}

// Actions returns what the site records for an order.
func (t *translator) Actions(before, after engine.Position, o log18xx.Order) ([]*log18xx.Action, error) {
	w := &writer{translator: t, before: before.(*g18cz.State), after: after.(*g18cz.State), act: o.Acts[0]}
	list, err := w.actions()
	if err != nil {
		return nil, fmt.Errorf("18cz: %q as an action of the site: %w", o.Line, err)
	}
	for _, a := range list {
		if a.EntityType == "" {
			a.EntityType, a.Entity = w.entity(o.Seat)
		}
	}
	return list, nil
}

// entity returns the actor on the site: the corporation whose decision it is, or a
// player. A purchase that another player agrees to is the buyer's.
func (w *writer) entity(seat engine.Seat) (kind string, id log18xx.ID) {
	if c := w.before.Acting(); c != g18cz.NoCompany {
		return "corporation", log18xx.ID(c.ID())
	}
	return "player", log18xx.ID(strconv.Itoa(w.player(seat)))
}

func one(a *log18xx.Action) ([]*log18xx.Action, error) { return []*log18xx.Action{a}, nil }

// value returns the i-th value of the order.
func value[T any](w *writer, i int) T { return engine.Get[T](w.act.Args, i) }

func (w *writer) actions() ([]*log18xx.Action, error) {
	switch w.act.Verb {
	case "take":
		it := &g18cz.Book.Locals[value[g18cz.Local](w, 0)]
		return one(&log18xx.Action{Type: "bid", Company: it.ID, Price: it.Price})
	case "start":
		return one(&log18xx.Action{Type: "par", Corporation: value[g18cz.Company](w, 0).ID(), SharePrice: siteSpace(value[int](w, 1))})
	case "repay":
		return one(&log18xx.Action{Type: "special_buy", Description: "Payoff all debt", Cost: w.before.Loans[w.before.Trader].Debt})
	case "home", "lay", "token", "station", "remove":
		return w.onBoard()
	case "run":
		return w.run()
	case "pay":
		return one(&log18xx.Action{Type: "dividend", Kind: "payout"})
	case "hold":
		return one(&log18xx.Action{Type: "dividend", Kind: "withhold"})
	case "buy", "buy pool":
		return w.buy()
	case "sell":
		return w.sell()
	case "acquire":
		return w.offered(g18cz.Offer{Deal: g18cz.DealTakeOver, Seller: value[g18cz.Company](w, 0), Price: value[int](w, 1)})
	case "agree":
		return w.dealt(*w.before.Asking)
	case "keep", "flip", "drop":
		return w.settle()
	case "discard":
		return one(&log18xx.Action{Type: "discard_train", Train: w.cards.last(w.before.Acting(), value[g18cz.Card](w, 0))})
	case "pass":
		return one(&log18xx.Action{Type: "pass"})
	case "end game":
		return one(&log18xx.Action{Type: "end_game"})
	case "refuse", "accept", "never sell", "always ask":
		return nil, nil
	}
	return nil, fmt.Errorf("no action of the site stands for the verb %q", w.act.Verb)
}

// onBoard returns the actions for tiles and stations.
func (w *writer) onBoard() ([]*log18xx.Action, error) {
	switch {
	case w.act.Verb == "remove":
		return w.removed(value[track.Place](w, 0))
	case w.act.Verb == "lay":
		a := w.lay(trackword.LayOf(w.act.Args).Hex)
		if engine.Has(w.act.Args, 3) {
			a.EntityType, a.Entity = "company", log18xx.ID(value[g18cz.Local](w, 3).ID())
		}
		return one(a)
	case w.act.Verb == "home" && w.before.Company().Size() == g18cz.Large: // its red tile
		return one(w.lay(value[track.HexID](w, 0)))
	}
	st := w.after.Board.Stations[len(w.after.Board.Stations)-1]
	return one(&log18xx.Action{Type: "place_token", City: w.tiles.City(st.Place()), Slot: st.Slot})
}

// lay returns the action for the tile that is on a hex now.
func (w *writer) lay(hex track.HexID) *log18xx.Action {
	name, laid := w.after.HexName(hex), w.after.Board.Laid[hex]
	return &log18xx.Action{Type: "lay_tile", Hex: name, Rotation: laid.Turn, Tile: w.tiles.Free(hex, track.TileID(laid.Tile-1))}
}

// removed returns the action for a removed station: the buyer's or that of the corporation it takes over.
func (w *writer) removed(p track.Place) ([]*log18xx.Action, error) {
	for _, st := range w.before.Board.Stations {
		own := st.Owner == g18cz.Owner(w.before.Acting()) || st.Owner == g18cz.Owner(w.before.Merging.Seller)
		if own && st.Place() == p {
			return one(&log18xx.Action{Type: "remove_token", City: w.tiles.City(p), Slot: st.Slot})
		}
	}
	return nil, fmt.Errorf("there is no station in %s", w.before.HexName(p.Hex))
}

// buy returns the action for a purchase of a share, of a local railway or of a train.
func (w *writer) buy() ([]*log18xx.Action, error) {
	if w.before.Stage == g18cz.Stocks {
		return w.buyShare(value[g18cz.Company](w, 0))
	}
	p := w.before.Purchase(w.act.Args)
	if l := g18cz.LocalNamed(p.Ware); l != g18cz.NoLocal {
		return w.offered(g18cz.Offer{Deal: g18cz.DealLocal, Local: l, Price: *p.Price})
	}
	side, _ := g18cz.FaceNamed(p.Ware)
	if p.Seller >= 0 {
		return w.offered(g18cz.Offer{Deal: g18cz.DealTrain, Seller: g18cz.Company(p.Seller), Card: side, Price: *p.Price})
	}
	id := w.cards.next(side.Pile)
	switch {
	case p.Side != nil:
		id = w.cards.nth(g18cz.NoCompany, *p.Side, 0)
	case p.Seller == g18cz.OfReserve:
		id = w.cards.nth(g18cz.NoCompany, w.before.Reserve[w.before.InReserve(side)], 0)
	}
	return one(&log18xx.Action{Type: "buy_train", Train: id, Price: g18cz.Face(side).Price, Variant: g18cz.Face(side).Name})
}

// buyShare names the certificate that has been in its pile longest.
func (w *writer) buyShare(c g18cz.Company) ([]*log18xx.Action, error) {
	pile := w.before.PileOf(c)
	if w.act.Verb == "buy pool" {
		pile = stock.Bank
	}
	free := w.shares.Ordinary(c.Stock(), pile)
	if len(free) == 0 {
		return nil, fmt.Errorf("the bank has no certificate of %s", c.ID())
	}
	return one(&log18xx.Action{Type: "buy_shares", Shares: []string{w.shares.Name(c.Stock(), free[0])}, Percent: w.before.StructureOf(c).Share})
}

// sell returns the action for a sale of shares, or of a local railway to the bank.
func (w *writer) sell() ([]*log18xx.Action, error) {
	if w.before.Stage == g18cz.Operating {
		return one(&log18xx.Action{Type: "sell_company", Company: value[g18cz.Local](w, 0).ID(), Price: w.before.LocalValue()})
	}
	n, c := value[int](w, 0), value[g18cz.Company](w, 1)
	names := w.shares.Selling(c.Stock(), g18cz.HolderOf(w.before.Trader), n)
	return one(&log18xx.Action{Type: "sell_shares", Shares: names, Percent: n * w.before.StructureOf(c).Share})
}

// offered returns the actions for a purchase from another owner; none if the other side
// has not agreed yet, or has refused in advance.
func (w *writer) offered(o g18cz.Offer) ([]*log18xx.Action, error) {
	o.Buyer = w.before.Company()
	if w.after.Asking != nil || !w.happened(o) {
		return nil, nil
	}
	return w.dealt(o)
}

// happened reports whether a purchase was carried out and paid for. The turn may have
// ended after it, so it checks the ware itself.
func (w *writer) happened(o g18cz.Offer) bool {
	switch o.Deal {
	case g18cz.DealTakeOver:
		return w.after.Companies[o.Seller].Gone || w.after.Merging != nil
	case g18cz.DealLocal:
		return w.after.Locals[o.Local].Owner != w.before.Locals[o.Local].Owner
	}
	return len(w.after.Companies[o.Seller].Trains) < len(w.before.Companies[o.Seller].Trains)
}

// dealt returns the actions for a purchase from another owner.
func (w *writer) dealt(o g18cz.Offer) ([]*log18xx.Action, error) {
	a := &log18xx.Action{Price: o.Price, EntityType: "corporation", Entity: log18xx.ID(o.Buyer.ID())}
	switch o.Deal {
	case g18cz.DealTakeOver:
		a.Type, a.Corporation = "buy_corporation", o.Seller.ID()
	case g18cz.DealLocal:
		a.Type, a.Company = "buy_company", o.Local.ID()
	default:
		a.Type, a.Train = "buy_train", w.cards.last(o.Seller, o.Card)
	}
	return one(a)
}

// settle returns the actions for a received card. The site has no action for one that
// is kept, except a pass for all that are left, which comes after the last.
func (w *writer) settle() ([]*log18xx.Action, error) {
	var list []*log18xx.Action
	left := w.cards.received()
	if w.act.Verb != "keep" {
		kind := map[string]string{"flip": "swap_train", "drop": "discard_train"}[w.act.Verb]
		list = append(list, &log18xx.Action{Type: kind, Train: w.cards.last(w.before.Acting(), value[g18cz.Card](w, 0))})
		left--
	}
	if q, _ := w.after.Question(); q != g18cz.AskReceived && left > 0 {
		list = append(list, &log18xx.Action{Type: "pass"})
	}
	return list, nil
}
