package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/cash"
)

// Local railways at any point of a corporation's turn (IV.1): bought from
// players, sold to the bank. Their abilities: turn_lay.go.

// ownsLocal returns a *Refusal unless a corporation owns a local railway.
func ownsLocal(s *State, c Company, l Local) error {
	it := s.Locals[l]
	switch {
	case it.In && it.Owner == s.Account(c):
		return nil
	case !it.In || it.Owner == cash.Bank:
		return engine.Forbid("IV.1", key.NoLocalOut, LocalSay("local", l))
	}
	return engine.Forbid("IV.1", key.NoNotOwnLocal, CompanySay("company", c), LocalSay("local", l), localOwner(s, "owner", l))
}

// ownLocals reports which local railways the operating corporation owns.
func ownLocals(s *State) func(Local) bool {
	own := s.Account(s.Company())
	return func(l Local) bool { return s.Locals[l].In && s.Locals[l].Owner == own }
}

// localOwner names the owner of a local railway in the game.
func localOwner(s *State, name string, l Local) engine.Arg {
	if seat := s.SeatOf(s.Locals[l].Owner); seat != engine.Nobody {
		return engine.Player(name, seat)
	}
	return CompanySay(name, s.CompanyOf(s.Locals[l].Owner))
}

// mayBuyLocal returns a *Refusal unless a corporation may buy a local railway: from a
// player, of its own size or smaller, once phase b has begun.
func mayBuyLocal(s *State, c Company, l Local) error {
	it, size, own := s.Locals[l], Book.Locals[l].Size, c.Size()
	switch {
	case !it.In || it.Owner == cash.Bank:
		return engine.Forbid("IV.1", key.NoLocalOut, LocalSay("local", l))
	case !s.Sells():
		return engine.Forbid("IV.1", key.NoDealsLater, PhaseSay(Book.Deals))
	case s.SeatOf(it.Owner) == engine.Nobody:
		return engine.Forbid("IV.1", key.NoLocalCompany, LocalSay("local", l), localOwner(s, "owner", l))
	case size > own:
		return engine.Forbid("IV.2", key.NoLocalSize, CompanySay("company", c), LocalSay("local", l), SizeSay("size", size), SizeSay("own", own))
	case s.Treasury(c) < LeastDeal:
		return tooExpensive(s, "IV.1", c, LeastDeal)
	}
	return nil
}

// buyLocal moves a local railway and the money for it.
func buyLocal(s *State, tx *engine.Tx, o Offer) error {
	it := &s.Locals[o.Local]
	if err := s.pay(s.Account(o.Buyer), it.Owner, o.Price); err != nil {
		return err
	}
	tx.Report(key.ReportBoughtLocal, CompanySay("company", o.Buyer), LocalSay("local", o.Local), localOwner(s, "owner", o.Local), engine.Int("price", o.Price))
	it.Owner = s.Account(o.Buyer)
	return nil
}

// sellLocalVerb is "sell S1": to the bank for the common value; it leaves the game.
func sellLocalVerb(s *State) engine.Verb {
	v := engine.Verb{Name: "sell", Gloss: key.VerbSellLocal, Do: doSellLocal}
	v.Not = engine.Because(notNeutral(s))
	v.Params = []engine.Param{{Name: "local", In: func(engine.Args) engine.Domain {
		return engine.WordsIf(key.ParamLocal, Book.localWords, ownLocals(s), func(l Local) error { return ownsLocal(s, s.Company(), l) })
	}}}
	return v
}

func doSellLocal(tx *engine.Tx, a engine.Args) error {
	s, l := state(tx), engine.Get[Local](a, 0)
	c, value := s.Company(), s.LocalValue()
	s.Locals[l].In, s.Locals[l].Owner = false, cash.Bank
	tx.Report(key.ReportSoldLocal, CompanySay("company", c), LocalSay("local", l), engine.Int("price", value))
	return s.pay(cash.Bank, s.Account(c), value)
}

// hasAbility reports whether a corporation owns a local railway whose ability is not
// used.
func hasAbility(s *State, c Company) bool {
	return slices.ContainsFunc(s.LocalsOf(s.Account(c)), func(l Local) bool { return !s.Locals[l].Used })
}

// canBuyLocal reports whether local railways are sold to corporations, a player has
// one, and there is money. The size does not matter.
func canBuyLocal(s *State, c Company) bool {
	return s.Sells() && s.Treasury(c) > 0 && len(playersLocals(s)) > 0
}

// playersLocals are the local railways that players own.
func playersLocals(s *State) []Local {
	var list []Local
	for seat := range engine.Seat(s.Seats) {
		list = append(list, s.LocalsOf(SeatAccount(seat))...)
	}
	return list
}

// localMoney is the money from local railways for a corporation that needs it: its own are sold to the bank;
// those that it buys first cost 1.
func localMoney(s *State, c Company) int {
	if !s.Sells() {
		return 0
	}
	n := len(s.LocalsOf(s.Account(c))) * s.LocalValue()
	if s.Treasury(c) > 0 {
		n += len(playersLocals(s)) * (s.LocalValue() - 1)
	}
	return n
}
