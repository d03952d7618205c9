package russian

import (
	"encoding/json"
	"fmt"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/casetest"
	"railpost/engine/enginetest/expect"
)

// gameOf makes a game out of the setup of a case.
func gameOf(t *testing.T, setup string) *engine.Game {
	t.Helper()
	c := &caseRun{Run: casetest.Run{Strict: true}}
	c.Setup = casetest.Value[map[string]json.RawMessage](c, json.RawMessage(setup), "setup")
	g := caseGame(c)
	if len(c.Faults) > 0 {
		t.Fatal(c.Faults)
	}
	return g
}

// give plays one line and returns the result.
func give(t *testing.T, g *engine.Game, seat engine.Seat, line string) *engine.Result {
	t.Helper()
	r, err := g.Try(seat, line, false)
	expect.NoError(t, err, line)
	g.Take(seat, r)
	return r
}

func refuse(t *testing.T, g *engine.Game, seat engine.Seat, line, key string) {
	t.Helper()
	_, err := g.Try(seat, line, false)
	r, ok := engine.AsRefusal(err)
	if !ok || r.Why.Key != key {
		t.Fatalf("%q: %v, expected %s", line, err, key)
	}
}

const twoChoices = `{"players": 3, "tracks": {"petersburg": {"black": 3}}, "locomotives": {"petersburg": [5]}, "industry": [4], "factories": [9, 5], "own_workers": 3}`

// Set-up: the last player in turn order chooses first, the first player gets none.
func TestStartBonus(t *testing.T) {
	g, _ := expect.Get2(engine.Begin("start", bare, engine.Setup{Seats: 3}, []string{"A", "B", "C"}, testSeed))(t)
	order := g.Pos.(*State).Order
	give(t, g, order[2], "start black: black t")
	expect.Same(t, "tracks that the start card unlocks", g.Pos.(*State).Players[order[2]].Unlocked, 1<<Black|1<<Grey)
	refuse(t, g, order[1], "start black: black k", "russian.refuse.start-taken")
	give(t, g, order[1], "start doublers")
	s := g.Pos.(*State)
	if s.Phase != Turns || s.Actor != order[0] || s.Players[order[1]].Doublers != 2 {
		t.Errorf("after two of three cards %s of %d is waited for", s.Phase, s.Actor)
	}
}

// Order of rewards, R20: end bonus cards are chosen at the end of the turn, one line each.
func TestEndChoices(t *testing.T) {
	g := gameOf(t, twoChoices)
	r := give(t, g, 0, "place ind-black: ind, black p [? card engineer]")
	if !r.Shows || r.Reveal {
		t.Error("the deck is shown after the mail")
	}
	s := g.Pos.(*State)
	if s.Pending != 2 || s.Actor != 0 || s.Prompts(1) != nil {
		t.Fatalf("%d choices of seat %d", s.Pending, s.Actor)
	}
	card := Book.EndCards[s.Deck[0]-1].ID
	expect.True(t, !give(t, g, 0, "endcard "+card).Shows, "the deck has been shown before")
	refuse(t, g, 0, "endcard "+card, "russian.refuse.not-in-deck")
	before := g.Pos.(*State).Players[0].Score
	give(t, g, 0, "endcard points")
	s = g.Pos.(*State)
	if s.Players[0].Score != before+10 || len(s.Players[0].Cards) != 1 || len(s.Deck) != 7 || s.Actor != 1 {
		t.Errorf("after the choices: %+v, seat %d", s.Players[0], s.Actor)
	}
	if v := s.View(1).(*State); v.Players[0].Cards[0] != 0 || v.Deck[0] != 0 || len(v.Deck) != 7 {
		t.Error("the other player sees cards")
	}
}

// R20: with an empty deck only the points remain, unasked.
func TestEmptyDeck(t *testing.T) {
	g := gameOf(t, twoChoices)
	s := g.Pos.(*State)
	s.Deck = s.Deck[:1]
	score := s.Players[0].Score
	give(t, g, 0, "place ind-black: ind, black p [? card engineer]")
	s = g.Pos.(*State)
	give(t, g, 0, "endcard "+Book.EndCards[s.Deck[0]-1].ID)
	s = g.Pos.(*State)
	if s.Actor != 1 || s.Players[0].Score != score+10 {
		t.Errorf("seat %d, %d points", s.Actor, s.Players[0].Score)
	}
}

// Orders by mail: in the mail of the move itself only the points can be taken.
func TestEndChoiceInTheSameMail(t *testing.T) {
	g := gameOf(t, twoChoices)
	move := "place ind-1: ind"
	out, err := g.Play(0, []string{move, "endcard points"}, engine.Mode{})
	if err != nil || len(out.Records) != 2 || out.Game.Pos.(*State).Actor != 1 {
		t.Fatalf("points: %v, %+v", err, out)
	}
	for _, card := range Book.EndCards { // the answer does not depend on the deck
		for _, m := range []engine.Mode{{}, {Preview: true}} {
			out, err = g.Play(0, []string{move, "endcard " + card.ID}, m)
			if err != nil || len(out.Records) != 0 {
				t.Fatalf("%s: %v, %+v", card.ID, err, out)
			}
			r := out.Verdicts[1].Refusal
			if r == nil || r.Why.Key != "engine.next-mail" || len(r.Expected) > 0 {
				t.Fatalf("%s: %+v", card.ID, r)
			}
			for _, near := range r.Near {
				expect.Same(t, "tells of the deck", near, "endcard points")
			}
		}
	}
	give(t, g, 0, move)
	give(t, g, 0, "endcard "+Book.EndCards[g.Pos.(*State).Deck[3]-1].ID)
}

// How to play a turn: a player without moves passes automatically, and scores for it.
func TestPassesUnasked(t *testing.T) {
	g := gameOf(t, `{"players": 3, "own_workers": 1}`)
	s := g.Pos.(*State)
	for i := 1; i < 3; i++ {
		s.Players[i].Hand, s.Players[i].Rubles = 0, 0
	}
	s.Players[0].Rubles = 0
	give(t, g, 0, "place doubler")
	s = g.Pos.(*State)
	if s.Round != 2 || s.Phase != Turns || s.Actor != 0 {
		t.Fatalf("round %d, %s of %d", s.Round, s.Phase, s.Actor)
	}
	for i, want := range []int{0, 2, 3} {
		expect.Same(t, fmt.Sprintf("seat %d has", i), s.Players[i].Score, want)
	}
}

// How to play a turn: turns follow the turn order, not the seats, round and round past those who have passed.
func TestTurnsFollowTheOrder(t *testing.T) {
	g := gameOf(t, `{"players": 3}`)
	s := g.Pos.(*State)
	s.Order, s.Actor = []engine.Seat{1, 0, 2}, 1
	for _, turn := range []struct {
		seat engine.Seat
		line string
	}{{1, "place open: black t"}, {0, "pass"}, {2, "place open: black t"}, {1, "place open: black t"}, {2, "place open: black t"}} {
		expect.Must(t, "it is the turn of seat", g.Pos.(*State).Actor, turn.seat)
		give(t, g, turn.seat, turn.line)
	}
}

// After the scoring phase: the row of engineers moves on; an unhired one leaves.
func TestEngineersMoveOn(t *testing.T) {
	for line, hired := range map[string]bool{"place hire": true, "pass": false} {
		g := gameOf(t, `{"players": 2, "own_workers": 0, "rubles": 1}`)
		s := g.Pos.(*State)
		s.Row = []int{3, 4, 9, 10, 11, 12}
		s.Players[1].Passed = true
		refuse(t, g, 0, "place eng-9", "russian.refuse.engineer-dark")
		refuse(t, g, 0, "place eng-3", "russian.refuse.engineer-to-hire")
		give(t, g, 0, line)
		s = g.Pos.(*State)
		expect.Same(t, fmt.Sprintf("%s: the row is", line), s.Row, []int{4, 9, 10, 11, 12, 0})
		if p := s.Players[0]; p.own(3) != hired || hired == (p.Rubles > 0) || p.Hand != 6 {
			t.Errorf("after %s: %+v", line, p)
		}
	}
}

// End of the game: the last line of the game reveals the end bonus cards; a preview ends before.
func TestFinalScoring(t *testing.T) {
	g := gameOf(t, `{"players": 2, "round": 6, "score": 50, "doublers": 8, "engineers": [3]}`)
	s := g.Pos.(*State)
	s.Players[1].Passed = true
	s.Players[0].Cards = []int{cardNumber("doublers"), cardNumber("flat15")}
	r, err := g.Try(0, "pass", true)
	if err != nil || !r.Stopped {
		t.Fatalf("the preview goes on: %v", err)
	}
	expect.True(t, give(t, g, 0, "pass").Reveal, "the cards are shown")
	s = g.Pos.(*State)
	if p := s.Players[0]; !s.Over() || p.Score != 50+30+15+40 || p.FromCards != 45 || p.Majority != 40 {
		t.Errorf("at the end: %+v", p)
	}
	if got := scores(s); got[0].Rank != 1 || got[1].Rank != 2 {
		t.Errorf("ranks: %+v", got)
	}
	expect.True(t, s.View(1).(*State).Players[0].Cards[0] != 0, "the cards are public now")
}

// End of the game: equal points share the victory.
func TestSharedVictory(t *testing.T) {
	s := &State{Players: []Player{{Score: 80}, {Score: 90}, {Score: 90}}}
	for i, rank := range []int{3, 1, 1} {
		expect.Same(t, fmt.Sprintf("seat %d has rank", i), scores(s)[i].Rank, rank)
	}
}

func cardNumber(id string) int {
	for i, c := range Book.EndCards {
		if c.ID == id {
			return i + 1
		}
	}
	return 0
}

// Plain English words for steps are read and written as the order words.
func TestStepsInPlainWords(t *testing.T) {
	g, _, err := engine.Begin("words", bare, engine.Setup{Seats: 4}, []string{"Ana", "Ben", "Cleo", "Dan"}, testSeed)
	expect.NoError(t, err)
	s := g.Pos.(*State)
	s.Phase, s.Queue, s.Actor = Turns, nil, s.Order[0]
	p := s.me()
	p.Track[Transsib][Black], p.Unlocked = 3, 1<<Black|1<<Grey
	for typed, want := range map[string]string{
		"place loco-1 factory":               "place loco-1: fac",
		"place open: gray t":                 "place open: grey t",
		"place loco1 locomotive kiev":        "place loco-1: loco k",
		"place loco-3: factory, loco t":      "place loco-3: fac, loco t",
		"place open: black St Petersburg":    "place open: black p",
		"place open: black trans-siberian":   "place open: black t",
		"place ind-black: industry, black k": "place ind-black: ind, black k",
	} {
		got, err := g.Try(s.Actor, typed, true)
		if err != nil {
			t.Errorf("%q: %v", typed, err)
		} else if got.Line != want {
			t.Errorf("%q is read as %q, not as %q", typed, got.Line, want)
		}
	}
}

// A stack removes a frame that is used up; the black worker's extra advance then takes its place (R14).
func TestStackSpends(t *testing.T) {
	black := Part{Op: OpTrack, Colours: 1 << Black, Left: 1}
	for _, c := range []struct {
		name   string
		top    Frame
		gone   bool
		height int
		from   string
	}{
		{"some left", Frame{From: "top", Parts: [4]Part{{Op: OpDoubler, Left: 3}}}, false, 2, "top"},
		{"nothing left", Frame{From: "top", Parts: [4]Part{{Op: OpDoubler, Left: 2}}}, true, 1, "below"},
		{"extra without a black advance", Frame{From: "top", Extra: true, Parts: [4]Part{{Op: OpDoubler, Left: 2}}}, true, 1, "below"},
		{"extra", Frame{From: "top", Extra: true, Black: true, Parts: [4]Part{{Op: OpDoubler, Left: 2}}}, true, 2, extraKey},
	} {
		var st Stack
		st.push(Frame{From: "below", Parts: [4]Part{black}})
		c.top.Depth = 4
		st.push(c.top)
		depth, gone := st.spend(2, isOp(OpDoubler))
		if depth != 5 || gone != c.gone || len(st) != c.height || st.top().From != c.from || st.extraAt(1) != (c.from == extraKey) {
			t.Errorf("%s: depth %d, gone %v, stack %v", c.name, depth, gone, st)
		}
	}
}
