package site

import (
	"cmp"
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/log18xx"
)

// Took records that an action was carried out, so that the names of pieces follow it.
func (t *translator) Took(p engine.Position, a *log18xx.Action) error {
	s := p.(*g18cz.State)
	if err := t.took(s, a); err != nil {
		return err
	}
	t.follow(s)
	if q, _ := s.Question(); s.Stage == g18cz.Operating && q != g18cz.AskDoubled {
		t.operating = nil
		for _, c := range s.Order {
			if !s.Companies[c].Gone {
				t.operating = append(t.operating, c.ID())
			}
		}
	}
	return nil
}

func (t *translator) took(s *g18cz.State, a *log18xx.Action) error {
	c := g18cz.CompanyNamed(string(a.Entity))
	switch a.Type {
	case "bid", "pass":
		t.tookPick(s, a)
	case "par":
		seat, _ := t.seat(a.Entity)
		t.shares.Move(g18cz.CompanyNamed(a.Corporation).Stock(), 0, g18cz.HolderOf(seat))
	case "buy_shares", "sell_shares":
		return t.tookShares(s, a)
	case "lay_tile":
		t.tiles.Lay(a.Hex, a.Tile)
	case "run_routes":
		return t.tookRun(s, a, c)
	case "dividend":
		t.paid = []any{string(a.Entity), a.Kind}
	case "buy_train":
		t.tookTrain(s, a, c)
	case "swap_train":
		t.tookSwap(a, c)
	case "discard_train":
		t.tookDiscard(s, a)
	case "buy_corporation":
		from := g18cz.CompanyNamed(a.Corporation)
		t.grown[c] = true
		t.cards.settled()
		for _, x := range slices.Clone(t.cards.list) {
			if x.owner == from {
				x.Received = true
				t.cards.move(x.id, x.Card, c)
			}
		}
	}
	return nil
}

// tookPick follows the draft. At its end the site skips at most one player, and removes
// unsold local railways only if all have passed then; otherwise they stay in its lists
// to the end of the game, although they cannot be bought.
func (t *translator) tookPick(s *g18cz.State, a *log18xx.Action) {
	turn, passed := t.draft.Turn, t.draft.Passed
	t.draft = g18cz.Draft{Turn: s.Draft.Turn, Passed: slices.Clone(s.Draft.Passed)}
	if s.Stage == g18cz.Drafting || passed == nil {
		return
	}
	if a.Type == "bid" {
		clear(passed)
	} else {
		passed[t.table[g18cz.Snake(turn, s.Seats)]] = true
	}
	if !slices.Contains(passed, false) {
		return
	}
	if passed[t.table[g18cz.Snake(turn+1, s.Seats)]] = true; !slices.Contains(passed, false) {
		return
	}
	for l := range g18cz.Local(len(s.Locals)) {
		if !s.Locals[l].In && (!s.Two() || g18cz.Book.Locals[l].Two) {
			t.unsold = append(t.unsold, l)
		}
	}
}

// tookShares moves the named certificates, or others of the same holder if those are elsewhere.
func (t *translator) tookShares(s *g18cz.State, a *log18xx.Action) error {
	c, err := t.shares.Lot(a.Shares)
	if err != nil {
		return err
	}
	seat, _ := t.seat(a.Entity)
	if a.Type == "sell_shares" {
		return t.shares.Sold(a.Shares, a.Percent, g18cz.HolderOf(seat), s.Shares.Director[c])
	}
	_, number, err := t.shares.Read(a.Shares[0])
	if err != nil {
		return err
	}
	return t.shares.Bought(a.Shares[0], t.shares.Holder(c, number), g18cz.HolderOf(seat), s.Shares.Director[c])
}

// tookRun stores the last run and compares it with the action: the site trusts the
// numbers of a log; our rules compute them again.
func (t *translator) tookRun(s *g18cz.State, a *log18xx.Action, c g18cz.Company) error {
	t.ran = &log18xx.Ran{Entity: log18xx.ID(c.ID())}
	for _, r := range s.Runs {
		if r.Company == c {
			t.ran.Revenue = r.Revenue
		}
	}
	revenue := 0
	for _, r := range a.Routes {
		revenue += r.Revenue
	}
	if revenue != t.ran.Revenue {
		return fmt.Errorf("18cz: by our rules these routes earn %d, but the file says %d", t.ran.Revenue, revenue)
	}
	return nil
}

// tookTrain moves a bought card.
func (t *translator) tookTrain(s *g18cz.State, a *log18xx.Action, c g18cz.Company) {
	from, card, known := t.cards.find(a.Train)
	pile, _ := pileOfCard(a.Train)
	if !known {
		card = g18cz.Card{Pile: pile}
	}
	if side, ok := sideNamed(pile, cmp.Or(a.Variant, g18cz.Book.Piles[pile].Name)); ok && from == g18cz.NoCompany {
		card = side
	}
	t.cards.move(a.Train, card, c)
	if !known {
		t.leavesDepot(s, pile)
	}
}

// tookSwap flips a card.
func (t *translator) tookSwap(a *log18xx.Action, c g18cz.Company) {
	for i, x := range t.cards.list {
		if x.id == a.Train {
			t.cards.list[i].Card, _ = g18cz.Flipped(c, g18cz.Card{Pile: x.Pile})
		}
	}
}

// tookDiscard moves a card into the reserve, or removes a received one from the game
// (VIII.9, VIII.12).
func (t *translator) tookDiscard(s *g18cz.State, a *log18xx.Action) {
	_, card, _ := t.cards.find(a.Train)
	if card.Received && !s.Rules.ToReserve {
		t.cards.leave(a.Train)
		return
	}
	card.Received = false
	t.cards.move(a.Train, card, g18cz.NoCompany)
}
