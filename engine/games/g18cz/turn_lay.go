package g18cz

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// Track (VIII.4), and the abilities of local railways for track (IV.1).

var layHead = engine.Verb{Name: "lay", Also: []string{"upgrade", "build"}, Gloss: key.VerbLay}

// layVerb is "lay TILE HEX EXITS [with LOCAL]": a tile of the allowance, or a
// purple one.
func layVerb(s *State) engine.Verb {
	legal := layer(s)
	v := layHead
	v.Do = doLay
	v.Params = append(legal.Params(), engine.Param{Name: "with", Lead: "with", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
		return engine.WordsIf(key.ParamLocal, Book.localWords, ownLocals(s), func(l Local) error { return abilityRule(s, l, trackword.LayOf(a)) })
	}})
	return v
}

const yellow = "yellow"

// LaysLeft reports whether the allowance of the turn has a tile left: two yellow or
// one upgrade in the first turn, one of either later (VIII.4, R32).
func (t *Turn) LaysLeft() bool {
	return !t.Upgraded && (t.Yellow == 0 || t.First && t.Yellow == 1)
}

// layer is the operating corporation with the tiles it may lay. Purple ones are
// in the colours of the phase (R45). What is laid must have an exit that the
// corporation reaches; trains need not use it (R33).
func layer(s *State) *trackword.Layer {
	c := s.Company()
	colours := s.PhaseRules().Colours
	if hasAbility(s, c) {
		for _, colour := range s.PhaseRules().Colours {
			colours = append(colours[:len(colours):len(colours)], Purple+colour)
		}
	}
	return &trackword.Layer{
		Ground: s.Words(), Owner: Owner(c), Colours: colours, Phase: PhaseSay(s.Phase),
		Tile:  func(t track.TileID) error { return tileRule(s, t) },
		Money: func(l track.Lay) error { return moneyRule(s, l) },
	}
}

// IsPurple reports whether only the ability of a local railway lays a tile.
func IsPurple(t *track.Tile) bool { return strings.HasPrefix(t.Colour, Purple) }

// tileRule refuses a tile for reasons other than colour and supply: the turn has no lay
// left, or no local railway lays it.
func tileRule(s *State, id track.TileID) error {
	t := s.Tile(id)
	c, number := CompanySay("company", s.Company()), engine.Text("tile", t.Number)
	switch {
	case t.Colour == Red:
		return engine.Forbid("VIII.4", key.NoRedTile, number)
	case IsPurple(t):
		return purpleRule(s, t)
	case isPast(s, StepTrack):
		return stepOver(s, StepTrack)
	case settleFirst(s) != nil:
		return settleFirst(s)
	case !s.Turn.LaysLeft():
		return engine.Forbid("VIII.4", key.NoNoLay, c, number, engine.Int("yellow", s.Turn.Yellow))
	case t.Colour != yellow && s.Turn.Yellow > 0:
		return engine.Forbid("VIII.4", key.NoYellowOnly, c, number)
	}
	return nil
}

// purpleRule refuses a purple tile that no local railway of the corporation lays.
func purpleRule(s *State, t *track.Tile) error {
	c := s.Company()
	if slices.ContainsFunc(s.LocalsOf(s.Account(c)), func(l Local) bool { return laysPurple(s, l, t) == nil }) {
		return nil
	}
	return engine.Forbid("IV.1", key.NoPurple, CompanySay("company", c), engine.Text("tile", t.Number))
}

// laysPurple returns a *Refusal unless a local railway lays a purple tile.
func laysPurple(s *State, l Local, t *track.Tile) error {
	it := &Book.Locals[l]
	switch {
	case s.Locals[l].Used:
		return engine.Forbid("IV.1", key.NoAbilityUsed, LocalSay("local", l))
	case !slices.Contains(it.Purple, t.Number):
		return engine.Forbid("IV.1", key.NoPurpleSize, LocalSay("local", l), engine.Text("tile", t.Number), SizeSay("size", it.Size))
	}
	return nil
}

// terrainCost is the terrain cost of a lay: of the first tile of a hex, and of the green
// one of B9, too (VIII.4, R18).
func terrainCost(s *State, l track.Lay) int {
	if _, laid := s.Board.Laid[l.Hex].ID(); laid || IsPurple(s.Tile(l.Tile)) {
		return 0
	}
	return s.World().Map.Hexes[l.Hex].Cost
}

// mayWaive returns a *Refusal unless a local railway waives the terrain cost of a lay.
func mayWaive(s *State, local Local, l track.Lay) error {
	it, name := &Book.Locals[local], s.HexName(l.Hex)
	switch {
	case s.Locals[local].Used:
		return engine.Forbid("IV.1", key.NoAbilityUsed, LocalSay("local", local))
	case terrainCost(s, l) == 0:
		return engine.Forbid("IV.1", key.NoNoFee, engine.Text("hex", name), LocalSay("local", local))
	case !it.Terrain[name]:
		return engine.Forbid("IV.1", key.NoTerrainSize, LocalSay("local", local), engine.Text("hex", name), engine.Int("fee", terrainCost(s, l)), SizeSay("size", it.Size))
	}
	return nil
}

// abilityRule refuses to lay a tile with a local railway (IV.1).
func abilityRule(s *State, local Local, l track.Lay) error {
	if err := ownsLocal(s, s.Company(), local); err != nil {
		return err
	}
	if t := s.Tile(l.Tile); IsPurple(t) {
		return laysPurple(s, local, t)
	}
	return mayWaive(s, local, l)
}

// moneyRule refuses a lay whose cost the treasury cannot pay and no local railway
// waives.
func moneyRule(s *State, l track.Lay) error {
	if s.affords(s.Company(), terrainCost(s, l)) || len(waivers(s, l)) > 0 {
		return nil
	}
	return layTooExpensive(s, l)
}

// waivers are the local railways of the corporation that waive the cost of a lay.
func waivers(s *State, l track.Lay) (list []Local) {
	refused := func(local Local) bool { return mayWaive(s, local, l) != nil }
	return slices.DeleteFunc(s.LocalsOf(s.Account(s.Company())), refused)
}

// layTooExpensive refuses a lay, and names the local railways that would waive the cost.
func layTooExpensive(s *State, l track.Lay) *engine.Refusal {
	c := s.Company()
	args := []engine.Arg{
		CompanySay("company", c), engine.Text("tile", s.Tile(l.Tile).Number), engine.Text("hex", s.HexName(l.Hex)),
		engine.Int("fee", terrainCost(s, l)), engine.Int("treasury", s.Treasury(c)),
	}
	list := waivers(s, l)
	if len(list) == 0 {
		return engine.Forbid("VIII.5", key.NoLayDear, args...)
	}
	r := engine.Forbid("VIII.5", key.NoLayDearLocal, append(args, localList("locals", list))...)
	for _, local := range list {
		r.Expected = append(r.Expected, "with "+local.ID())
	}
	return r
}

// layStep returns the step that a lay belongs to: none if a local railway lays the tile
// (IV.1).
func layStep(s *State, a engine.Args) Step {
	if IsPurple(s.Tile(trackword.LayOf(a).Tile)) {
		return noStep
	}
	return StepTrack
}

// doLay pays for a tile and lays it. Only tiles of the allowance belong to the track step: including those laid
// without their fee (R37), and the first one on Praha, which is yellow (R53).
func doLay(tx *engine.Tx, a engine.Args) error {
	s, l := state(tx), trackword.LayOf(a)
	t := s.Tile(l.Tile)
	if IsPurple(t) {
		return layPurple(s, tx, a)
	}
	c, fee := s.Company(), terrainCost(s, l)
	if engine.Has(a, 3) {
		local := engine.Get[Local](a, 3)
		tx.Report(key.ReportWaived, CompanySay("company", c), LocalSay("local", local), engine.Int("fee", fee))
		s.Locals[local].Used, fee = true, 0
	}
	if !s.affords(c, fee) {
		return layTooExpensive(s, l)
	}
	reportUpgrade(s, tx, l)
	if fee > 0 {
		tx.Report(key.ReportTerrain, CompanySay("company", c), engine.Int("fee", fee))
	}
	if err := s.charge(c, fee); err != nil {
		return err
	}
	if t.Colour == yellow {
		s.Turn.Yellow++
	} else {
		s.Turn.Upgraded = true
	}
	placeTile(s, l)
	return nil
}

// layPurple lays a purple tile: free, outside the allowance, at any point of the turn
// (IV.1).
func layPurple(s *State, tx *engine.Tx, a engine.Args) error {
	l := trackword.LayOf(a)
	if !engine.Has(a, 3) {
		return whichLocal(s, s.Tile(l.Tile))
	}
	local := engine.Get[Local](a, 3)
	s.Locals[local].Used = true
	reportUpgrade(s, tx, l)
	tx.Report(key.ReportAbility, CompanySay("company", s.Company()), LocalSay("local", local))
	placeTile(s, l)
	return nil
}

// whichLocal asks for the local railway that lays a purple tile.
func whichLocal(s *State, t *track.Tile) *engine.Refusal {
	r := engine.Ask("IV.1", key.AskOf+"which-local", engine.Text("tile", t.Number))
	for _, l := range s.LocalsOf(s.Account(s.Company())) {
		if laysPurple(s, l, t) == nil {
			r.Expected = append(r.Expected, "with "+l.ID())
		}
	}
	return r
}

// reportUpgrade reports a tile, and the one that it replaces.
func reportUpgrade(s *State, tx *engine.Tx, l track.Lay) {
	if old, laid := s.Board.Laid[l.Hex].ID(); laid {
		reportLay(s, tx, key.ReportUpgrade, l, engine.Text("old", s.Tile(old).Number))
		return
	}
	reportLay(s, tx, key.ReportLay, l)
}

func reportLay(s *State, tx *engine.Tx, report string, l track.Lay, more ...engine.Arg) {
	g := s.Words()
	tx.Report(report, append([]engine.Arg{
		CompanySay("company", s.Company()), engine.Text("tile", s.Tile(l.Tile).Number),
		engine.Text("hex", s.HexName(l.Hex)), engine.Text("exits", g.Look(l)),
	}, more...)...)
}
