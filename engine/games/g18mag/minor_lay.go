package g18mag

import (
	"railpost/engine"
	"railpost/engine/games/g18mag/key"
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
	return again(s, tx)
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
