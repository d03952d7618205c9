package site

import (
	"testing"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/log18xx/log18xxtest"
)

// notCompared are fields of the state that our states do not have.
var notCompared = map[string]string{
	"may": "the kinds of action that the site takes now; ours are verbs of prompts",
}

func TestConformance(t *testing.T) {
	log18xxtest.Conformance(t, wired, log18xxtest.Traces(t, "../testdata/traces"), notCompared)
}

// Decisions about attempts, see log18xxtest.Judge.

// Strict returns p under the rules that the site applies to live moves only: routes are
// checked (R28).
func (t *translator) Strict(p engine.Position) engine.Position {
	s := p.Clone().(*g18cz.State)
	s.Rules.TrustRoutes = false
	return s
}

// Owns returns an error if an action names pieces that its corporation or player does
// not have; an order names only a side or a corporation.
func (t *translator) Owns(p engine.Position, a *log18xx.Action) error {
	s := p.(*g18cz.State)
	var trains []string
	switch a.Type {
	case "buy_shares", "sell_shares":
		return t.heldBy(a)
	case "buy_train":
		return t.onSale(s, a)
	case "run_routes":
		for _, r := range a.Routes {
			trains = append(trains, r.Train)
		}
	case "discard_train", "swap_train":
		trains = append(trains, a.Train)
	}
	c := g18cz.CompanyNamed(string(a.Entity))
	for _, id := range trains {
		if owner, _, ok := t.cards.find(id); !ok || owner != c {
			return log18xx.CannotSay("a train that the corporation does not have")
		}
	}
	return nil
}

// onSale returns an error if a train is neither another corporation's, nor in the reserve, nor the next of the depot.
func (t *translator) onSale(s *g18cz.State, a *log18xx.Action) error {
	owner, _, known := t.cards.find(a.Train)
	if known && owner != s.Company() || !known && a.Train == t.cards.next(t.cards.top()) {
		return nil
	}
	return log18xx.CannotSay("a train that the bank does not sell now")
}

// heldBy returns an error if the certificates of a trade are not where they come from.
func (t *translator) heldBy(a *log18xx.Action) error {
	seat, _ := t.seat(a.Entity)
	for _, name := range a.Shares {
		c, number, err := t.shares.Read(name)
		if err != nil {
			return err
		}
		holds := t.shares.Holder(c, number)
		if a.Type == "sell_shares" && holds != g18cz.HolderOf(seat) || a.Type == "buy_shares" && holds >= 0 {
			return log18xx.CannotSay("a certificate that somebody else holds")
		}
	}
	return nil
}
