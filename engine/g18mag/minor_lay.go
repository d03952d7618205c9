package g18mag

import (
	"iter"
	"slices"
	"strings"

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

var terrainToken = []engine.Word[bool]{{Text: "token", Also: []string{"a token", "terrain token", "terrain", "marker"}, Value: true}}

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
		engine.Text("exits", exits{s, l.Tile, l.Hex}.Text(facing{turn: l.Turn})),
	}
	if old := s.Board.Laid[l.Hex].Tile; old != 0 {
		tx.Report("18mag.report.upgrade", append(args, engine.Text("old", s.tile(track.TileID(old-1)).Number))...)
		return
	}
	tx.Report("18mag.report.lay", args...)
}

func (s *State) tile(id track.TileID) *track.Tile { return &s.world().Set.Tiles[id] }

func (s *State) hexName(id track.HexID) string { return s.world().Map.Hexes[id].Name }

// tokenRule: a terrain token pays a terrain cost and nothing else (VI.3.2, R-15).
func (s *State) tokenRule(l track.Lay) error {
	c := companySay("company", s.company())
	switch {
	case !s.hasToken():
		return engine.Forbid("VI.3.2", "18mag.no.terrain-token", c)
	case s.layBill(l).terrain == 0:
		return engine.Forbid("R-15", "18mag.no.terrain-cost", c, engine.Text("hex", s.hexName(l.Hex)))
	}
	return nil
}

// tokenFirstVerb is "use token": logs of other programs announce a terrain token
// before its tile; it is lost if no terrain cost follows in the step.
func (s *State) tokenFirstVerb() engine.Verb {
	v := tokenFirstHead
	v.Do = doTokenFirst
	switch {
	case !s.Rules.IdleServices:
		v.Not = func() *engine.Refusal { return engine.Forbid("R-15", "18mag.no.token-first") }
	case s.Turn.Token || s.Minors[s.company()].Tokens == 0:
		v.Not = func() *engine.Refusal {
			return engine.Forbid("R-15", "18mag.no.terrain-token", companySay("company", s.company()))
		}
	}
	return v
}

var tokenFirstHead = engine.Verb{Name: "use token", Gloss: "18mag.verb.use-token", Quiet: true}

func doTokenFirst(tx *engine.Tx, _ engine.Args) error {
	s := state(tx)
	m := &s.Minors[s.company()]
	m.Tokens--
	s.Turn.Token = true
	tx.Report("18mag.report.token-first", companySay("company", s.company()), engine.Int("left", m.Tokens))
	return nil
}

// tiles is the domain of tile numbers.
type tiles struct{ legal *layList }

func (d tiles) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		var seen []track.TileID
		for _, l := range d.legal.all() {
			if slices.Contains(seen, l.Tile) {
				continue
			}
			if seen = append(seen, l.Tile); !yield(l.Tile) {
				return
			}
		}
	}
}

func (d tiles) Text(v engine.Value) string { return d.legal.s.tile(v.(track.TileID)).Number }

func (d tiles) Rule(v engine.Value) error { return d.legal.s.tileRule(v.(track.TileID)) }

// Read takes the number of a tile; "lay F17 8" is read as "lay 8 F17".
func (d tiles) Read(t *engine.Tokens) (engine.Value, error) {
	return untilError(t, func() (engine.Value, error) {
		s := d.legal.s
		skip(t, "tile")
		if id, ok := s.findTile(t.Peek().Text); ok {
			t.At++
			return id, nil
		}
		if id, ok := s.swapTile(t); ok {
			return id, nil
		}
		return engine.Words("18mag.param.tile", d.words(), s.tileRule).Read(t)
	})
}

// swapTile takes the number of a tile from behind the name of a hex.
func (s *State) swapTile(t *engine.Tokens) (track.TileID, bool) {
	if t.At+1 >= len(t.All) {
		return 0, false
	}
	_, isHex := findHex(s.world().Map, t.Peek().Text)
	id, ok := s.findTile(t.All[t.At+1].Text)
	if !isHex || !ok {
		return 0, false
	}
	t.All = slices.Clone(t.All)
	t.All[t.At], t.All[t.At+1] = t.All[t.At+1], t.All[t.At]
	t.At++
	return id, true
}

// words are all tiles, those that can be laid now first.
func (d tiles) words() []engine.Word[track.TileID] {
	var words []engine.Word[track.TileID]
	for v := range d.Members() {
		words = append(words, engine.Word[track.TileID]{Text: d.Text(v), Value: v.(track.TileID)})
	}
	for i := range d.legal.s.world().Set.Tiles {
		words = append(words, engine.Word[track.TileID]{Text: d.Text(track.TileID(i)), Value: track.TileID(i)})
	}
	return words
}

// findTile finds a tile by its number, written "57", "#57", "l32".
func (s *State) findTile(word string) (track.TileID, bool) {
	word = strings.TrimPrefix(word, "#")
	for i := range s.world().Set.Tiles {
		if strings.EqualFold(s.world().Set.Tiles[i].Number, word) {
			return track.TileID(i), true
		}
	}
	return 0, false
}

// sites is the domain of hexes on which a tile may be laid.
type sites struct {
	legal *layList
	tile  track.TileID
}

func (d sites) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		var seen []track.HexID
		for _, l := range d.legal.all() {
			if l.Tile != d.tile || slices.Contains(seen, l.Hex) {
				continue
			}
			if seen = append(seen, l.Hex); !yield(l.Hex) {
				return
			}
		}
	}
}

func (d sites) Text(v engine.Value) string { return d.legal.s.hexName(v.(track.HexID)) }

func (d sites) Rule(v engine.Value) error { return d.legal.s.siteRule(d.tile, v.(track.HexID)) }

func (d sites) Read(t *engine.Tokens) (engine.Value, error) {
	return d.legal.s.readHex(t, d.Members(), func(h track.HexID) error { return d.Rule(h) })
}

// readHex takes the name of a hex. Of the hexes to show when the word is none the
// likely come first; rule tells which not to show.
func (s *State) readHex(t *engine.Tokens, likely iter.Seq[engine.Value], rule func(track.HexID) error) (engine.Value, error) {
	return untilError(t, func() (engine.Value, error) {
		m := s.world().Map
		skip(t, "on", "in", "at")
		if id, ok := findHex(m, t.Peek().Text); ok {
			t.At++
			return id, nil
		}
		var words []engine.Word[track.HexID]
		for v := range likely {
			words = append(words, engine.Word[track.HexID]{Text: s.hexName(v.(track.HexID)), Value: v.(track.HexID)})
		}
		for i := range m.Hexes {
			words = append(words, engine.Word[track.HexID]{Text: m.Hexes[i].Name, Value: track.HexID(i)})
		}
		return engine.Words("18mag.param.hex", words, rule).Read(t)
	})
}
