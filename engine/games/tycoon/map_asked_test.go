package tycoon

import (
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/hex"
)

// Everything in the drawing is in words, too: terrain, rivers, ridges, track.
func TestHexesInWords(t *testing.T) {
	s := middleScene(t).pos()
	for i := range s.Book().Hexes {
		h, at := &s.Book().Hexes[i], Spot(i)
		if h.Terrain == Unusable {
			continue
		}
		told := asRead(t, s, 0, "hex "+h.At.String())
		own, _, _ := strings.Cut(told, "\nNE:")
		for e := range hex.Edge(hex.Edges) {
			side := spoken.Say("en", nil, nil, engine.Msg("tycoon.side."+Directions[e]))
			for is, word := range map[bool]string{h.Ridge.Has(e): "ridge towards ", h.River.Has(e): "river"} {
				if is && !strings.Contains(own, word) {
					t.Errorf("hex %s does not tell its %s:\n%s", h.At, word, told)
				}
			}
			if n := h.Next[e]; n != NoSpot && s.Book().Hexes[n].Terrain != Unusable && !strings.Contains(told, "\n"+side+": ") {
				t.Errorf("hex %s does not tell its neighbour %s:\n%s", h.At, side, told)
			}
		}
		for _, p := range s.Pieces(at) {
			expect.Has(t, []any{h.At, sceneNames[p.Owner], told}, own, "track of "+sceneNames[p.Owner])
		}
	}
}

// Requests for maps, and their spellings.
func TestMapsAskedInAllWays(t *testing.T) {
	s := middleScene(t).pos()
	s.SetNames(sceneNames[:3])
	for question, want := range map[string]string{
		"map ne":            "== map: north-east",
		"map North East":    "== map: north-east",
		"map northeast":     "== map: north-east",
		"map center":        "== map: centre",
		"map chi":           "== map around Chicago (N16)",
		"map n18":           "== map around N18",
		"map all":           "== the board",
		"map St Louis":      "== map around St. Louis (U13)",
		"map Z99":           `"Z99" is not a hex, a city or a region; the regions are north-west, north`,
		"map jacks":         `"jacks" is not a hex, a city or a region`,
		"hex":               `Say which hex ("hex F48")`,
		"hex A1":            "no track may be laid",
		"goods north":       "== goods in the north",
		"goods pur":         "== cities with purple goods",
		"goods new york":    "== New York (F48), red",
		"goods N18":         `N18 is not a city`,
		"goods gold":        `"gold" is not a hex, a city or a region`,
		"goods bl":          `"bl" is not a hex, a city or a region`,
		"map Ann":           "== Ann's links",
		"links ben":         "== Ben's links",
		"links 3":           "== Cleo's links",
		"links Dora":        `"Dora"`,
		"player Cleo":       "== Cleo: $7",
		"player 1":          "== Ann: $12",
		"player":            "== Ann: $12",
		"house":             `there is no "house" to show`,
		"map Chicago N18 X": `"Chicago N18 X" is not a hex`,
	} {
		expect.Has(t, question, asRead(t, s, 0, question), want)
	}
}

// Places near a city are described in words: the hexes between, and the side.
func TestNearestCities(t *testing.T) {
	s := middleScene(t).pos()
	for question, want := range map[string]string{
		"hex New York": "Philadelphia (1, SW)",
		"map Duluth":   "Minneapolis (3, SE)",
		"hex N18":      "Chicago (0, W)",
		"map N14":      "Chicago (0, E)",
	} {
		expect.Has(t, "as read", asRead(t, s, 0, question), want)
	}
}
