package trackword_test

import (
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/track"
	"railpost/engine/rail/track/tracktest"
	"railpost/engine/rail/trackword"
)

// layer is a company with a station in D5 of the board of 18CZ.
func layer() *trackword.Layer {
	w := tracktest.World18CZ(3)
	b := track.NewBoard(w)
	h, _ := trackword.FindHex(w.Map, "D5")
	b.AddStation(0, track.Place{Hex: h}, 0)
	return &trackword.Layer{
		Ground: trackword.Ground{
			World: w, Board: &b, Title: "t", Sections: &trackword.Sections{Map: "map", First: "first", Exits: "exits", Network: "network"},
			Company: func(name string, o track.Owner) engine.Arg { return engine.Int(name, int(o)) },
		},
		Colours: []string{"yellow"}, Phase: engine.Text("phase", "a"),
	}
}

// read reads a tile, a hex and an orientation, and returns the refusal if they are forbidden.
func read(l *trackword.Layer, line string) (text string, err error) {
	t := engine.Tokenize(line)
	domains := []func(args []engine.Value) engine.Domain{
		func([]engine.Value) engine.Domain { return l.Tiles() },
		func(a []engine.Value) engine.Domain { return l.Sites(a[0].(track.TileID)) },
		func(a []engine.Value) engine.Domain { return l.Exits(a[0].(track.TileID), a[1].(track.HexID)) },
	}
	var args []engine.Value
	for _, domain := range domains {
		d := domain(args)
		v, err := d.Read(t)
		if err == nil {
			err = d.Rule(v)
		}
		if err != nil {
			return "", err
		}
		args = append(args, v)
		text += " " + d.Text(v)
	}
	return text[1:], nil
}

func TestRead(t *testing.T) {
	l := layer()
	for line, want := range map[string]string{
		"57 D5 D3-D7": "57 D5 D3-D7", "57 d5 d7-d3": "57 D5 D3-D7", "#57 on D5 to D3 - D7": "57 D5 D3-D7", "D5 57 D3D7": "57 D5 D3-D7",
		"57 D5 1": "57 D5 D3-D7", "57 D5 4": "57 D5 4", "tile 6 D5 E4/C4": "6 D5 E4-C4", "57 D5 D3-D5-D7": "57 D5 D3-D7",
	} {
		expect.Same(t, line, expect.Get(read(l, line))(t), want)
	}
}

func TestRefused(t *testing.T) {
	l := layer()
	for line, want := range map[string]string{
		"57 D5":       "t.no.which-exits",
		"57 D5 D3-D9": "t.no.neighbour",
		"57 D5 D3-C6": "t.no.shape-other",
		"57 D17 0":    "t.no.not-connected-yet",
		"14 D5 0":     "t.no.colour",
		"58 D5 0":     "t.no.wrong-first",
		"57 D1 0":     "t.no.fixed",
		"57":          "engine.missing",
	} {
		_, err := read(l, line)
		if r, ok := engine.AsRefusal(err); !ok || r.Why.Key != want {
			t.Errorf("%q: %v, not %s", line, err, want)
		}
	}
	_, err := read(l, "57 D5")
	if r, _ := engine.AsRefusal(err); !slices.Equal(r.Expected, []string{"E4-C6", "D3-D7", "C4-E6"}) {
		t.Errorf("shown are %q", r.Expected)
	}
}

// TestReadsAgain: any text is refused, or read as a text that reads as itself.
func TestReadsAgain(t *testing.T) {
	l := layer()
	for _, line := range []string{"57 D5 D3-D7", "lay", "57 D5 1", "6 D5 E4+C4", "57 D5 , -", "25 D5 D3-D7+C4", "D5 57", "57 d5 \u2013"} {
		text, err := read(l, line)
		if err != nil {
			if _, ok := engine.AsRefusal(err); !ok {
				t.Fatalf("%q: %v", line, err)
			}
			continue
		}
		expect.Same(t, line, expect.Get(read(l, text))(t), text)
	}
}
