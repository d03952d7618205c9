package g18mag

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
)

// stepOf is the step of a company's turn to which an order belongs, by its verb.
var stepOf = map[string]Step{
	"lay": stepTrack, "use": stepTrack, "token": stepStation, "scrap": stepScrap, "service": stepRun, "run": stepRun,
	"buy": stepTrains, "pay": stepPayout,
}

// Pass says whether an order declines the step that is open before its own is
// reached: the site records each.
func (t *talk) Pass(p engine.Position, o log18xx.Order) bool {
	s := p.(*State)
	c := s.company()
	if c == noCompany || s.Asking != nil {
		return false
	}
	verb, _, _ := strings.Cut(o.Line, " ")
	if verb == "done" {
		return true
	}
	step, ok := stepOf[verb]
	steps := stepsOf(c)
	return ok && slices.Index(steps, s.Turn.Step) < slices.Index(steps, step)
}

// spoken is an order that is to be told as actions.
type spoken struct {
	*talk
	before, after *State
	words         []string // of the canonical line
	entity        log18xx.ID
	kind          string
	fault         error // of the site
}

// Later: the site takes every order when we do.
func (t *talk) Later(engine.Position, log18xx.Order, bool) bool { return false }

// Actions are what the site records for an order.
func (t *talk) Actions(before, after engine.Position, o log18xx.Order) ([]*log18xx.Action, error) {
	s := &spoken{talk: t, before: before.(*State), after: after.(*State), words: strings.Fields(o.Line)}
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

// name is the name of a train card for an action, if that is the card the site
// would take.
func (s *spoken) name(c card) string {
	if !s.pieces.trains.known(c) {
		s.fault = fmt.Errorf("the site would take another card for the train %s: it gave that name a second time when a scrapped train was bought again", c.name)
	}
	return c.name
}

// passedOver says why the site does not ask for trains where an order of ours
// answers: it looks whether the first card of its pile can be paid, which a
// scrapped train in front makes a dear one, and not the cheapest (VI.3.8).
func (s *spoken) passedOver() error {
	b := s.before
	if s.word(0) == "end" || b.company() == noCompany || b.Turn.Step != stepTrains || b.Asking != nil || b.othersHaveTrains() {
		return nil
	}
	first := s.pieces.trains.pile[0]
	if sold, ok := b.goods().train(first.size()); ok && b.purse(b.company()) < sold.price {
		return fmt.Errorf("the site would pass over the buying of trains: the first of its pile is the %d-train %s, which is too dear", sold.size, first.name)
	}
	return nil
}

func (s *spoken) actions() ([]*log18xx.Action, error) {
	switch s.word(0) {
	case "take":
		return s.take()
	case "lay":
		return s.lay()
	case "use":
		return one(&log18xx.Action{Type: "special_buy", Description: terrainText})
	case "token":
		return s.token()
	case "scrap":
		return s.scrap()
	case "service":
		return s.service()
	case "run":
		return s.run()
	case "pay":
		n, err := strconv.Atoi(s.word(1))
		if err != nil {
			return nil, err
		}
		return one(&log18xx.Action{Type: "dividend", Kind: "variable", Amount: n})
	case "buy":
		if s.before.Stage == stocks {
			return s.buyShare()
		}
		return s.buyTrain()
	case "agree":
		return s.sold(*s.before.Asking)
	case "refuse":
		return nil, nil
	case "sell":
		return s.sell()
	case "pass":
		return one(&log18xx.Action{Type: "pass"})
	case "end":
		return one(&log18xx.Action{Type: "end_game"})
	}
	return nil, fmt.Errorf("the verb %q is not known here", s.word(0))
}

func one(a *log18xx.Action) ([]*log18xx.Action, error) { return []*log18xx.Action{a}, nil }

// word is a word of the line; "" behind its end.
func (s *spoken) word(i int) string {
	if i >= len(s.words) {
		return ""
	}
	return s.words[i]
}

// named finds the company that a word of the line names.
func (s *spoken) named(i int) (Company, error) {
	for c := range companies {
		if companies[c].word == s.word(i) {
			return Company(c), nil
		}
	}
	return noCompany, fmt.Errorf("there is no company %q", s.word(i))
}

// hex finds the hex that a word names: "G14.2" is one of its cities.
func (s *spoken) hex(i int) (track.HexID, error) {
	name, _, _ := strings.Cut(s.word(i), ".")
	id, ok := s.after.world().Map.Find(name)
	if !ok {
		return 0, fmt.Errorf("there is no hex %q", name)
	}
	return id, nil
}

func (s *spoken) take() ([]*log18xx.Action, error) {
	c, err := s.named(1)
	if err != nil {
		return nil, err
	}
	a := &log18xx.Action{Type: "bid", Minor: companies[c].logID}
	if !c.minor() {
		a.Minor, a.Corporation = "", companies[c].logID
	}
	return one(a)
}

func (s *spoken) lay() ([]*log18xx.Action, error) {
	id, err := s.hex(2)
	if err != nil {
		return nil, err
	}
	laid := s.after.Board.Laid[id]
	tile := &log18xx.Action{Type: "lay_tile", Hex: s.after.world().Map.Hexes[id].Name, Rotation: laid.Turn}
	tile.Tile = s.pieces.tiles.Free(id, track.TileID(laid.Tile-1))
	if s.words[len(s.words)-1] != "token" {
		return one(tile)
	}
	return []*log18xx.Action{{Type: "special_buy", Description: terrainText}, tile}, nil
}

// token names the city by the tile that lies there.
func (s *spoken) token() ([]*log18xx.Action, error) {
	n := len(s.before.Board.Stations)
	if len(s.after.Board.Stations) != n+1 {
		return nil, fmt.Errorf("there are %d stations instead of %d", len(s.after.Board.Stations), n+1)
	}
	put := s.after.Board.Stations[n]
	return one(&log18xx.Action{Type: "place_token", City: s.pieces.tiles.City(put.Place()), Slot: put.Slot, Tokener: string(s.entity)})
}

func (s *spoken) scrap() ([]*log18xx.Action, error) {
	size, err := strconv.Atoi(s.word(1))
	if err != nil {
		return nil, err
	}
	train := s.pieces.trains.ofSize(s.before.company(), size)
	return one(&log18xx.Action{Type: "discard_train", Train: s.name(train)})
}

// service words the service as the site does.
func (s *spoken) service() ([]*log18xx.Action, error) {
	n := len(s.after.Turn.Services)
	if n == 0 {
		return nil, fmt.Errorf("no service was bought")
	}
	seller, buyer := s.after.Turn.Services[n-1], s.before.company()
	bonus := s.after.goods().bonus[s.after.phaseColour()]
	text := "Mine Access"
	switch {
	case seller == raba && s.before.Seats == 2:
		text = fmt.Sprintf("+%d Offboard Bonus / Train Upgrade", bonus)
	case seller == raba:
		text = fmt.Sprintf("+%d Offboard Bonus", bonus)
	case seller == ganz:
		text = "Plus Train Upgrade"
	}
	text += " [" + companies[seller].logID + "]"
	return one(&log18xx.Action{Type: "special_buy", Description: text, Cost: s.before.purse(buyer) - s.after.purse(buyer)})
}

func (s *spoken) buyTrain() ([]*log18xx.Action, error) {
	size, err := strconv.Atoi(s.word(1))
	if err != nil {
		return nil, err
	}
	if s.word(2) == "" {
		sold, ok := s.before.goods().train(size)
		if !ok {
			return nil, fmt.Errorf("the bank sells no train %d", size)
		}
		return one(trainAction(s.name(s.pieces.trains.next(size)), sold.price))
	}
	if s.after.Asking != nil {
		return nil, nil // it is bought when the other owner agrees
	}
	seller, err := s.named(3)
	if err != nil {
		return nil, err
	}
	price, err := strconv.Atoi(s.word(5))
	if err != nil {
		return nil, err
	}
	return s.sold(Sale{Seller: seller, Train: size, Price: price})
}

// sold is the sale of a train from minor to minor.
func (s *spoken) sold(sale Sale) ([]*log18xx.Action, error) {
	train := s.pieces.trains.ofSize(sale.Seller, sale.Train)
	if train == (card{}) {
		return nil, fmt.Errorf("minor %s has no train %d", companies[sale.Seller].word, sale.Train)
	}
	return one(trainAction(s.name(train), sale.Price))
}

func trainAction(train string, price int) *log18xx.Action {
	size, _ := sizeOf(train)
	return &log18xx.Action{Type: "buy_train", Train: train, Price: price, Variant: strconv.Itoa(size)}
}

// buyShare names the certificate that has lain in the bank longest.
func (s *spoken) buyShare() ([]*log18xx.Action, error) {
	if s.word(1) == "director" {
		c, err := s.named(2)
		if err != nil {
			return nil, err
		}
		return one(&log18xx.Action{Type: "buy_shares", Shares: []string{s.pieces.shares.Name(c.share(), 0)}, Percent: book.cut.Director})
	}
	c, err := s.named(1)
	if err != nil {
		return nil, err
	}
	free := s.pieces.shares.Plain(c.share(), stock.Bank)
	if len(free) == 0 {
		return nil, fmt.Errorf("the bank has no certificate of %s", s.word(1))
	}
	return one(&log18xx.Action{Type: "buy_shares", Shares: []string{s.pieces.shares.Name(c.share(), free[0])}, Percent: book.cut.Share})
}

// sell names certificates of one share first, the director's last: of that the
// rest is sold (VII.6).
func (s *spoken) sell() ([]*log18xx.Action, error) {
	n, err := strconv.Atoi(s.word(1))
	if err != nil {
		return nil, err
	}
	c, err := s.named(2)
	if err != nil {
		return nil, err
	}
	names := s.pieces.shares.Selling(c.share(), holder(s.before.Actor), n)
	return one(&log18xx.Action{Type: "sell_shares", Shares: names, Percent: n * book.cut.Share})
}
