package trackword

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"railpost/engine"
	"railpost/engine/rail/track"
)

// Tiles is the domain of tile numbers; its values are track.TileIDs.
func (l *Layer) Tiles() engine.Domain { return tiles{l} }

type tiles struct{ *Layer }

func (d tiles) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		var seen []track.TileID
		for _, l := range d.Lays() {
			if slices.Contains(seen, l.Tile) {
				continue
			}
			if seen = append(seen, l.Tile); !yield(l.Tile) {
				return
			}
		}
	}
}

func (d tiles) Text(v engine.Value) string { return d.Number(v.(track.TileID)) }

func (d tiles) Rule(v engine.Value) error { return d.TileRule(v.(track.TileID)) }

// Read takes the number of a tile; "lay F17 8" is read as "lay 8 F17".
func (d tiles) Read(t *engine.Tokens) (engine.Value, error) {
	return untilError(t, func() (engine.Value, error) {
		skip(t, "tile")
		if id, ok := FindTile(d.World.Set, t.Peek().Text); ok {
			t.At++
			return id, nil
		}
		if id, ok := d.swap(t); ok {
			return id, nil
		}
		return likely(d.key("param.tile"), d.all(), d.Members()).Read(t)
	})
}

// swap takes the number of a tile that follows the name of a hex.
func (d tiles) swap(t *engine.Tokens) (track.TileID, bool) {
	if t.At+1 >= len(t.All) {
		return 0, false
	}
	_, isHex := FindHex(d.World.Map, t.Peek().Text)
	id, ok := FindTile(d.World.Set, t.All[t.At+1].Text)
	if !isHex || !ok {
		return 0, false
	}
	t.All = slices.Clone(t.All)
	t.All[t.At], t.All[t.At+1] = t.All[t.At+1], t.All[t.At]
	t.At++
	return id, true
}

// FindTile finds a tile by its number, written "57", "#57", "l32", or "32" if only one
// tile has these digits.
func FindTile(s *track.Set, word string) (track.TileID, bool) {
	word = strings.TrimPrefix(word, "#")
	var figures []track.TileID
	for i := range s.Tiles {
		number := s.Tiles[i].Number
		if strings.EqualFold(number, word) {
			return track.TileID(i), true
		}
		if strings.TrimLeftFunc(number, unicode.IsLetter) == word {
			figures = append(figures, track.TileID(i))
		}
	}
	if word == "" || len(figures) != 1 {
		return 0, false
	}
	return figures[0], true
}

func (g *Ground) all() []engine.Word[track.TileID] {
	words := make([]engine.Word[track.TileID], len(g.World.Set.Tiles))
	for i := range words {
		words[i] = engine.Word[track.TileID]{Text: g.Number(track.TileID(i)), Value: track.TileID(i)}
	}
	return words
}

// Sites is the domain of hexes on which a tile may be laid; its values are
// track.HexIDs.
func (l *Layer) Sites(tile track.TileID) engine.Domain { return sites{l, tile} }

type sites struct {
	*Layer
	tile track.TileID
}

func (d sites) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		var seen []track.HexID
		for _, l := range d.Lays() {
			if l.Tile != d.tile || slices.Contains(seen, l.Hex) {
				continue
			}
			if seen = append(seen, l.Hex); !yield(l.Hex) {
				return
			}
		}
	}
}

func (d sites) Text(v engine.Value) string { return d.Hex(v.(track.HexID)) }

func (d sites) Rule(v engine.Value) error { return d.SiteRule(d.tile, v.(track.HexID)) }

func (d sites) Read(t *engine.Tokens) (engine.Value, error) { return d.ReadHex(t, d.Members()) }

// numbered is how orders name a stop in a hex of several: "E12.1", "token E12 1".
var numbered = regexp.MustCompile(`(?i)\b([a-z]+\d+)\.(\d)\b|\b(token|station|place|remove) ([a-z]+\d+) (\d)\b`)

// Renamed returns lines of orders that were written for an earlier or later board as they are
// written for this one. Lines after one that lays a tile count on its numbers already.
func (g *Ground) Renamed(lines []string, was *track.Board) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = numbered.ReplaceAllStringFunc(line, func(word string) string {
			m := numbered.FindStringSubmatch(word)
			h, ok := FindHex(g.World.Map, m[1]+m[4])
			if !ok || g.Board.Laid[h] == was.Laid[h] || slices.ContainsFunc(lines[:i], func(l string) bool { return lays(l, g.Hex(h)) }) {
				return word
			}
			stop, became := int((m[2] + m[5])[0]-'1'), g.Board.Became(g.World, was, h)
			if stop < 0 || stop >= len(became) || became[stop] < 0 || became[stop] == stop && len(g.Board.Stops(g.World, h)) > 1 {
				return word
			}
			return strings.TrimSpace(m[3] + " " + g.City(track.Place{Hex: h, Stop: became[stop]}))
		})
	}
	return out
}

// lays reports whether a line lays a tile in a hex.
func lays(line, hex string) bool {
	words := strings.Fields(strings.ToUpper(line))
	return slices.Contains([]string{"lay", "upgrade", "build"}, engine.FirstFold(line)) && slices.Contains(words, hex)
}
