package g18cz

import (
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

// offerLocal offers to buy a local railway. It declines no step.
func offerLocal(s *State, tx *engine.Tx, l Local, price *int) error {
	o := Offer{Deal: DealLocal, Buyer: s.Company(), Local: l}
	if price == nil {
		return engine.Ask("IV.1", key.AskOf+"price", engine.Say("thing", thing(o)), engine.Int("treasury", s.Treasury(o.Buyer)))
	}
	o.Price = *price
	return putOffer(s, tx, o)
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
	if err := s.pay(cash.Bank, s.Account(c), value); err != nil {
		return err
	}
	return proceed(s, tx)
}

// localList names several local railways.
func localList(name string, list []Local) engine.Arg {
	return engine.SeveralOf(name, list, LocalSay)
}
