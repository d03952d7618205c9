package site

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/trackword"
)

// stepOf maps a verb to the step of a company's turn that it belongs to.
var stepOf = map[string]g18mag.Step{
	"lay": g18mag.StepTrack, "use token": g18mag.StepTrack, "token": g18mag.StepStation, "scrap": g18mag.StepScrap, "service": g18mag.StepRun, "run": g18mag.StepRun,
	"buy": g18mag.StepTrains, "pay": g18mag.StepPayout, "pay 0": g18mag.StepPayout,
}

// Pass reports whether an order declines the open step before its own is reached: the
// site records each decline.
func (t *translator) Pass(p engine.Position, o log18xx.Order) bool {
	s := p.(*g18mag.State)
	c := s.Company()
	if c == g18mag.NoCompany || s.Asking != nil {
		return false
	}
	verb := o.Acts[0].Verb
	if verb == "done" {
		return true
	}
	step, ok := stepOf[verb]
	steps := g18mag.StepsOf(c)
	return ok && slices.Index(steps, s.Turn.Step) < slices.Index(steps, step)
}

// spoken is an order to be translated to actions.
type spoken struct {
	*translator
	before, after *g18mag.State
	verb          string
	args          engine.Args
	entity        log18xx.ID
	kind          string
	fault         error // of the site
}

// Later returns false: the site takes every order when we do.
func (t *translator) Later(engine.Position, log18xx.Order, bool) bool { return false }

// Actions returns what the site records for an order.
func (t *translator) Actions(before, after engine.Position, o log18xx.Order) ([]*log18xx.Action, error) {
	act := o.Acts[0] // a line of 18Mag is one order
	s := &spoken{translator: t, before: before.(*g18mag.State), after: after.(*g18mag.State), verb: act.Verb, args: act.Args}
	s.kind, s.entity = t.acting(s.before)
	list, err := s.actions()
	if err == nil {
		err = cmp.Or(s.fault, s.passedOver())
	}
	if err != nil {
		return nil, fmt.Errorf("18mag: %q as an action of the site: %w", o.Line, err)
	}
	for _, a := range list {
		a.Entity, a.EntityType = s.entity, s.kind
	}
	return list, nil
}

// name returns the name of a train card in an action; it fails if the site would take
// another card.
func (s *spoken) name(c card) string {
	if !s.pieces.trains.known(c) {
		s.fault = fmt.Errorf("the site would take another card for the train %s: it gave that name a second time when a scrapped train was bought again", c.name)
	}
	return c.name
}

// passedOver returns an error if the site does not ask for trains at a point where our
// order answers: it checks whether the first card of its pile can be paid for, which a
// scrapped train in front makes an expensive one, and not the cheapest (VI.3.8).
func (s *spoken) passedOver() error {
	b := s.before
	if s.verb == "end game" || b.Company() == g18mag.NoCompany || b.Turn.Step != g18mag.StepTrains || b.Asking != nil || b.OthersHaveTrains() {
		return nil
	}
	first := s.pieces.trains.pile[0]
	if sold, ok := b.Goods().Train(first.size()); ok && b.Purse(b.Company()) < sold.Price {
		return fmt.Errorf("the site would pass over the buying of trains: the first of its pile is the %d-train %s, which is too dear", sold.Size, first.name)
	}
	return nil
}

func (s *spoken) actions() ([]*log18xx.Action, error) {
	switch s.verb {
	case "take":
		return s.take()
	case "lay":
		return s.lay()
	case "use token":
		return one(&log18xx.Action{Type: "special_buy", Description: terrainText})
	case "token":
		return s.token()
	case "scrap":
		return one(&log18xx.Action{Type: "discard_train", Train: s.name(s.pieces.trains.ofSize(s.before.Company(), engine.Get[int](s.args, 0)))})
	case "service":
		return s.service()
	case "run":
		return s.run()
	case "pay":
		return one(&log18xx.Action{Type: "dividend", Kind: "variable", Amount: engine.Get[int](s.args, 0)})
	case "pay 0":
		return one(&log18xx.Action{Type: "dividend", Kind: "variable"})
	case "buy":
		if s.before.Stage == g18mag.Stocks {
			return s.buyShare()
		}
		return s.buyTrain()
	case "buy director":
		name := s.pieces.shares.Name(engine.Get[g18mag.Company](s.args, 0).Share(), 0)
		return one(&log18xx.Action{Type: "buy_shares", Shares: []string{name}, Percent: g18mag.Book.Structure.Director})
	case "agree":
		return s.sold(*s.before.Asking)
	case "refuse":
		return nil, nil
	case "sell":
		return s.sell()
	case "pass":
		return one(&log18xx.Action{Type: "pass"})
	case "end game":
		return one(&log18xx.Action{Type: "end_game"})
	}
	return nil, fmt.Errorf("the verb %q is not known here", s.verb)
}

func one(a *log18xx.Action) ([]*log18xx.Action, error) { return []*log18xx.Action{a}, nil }

func (s *spoken) take() ([]*log18xx.Action, error) {
	c := engine.Get[g18mag.Company](s.args, 0)
	if c.Minor() {
		return one(&log18xx.Action{Type: "bid", Minor: g18mag.Companies[c].SiteID})
	}
	return one(&log18xx.Action{Type: "bid", Corporation: g18mag.Companies[c].SiteID})
}

func (s *spoken) lay() ([]*log18xx.Action, error) {
	l := trackword.LayOf(s.args)
	tile := &log18xx.Action{Type: "lay_tile", Hex: s.after.HexName(l.Hex), Rotation: s.after.Board.Laid[l.Hex].Turn}
	tile.Tile = s.pieces.tiles.Free(l.Hex, l.Tile)
	if !engine.Has(s.args, 3) || s.before.Turn.Token { // the site has been told of the token
		return one(tile)
	}
	return []*log18xx.Action{{Type: "special_buy", Description: terrainText}, tile}, nil
}

// token names the city by the tile on the hex.
func (s *spoken) token() ([]*log18xx.Action, error) {
	n := len(s.before.Board.Stations)
	if len(s.after.Board.Stations) != n+1 {
		return nil, fmt.Errorf("there are %d stations instead of %d", len(s.after.Board.Stations), n+1)
	}
	put := s.after.Board.Stations[n]
	return one(&log18xx.Action{Type: "place_token", City: s.pieces.tiles.City(put.Place()), Slot: put.Slot, Tokener: string(s.entity)})
}

// service describes the service as the site does.
func (s *spoken) service() ([]*log18xx.Action, error) {
	n := len(s.after.Turn.Services)
	if n == 0 {
		return nil, fmt.Errorf("no service was bought")
	}
	seller, buyer := s.after.Turn.Services[n-1], s.before.Company()
	bonus := s.after.Goods().Bonus[s.after.PhaseColour()]
	text := "Mine Access"
	switch {
	case seller == g18mag.Raba && s.before.Seats == 2:
		text = fmt.Sprintf("+%d Offboard Bonus / Train Upgrade", bonus)
	case seller == g18mag.Raba:
		text = fmt.Sprintf("+%d Offboard Bonus", bonus)
	case seller == g18mag.Ganz:
		text = "Plus Train Upgrade"
	}
	text += " [" + g18mag.Companies[seller].SiteID + "]"
	return one(&log18xx.Action{Type: "special_buy", Description: text, Cost: s.before.Purse(buyer) - s.after.Purse(buyer)})
}

func (s *spoken) buyTrain() ([]*log18xx.Action, error) {
	size := engine.Get[int](s.args, 0)
	if !g18mag.FromMinor(s.args) {
		sold, ok := s.before.Goods().Train(size)
		if !ok {
			return nil, fmt.Errorf("the bank sells no train %d", size)
		}
		return one(trainAction(s.name(s.pieces.trains.next(size)), sold.Price))
	}
	if s.after.Asking != nil {
		return nil, nil // it is bought when the other owner agrees
	}
	return s.sold(g18mag.Sale{Seller: engine.Get[g18mag.Company](s.args, 1), Train: size, Price: engine.Get[int](s.args, 2)})
}

// sold returns the action of a sale from minor to minor.
func (s *spoken) sold(sale g18mag.Sale) ([]*log18xx.Action, error) {
	train := s.pieces.trains.ofSize(sale.Seller, sale.Train)
	if train == (card{}) {
		return nil, fmt.Errorf("minor %s has no train %d", g18mag.Companies[sale.Seller].Word, sale.Train)
	}
	return one(trainAction(s.name(train), sale.Price))
}

func trainAction(train string, price int) *log18xx.Action {
	size, _ := sizeOf(train)
	return &log18xx.Action{Type: "buy_train", Train: train, Price: price, Variant: strconv.Itoa(size)}
}

// buyShare names the certificate that has been in the bank longest.
func (s *spoken) buyShare() ([]*log18xx.Action, error) {
	c := engine.Get[g18mag.Company](s.args, 0)
	free := s.pieces.shares.Ordinary(c.Share(), stock.Bank)
	if len(free) == 0 {
		return nil, fmt.Errorf("the bank has no certificate of %s", g18mag.Companies[c].Word)
	}
	return one(&log18xx.Action{Type: "buy_shares", Shares: []string{s.pieces.shares.Name(c.Share(), free[0])}, Percent: g18mag.Book.Structure.Share})
}

// sell names certificates of one share first and the director's last: the rest is sold
// from that (VII.6).
func (s *spoken) sell() ([]*log18xx.Action, error) {
	n, c := engine.Get[int](s.args, 0), engine.Get[g18mag.Company](s.args, 1)
	names := s.pieces.shares.Selling(c.Share(), holder(s.before.Actor), n)
	return one(&log18xx.Action{Type: "sell_shares", Shares: names, Percent: n * g18mag.Book.Structure.Share})
}
