package site

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/stock"
)

// Order returns the order line of an action of the site. Where an order can name its owner,
// the rules decide whether it is that owner's turn; no order can speak for a
// corporation whose director is to act for another one.
func (t *translator) Order(p engine.Position, a *log18xx.Action) (o log18xx.Order, err error) {
	s := p.(*g18cz.State)
	if o.Seat, err = t.decider(s, a); err != nil {
		return o, err
	}
	if blocked(s, a) {
		return o, log18xx.CannotSay("a deal in local railways before the station that is asked for is placed")
	}
	o.Line, err = t.line(s, a)
	return o, err
}

// blocked reports whether the site wants a station first: before a local railway is
// bought, and, if it is a red tile's, before one is sold or used.
func blocked(s *g18cz.State, a *log18xx.Action) bool {
	if a.Type == "buy_company" {
		return stationFirst(s)
	}
	return redTileFirst(s) && (a.Type == "sell_company" || a.EntityType == "company")
}

// decider returns the seat that decides for the entity of an action. It returns
// *log18xx.NoOrder if none of our orders can come from it.
func (t *translator) decider(s *g18cz.State, a *log18xx.Action) (engine.Seat, error) {
	var seat engine.Seat
	if a.Type == "end_game" {
		return s.Actor(), nil
	} else if a.EntityType == "player" {
		var ok bool
		if seat, ok = t.seat(a.Entity); !ok {
			return 0, log18xx.CannotSay("a player who does not play")
		}
		if seat == s.Actor() && s.Acting() == g18cz.NoCompany {
			return seat, nil
		}
	} else {
		c, err := entity(s, a)
		if err != nil {
			return 0, err
		}
		if c == s.Acting() || a.EntityType == "company" && c == s.Company() {
			return s.Actor(), nil
		}
		seat = s.Decides(c)
	}
	switch seat {
	case s.Actor():
		return 0, log18xx.CannotSay("orders of a seat are for the corporation whose turn it is")
	case engine.Nobody:
		return 0, log18xx.CannotSay("a corporation without director")
	}
	return seat, nil
}

// entity returns the corporation that acts, or whose local railway does.
func entity(s *g18cz.State, a *log18xx.Action) (g18cz.Company, error) {
	switch a.EntityType {
	case "corporation":
		if c := g18cz.CompanyNamed(string(a.Entity)); c != g18cz.NoCompany {
			return c, nil
		}
	case "company":
		l := g18cz.LocalNamed(string(a.Entity))
		if l == g18cz.NoLocal {
			break
		}
		if account := s.Locals[l].Owner; account >= 0 && s.SeatOf(account) == engine.Nobody {
			return s.CompanyOf(account), nil
		}
		return g18cz.NoCompany, log18xx.CannotSay("a local railway that no corporation owns")
	}
	return g18cz.NoCompany, log18xx.CannotSay("a company of kind %s that 18CZ does not have", a.EntityType)
}

// line returns the order line of an action.
func (t *translator) line(s *g18cz.State, a *log18xx.Action) (string, error) {
	switch a.Type {
	case "bid":
		return takeLine(a)
	case "par":
		return parLine(a)
	case "buy_shares":
		return t.buyLine(s, a)
	case "sell_shares":
		return t.sellLine(s, a)
	case "special_buy":
		return "repay", nil
	case "lay_tile":
		return tileLine(s, a)
	case "place_token", "remove_token":
		return t.stationLine(s, a)
	case "run_routes":
		return t.runLine(s, a)
	case "dividend":
		return dividendLine(a)
	case "buy_company", "sell_company":
		return localLine(s, a)
	case "buy_corporation":
		return acquireLine(a)
	case "buy_train", "swap_train", "discard_train":
		return t.trainLine(s, a)
	case "pass":
		return "pass", nil
	case "end_game":
		return "end game", nil
	}
	return "", log18xx.CannotSay("an action of type %s, which 18CZ does not have", a.Type)
}

// takeLine returns the order of a purchase in the draft (VI).
func takeLine(a *log18xx.Action) (string, error) {
	l := g18cz.LocalNamed(a.Company)
	if l == g18cz.NoLocal {
		return "", log18xx.CannotSay("a local railway that does not exist")
	}
	if a.Price != g18cz.Book.Locals[l].Price {
		return "", log18xx.CannotSay("another price than that of the draft")
	}
	return "take " + a.Company, nil
}

// parLine returns the order that starts a corporation (VII.5).
func parLine(a *log18xx.Action) (string, error) {
	price, _, _ := strings.Cut(a.SharePrice, ",")
	n, err := strconv.Atoi(price)
	if err != nil || a.SharePrice != siteSpace(n) {
		return "", log18xx.CannotSay("a start price that is no space of the chart")
	}
	if g18cz.CompanyNamed(a.Corporation) == g18cz.NoCompany {
		return "", log18xx.CannotSay("a corporation that 18CZ does not have")
	}
	return fmt.Sprintf("start %s %d", a.Corporation, n), nil
}

// siteSpace returns the name of the space of a price on the chart.
func siteSpace(price int) string {
	return fmt.Sprintf("%d,0,%d", price, slices.Index(g18cz.Book.Chart, price))
}

// buyLine returns the order that buys one certificate from its holder (VII.3).
func (t *translator) buyLine(s *g18cz.State, a *log18xx.Action) (string, error) {
	if len(a.Shares) != 1 {
		return "", log18xx.CannotSay("a purchase of several certificates")
	}
	c, number, err := t.shares.Read(a.Shares[0])
	switch {
	case err != nil:
		return "", err
	case number == 0:
		return "", log18xx.CannotSay("a director's certificate, which only starts a corporation")
	}
	verb := "buy "
	if t.shares.Holds(c, number, stock.Bank) && s.Available(g18cz.Company(c), stock.Unsold) > 0 {
		verb = "buy pool "
	}
	return verb + g18cz.Company(c).ID(), nil
}

// sellLine returns the order that sells shares of one corporation (VII.6).
func (t *translator) sellLine(s *g18cz.State, a *log18xx.Action) (string, error) {
	c, err := t.shares.Lot(a.Shares)
	if err != nil {
		return "", err
	}
	share := s.StructureOf(g18cz.Company(c)).Share
	if a.Percent%share != 0 {
		return "", log18xx.CannotSay("a sale of no whole number of shares")
	}
	return fmt.Sprintf("sell %d %s", a.Percent/share, g18cz.Company(c).ID()), nil
}

// tileLine returns the order of a tile, with its rotation as a number (VIII.4): the red
// one of a home, or one by the ability of a local railway (IV.1).
func tileLine(s *g18cz.State, a *log18xx.Action) (string, error) {
	number, _ := log18xx.CutPiece(a.Tile)
	tile, ok := s.World().Set.Find(number)
	if !ok {
		return "", log18xx.CannotSay("a tile that does not exist")
	}
	if _, ok := s.World().Map.Find(a.Hex); !ok {
		return "", log18xx.CannotSay("a hex that does not exist")
	}
	c := s.Company()
	switch {
	case a.EntityType == "company":
		return fmt.Sprintf("lay %s %s %d with %s", number, a.Hex, a.Rotation, a.Entity), nil
	case c != g18cz.NoCompany && s.Turn.Step == g18cz.StepHome && c.Size() == g18cz.Large && g18cz.Book.Companies[c].Red == tile:
		return fmt.Sprintf("home %s %d", a.Hex, a.Rotation), nil
	}
	return fmt.Sprintf("lay %s %s %d", number, a.Hex, a.Rotation), nil
}

// stationLine returns the order for a station that is placed (VIII.6), chosen for ATE
// (VIII.6) or taken off (VIII.9).
func (t *translator) stationLine(s *g18cz.State, a *log18xx.Action) (string, error) {
	p, err := t.tiles.Place(a.City)
	if err != nil {
		return "", err
	}
	verb := "token"
	switch q, _ := s.Question(); {
	case a.Type == "remove_token":
		verb = "remove"
	case q == g18cz.AskCity:
		verb = "station"
	case s.Company() != g18cz.NoCompany && s.Turn.Step == g18cz.StepHome:
		verb = "home"
	}
	return fmt.Sprintf("%s %s.%d", verb, s.HexName(p.Hex), p.Stop+1), nil
}

func dividendLine(a *log18xx.Action) (string, error) {
	switch a.Kind {
	case "payout":
		return "pay", nil
	case "withhold":
		return "hold", nil
	}
	return "", log18xx.CannotSay("a dividend of kind %s", a.Kind)
}

// localLine returns the order that buys a local railway from a player or sells it to
// the bank (IV.1).
func localLine(s *g18cz.State, a *log18xx.Action) (string, error) {
	if g18cz.LocalNamed(a.Company) == g18cz.NoLocal {
		return "", log18xx.CannotSay("a local railway that does not exist")
	}
	if a.Type == "buy_company" {
		return fmt.Sprintf("buy %s for %d", a.Company, a.Price), nil
	}
	if a.Price != s.LocalValue() {
		return "", log18xx.CannotSay("another price than the common value")
	}
	return "sell " + a.Company, nil
}

// acquireLine returns the order that takes over a corporation for a price per share
// (VIII.9).
func acquireLine(a *log18xx.Action) (string, error) {
	if g18cz.CompanyNamed(a.Corporation) == g18cz.NoCompany {
		return "", log18xx.CannotSay("a corporation that 18CZ does not have")
	}
	return fmt.Sprintf("acquire %s for %d", a.Corporation, a.Price), nil
}

// trainLine returns the order that buys, flips or gives away a card. It names the side
// that the card shows; for a card of the bank, the side that is bought.
func (t *translator) trainLine(s *g18cz.State, a *log18xx.Action) (string, error) {
	pile, ok := pileOfCard(a.Train)
	if !ok {
		return "", log18xx.CannotSay("a train that does not exist")
	}
	owner, card, known := t.cards.find(a.Train)
	if !known {
		card = g18cz.Card{Pile: pile}
	}
	q, _ := s.Question()
	switch name := g18cz.Face(card).Name; {
	case a.Type == "swap_train":
		return "flip " + name, nil
	case a.Type == "discard_train" && q == g18cz.AskReceived:
		return "drop " + name, nil
	case a.Type == "discard_train":
		return "discard " + name, nil
	case known && owner != g18cz.NoCompany:
		if a.Variant != "" && a.Variant != name {
			return "", log18xx.CannotSay("another side of a train than the one it shows (R26)")
		}
		return fmt.Sprintf("buy %s from %s for %d", name, owner.ID(), a.Price), nil
	}
	return t.bankLine(s, a, card, known)
}

// bankLine returns the order that buys a card of the depot or of the reserve as one of
// its sides.
func (t *translator) bankLine(s *g18cz.State, a *log18xx.Action, card g18cz.Card, reserve bool) (string, error) {
	side, ok := sideNamed(card.Pile, cmp.Or(a.Variant, g18cz.Book.Piles[card.Pile].Name))
	if !ok {
		return "", log18xx.CannotSay("a side that the card does not have")
	}
	if a.Price != g18cz.Face(side).Price {
		return "", log18xx.CannotSay("another price than the bank's")
	}
	line := "buy " + g18cz.Face(side).Name
	switch at := s.InReserve(side); {
	case !reserve:
	case at >= 0 && s.Reserve[at] != card:
		line += " of " + g18cz.Face(card).Name
	case s.UsualSeller(g18cz.Face(side).Name) != g18cz.OfReserve:
		line += " from reserve"
	}
	return line, nil
}
