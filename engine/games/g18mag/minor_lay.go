package g18mag

import (
	"math/bits"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// layVerb is "lay TILE HEX EXITS [with token]": a yellow tile or an upgrade
// (VI.3.2, VI.3.3).
func layVerb(s *State) engine.Verb {
	legal := s.Layer()
	v := engine.Verb{Name: "lay", Also: layAlso, Gloss: key.VerbLay, Do: doLay}
	v.Params = append(legal.Params(), engine.Param{Name: "with", Lead: "with", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
		return engine.Words(key.ParamWith, terrainToken, func(bool) error { return tokenRule(s, trackword.LayOf(a)) })
	}})
	return v
}

var layAlso = []string{"upgrade", "build"}

// Layer returns the operating minor with the tiles it may lay.
func (s *State) Layer() *trackword.Layer {
	return &trackword.Layer{
		Ground: s.Words(), Owner: Owner(s.Company()), Colours: s.Colours(), Phase: colourSay("phase", s.PhaseColour()),
		Tile: func(id track.TileID) error { return turnRule(s, id) }, Money: func(l track.Lay) error { return canPayLay(s, l, s.HasToken()) },
	}
}

// turnRule allows at most one upgrade among the two tile actions (VI.3.2).
func turnRule(s *State, id track.TileID) error {
	if t := s.Tile(id); s.Turn.Laid > 0 && s.Turn.Upgraded && t.Colour != Yellow {
		return engine.Forbid("VI.3.2", key.NoTwoUpgrades, engine.Text("tile", t.Number), colourSay("colour", t.Colour))
	}
	return nil
}

// Lays returns the legal lays of the operating minor.
func (s *State) Lays() []track.Lay { return s.Layer().Lays() }

// CanLay reports whether any lay is legal; it stops at the first.
func (s *State) CanLay() bool {
	return s.Board.AnyLay(s.World(), Owner(s.Company()), s.Colours(), func(l track.Lay) bool {
		return turnRule(s, l.Tile) == nil && canPayLay(s, l, s.HasToken()) == nil
	})
}

// doLay pays for a tile action and carries it out.
func doLay(tx *engine.Tx, a engine.Args) error {
	s, l := state(tx), trackword.LayOf(a)
	c, b := s.Company(), s.LayBill(l)
	token := engine.Has(a, 3) || s.Turn.Token && b.Terrain > 0
	if err := canPayLay(s, l, token); err != nil {
		return err
	}
	reportLay(s, tx, l, b == Bill{})
	if token && !s.Turn.Token {
		s.Minors[c].Tokens--
	}
	s.Turn.Token = s.Turn.Token && !token
	if err := payLay(s, tx, b, token); err != nil {
		return err
	}
	s.Turn.Laid++
	s.Turn.Upgraded = s.Turn.Upgraded || s.Tile(l.Tile).Colour != Yellow
	s.PlaceTile(l)
	return stayOrAdvance(s, tx)
}

// reportLay reports facts that the order does not say: the replaced tile, and that nothing is paid. Payments
// have reports of their own.
func reportLay(s *State, tx *engine.Tx, l track.Lay, free bool) {
	c := CompanySay("company", s.Company())
	if old, laid := s.Board.Laid[l.Hex].ID(); laid {
		tx.Report(key.ReportUpgrade, c, engine.Text("old", s.Tile(old).Number))
	} else if free {
		tx.Report(key.ReportLay, c)
	}
}

// Owner returns the owner of a company's stations on the board.
func Owner(c Company) track.Owner { return track.Owner(c) }

// Words returns how orders speak of the board.
func (s *State) Words() trackword.Ground {
	return trackword.Ground{World: s.World(), Board: &s.Board, Title: "18mag", Sections: &sections, Company: ownerSay}
}

var sections = trackword.Sections{
	Map: "III.1", Colour: "VI.3.3", Piece: "VI.3.2", Faces: "VI.3.3.1", First: "VI.3.2", Upgrade: "VI.3.3",
	Exits: "VI.3.2", Network: "VI.3.2", Station: "VI.3.4",
}

func ownerSay(name string, o track.Owner) engine.Arg { return CompanySay(name, Company(o)) }

// PlaceTile lays a tile. A home station on a bare hex moves to the city that has track
// (VI.3.2), even if a major was in the city first.
func (s *State) PlaceTile(l track.Lay) {
	w := s.World()
	s.Board.Place(w, l)
	if s.Rules.OOFirst {
		return
	}
	shape := w.TileShape(l.Tile, l.Turn)
	for _, st := range s.Board.Stations {
		if st.Hex == l.Hex && shape.Edges[st.Stop] == 0 && Company(st.Owner).Minor() && s.HomeOf(Company(st.Owner)).id == l.Hex {
			s.Board.Swap(l.Hex, st.Stop, bits.TrailingZeros8(s.stopsWithTrack(l)))
			return
		}
	}
}

// stopsWithTrack returns the stops of a lay that track reaches, one bit each.
func (s *State) stopsWithTrack(l track.Lay) uint8 {
	var stops uint8
	for _, at := range s.World().TileShape(l.Tile, l.Turn).Stops {
		stops |= at
	}
	return stops
}

// HomeOf returns the place where a minor begins.
func (s *State) HomeOf(c Company) *Home { return &Companies[c].Homes[s.Edition().Index] }

// StopName returns the name of a stop in orders.
func (s *State) StopName(p track.Place) string {
	g := s.Words()
	return g.City(p)
}

// HexName returns the name of a hex in orders.
func (s *State) HexName(id track.HexID) string { return s.World().Map.Hexes[id].Name }

// Tile returns a tile of the set.
func (s *State) Tile(id track.TileID) *track.Tile { return &s.World().Set.Tiles[id] }

func colourSay(name, colour string) engine.Arg { return engine.Term(name, key.ColourOf+colour) }

// Costs of tile actions (VI.3.2).
const (
	MostLays  = 2  // tile actions in a turn
	ExtraTile = 10 // for the second, to SzKÉV
	rivers    = 20 // for the upgrade of a yellow OO or B tile, which has two river symbols
)

// Bill is the cost of a tile action.
type Bill struct {
	Fee     int // of the second tile action, to SzKÉV
	Terrain int // to SIK, or a terrain token
}

// LayBill returns the cost of a lay for the operating minor now.
func (s *State) LayBill(l track.Lay) Bill {
	var b Bill
	if s.Turn.Laid > 0 {
		b.Fee = ExtraTile
	}
	w := s.World()
	switch old := s.Board.Laid[l.Hex]; {
	case old.Tile == 0:
		b.Terrain = w.Map.Hexes[l.Hex].Cost
	case riverTile(&w.Set.Tiles[old.Tile-1]):
		b.Terrain = rivers
	}
	return b
}

// riverTile reports whether a tile is a yellow OO or B tile. Those of K hexes have no
// label.
func riverTile(t *track.Tile) bool { return t.Colour == Yellow && t.Label != "" }

// Yellow is the colour of first tiles.
const Yellow = "yellow"

// payLay pays for a tile action and reports who gets the money (III.3.3). With a token
// the bank pays the terrain cost, and the token leaves the game.
func payLay(s *State, tx *engine.Tx, b Bill, token bool) error {
	c := s.Company()
	if b.Fee > 0 {
		if err := s.Pay(s.Account(c), s.Account(szKEV), b.Fee); err != nil {
			return err
		}
		tx.Report(key.ReportExtraTile, CompanySay("company", c), CompanySay("to", szKEV), engine.Int("n", b.Fee))
	}
	if b.Terrain == 0 {
		return nil
	}
	from, report := s.Account(c), key.ReportTerrain
	if token {
		from, report = cash.Bank, key.ReportTerrainToken
	}
	tx.Report(report, CompanySay("company", c), CompanySay("to", SIK), engine.Int("n", b.Terrain), engine.Int("left", s.Minors[c].Tokens))
	return s.Pay(from, s.Account(SIK), b.Terrain)
}

// canPayLay refuses a tile action that the minor cannot pay for (VI.3.2 item 7).
func canPayLay(s *State, l track.Lay, token bool) error {
	c, b := s.Company(), s.LayBill(l)
	due := b.Fee
	if !token {
		due += b.Terrain
	}
	if s.Purse(c) >= due {
		return nil
	}
	why := key.NoLayDear
	if !token && b.Terrain > 0 && s.HasToken() && s.Purse(c) >= b.Fee {
		why = key.NoLayDearToken // "with token" would help
	}
	return engine.Forbid("VI.3.2", why, CompanySay("company", c), engine.Text("hex", s.HexName(l.Hex)),
		engine.Int("n", due), engine.Int("fee", b.Fee), engine.Int("terrain", b.Terrain), engine.Int("treasury", s.Purse(c)))
}

// HasToken reports whether the operating minor has a terrain token to spend, including
// an announced one.
func (s *State) HasToken() bool { return s.Turn.Token || s.Minors[s.Company()].Tokens > 0 }

// Terrain tokens (VI.3.2, R-15): "with token" after a tile or, in logs of other
// programs, announced before it.

var terrainToken = []engine.Word[bool]{{Text: "token", Also: []string{"a token", "terrain token", "terrain", "marker"}, Value: true}}

// tokenRule lets a terrain token pay a terrain cost and nothing else (VI.3.2, R-15).
func tokenRule(s *State, l track.Lay) error {
	c := CompanySay("company", s.Company())
	switch {
	case !s.HasToken():
		return engine.Forbid("VI.3.2", key.NoTerrainToken, c)
	case s.LayBill(l).Terrain == 0:
		return engine.Forbid("R-15", key.NoTerrainCost, c, engine.Text("hex", s.HexName(l.Hex)))
	}
	return nil
}

// tokenFirstVerb is "use token": logs of other programs announce a terrain token
// before its tile; it is lost if no terrain cost follows in the step.
func tokenFirstVerb(s *State) engine.Verb {
	v := engine.Verb{Name: "use token", Gloss: key.VerbUseToken, Do: doTokenFirst}
	switch {
	case !s.Rules.IdleServices:
		v.Not = func() *engine.Refusal { return engine.Forbid("R-15", key.NoTokenFirst) }
	case s.Turn.Token || s.Minors[s.Company()].Tokens == 0:
		v.Not = func() *engine.Refusal {
			return engine.Forbid("R-15", key.NoTerrainToken, CompanySay("company", s.Company()))
		}
	}
	return v
}

func doTokenFirst(tx *engine.Tx, _ engine.Args) error {
	s := state(tx)
	m := &s.Minors[s.Company()]
	m.Tokens--
	s.Turn.Token = true
	tx.Report(key.ReportTokenFirst, CompanySay("company", s.Company()), engine.Int("left", m.Tokens))
	return nil
}
