package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
)

// few caps the lays, purchases and sales that a letter lists.
const few = 8

// Hints: verbs with hundreds of orders list only a few; standing answers, and orders
// that hardly any player wants, are accepted but not listed.
func (View) Hints(_ engine.Position, v engine.Verb) engine.Hints {
	switch v.Gloss {
	case key.VerbStart:
		return engine.Hints{Few: few, Each: 1}
	case key.VerbBuyShare, key.VerbSell, key.VerbBuy, key.VerbLay, key.VerbAcquire:
		return engine.Hints{Few: few}
	case key.VerbEndGame, key.VerbAccept, key.VerbNeverSell, key.VerbAlwaysAsk, key.VerbBuyPool:
		return engine.Hints{Quiet: true}
	}
	return engine.Hints{}
}

// groups are the headings of lists, by the order that a line begins with.
var groups = map[string]string{
	"take": key.GroupDraft, "start": key.GroupStart, "home": key.GroupTrack, "lay": key.GroupTrack, "token": key.GroupStations, "station": key.GroupStations,
	"run": key.GroupRun, "pay": key.GroupRun, "hold": key.GroupRun, "acquire": key.GroupTakeOver,
	"pass": key.GroupOn, "done": key.GroupOn,
}

// Group: shares, trains and local railways apart, although all are bought and sold.
func (View) Group(acts []engine.Act) engine.Message {
	if len(acts) == 0 {
		return engine.Message{}
	}
	if group := groups[acts[0].Verb]; group != "" {
		return engine.Msg(group)
	}
	if acts[0].Verb != "buy" && acts[0].Verb != "sell" {
		return engine.Message{}
	}
	for _, v := range acts[0].Args {
		switch x := v.(type) {
		case g18cz.Company:
			return engine.Msg(map[bool]string{true: key.GroupShares, false: key.GroupSales}[acts[0].Verb == "buy"])
		case g18cz.Local:
			return engine.Msg(key.GroupLocals)
		case string:
			return engine.Msg(engine.If(g18cz.LocalNamed(x) != g18cz.NoLocal, key.GroupLocals, key.GroupTrains))
		}
	}
	return engine.Message{}
}

// Dominated: the same track or station with a larger local railway, which can do more later (VIII.5); and a
// lower offer to another player, who would accept it no sooner.
func (View) Dominated(m, by engine.Move) bool {
	was, is, other := m.Before.(*g18cz.State), m.After.(*g18cz.State), by.After.(*g18cz.State)
	if o, better := is.Asking, other.Asking; o != nil && better != nil && was.Asking == nil {
		than := *o
		than.Price = better.Price
		return than == *better && o.Price < better.Price
	}
	if was.Stage != g18cz.Operating || is.Company() == g18cz.NoCompany || is.Company() != other.Company() {
		return false
	}
	used, cheaper := uses(was, is), uses(was, other)
	return used != g18cz.NoLocal && cheaper != g18cz.NoLocal && used != cheaper && sizeThenNumber(cheaper, used) < 0 &&
		is.Treasury(is.Company()) == other.Treasury(is.Company()) &&
		slices.Equal(is.Board.Laid, other.Board.Laid) && slices.Equal(is.Board.Stations, other.Board.Stations)
}

// uses returns the local railway whose ability a line uses; NoLocal if there is none.
func uses(was, is *g18cz.State) g18cz.Local {
	for l := range g18cz.Local(len(is.Locals)) {
		if is.Locals[l].Used && !was.Locals[l].Used {
			return l
		}
	}
	return g18cz.NoLocal
}

// sizeThenNumber compares local railways: a larger one can do all that a smaller one can.
func sizeThenNumber(a, b g18cz.Local) int {
	if n := int(g18cz.Book.Locals[a].Size) - int(g18cz.Book.Locals[b].Size); n != 0 {
		return n
	}
	return int(a - b)
}
