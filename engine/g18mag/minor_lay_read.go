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
		return likely("18mag.param.tile", s.allTiles(), d.Members()).Read(t)
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

func (s *State) allTiles() []engine.Word[track.TileID] {
	words := make([]engine.Word[track.TileID], len(s.world().Set.Tiles))
	for i := range words {
		words[i] = engine.Word[track.TileID]{Text: s.tile(track.TileID(i)).Number, Value: track.TileID(i)}
	}
	return words
}

// likely is the domain of some words of which those that a list has are shown
// when a word is missing or unknown.
func likely[T comparable](what string, words []engine.Word[T], list iter.Seq[engine.Value]) engine.Domain {
	listed := map[T]bool{}
	for v := range list {
		listed[v.(T)] = true
	}
	slices.SortStableFunc(words, func(a, b engine.Word[T]) int {
		switch {
		case listed[a.Value] == listed[b.Value]:
			return 0
		case listed[a.Value]:
			return -1
		}
		return 1
	})
	return engine.Words(what, words, func(v T) error {
		if listed[v] {
			return nil
		}
		return engine.Forbid("", what)
	})
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
	return d.legal.s.readHex(t, d.Members())
}

// readHex takes the name of a hex. Those of the list are shown when it is none.
func (s *State) readHex(t *engine.Tokens, list iter.Seq[engine.Value]) (engine.Value, error) {
	return untilError(t, func() (engine.Value, error) {
		m := s.world().Map
		skip(t, "on", "in", "at")
		if id, ok := findHex(m, t.Peek().Text); ok {
			t.At++
			return id, nil
		}
		words := make([]engine.Word[track.HexID], len(m.Hexes))
		for i := range m.Hexes {
			words[i] = engine.Word[track.HexID]{Text: m.Hexes[i].Name, Value: track.HexID(i)}
		}
		return likely("18mag.param.hex", words, list).Read(t)
	})
}
