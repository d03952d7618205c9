package titles

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

// A move that is called the only one is legal, and no other is listed.
func TestOnly(t *testing.T) {
	for _, title := range []string{"18mag", "18cz", "russian", "tycoon"} {
		options := map[string]string{}
		if title == "18mag" {
			options["enforce_best_routes"] = "on"
		}
		g, _, err := engine.Begin("x", Find(title), engine.Setup{Seats: 3, Options: options}, []string{"Ana", "Ben", "Cleo"}, engine.Seed("only"))
		expect.NoError(t, err)
		rng := rand.New(rand.NewPCG(5, 1))
		single := 0
		for range 250 {
			if g.Pos.Over() {
				break
			}
			for _, seat := range g.Waiting() {
				g.Pos.View(engine.Nobody).Prompts(seat) // the position as everybody may know it
				if checkOnly(t, g, seat) {
					single++
				}
			}
			seat := g.Waiting()[0]
			line := advise.RandomLine(rng, g.Title, g.Pos, seat)
			if title == "18mag" && rng.IntN(4) > 0 {
				if usual := g.Title.Usual(g.Pos.View(seat), seat).Lines; len(usual) > 0 {
					line = usual[0]
				}
			}
			r := expect.Get(g.Try(seat, line, false))(t)
			g.Take(seat, r)
		}
		if title == "18mag" && single == 0 {
			t.Errorf("%s: no seat had only one move", title)
		}
	}
}

// checkOnly reports whether a seat has one move according to Only, and checks it.
func checkOnly(t *testing.T, g *engine.Game, seat engine.Seat) bool {
	line := advise.Only(g.Title, g.Pos, seat)
	if line == "" {
		return false
	}
	list := advise.List(g.Title, g.Pos, seat, "", 0, 0)
	if len(list.Choices) != 1 || list.Choices[0].Line != line || list.More != nil {
		t.Errorf("%s: of %v and %v %q is said to be the only one", g.Title.Name(), list.Choices, list.More, line)
	}
	if _, err := g.Try(seat, line, false); err != nil {
		t.Errorf("%s: %q: %v", g.Title.Name(), line, err)
	}
	return true
}

// Of two seats without a choice, Railpost plays only for the one whose lack of choice everybody can see.
func TestOnlySeenByAll(t *testing.T) {
	p := &holding{Cards: [][]string{{"ace"}, {}, {"ace", "two"}}}
	for seat, want := range []string{"", "pass", ""} {
		expect.Same(t, fmt.Sprintf("seat %d", seat), advise.Only(engine.Bare{}, p, engine.Seat(seat)), want)
	}
	if lines := p.Prompts(0); len(lines) != 1 {
		t.Fatal(lines)
	}
}

// holding is a position in which everybody plays a card of their hand, or passes without
// one. How many cards a hand has is public.
type holding struct{ Cards [][]string }

func (p *holding) Clone() engine.Position { return p }

func (p *holding) View(seat engine.Seat) engine.Position {
	v := &holding{slices.Clone(p.Cards)}
	for i, hand := range v.Cards {
		if engine.Seat(i) != seat {
			v.Cards[i] = slices.Repeat([]string{"?"}, len(hand))
		}
	}
	return v
}

func (p *holding) Prompts(seat engine.Seat) []engine.Prompt {
	var cards []engine.Word[int]
	for i, c := range p.Cards[seat] {
		cards = append(cards, engine.Word[int]{Text: c, Value: i})
	}
	do := func(*engine.Tx, engine.Args) error { return nil }
	verb := engine.Verb{Name: "play", Do: do, Params: []engine.Param{{Name: "card", In: func(engine.Args) engine.Domain { return engine.Words("card", cards, nil) }}}}
	if len(cards) == 0 {
		verb = engine.Verb{Name: "pass", Do: do}
	}
	return []engine.Prompt{{Ask: engine.Msg("ask"), Verbs: []engine.Verb{verb}}}
}

func (p *holding) Settle(*engine.Tx) error { return nil }
func (p *holding) Over() bool              { return false }
