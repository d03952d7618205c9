package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/fair"
)

// atFair is a fair in which the first player has bought the stall for 1; he has
// cubes of both colours.
func atFair(t testing.TB, names ...string) *engine.Game {
	t.Helper()
	g, _, err := engine.Begin("fair", fair.Title{}, engine.Setup{Seats: len(names)}, names, engine.Seed("fair"))
	expect.NoError(t, err)
	order(t, g, 0, "bid 1")
	for s := range engine.Seat(len(names) - 1) {
		order(t, g, s+1, "pass")
	}
	g.Pos.(*fair.Position).Players[0].Cubes = fair.Cubes{2, 2}
	return g
}

// Names of players are read in orders, and the log has the numbers of the seats.
func TestNamesInOrders(t *testing.T) {
	names := []string{"Ben", "Ana Maria", "José-Luis Ñandú Jr.", "Ana (Reus) & Co: Ö"}
	for _, c := range []struct{ typed, want string }{
		{"send red > 2", "send red > 2"},
		{"send red > Ana Maria", "send red > 2"},
		{"send red > ANA MARIA.", "send red > 2"},
		{"send red > ana m", "send red > 2"},
		{"send red>anamaria", "send red > 2"},
		{"send red > Jose", "send red > 3"},
		{"send red > José-Luis Ñandú Jr.", "send red > 3"},
		{"send red > jose luis nandu jr", "send red > 3"},
		{"send red > Ana (Reus) & Co: Ö", "send red > 4"},
		{"send red > ana (reus)", "send red > 4"},
		{"send red > Ana", "engine.unknown-word"}, // two begin so
		{"send red > Ben", "fair.yourself"},
		{"send red > Cleo", "engine.unknown-word"},
		{"send red > 5", "engine.unknown-word"},
		{"send red > Ana Maria please", "engine.order-ends-before"},
		{"send red >", "engine.missing"},
	} {
		g := atFair(t, names...)
		r, err := g.Try(0, c.typed, false)
		got := ""
		if refusal, ok := engine.AsRefusal(err); ok {
			got = refusal.Why.Key
		} else if err == nil {
			got = r.Line
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q (%v)", c.typed, got, c.want, err)
		}
	}
	_, err := atFair(t, names...).Try(0, "send red > Anna Mria", false)
	if r, _ := engine.AsRefusal(err); r == nil || len(r.Expected) != 3 || r.Expected[0] != "Ana Maria" {
		t.Errorf("a name that is misspelt: %+v", r)
	}
}

// A player who comes for another is read by his own name; the log does not know.
func TestNamesChange(t *testing.T) {
	g := atFair(t, "Ana", "Ben", "Cleo")
	digest, earlier := g.Digest(), g.Clone()
	g.SetNames([]string{"Ana", "Dora", "Cleo"})
	if g.Digest() != digest {
		t.Error("names are part of the position")
	}
	if _, err := g.Try(0, "send red > Ben", false); err == nil {
		t.Error("who has left is still read")
	}
	records := order(t, g, 0, "send red > Dora")
	if _, err := g.Try(0, "send red > cleo", false); err != nil {
		t.Errorf("behind an order: %v", err)
	}
	if err := earlier.Apply(records[0]); err != nil {
		t.Errorf("under the old name: %v", err)
	}
	g.UndoTo(earlier, 0)
	if _, err := g.Try(0, "send red > dora", false); err != nil {
		t.Errorf("behind an undo: %v", err)
	}
	if _, err := g.Clone().Try(0, "send blue > dora", true); err != nil {
		t.Errorf("on a copy: %v", err)
	}
}

// What a mail has drawn it cannot use; the next one can.
func TestRevealed(t *testing.T) {
	verdict := func(g *engine.Game, lines string) (string, *advise.Outcome) {
		out := expect.Get(advise.Play(g, 0, strings.Split(lines, "/"), engine.Mode{}, advise.Words{}))(t)
		var words []string
		for _, v := range out.Verdicts {
			if v.Refusal != nil {
				words = append(words, v.Refusal.Why.Key)
				continue
			}
			words = append(words, "played")
		}
		return strings.Join(words, ", "), out
	}
	begun := func() *engine.Game {
		g := atFair(t, "Ana", "Ben")
		g.Pos.(*fair.Position).Players[0].Cubes = fair.Cubes{}
		g.Pos.(*fair.Position).Bag = fair.Cubes{10, 0}
		return g
	}
	for _, c := range []struct{ lines, want string }{
		{"draw/send red > 2", "played, fair.fresh"},
		{"draw/draw/send red > 2", "played, played, fair.fresh"},
		{"draw/sned red > 2", "played, engine.unknown-word"},
	} {
		got, out := verdict(begun(), c.lines)
		expect.Same(t, c.lines, got, c.want)
		if last := out.Verdicts[len(out.Verdicts)-1]; last.Guess != "" {
			t.Errorf("%s: taken for %q, which this mail may not play", c.lines, last.Guess)
		}
	}
	g := begun()
	_, out := verdict(g, "draw")
	if got, _ := verdict(out.Game, "send red > 2"); got != "played" {
		t.Errorf("the next mail: %s", got)
	}
	// A mail that is worked out in pieces is one mail.
	again, err := advise.Play(out.Game, 0, []string{"send red > 2"}, engine.Mode{After: out.Answered}, advise.Words{})
	if err != nil || again.Verdicts[0].Refusal == nil || !again.Refused {
		t.Errorf("the second piece of a mail: %+v, %v", again, err)
	}
	if order := advise.InOrder(out.Game, 0, []string{"send red > 2", "done"}, out.Answered); order != nil {
		t.Errorf("another order: %v", order)
	}
}

// Of an order with secret words others read what it does.
func TestSecretWords(t *testing.T) {
	g, _, err := engine.Begin("fair", fair.Title{}, engine.Setup{Seats: 2}, []string{"Ana", "Ben"}, engine.Seed("fair"))
	expect.NoError(t, err)
	before := g.Clone()
	r := order(t, g, 0, "bid up to 5")[0]
	for seat, want := range map[engine.Seat]string{0: "bid up to 5", 1: "bid 1", engine.Nobody: "bid 1"} {
		expect.Same(t, fmt.Sprintf("seat %d reads", seat), r.LineFor(seat), want)
	}
	if r.Aside {
		t.Error("a bid is no standing answer")
	}
	bytes := expect.Get(r.Bytes())(t)
	read, err := engine.ReadRecord(bytes)
	if err != nil || read.Public != "bid 1" || before.Apply(read) != nil {
		t.Errorf("stored and applied: %+v, %v", read, err)
	}
	order(t, g, 1, "bid 2")
	if p := g.Pos.(*fair.Position); p.High != 3 || p.Turn != 1 {
		t.Errorf("the limit has not spoken: %+v", p)
	}
	// A secret report without Tx.Public hides the words, as before.
	silent := engine.Record{Seat: 0, Line: "keep card-3", Reports: []engine.Report{{To: engine.Only(0)}}}
	if silent.LineFor(1) != "" || silent.LineFor(0) == "" {
		t.Errorf("%q, %q", silent.LineFor(1), silent.LineFor(0))
	}
}
