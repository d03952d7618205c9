package trackword

import (
	"regexp"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/track"
)

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
