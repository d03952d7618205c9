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

// writer is an order to be translated to actions.
type writer struct {
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
	w := &writer{translator: t, before: before.(*g18mag.State), after: after.(*g18mag.State), verb: act.Verb, args: act.Args}
	w.kind, w.entity = t.acting(w.before)
	list, err := w.actions()
	if err == nil {
		err = cmp.Or(w.fault, w.passedOver())
	}
	if err != nil {
		return nil, fmt.Errorf("18mag: %q as an action of the site: %w", o.Line, err)
	}
	for _, a := range list {
		a.Entity, a.EntityType = w.entity, w.kind
	}
	return list, nil
}

// name returns the name of a train card in an action; it fails if the site would take
// another card.
func (w *writer) name(c card) string {
	if !w.pieces.trains.known(c) {
		w.fault = fmt.Errorf("the site would take another card for the train %s: it gave that name a second time when a scrapped train was bought again", c.name)
	}
	return c.name
}

// passedOver returns an error if the site does not ask for trains at a point where our
// order answers: it checks whether the first card of its pile can be paid for, which a
// scrapped train in front makes an expensive one, and not the cheapest (VI.3.8).
func (w *writer) passedOver() error {
	b := w.before
	if w.verb == "end game" || b.Company() == g18mag.NoCompany || b.Turn.Step != g18mag.StepTrains || b.Asking != nil || b.OthersHaveTrains() {
		return nil
	}
	first := w.pieces.trains.pile[0]
	if sold, ok := b.Goods().Train(first.size()); ok && b.Purse(b.Company()) < sold.Price {
		return fmt.Errorf("the site would skip buying trains: the next %d-train of its pile is %s, which is too expensive", sold.Size, first.name)
	}
	return nil
}

func (w *writer) actions() ([]*log18xx.Action, error) {
	switch w.verb {
	case "take":
		return w.take()
	case "lay":
		return w.lay()
	case "use token":
		return one(&log18xx.Action{Type: "special_buy", Description: terrainText})
	case "token":
		return w.token()
	case "scrap":
		return one(&log18xx.Action{Type: "discard_train", Train: w.name(w.pieces.trains.ofSize(w.before.Company(), engine.Get[int](w.args, 0)))})
	case "service":
		return w.service()
	case "run":
		return w.run()
	case "pay":
		return one(&log18xx.Action{Type: "dividend", Kind: "variable", Amount: engine.Get[int](w.args, 0)})
	case "pay 0":
		return one(&log18xx.Action{Type: "dividend", Kind: "variable"})
	case "buy":
		if w.before.Stage == g18mag.Stocks {
			return w.buyShare()
		}
		return w.buyTrain()
	case "buy director":
		name := w.pieces.shares.Name(engine.Get[g18mag.Company](w.args, 0).Share(), 0)
		return one(&log18xx.Action{Type: "buy_shares", Shares: []string{name}, Percent: g18mag.Book.Structure.Director})
	case "agree":
		return w.sold(*w.before.Asking)
	case "refuse":
		return nil, nil
	case "sell":
		return w.sell()
	case "pass":
		return one(&log18xx.Action{Type: "pass"})
	case "end game":
		return one(&log18xx.Action{Type: "end_game"})
	}
	return nil, fmt.Errorf("no action of the site stands for the verb %q", w.verb)
}

func one(a *log18xx.Action) ([]*log18xx.Action, error) { return []*log18xx.Action{a}, nil }

func (w *writer) take() ([]*log18xx.Action, error) {
	c := engine.Get[g18mag.Company](w.args, 0)
	if c.Minor() {
		return one(&log18xx.Action{Type: "bid", Minor: g18mag.Companies[c].SiteID})
	}
	return one(&log18xx.Action{Type: "bid", Corporation: g18mag.Companies[c].SiteID})
}

func (w *writer) lay() ([]*log18xx.Action, error) {
	l := trackword.LayOf(w.args)
	tile := &log18xx.Action{Type: "lay_tile", Hex: w.after.HexName(l.Hex), Rotation: w.after.Board.Laid[l.Hex].Turn}
	tile.Tile = w.pieces.tiles.Free(l.Hex, l.Tile)
	if !engine.Has(w.args, 3) || w.before.Turn.Token { // the site knows of the token
		return one(tile)
	}
	return []*log18xx.Action{{Type: "special_buy", Description: terrainText}, tile}, nil
}

// token names the city by the tile on the hex.
func (w *writer) token() ([]*log18xx.Action, error) {
	n := len(w.before.Board.Stations)
	if len(w.after.Board.Stations) != n+1 {
		return nil, fmt.Errorf("there are %d stations instead of %d", len(w.after.Board.Stations), n+1)
	}
	put := w.after.Board.Stations[n]
	return one(&log18xx.Action{Type: "place_token", City: w.pieces.tiles.City(put.Place()), Slot: put.Slot, Tokener: string(w.entity)})
}

// service describes the service as the site does.
func (w *writer) service() ([]*log18xx.Action, error) {
	n := len(w.after.Turn.Services)
	if n == 0 {
		return nil, fmt.Errorf("no service was bought")
	}
	seller, buyer := w.after.Turn.Services[n-1], w.before.Company()
	bonus := w.after.Goods().Bonus[w.after.PhaseColour()]
	text := "Mine Access"
	switch {
	case seller == g18mag.Raba && w.before.Seats == 2:
		text = fmt.Sprintf("+%d Offboard Bonus / Train Upgrade", bonus)
	case seller == g18mag.Raba:
		text = fmt.Sprintf("+%d Offboard Bonus", bonus)
	case seller == g18mag.Ganz:
		text = "Plus Train Upgrade"
	}
	text += " [" + g18mag.Companies[seller].SiteID + "]"
	return one(&log18xx.Action{Type: "special_buy", Description: text, Cost: w.before.Purse(buyer) - w.after.Purse(buyer)})
}

func (w *writer) buyTrain() ([]*log18xx.Action, error) {
	size := engine.Get[int](w.args, 0)
	if !g18mag.FromMinor(w.args) {
		sold, ok := w.before.Goods().Train(size)
		if !ok {
			return nil, fmt.Errorf("the bank sells no train %d", size)
		}
		return one(trainAction(w.name(w.pieces.trains.next(size)), sold.Price))
	}
	if w.after.Asking != nil {
		return nil, nil // it is bought when the other owner agrees
	}
	return w.sold(g18mag.Sale{Seller: engine.Get[g18mag.Company](w.args, 1), Train: size, Price: engine.Get[int](w.args, 2)})
}

// sold returns the action of a sale from minor to minor.
func (w *writer) sold(sale g18mag.Sale) ([]*log18xx.Action, error) {
	train := w.pieces.trains.ofSize(sale.Seller, sale.Train)
	if train == (card{}) {
		return nil, fmt.Errorf("minor %s has no train %d", g18mag.Companies[sale.Seller].Word, sale.Train)
	}
	return one(trainAction(w.name(train), sale.Price))
}

func trainAction(train string, price int) *log18xx.Action {
	size, _ := sizeOf(train)
	return &log18xx.Action{Type: "buy_train", Train: train, Price: price, Variant: strconv.Itoa(size)}
}

// buyShare names the certificate that has been in the bank longest.
func (w *writer) buyShare() ([]*log18xx.Action, error) {
	c := engine.Get[g18mag.Company](w.args, 0)
	free := w.pieces.shares.Ordinary(c.Share(), stock.Bank)
	if len(free) == 0 {
		return nil, fmt.Errorf("the bank has no certificate of %s", g18mag.Companies[c].Word)
	}
	return one(&log18xx.Action{Type: "buy_shares", Shares: []string{w.pieces.shares.Name(c.Share(), free[0])}, Percent: g18mag.Book.Structure.Share})
}

// sell names certificates of one share first and the director's last: the rest is sold
// from that (VII.6).
func (w *writer) sell() ([]*log18xx.Action, error) {
	n, c := engine.Get[int](w.args, 0), engine.Get[g18mag.Company](w.args, 1)
	names := w.pieces.shares.Selling(c.Share(), stock.Holder(w.before.Actor), n)
	return one(&log18xx.Action{Type: "sell_shares", Shares: names, Percent: n * g18mag.Book.Structure.Share})
}
