package g18cz

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// Track (7.4), and the abilities of local railways that have to do with it (3).

var layHead = engine.Verb{Name: "lay", Also: []string{"upgrade", "build"}, Gloss: "18cz.verb.lay", Few: fewLays}

// fewLays are the lays a letter lists.
const fewLays = 8

// layVerb is "lay TILE HEX EXITS [with LOCAL]": a tile of the allowance, or a
// purple one.
func (s *State) layVerb() engine.Verb {
	legal := s.layer()
	v := layHead
	v.Do = doLay
	v.Params = append(legal.Params(), engine.Param{Name: "with", Lead: "with", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
		return engine.Words("18cz.param.local", book.localWords, func(l Local) error { return s.abilityRule(l, trackword.LayOf(a)) })
	}})
	return v
}

const yellow = "yellow"

// laysLeft says whether the allowance of the turn has a tile left: two yellow or
// one upgrade in the first turn, one of either later (7.4).
func (s *State) laysLeft() bool { return !s.Turn.Upgraded && s.Turn.Yellow < s.yellows() }

func (s *State) yellows() int {
	if s.Turn.First {
		return 2
	}
	return 1
}

// layer is the operating corporation with the tiles it may lay. Purple ones are
// in the colours of the phase (R45).
func (s *State) layer() *trackword.Layer {
	c := s.company()
	colours := s.colours()
	if s.hasAbility(c) {
		for _, colour := range s.colours() {
			colours = append(colours[:len(colours):len(colours)], purple+colour)
		}
	}
	return &trackword.Layer{
		Ground: s.words(), Owner: owner(c), Colours: colours, Phase: phaseSay(s.Phase), Tile: s.tileRule, Money: s.moneyRule,
	}
}

// isPurple says whether a tile is laid by the ability of a local railway only.
func isPurple(t *track.Tile) bool { return strings.HasPrefix(t.Colour, purple) }

// tileRule says what forbids a tile beside its colour and the supply: the turn has
// none left, or no local railway lays it.
func (s *State) tileRule(id track.TileID) error {
	t := s.tile(id)
	c, number := companySay("company", s.company()), engine.Text("tile", t.Number)
	switch {
	case t.Colour == red:
		return engine.Forbid("7.3", "18cz.no.red-tile", number)
	case isPurple(t):
		return s.purpleRule(t)
	case s.behind(stepTrack):
		return s.stepOver(stepTrack)
	case s.settleFirst() != nil:
		return s.settleFirst()
	case !s.laysLeft():
		return engine.Forbid("7.4", "18cz.no.no-lay", c, number, engine.Int("yellow", s.Turn.Yellow))
	case t.Colour != yellow && s.Turn.Yellow > 0:
		return engine.Forbid("7.4", "18cz.no.yellow-only", c, number)
	}
	return nil
}

// purpleRule: some local railway of the corporation lays a purple tile.
func (s *State) purpleRule(t *track.Tile) error {
	c := s.company()
	for _, l := range s.localsOf(s.account(c)) {
		if s.laysPurple(l, t) == nil {
			return nil
		}
	}
	return engine.Forbid("3", "18cz.no.purple", companySay("company", c), engine.Text("tile", t.Number))
}

// laysPurple says what forbids a local railway to lay a purple tile.
func (s *State) laysPurple(l Local, t *track.Tile) error {
	it := &book.locals[l]
	switch {
	case s.Locals[l].Used:
		return engine.Forbid("3", "18cz.no.ability-used", localSay("local", l))
	case !slices.Contains(it.purple, t.Number):
		return engine.Forbid("3", "18cz.no.purple-size", localSay("local", l), engine.Text("tile", t.Number), sizeSay("size", it.size))
	}
	return nil
}

// fee is the terrain cost of a lay: of the first tile of a hex, the green one of B9
// too (7.4, R18).
func (s *State) fee(l track.Lay) int {
	if _, laid := s.Board.Laid[l.Hex].ID(); laid || isPurple(s.tile(l.Tile)) {
		return 0
	}
	return s.world().Map.Hexes[l.Hex].Cost
}

// waives says what forbids a local railway to spare the terrain cost of a lay.
func (s *State) waives(local Local, l track.Lay) error {
	it, name := &book.locals[local], s.hexName(l.Hex)
	switch {
	case s.Locals[local].Used:
		return engine.Forbid("3", "18cz.no.ability-used", localSay("local", local))
	case s.fee(l) == 0:
		return engine.Forbid("3", "18cz.no.no-fee", engine.Text("hex", name), localSay("local", local))
	case !it.terrain[name]:
		return engine.Forbid("3", "18cz.no.terrain-size", localSay("local", local), engine.Text("hex", name), engine.Int("fee", s.fee(l)), sizeSay("size", it.size))
	}
	return nil
}

// abilityRule says what forbids to lay a tile with a local railway (3).
func (s *State) abilityRule(local Local, l track.Lay) error {
	if err := s.ownsLocal(s.company(), local); err != nil {
		return err
	}
	if t := s.tile(l.Tile); isPurple(t) {
		return s.laysPurple(local, t)
	}
	return s.waives(local, l)
}

// moneyRule refuses a lay that the treasury cannot pay and no local railway
// spares.
func (s *State) moneyRule(l track.Lay) error {
	if s.affords(s.company(), s.fee(l)) || len(s.sparing(l)) > 0 {
		return nil
	}
	return s.layDear(l)
}

// sparing are the local railways of the corporation that spare the cost of a lay.
func (s *State) sparing(l track.Lay) (list []Local) {
	for _, local := range s.localsOf(s.account(s.company())) {
		if s.waives(local, l) == nil {
			list = append(list, local)
		}
	}
	return list
}

// layDear refuses a lay, and names the local railways that would spare the cost.
func (s *State) layDear(l track.Lay) *engine.Refusal {
	c := s.company()
	args := []engine.Arg{
		companySay("company", c), engine.Text("tile", s.tile(l.Tile).Number), engine.Text("hex", s.hexName(l.Hex)),
		engine.Int("fee", s.fee(l)), engine.Int("treasury", s.purse(c)),
	}
	list := s.sparing(l)
	if len(list) == 0 {
		return engine.Forbid("7.4", "18cz.no.lay-dear", args...)
	}
	r := engine.Forbid("7.4", "18cz.no.lay-dear-local", append(args, localList("locals", list))...)
	for _, local := range list {
		r.Expected = append(r.Expected, "with "+book.locals[local].id)
	}
	return r
}

// doLay pays for a tile and lays it. Only tiles of the allowance belong to the
// track step.
func doLay(tx *engine.Tx, a engine.Args) error {
	s, l := state(tx), trackword.LayOf(a)
	t := s.tile(l.Tile)
	if isPurple(t) {
		return s.layPurple(tx, a)
	}
	if err := s.decline(tx, stepTrack); err != nil {
		return err
	}
	c, fee := s.company(), s.fee(l)
	if engine.Has(a, 3) {
		local := engine.Get[Local](a, 3)
		tx.Report("18cz.report.waived", companySay("company", c), localSay("local", local), engine.Int("fee", fee))
		s.Locals[local].Used, fee = true, 0
	}
	if !s.affords(c, fee) {
		return s.layDear(l)
	}
	s.reportUpgrade(tx, l)
	if fee > 0 {
		tx.Report("18cz.report.terrain", companySay("company", c), engine.Int("fee", fee))
	}
	if err := s.charge(c, fee); err != nil {
		return err
	}
	if t.Colour == yellow {
		s.Turn.Yellow++
	} else {
		s.Turn.Upgraded = true
	}
	s.placeTile(l)
	return s.proceed(tx)
}

// layPurple lays a purple tile: free, beside the allowance, at any point of the
// turn (3).
func (s *State) layPurple(tx *engine.Tx, a engine.Args) error {
	l := trackword.LayOf(a)
	if !engine.Has(a, 3) {
		return s.whichLocal(s.tile(l.Tile))
	}
	local := engine.Get[Local](a, 3)
	s.Locals[local].Used = true
	s.reportUpgrade(tx, l)
	tx.Report("18cz.report.ability", companySay("company", s.company()), localSay("local", local))
	s.placeTile(l)
	return s.proceed(tx)
}

// whichLocal asks for the local railway that lays a purple tile.
func (s *State) whichLocal(t *track.Tile) *engine.Refusal {
	r := engine.Ask("3", "18cz.ask.which-local", engine.Text("tile", t.Number))
	for _, l := range s.localsOf(s.account(s.company())) {
		if s.laysPurple(l, t) == nil {
			r.Expected = append(r.Expected, "with "+book.locals[l].id)
		}
	}
	return r
}

// reportUpgrade tells of a tile, and of what it replaces.
func (s *State) reportUpgrade(tx *engine.Tx, l track.Lay) {
	if old, laid := s.Board.Laid[l.Hex].ID(); laid {
		s.reportLay(tx, "18cz.report.upgrade", l, engine.Text("old", s.tile(old).Number))
		return
	}
	s.reportLay(tx, "18cz.report.lay", l)
}

func (s *State) reportLay(tx *engine.Tx, key string, l track.Lay, more ...engine.Arg) {
	g := s.words()
	tx.Report(key, append([]engine.Arg{
		companySay("company", s.company()), engine.Text("tile", s.tile(l.Tile).Number),
		engine.Text("hex", s.hexName(l.Hex)), engine.Text("exits", g.Look(l)),
	}, more...)...)
}
