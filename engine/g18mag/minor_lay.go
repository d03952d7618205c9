package g18mag

import (
	"railpost/engine"
	"railpost/engine/track"
)

// layVerb is "lay TILE HEX EXITS [with token]": a yellow tile or an upgrade
// (VI.3.2, VI.3.3).
func (s *State) layVerb() engine.Verb {
	legal := &layList{s: s}
	v := layHead
	v.Do = doLay
	v.Params = []engine.Param{
		{Name: "tile", In: func(engine.Args) engine.Domain { return tiles{legal} }},
		{Name: "hex", In: func(a engine.Args) engine.Domain { return sites{legal, a[0].(track.TileID)} }},
		{Name: "exits", In: func(a engine.Args) engine.Domain { return exits{s, a[0].(track.TileID), a[1].(track.HexID)} }},
		{Name: "with", Lead: "with", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
			return engine.Words("18mag.param.with", terrainToken, func(bool) error { return s.tokenRule(layOf(a)) })
		}},
	}
	return v
}

var layHead = engine.Verb{Name: "lay", Also: []string{"upgrade", "build"}, Gloss: "18mag.verb.lay", Few: fewLays}

// fewLays are the lays a letter lists.
const fewLays = 8

func layOf(a engine.Args) track.Lay {
	return track.Lay{Tile: a[0].(track.TileID), Hex: a[1].(track.HexID), Turn: a[2].(facing).turn}
}

// layList are the legal lays of the operating minor, found when first asked for.
type layList struct {
	s     *State
	known bool
	list  []track.Lay
}

func (l *layList) all() []track.Lay {
	if !l.known {
		l.list, l.known = l.s.lays(), true
	}
	return l.list
}

// doLay pays for a tile action and carries it out.
func doLay(tx *engine.Tx, a engine.Args) error {
	s, l := state(tx), layOf(a)
	c, b := s.company(), s.layBill(l)
	token := engine.Has(a, 3) || s.Turn.Token && b.terrain > 0
	if err := s.canPayLay(l, token); err != nil {
		return err
	}
	s.reportLay(tx, l)
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

func (s *State) reportLay(tx *engine.Tx, l track.Lay) {
	args := []engine.Arg{
		companySay("company", s.company()), engine.Text("tile", s.tile(l.Tile).Number), engine.Text("hex", s.hexName(l.Hex)),
		engine.Text("exits", exits{s, l.Tile, l.Hex}.look(l.Turn)),
	}
	if old := s.Board.Laid[l.Hex].Tile; old != 0 {
		tx.Report("18mag.report.upgrade", append(args, engine.Text("old", s.tile(track.TileID(old-1)).Number))...)
		return
	}
	tx.Report("18mag.report.lay", args...)
}

func (s *State) tile(id track.TileID) *track.Tile { return &s.world().Set.Tiles[id] }

func (s *State) hexName(id track.HexID) string { return s.world().Map.Hexes[id].Name }
