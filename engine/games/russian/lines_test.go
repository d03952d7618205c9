package russian

import (
	"fmt"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// Any line is refused without effect, or its canonical spelling means the same.
func TestLinesReadAgain(t *testing.T) {
	g, _, err := engine.Begin("fuzz", bare, engine.Setup{Seats: 4}, []string{"A", "B", "C", "D"}, testSeed)
	expect.NoError(t, err)
	s := g.Pos.(*State)
	s.Phase, s.Queue, s.Actor = Turns, nil, s.Order[0]
	me := s.me()
	me.Track[Petersburg][Black], me.Locos[Petersburg][0], me.Rubles, me.Temps = 3, 5, 2, 1
	me.Marker[0], me.Factories[0] = 4, 2
	s.Lying = []Lying{{Space: "black-1", Who: s.Actor, Pay: Pay{Own: 1}}}
	digest := g.Digest()
	for _, line := range []string{
		"pass", "place black-2: black t 2, black k 1", "place choice with o+r: black t, grey t",
		"place turn-1 with r swap black-1", "place open: black p [? card actions (ind, dbl, black k, dbl)]",
		"place loco-1: loco p over 2 > k over 1 > out", "place loco-3: fac from 3 over 2, loco t",
		"place black-1 with 2o+b++t", "PLACE Open : black p [? card", "place open: black p ]", "endcard flat15", "?", ">",
	} {
		r, err := g.Try(s.Actor, line, false)
		expect.Must(t, fmt.Sprintf("%q changes the game before it is taken", line), g.Digest(), digest)
		if err != nil {
			if _, ok := engine.AsRefusal(err); !ok {
				t.Fatalf("%q is a fault: %v", line, err)
			}
			continue
		}
		again, err := g.Try(s.Actor, r.Line, false)
		if err != nil || again.Line != r.Line || string(engine.Encode(again.Pos)) != string(engine.Encode(r.Pos)) {
			t.Fatalf("%q is spelt %q, which means something else: %v", line, r.Line, err)
		}
	}
}

// Pieces read back as they are written.
func TestPiecesReadAgain(t *testing.T) {
	for _, text := range []string{"o", "2o+r", "b+t", "o + r", "0r", "99o", "100o", "+", "2x"} {
		v, err := pieces{}.Read(engine.Tokenize(text))
		if err != nil {
			continue
		}
		again, err := pieces{}.Read(engine.Tokenize(pieces{}.Text(v)))
		if err != nil || again != v {
			t.Fatalf("%q is %v, which reads as %v: %v", text, v, again, err)
		}
	}
}
