package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/tram"
	"railpost/engine/games/tycoon"
)

// buying is a tram in which the first player may buy a car.
func buying(t testing.TB, names ...string) *engine.Game {
	t.Helper()
	g, _, err := engine.Begin("tram", tram.Title{}, engine.Setup{Seats: len(names)}, names, engine.Seed("tram"))
	expect.NoError(t, err)
	p := g.Pos.(*tram.Position)
	p.Step = "buy"
	return g
}

// Names of players are read in orders, and the log has the numbers of the seats.
func TestNamesInOrders(t *testing.T) {
	names := []string{"Ben", "Ana Maria", "José-Luis Ñandú Jr.", "Ana (Reus) & Co: Ö"}
	for _, c := range []struct{ typed, want string }{
		{"2", "buy 2 for 1"},
		{"Ana Maria", "buy 2 for 1"},
		{"ANA MARIA.", "buy 2 for 1"},
		{"ana m", "buy 2 for 1"},
		{"anamaria", "buy 2 for 1"},
		{"Jose", "buy 3 for 1"},
		{"José-Luis Ñandú Jr.", "buy 3 for 1"},
		{"jose luis nandu jr", "buy 3 for 1"},
		{"Ana (Reus) & Co: Ö", "buy 4 for 1"},
		{"ana (reus)", "buy 4 for 1"},
		{"Ana", "engine.unknown-word"}, // two begin so
		{"Ben", "tram.own-car"},
		{"Cleo", "engine.unknown-word"},
		{"5", "engine.unknown-word"},
		{"Ana Maria please", "engine.unknown-word"},
	} {
		g := buying(t, names...)
		r, err := g.Try(0, "buy "+c.typed+" for 1", false)
		got := ""
		if refusal, ok := engine.AsRefusal(err); ok {
			got = refusal.Why.Key
		} else if err == nil {
			got = r.Line
		}
		expect.Same(t, []any{c.typed, err}, got, c.want)
	}
	_, err := buying(t, names...).Try(0, "buy Anna Mria for 1", false)
	if r, _ := engine.AsRefusal(err); r == nil || len(r.Expected) != 3 || r.Expected[0] != "Ana Maria" {
		t.Errorf("a name that is misspelt: %+v", r)
	}
	_, err = buying(t, names...).Try(0, "buy 2 1", false)
	if r, _ := engine.AsRefusal(err); r == nil || refusal(r) != "not-understood 7+1 engine.unknown-word expected for" {
		t.Errorf("without the word before the price: %+v", r)
	}
}

// A player who joins later is read by his own name; the log does not have it.
func TestNamesChange(t *testing.T) {
	g := buying(t, "Ana", "Ben", "Cleo")
	digest, earlier := g.Digest(), g.Clone()
	g.SetNames([]string{"Ana", "Dora", "Cleo"})
	expect.Same(t, "names are part of the position", g.Digest(), digest)
	expect.Fails(t, "who has left is still read", expect.Err(g.Try(0, "buy Ben for 1", false)), "")
	records := order(t, g, 0, "buy Dora for 1")
	order(t, g, 1, "refuse")
	if _, err := g.Try(0, "buy cleo for 1", false); err != nil {
		t.Errorf("behind an order: %v", err)
	}
	if err := earlier.Apply(records[0]); err != nil {
		t.Errorf("under the old name: %v", err)
	}
	order(t, earlier, 1, "refuse")
	g.UndoTo(earlier, 0)
	if _, err := g.Try(0, "buy dora for 1", false); err != nil {
		t.Errorf("behind an undo: %v", err)
	}
	if _, err := g.Clone().Try(0, "buy dora for 1", true); err != nil {
		t.Errorf("on a copy: %v", err)
	}
}

// drawing is a position whose cards are drawn and, by a later mail, used.
type drawing struct {
	engine.Position
	cards int
}

func (p *drawing) Clone() engine.Position           { c := *p; return &c }
func (p *drawing) View(engine.Seat) engine.Position { return p.Clone() }
func (p *drawing) Settle(*engine.Tx) error          { return nil }
func (p *drawing) Over() bool                       { return false }
func (p *drawing) Prompts(engine.Seat) []engine.Prompt {
	return []engine.Prompt{{Verbs: []engine.Verb{
		{Name: "draw", Do: func(tx *engine.Tx, _ engine.Args) error {
			tx.Pos.(*drawing).cards++
			return tx.Reveal()
		}},
		{Name: "use", Do: func(tx *engine.Tx, _ engine.Args) error {
			if tx.Revealed() {
				return engine.Forbid("", "fresh")
			}
			tx.Pos.(*drawing).cards--
			return nil
		}},
	}}}
}

// A mail cannot use a card that it has drawn; the next mail can.
func TestRevealed(t *testing.T) {
	play := func(g *engine.Game, lines string, m engine.Mode) (string, *advise.Outcome) {
		out := expect.Get(advise.Play(g, 0, strings.Split(lines, "/"), m, advise.Words{}))(t)
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
	g := &engine.Game{Title: engine.Bare{}, Pos: &drawing{}}
	for _, c := range []struct{ lines, want string }{
		{"draw/use", "played, fresh"},
		{"draw/draw/use", "played, played, fresh"},
		{"draw/ues", "played, engine.unknown-word"},
	} {
		got, out := play(g, c.lines, engine.Mode{})
		expect.Same(t, c.lines, got, c.want)
		expect.Same(t, c.lines, out.Verdicts[len(out.Verdicts)-1].Guess, "")
	}
	_, out := play(g, "draw", engine.Mode{})
	got, _ := play(out.Game, "use", engine.Mode{})
	expect.Same(t, "the next mail", got, "played")
	// A mail that is worked out in pieces is one mail.
	got, _ = play(out.Game, "use", engine.Mode{After: out.Answered})
	expect.Same(t, "the second piece of a mail", got, "fresh")
	expect.Same(t, "another order", advise.InOrder(out.Game, 0, []string{"use", "draw"}, out.Answered), nil)
}

// Others read the effect of an order with secret words.
func TestSecretWords(t *testing.T) {
	g, _, err := engine.Begin("rails", engine.Bare{Rules: tycoon.Rules{}}, engine.Setup{Seats: 2}, []string{"Ana", "Ben"}, engine.Seed("rails"))
	expect.NoError(t, err)
	before := g.Clone()
	r := order(t, g, 0, "bid up to 5")[0]
	for seat, want := range map[engine.Seat]string{0: "bid up to 5", 1: "bid 1", engine.Nobody: "bid 1"} {
		expect.Same(t, fmt.Sprintf("seat %d reads", seat), r.LineFor(seat), want)
	}
	expect.True(t, !r.Aside, "a bid is no standing answer")
	bytes := expect.Get(r.Bytes())(t)
	read, err := engine.ReadRecord(bytes)
	if err != nil || read.Public != "bid 1" || before.Apply(read) != nil {
		t.Errorf("stored and applied: %+v, %v", read, err)
	}
	// Without Tx.Public, a secret report hides the words, as in earlier versions.
	silent := engine.Record{Seat: 0, Line: "keep card-3", Reports: []engine.Report{{To: engine.Only(0)}}}
	if silent.LineFor(1) != "" || silent.LineFor(0) == "" {
		t.Errorf("%q, %q", silent.LineFor(1), silent.LineFor(0))
	}
}
