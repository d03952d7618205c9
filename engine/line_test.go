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

// A seat with three cubes and four coins.
func rich(t testing.TB) *engine.Game {
	g, _ := begin(t)
	pl := player(g, 0)
	pl.Red, pl.Blue, pl.Coins, pl.Stored = 2, 1, 4, 1
	return g
}

// Every spelling a player may choose leads to one canonical line.
func TestCanonicalLines(t *testing.T) {
	cases := []struct{ given, canonical string }{
		{"pass", "pass"},
		{"PASS.", "pass"},
		{"pa", "pass"},
		{" - work  MINE 1 with 2", "work mine-1 with 2"},
		{"work mine1", "work mine-1"},
		{"w m-2", ""},
		{"work yard: put red, skip", "work yard: put red, skip"},
		{"work yard put red skip", "work yard: put red, skip"},
		{"work yard: put red2[take coin]", "work yard: put red 2 [take coin]"},
		{"work yard (put red 2; take coin)", "work yard: put red 2 [take coin]"},
		{"work yard: put roig [], put blau {take store [put blue]}", ""},
		{"work yard: put red, put blue [take store [put red]]", "work yard: put red, put blue [take store [put red]]"},
		{"work yard: put red, put blue, take store, put red", "work yard: put red, put blue [take store [put red]]"},
		{"sell red red blue", "sell red red blue"},
	}
	for _, c := range cases {
		r, err := rich(t).Try(0, c.given, false)
		switch {
		case err != nil && c.canonical != "":
			t.Errorf("%q: %v", c.given, err)
		case err == nil && r.Line != c.canonical:
			t.Errorf("%q is spelt %q, want %q", c.given, r.Line, c.canonical)
		}
	}
}

// A refusal points at the first wrong character and lists what is expected there.
func TestRefusals(t *testing.T) {
	cases := []struct{ line, want string }{
		{"", "not-understood 1+0 engine.empty-line"},
		{" , ", "not-understood 1+0 engine.empty-line"},
		{"wrok mine-1", "not-understood 1+4 engine.unknown-word (rule 2) expected work play sell pass"},
		{"work", "not-understood 5+0 engine.missing expected mine-1 mine-2 yard dice deck"},
		{"work  ", "not-understood 5+0 engine.missing expected mine-1 mine-2 yard dice deck"},
		{"work: mine-1", "not-understood 5+1 engine.missing expected mine-1 mine-2 yard dice deck"},
		{"work mine", "not-understood 6+4 engine.unknown-word expected mine-1 mine-2 dice yard deck"},
		{"ñandú mine-1", "not-understood 1+5 engine.unknown-word (rule 2) expected pass work play sell"},
		{"work mine-1 with 9", "forbidden 18+1 engine.number-range"},
		{"work mine-1 with", "not-understood 17+0 engine.missing expected 1-4"},
		{"work mine-1 wiht 2", "forbidden 13+4 engine.order-ends-before"},
		{"work mine-1 with 2 2", "forbidden 20+1 engine.order-ends-before"},
		{"pass pass", "forbidden 6+4 engine.order-ends-before"},
		{"work yard", "unanswered 10+0 toy.open.store (rule 3) expected put skip"},
		{"work yard.", "unanswered 10+0 toy.open.store (rule 3) expected put skip"},
		{"work yard: put red", "unanswered 19+0 toy.open.store (rule 3) expected put skip"},
		{"work yard: put red 2", "unanswered 21+0 toy.open.reward (rule 3) expected take skip"},
		{"work yard: put red x", "not-understood 20+1 engine.unknown-within (rule 3) expected 1-2 put skip"},
		{"work yard: put red 3", "forbidden 20+1 engine.number-range"},
		{"work yard: put red 2 [take gold]", "not-understood 28+4 engine.unknown-word expected coin store points"},
		{"work yard: put red 2 [take coin", "not-understood 22+1 engine.bracket-open"},
		{"work yard: put red 2 take coin]", "not-understood 31+1 engine.bracket-closes"},
		{"work yard: put red 2 [take coin)", "not-understood 32+1 engine.bracket-closes"},
		{"work yard: put blue, put blue", "forbidden 26+4 toy.no-cube (rule 2.5)"},
		{"sell blue blue", "forbidden 1+14 toy.no-cube (rule 2.5)"},
		{"sell", "forbidden 1+4 toy.sell-nothing (rule 2.5)"},
		{"knock", "not-understood 1+5 engine.unknown-word (rule 2) expected work play sell pass"},
		{"work dice, pass", "forbidden 12+4 engine.shown-before (rule 2)"},
		{"work dice]", "not-understood 10+1 engine.bracket-closes"},
		{"work deck 5", "forbidden 11+1 engine.shown-before (rule 2)"},
	}
	for _, c := range cases {
		for _, dry := range []bool{false, true} {
			_, err := rich(t).Try(0, c.line, dry)
			r, ok := engine.AsRefusal(err)
			if !ok {
				t.Errorf("%q is not refused: %v", c.line, err)
				continue
			}
			expect.Same(t, fmt.Sprintf("%q (dry %v)", c.line, dry), refusal(r), c.want)
			expect.Same(t, "the line that is refused", r.Line, c.line)
		}
	}
}

func refusal(r *engine.Refusal) string {
	text := fmt.Sprintf("%s %d+%d %s", r.Kind, r.Column, r.Length, r.Why.Key)
	if r.Rule != "" {
		text += " (rule " + r.Rule + ")"
	}
	if len(r.Expected) > 0 {
		text += " expected " + strings.Join(r.Expected, " ")
	}
	return text
}

func TestNotAsked(t *testing.T) {
	g, _ := begin(t)
	order(t, g, 1, "knock")
	_, err := g.Try(1, "pass", false)
	if r, _ := engine.AsRefusal(err); r == nil || refusal(r) != "forbidden 0+0 engine.not-asked" {
		t.Errorf("an order of a seat that is not asked: %v", err)
	}
}

// An accepted line is never refused in its canonical spelling, and any input is answered, never with a panic.
func TestLine(t *testing.T) {
	for _, line := range []string{"", "pass", "work yard: put red 2 [take coin]", "sell red, ]", "((", "work dice"} {
		g := rich(t)
		before := string(engine.Encode(g.Pos))
		r, err := g.Try(0, line, false)
		expect.Must(t, line, string(engine.Encode(g.Pos)), before)
		if err != nil {
			if _, ok := engine.AsRefusal(err); !ok {
				t.Fatalf("%q: %v", line, err)
			}
			continue
		}
		again, err := g.Try(0, r.Line, false)
		if err != nil || again.Line != r.Line {
			t.Fatalf("%q is spelt %q, and that is read as %v: %v", line, r.Line, again, err)
		}
	}
}

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
	expect.True(t, !r.Hidden, "a bid is no standing answer")
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
