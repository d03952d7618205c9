package site

import (
	"fmt"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/stock"
)

// Order returns the order line of an action of the site. Where an order can name its owner,
// the rules decide whether it is that owner's turn; no order can speak for a company
// whose owner is to act for another one.
func (t *translator) Order(p engine.Position, a *log18xx.Action) (o log18xx.Order, err error) {
	s := p.(*g18mag.State)
	if o.Seat, err = t.decider(s, a); err != nil {
		return o, err
	}
	o.Line, err = t.line(s, a)
	return o, err
}

// has reports whether a company has the train with this name.
func (t *translator) has(c g18mag.Company, name string) bool {
	owner, known := t.pieces.trains.ownerOf(name)
	return known && owner == c
}

// decider returns the seat that decides for the entity of an action.
func (t *translator) decider(s *g18mag.State, a *log18xx.Action) (engine.Seat, error) {
	kind, id := t.acting(s)
	if a.Type == "end_game" || a.EntityType == kind && a.Entity == id {
		return s.Actor, nil
	}
	var seat engine.Seat
	if a.EntityType == "player" {
		var ok bool
		if seat, ok = t.seat(s, a.Entity); !ok {
			return 0, log18xx.CannotSay("a player who does not play")
		}
	} else {
		c, ok := companyNamed(a.EntityType, a.Entity)
		if !ok {
			return 0, log18xx.CannotSay("a company of kind %s that 18Mag does not have", a.EntityType)
		}
		seat = s.OwnerOf(c)
	}
	if seat == s.Actor {
		return 0, log18xx.CannotSay("orders of a seat are for the company whose turn it is")
	}
	if seat == engine.Nobody {
		return 0, log18xx.CannotSay("a company without owner or director")
	}
	return seat, nil
}

// line returns the order line of an action.
func (t *translator) line(s *g18mag.State, a *log18xx.Action) (string, error) {
	switch a.Type {
	case "bid":
		return takeLine(a)
	case "lay_tile":
		return layOrder(s, a)
	case "special_buy":
		return serviceOrder(s, a)
	case "place_token":
		return t.tokenLine(s, a)
	case "discard_train":
		return scrapLine(a)
	case "run_routes":
		return runLine(s, a)
	case "dividend":
		return dividendLine(a)
	case "buy_train":
		return t.trainLine(s, a)
	case "buy_shares":
		return t.buyLine(a)
	case "sell_shares":
		return t.sellLine(a)
	case "pass":
		return "pass", nil
	case "end_game":
		return "end game", nil
	}
	return "", log18xx.CannotSay("an action of type %s, which 18Mag does not have", a.Type)
}

// takeLine returns the order of a pick in the draft (V).
func takeLine(a *log18xx.Action) (string, error) {
	_, minor := companyNamed("minor", log18xx.ID(a.Minor))
	_, major := companyNamed("corporation", log18xx.ID(a.Corporation))
	switch {
	case a.Price != 0:
		return "", log18xx.CannotSay("a price in the draft")
	case minor && a.Corporation == "" && a.Company == "":
		return "take " + a.Minor, nil
	case major && a.Minor == "" && a.Company == "":
		return "take " + a.Corporation, nil
	}
	return "", log18xx.CannotSay("a pick that is neither a minor nor a share: minors above 13 and supporters are of an expansion (R-37)")
}

// layOrder returns the order of a tile action (VI.3.2, VI.3.3), with its rotation as a
// number.
func layOrder(s *g18mag.State, a *log18xx.Action) (string, error) {
	number, _ := log18xx.CutPiece(a.Tile)
	if _, ok := s.World().Set.Find(number); !ok {
		return "", log18xx.CannotSay("a tile that does not exist")
	}
	if _, ok := s.World().Map.Find(a.Hex); !ok {
		return "", log18xx.CannotSay("a hex that does not exist")
	}
	return fmt.Sprintf("lay %s %s %d", number, a.Hex, a.Rotation), nil
}

// terrainText begins the site's text for a terrain token.
const terrainText = "Use Terrain Token"

// tokenOrder announces a terrain token before its tile.
const tokenOrder = "use token"

// serviceOrder returns the order of a wagon service (VI.3.7) or of a terrain token.
func serviceOrder(s *g18mag.State, a *log18xx.Action) (string, error) {
	if a.Description == terrainText {
		return tokenOrder, nil
	}
	_, rest, _ := strings.Cut(a.Description, "[")
	code, _, ok := strings.Cut(rest, "]")
	if !ok || g18mag.MajorOf(code) == g18mag.NoCompany {
		return "", log18xx.CannotSay("a special_buy that 18Mag does not have")
	}
	if price, ok := s.ServicePrice(); ok && s.Stage == g18mag.Operating && a.Cost != price {
		return "", log18xx.CannotSay("another price than the service has now")
	}
	return "service " + code, nil
}

func (t *translator) tokenLine(s *g18mag.State, a *log18xx.Action) (string, error) {
	if a.Tokener != "" && a.Tokener != string(a.Entity) {
		return "", log18xx.CannotSay("a station of another company")
	}
	p, err := t.pieces.tiles.Place(a.City)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("token %s.%d", s.HexName(p.Hex), p.Stop+1), nil
}

// scrapLine names a train by its size: in old games two trains may have the same name.
func scrapLine(a *log18xx.Action) (string, error) {
	size, ok := sizeOf(a.Train)
	if !ok {
		return "", log18xx.CannotSay("a train that does not exist")
	}
	return fmt.Sprintf("scrap %d", size), nil
}

func dividendLine(a *log18xx.Action) (string, error) {
	switch a.Kind {
	case "variable":
		return fmt.Sprintf("pay %d", a.Amount), nil
	case "withhold":
		return "pay 0", nil
	}
	return "", log18xx.CannotSay("a dividend of kind %s, which is of an expansion (R-37)", a.Kind)
}

// trainLine returns the order of a purchase from the bank or from another minor.
func (t *translator) trainLine(s *g18mag.State, a *log18xx.Action) (string, error) {
	size, ok := sizeOf(a.Train)
	if !ok || a.Variant != "" && a.Variant != strconv.Itoa(size) {
		return "", log18xx.CannotSay("a train that does not exist")
	}
	if owner, known := t.pieces.trains.ownerOf(a.Train); known && owner != s.Company() {
		return fmt.Sprintf("buy %d from %s for %d", size, g18mag.Companies[owner].Word, a.Price), nil
	}
	if sold, ok := s.Goods().Train(size); ok && sold.Price != a.Price {
		return "", log18xx.CannotSay("another price than the bank's")
	}
	return fmt.Sprintf("buy %d", size), nil
}

// buyLine returns the order that buys a share (VII.5) or the director's certificate
//
func (t *translator) buyLine(a *log18xx.Action) (string, error) {
	if len(a.Shares) != 1 {
		return "", log18xx.CannotSay("a purchase of several certificates")
	}
	c, number, err := t.pieces.shares.Read(a.Shares[0])
	if err != nil {
		return "", err
	}
	if number == 0 {
		return "buy director " + majorName(c), nil
	}
	return "buy " + majorName(c), nil
}

// sellLine returns the order that sells shares of one major (VII.4).
func (t *translator) sellLine(a *log18xx.Action) (string, error) {
	if a.Percent%g18mag.Book.Structure.Share != 0 {
		return "", log18xx.CannotSay("a sale of no whole number of shares")
	}
	c, err := t.pieces.shares.Lot(a.Shares)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("sell %d %s", a.Percent/g18mag.Book.Structure.Share, majorName(c)), nil
}

// majorName returns the code of a major.
func majorName(c stock.Company) string {
	return g18mag.Companies[g18mag.FirstMajor+g18mag.Company(c)].SiteID
}

// Took records that an action was carried out, so that the names of pieces follow it.
func (t *translator) Took(p engine.Position, a *log18xx.Action) error {
	s := p.(*g18mag.State)
	c, _ := companyNamed(a.EntityType, a.Entity)
	if len(s.Order) > 0 {
		t.order = s.Order
	}
	switch a.Type {
	case "bid":
		t.tookBid(s, a)
	case "lay_tile":
		t.pieces.tiles.Lay(a.Hex, a.Tile)
	case "discard_train":
		t.pieces.trains.scrap(c, t.ownTrain(c, a.Train))
	case "run_routes":
		return t.tookRun(s, a, c)
	case "dividend":
		t.paid = []any{g18mag.Companies[c].SiteID, a.Kind}
		if a.Kind == "variable" {
			t.paid = append(t.paid, a.Amount)
		}
	case "buy_train":
		if owner, ok := t.pieces.trains.ownerOf(a.Train); ok && owner != c {
			train := card{a.Train, t.pieces.trains.means[a.Train]}
			t.pieces.trains.leave(owner, train)
			t.pieces.trains.owned[c] = append(t.pieces.trains.owned[c], train)
			return nil
		}
		t.pieces.trains.sell(a.Train, c)
	case "buy_shares", "sell_shares":
		return t.tookShares(s, a)
	}
	return nil
}

// ownTrain returns the train that a minor means: by its name, or else another of its
// size.
func (t *translator) ownTrain(c g18mag.Company, name string) card {
	if t.has(c, name) {
		return card{name, t.pieces.trains.means[name]}
	}
	size, _ := sizeOf(name)
	return t.pieces.trains.ofSize(c, size)
}

func (t *translator) tookBid(s *g18mag.State, a *log18xx.Action) {
	if c, ok := companyNamed("minor", log18xx.ID(a.Minor)); ok {
		t.pieces.trains.sell(t.pieces.trains.next(g18mag.Book.StartSize).name, c)
	} else if seat, ok := t.seat(s, a.Entity); ok {
		c := g18mag.MajorOf(a.Corporation).Share()
		t.pieces.shares.MoveAny(c, stock.Bank, stock.Holder(seat), 1)
		t.pieces.shares.Settle(c, s.Shares.Director[c])
	}
}

// tookRun stores the last run and compares it with the action: the site trusts the
// numbers of a log; our rules compute them again.
func (t *translator) tookRun(s *g18mag.State, a *log18xx.Action, c g18mag.Company) error {
	t.ran = &log18xx.Ran{Entity: log18xx.ID(g18mag.Companies[c].SiteID)}
	if r := s.RunOf(c); r != nil {
		t.ran.Revenue, t.ran.Subsidy = r.Revenue, r.Mine
	}
	revenue, mine := 0, 0
	for _, r := range a.Routes {
		revenue, mine = revenue+r.Revenue, mine+r.Subsidy
	}
	if revenue != t.ran.Revenue || mine != t.ran.Subsidy {
		return fmt.Errorf("18mag: by our rules these routes earn %d and %d from mines, but the file says %d and %d", t.ran.Revenue, t.ran.Subsidy, revenue, mine)
	}
	return nil
}

// tookShares moves the named certificates, or others of the same owner if those are elsewhere by now.
func (t *translator) tookShares(s *g18mag.State, a *log18xx.Action) error {
	c, err := t.pieces.shares.Lot(a.Shares)
	if err != nil {
		return err
	}
	seat, _ := t.seat(s, a.Entity)
	if a.Type == "sell_shares" {
		return t.pieces.shares.Sold(a.Shares, a.Percent, stock.Holder(seat), s.Shares.Director[c])
	}
	return t.pieces.shares.Bought(a.Shares[0], stock.Bank, stock.Holder(seat), s.Shares.Director[c])
}
