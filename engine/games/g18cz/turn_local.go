package g18cz

import (
	"railpost/engine"
	"railpost/engine/rail/cash"
)

// Local railways at any point of a corporation's turn (3): bought from players,
// sold to the bank. Their abilities: turn_lay.go.

// ownsLocal says that a corporation does not own a local railway.
func (s *State) ownsLocal(c Company, l Local) error {
	it := s.Locals[l]
	switch {
	case it.In && it.Owner == s.account(c):
		return nil
	case !it.In || it.Owner == cash.Bank:
		return engine.Forbid("3", "18cz.no.local-out", localSay("local", l))
	}
	return engine.Forbid("3", "18cz.no.not-own-local", companySay("company", c), localSay("local", l), s.localOwner("owner", l))
}

// localOwner names who owns a local railway in the game.
func (s *State) localOwner(name string, l Local) engine.Arg {
	if seat := s.seatOf(s.Locals[l].Owner); seat != engine.Nobody {
		return engine.Player(name, seat)
	}
	return companySay(name, s.companyOf(s.Locals[l].Owner))
}

// mayBuyLocal: from a player, of its own size or smaller, once phase b has begun.
func (s *State) mayBuyLocal(c Company, l Local) error {
	it, size, own := s.Locals[l], book.locals[l].size, companies[c].size
	switch {
	case !it.In || it.Owner == cash.Bank:
		return engine.Forbid("3", "18cz.no.local-out", localSay("local", l))
	case !s.sells():
		return engine.Forbid("3", "18cz.no.deals-later", phaseSay(book.deals))
	case s.seatOf(it.Owner) == engine.Nobody:
		return engine.Forbid("3", "18cz.no.local-company", localSay("local", l), s.localOwner("owner", l))
	case size > own:
		return engine.Forbid("2", "18cz.no.local-size", companySay("company", c), localSay("local", l), sizeSay("size", size), sizeSay("own", own))
	case s.purse(c) < leastDeal:
		return s.dear("3", c, leastDeal)
	}
	return nil
}

// offerLocal offers to buy a local railway. It declines no step.
func (s *State) offerLocal(tx *engine.Tx, l Local, a engine.Args) error {
	o := Offer{Deal: dealLocal, Buyer: s.company(), Local: l}
	if !engine.Has(a, argPrice) {
		return engine.Ask("3", "18cz.ask.price", engine.Say("thing", thing(o)), engine.Int("treasury", s.purse(o.Buyer)))
	}
	o.Price = engine.Get[int](a, argPrice)
	return s.put(tx, o)
}

// buyLocal moves a local railway and the money for it.
func (s *State) buyLocal(tx *engine.Tx, o Offer) error {
	it := &s.Locals[o.Local]
	if err := s.pay(s.account(o.Buyer), it.Owner, o.Price); err != nil {
		return err
	}
	tx.Report("18cz.report.bought-local", companySay("company", o.Buyer), localSay("local", o.Local), s.localOwner("owner", o.Local), engine.Int("price", o.Price))
	it.Owner = s.account(o.Buyer)
	return nil
}

// sellLocalVerb is "sell S1": to the bank for the common value; it leaves the game.
func (s *State) sellLocalVerb() engine.Verb {
	v := engine.Verb{Name: "sell", Gloss: "18cz.verb.sell-local", Do: doSellLocal}
	if s.notNeutral() != nil {
		v.Not = s.notNeutral
		return v
	}
	v.Params = []engine.Param{{Name: "local", In: func(engine.Args) engine.Domain {
		return engine.Words("18cz.param.local", book.localWords, func(l Local) error { return s.ownsLocal(s.company(), l) })
	}}}
	return v
}

func doSellLocal(tx *engine.Tx, a engine.Args) error {
	s, l := state(tx), engine.Get[Local](a, 0)
	c, value := s.company(), s.localValue()
	s.Locals[l].In, s.Locals[l].Owner = false, cash.Bank
	tx.Report("18cz.report.sold-local", companySay("company", c), localSay("local", l), engine.Int("price", value))
	if err := s.pay(cash.Bank, s.account(c), value); err != nil {
		return err
	}
	return s.proceed(tx)
}

// localList names several local railways.
func localList(name string, list []Local) engine.Arg {
	return engine.SeveralOf(name, list, localSay)
}
