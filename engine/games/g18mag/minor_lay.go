package g18mag

import (
	"railpost/engine"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// layVerb is "lay TILE HEX EXITS [with token]": a yellow tile or an upgrade
// (VI.3.2, VI.3.3).
func (s *State) layVerb() engine.Verb {
	legal := s.layer()
	v := layHead
	v.Do = doLay
	v.Params = append(legal.Params(), engine.Param{Name: "with", Lead: "with", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
		return engine.Words("18mag.param.with", terrainToken, func(bool) error { return s.tokenRule(trackword.LayOf(a)) })
	}})
	return v
}

var layHead = engine.Verb{Name: "lay", Also: []string{"upgrade", "build"}, Gloss: "18mag.verb.lay", Few: fewLays}

// fewLays are the lays a letter lists.
const fewLays = 8

// layer is the operating minor with the tiles it may lay.
func (s *State) layer() *trackword.Layer {
	return &trackword.Layer{
		Ground: s.words(), Owner: owner(s.company()), Colours: s.colours(), Phase: colourSay("phase", s.phaseColour()),
		Tile: s.turnRule, Money: func(l track.Lay) error { return s.canPayLay(l, s.hasToken()) },
	}
}

// turnRule: of two tile actions one at most is an upgrade (VI.3.2).
func (s *State) turnRule(id track.TileID) error {
	if t := s.tile(id); s.Turn.Laid > 0 && s.Turn.Upgraded && t.Colour != yellow {
		return engine.Forbid("VI.3.2", "18mag.no.two-upgrades", engine.Text("tile", t.Number), colourSay("colour", t.Colour))
	}
	return nil
}

// lays are the lays that are legal for the operating minor.
func (s *State) lays() []track.Lay { return s.layer().Lays() }

// canLay says whether some lay is legal; it looks for one only.
func (s *State) canLay() bool {
	return s.Board.AnyLay(s.world(), owner(s.company()), s.colours(), func(l track.Lay) bool {
		return s.turnRule(l.Tile) == nil && s.canPayLay(l, s.hasToken()) == nil
	})
}

// doLay pays for a tile action and carries it out.
func doLay(tx *engine.Tx, a engine.Args) error {
	s, l := state(tx), trackword.LayOf(a)
	c, b := s.company(), s.layBill(l)
	token := engine.Has(a, 3) || s.Turn.Token && b.terrain > 0
	if err := s.canPayLay(l, token); err != nil {
		return err
	}
	s.reportLay(tx, l, b == bill{})
	if token && !s.Turn.Token {
		s.Minors[c].Tokens--
	}
	s.Turn.Token = s.Turn.Token && !token
	if err := s.payLay(tx, b, token); err != nil {
		return err
	}
	s.Turn.Laid++
	s.Turn.Upgraded = s.Turn.Upgraded || s.tile(l.Tile).Colour != yellow
	s.placeTile(l)
	return s.again(tx)
}

// reportLay says what the order does not: which tile goes, and that nothing is paid.
// Payments say themselves.
func (s *State) reportLay(tx *engine.Tx, l track.Lay, free bool) {
	c := companySay("company", s.company())
	if old, laid := s.Board.Laid[l.Hex].ID(); laid {
		tx.Report("18mag.report.upgrade", c, engine.Text("old", s.tile(old).Number))
	} else if free {
		tx.Report("18mag.report.lay", c)
	}
}
