package g18mag

import (
	"iter"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/track"
)

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
