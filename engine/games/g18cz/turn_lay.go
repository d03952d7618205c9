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
func (t *Turn) LaysLeft() bool { return !t.Upgraded && (t.Yellow == 0 || t.First && t.Yellow == 1) }

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

// The home station, at the start of a corporation's first turn (VIII.6, R55).

// placeHome places the home station of the operating corporation unless its director
// chooses.
func placeHome(s *State, tx *engine.Tx) error {
	c := s.Company()
	if p, ok := s.HomeCity(c); ok && !s.Companies[c].Home {
		placeHomeIn(s, tx, c, p)
	}
	return nil
}

// placeHomeIn places the home station, which is free.
func placeHomeIn(s *State, tx *engine.Tx, c Company, p track.Place) {
	addStation(s, c, p)
	it := &s.Companies[c]
	it.Home, it.TokenCosts = true, it.TokenCosts[1:]
	tx.Report(key.ReportHome, CompanySay("company", c), citySay(s, "city", p))
}

var homeHead = engine.Verb{Name: "home", Gloss: key.VerbHome}

// homeVerb is "home A8 B7-B9" for a large corporation, which lays its red tile,
// and "home B9.1" for ATE (VIII.6). The red tile is not optional (R46).
func homeVerb(s *State) engine.Verb {
	v := homeHead
	c := s.Company()
	if c.Size() != Large {
		g := s.Words()
		v.Also = []string{"station", "token"}
		v.Params = []engine.Param{{Name: "city", In: func(engine.Args) engine.Domain {
			return g.Cities(func() []track.Place { return homeCities(s) }, func(p track.Place) error { return homeCityRule(s, p) })
		}}}
		v.Do = doHomeCity
		return v
	}
	tile, layer := Book.Companies[c].Red, homeLayer(s, c)
	v.Params = []engine.Param{
		{Name: "home", In: func(engine.Args) engine.Domain {
			return engine.Words(key.ParamHome, homeWords(s, c), nil)
		}},
		{Name: "exits", In: func(a engine.Args) engine.Domain { return layer.Exits(tile, engine.Get[track.HexID](a, 0)) }},
	}
	v.Do = doHomeTile
	return v
}

// homeWords are the reserved hexes of a large corporation.
func homeWords(s *State, c Company) (words []engine.Word[track.HexID]) {
	for _, name := range s.HomesOf(c) {
		if h, ok := s.World().Map.Find(name); ok {
			words = append(words, engine.Word[track.HexID]{Text: name, Value: h})
		}
	}
	return words
}

// homeLayer lays the red tile, which need not be connected (VIII.4).
func homeLayer(s *State, c Company) *trackword.Layer {
	return &trackword.Layer{Ground: s.Words(), Owner: Owner(c), Colours: []string{Red}, Phase: PhaseSay(s.Phase), Anywhere: true}
}

// doHomeTile lays the red tile, free and outside the allowance of the turn.
func doHomeTile(tx *engine.Tx, a engine.Args) error {
	s := state(tx)
	c := s.Company()
	l := track.Lay{Tile: Book.Companies[c].Red, Hex: engine.Get[track.HexID](a, 0), Turn: engine.Get[trackword.Orientation](a, 1).Turn}
	reportLay(s, tx, key.ReportHomeTile, l)
	placeTile(s, l)
	placeHomeIn(s, tx, c, track.Place{Hex: l.Hex})
	return nil
}

// homeCities are the cities of ATE's hex.
func homeCities(s *State) []track.Place { return citiesIn(s, homeHex(s, s.Company())) }

// homeCityRule refuses a city outside the home hex or without a free circle (VIII.6).
func homeCityRule(s *State, p track.Place) error {
	c := s.Company()
	switch {
	case !slices.Contains(homeCities(s), p):
		return engine.Forbid("VIII.6", key.NoNotHome, citySay(s, "city", p), CompanySay("company", c), engine.Text("hex", s.HexName(homeHex(s, c))))
	case s.Board.Free(s.World(), p) == 0:
		g := s.Words()
		return engine.Forbid("VIII.6", key.NoCityFull, citySay(s, "city", p), CompanySay("company", c), g.Owners("owners", p))
	}
	return nil
}

func doHomeCity(tx *engine.Tx, a engine.Args) error {
	s := state(tx)
	placeHomeIn(s, tx, s.Company(), engine.Get[track.Place](a, 0))
	return nil
}

// mustLayHome reports whether the first tile of the operating corporation must go to its home hex now: the hex
// has neither a tile nor printed track, and one can be laid (R16).
func mustLayHome(s *State) bool {
	c := s.Company()
	h := homeHex(s, c)
	if !s.Turn.First || h == track.NoHex || s.Board.Shape(s.World(), h).Exits != 0 {
		return false
	}
	return slices.ContainsFunc(layer(s).Lays(), func(l track.Lay) bool { return l.Hex == h })
}
