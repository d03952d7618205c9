package view

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/board"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/russian"
	"railpost/templates"
)

// words is a part of the position as a player reads it.
func words(t *testing.T, s *russian.State, part, arg string) string {
	t.Helper()
	set := expect.Get(templates.New())(t)
	blocks, err := engine.Show(title, s, s.Actor, part, arg, false)
	names := []string{"Ana", "Ben", "Cleo", "Dan"}
	if r, ok := engine.AsRefusal(err); ok {
		return set.Say("en", names, nil, r.Why)
	} else if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, b := range blocks {
		lines = append(lines, set.Say("en", names, nil, b.Head))
		for _, m := range b.Lines {
			lines = append(lines, set.Say("en", names, nil, m))
		}
	}
	return strings.Join(lines, "\n")
}

func TestSheetsInWords(t *testing.T) {
	s := inTurn(t)
	p := &s.Players[s.Actor]
	p.Track[russian.Transsib][russian.Black], p.Unlocked, p.Marker[0] = 3, 1<<russian.Black|1<<russian.Grey, 4
	p.Rubles, s.FaceUp = 0, []int{4, 1, 4}
	s.Lying = append(s.Lying, russian.Lying{Space: "loco-1", Who: s.Order[1], Pay: russian.Pay{Own: 1}})
	cases := []struct {
		part, arg string
		want      []string
	}{
		{"own", "", []string{
			"1. Cleo: 0 points, 5 each round", "T |..K------------| reach 1: 0; ind 5", "In hand: 5 workers; 2 in reserve.",
			"Next: unlocks brown at t 6 (black), ", "+1 each round at k 1 (reach)", "slot 1 (a factory).",
			"? tokens: tracks,",
		}},
		{"board", "", []string{
			"; not for you now: grey-2, choice, ind-1, ind-2, ind-black, turn-1 and hire",
			"1 (points equal to the sum of your engineers' numbers) and 2x 4 (2 doublers)", "To hire: 8 (", "Next locomotives: 2 (4 left), 3 (4 left) and 4 (4 left)", "Next factory: 2 (",
		}},
		{"board", "loco 1", []string{"loco-1 (1 worker): a locomotive (loco) or a factory (fac)", "loco-1: ", "You cannot use it now: loco-1 is taken by"}},
		{"board", "open", []string{"It is never taken"}},
		{"board", "brown-1", []string{"You cannot use it now: colour not unlocked yet."}},
		{"board", "kiev", []string{"Kiev, spaces 1 to 9", "space 7 gains a worker (needs black 7)"}},
		{"board", "loko-1", []string{"\"loko-1\" is not a space or a railway; the nearest: loco-1"}},
		{"board", "Ana", []string{"\"Ana\" is not a space or a railway"}},
		{"table", "", []string{"3. Ben: 0 points, 0 each round; 5 workers, 1 ruble", "P |K--------| reach 0: 0"}},
		{"spaces", "", []string{"Ana: loco-1", "loco-1 (1 worker): a locomotive (loco) or a factory (fac)", "T, P and K are the railways"}},
		{"player", "1", []string{"Trans-Siberian (t): black 1; locomotive 1, reach 1."}},
		{"player", "2", []string{"Ben: 0 points", "Kiev (k): black 1; no locomotive"}},
		{"player", "", []string{"Ana: 0 points", "Dan: 0 points"}},
		{"player", "5", []string{"\"5\" is not a player: write a number from 1 to 4"}},
	}
	for _, c := range cases {
		got := words(t, s, c.part, c.arg)
		expect.Has(t, []any{c.part, c.arg}, got, c.want...)
	}
	free, _, _ := strings.Cut(words(t, s, "board", ""), "not for you")
	expect.Lacks(t, "stands among the free spaces", free, "brown-1", "ind-1", "hire", "loco-1")
}

// The spaces of a player's own engineers are among the free ones, with their effects.
func TestOwnEngineerSpace(t *testing.T) {
	s := inTurn(t)
	const space = "eng-8"
	if strings.Contains(words(t, s, "board", ""), space) {
		t.Fatalf("%s belongs to nobody and is free", space)
	}
	s.Players[s.Actor].Engineers = []int{8}
	expect.Has(t, "the board for the owner of engineer 8", words(t, s, "board", ""), space)
	if got, want := words(t, s, "own", ""), "Engineers: 8 ("; !strings.Contains(got, want) {
		t.Errorf("the letter does not say what engineer 8 does:\n%s", got)
	}
	s.Players[s.Actor].Engineers, s.Players[s.Order[1]].Engineers = nil, []int{8}
	expect.Lacks(t, "the board for another player", words(t, s, "board", ""), space)
}

// The points read out of reports are all that the players have, by round and by source.
func TestChronicle(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		records, g := enginetest.PlayGame(t, title, engine.Setup{Seats: seats}, engine.Seed("a seed of thirty-two bytes length"), rand.New(rand.NewPCG(1, uint64(seats))))
		var past []engine.Message
		for _, r := range records {
			for _, rep := range r.Reports {
				if rep.To == nil && title.Recalls(rep.Key) {
					past = append(past, rep.Message)
				}
			}
		}
		s := g.Pos.(*russian.State)
		blocks := title.Chronicle(s, 0, past, true)
		if in := title.Chronicle(inTurn(t), 0, past, false); in != nil || len(title.Chronicle(s, 0, past, false)) != 1 {
			t.Error("only the last letter has the table of points")
		}
		if len(blocks) != seats+2 || len(blocks[1].Rows) != s.Rounds() {
			t.Fatalf("%d players have %d tables, the second of %d rounds", seats, len(blocks), len(blocks[1].Rows))
		}
		for i, seat := range engine.ByPlace(title.Scores(s)) {
			row := blocks[0].Rows[i]
			last, _ := row[len(row)-1].Say.Arg("n")
			engineers, _ := blocks[seats+1].Rows[i][1].Say.Arg("n")
			expect.Same(t, seat, engineers.Int, len(s.Players[seat].Engineers))
			expect.Same(t, seat, len(row), len(blocks[0].Columns))
			expect.Same(t, seat, last.Int, s.Players[seat].Score)
			cards, _ := row[1+fromCards].Say.Arg("n")
			majority, _ := row[1+fromEngineers].Say.Arg("n")
			if p := s.Players[seat]; cards.Int != p.FromCards || majority.Int != p.Majority {
				t.Errorf("seat %d: %d points of cards, %d of engineers", seat, cards.Int, majority.Int)
			}
		}
	}
}

// Points for passing are distinguished from points of a reward that follow, in the re-use.
func TestPointsOfPassing(t *testing.T) {
	ana := russian.Who(0)
	report := func(name string, n int) engine.Message {
		return engine.Msg("russian.report."+name, ana, engine.Int("n", n))
	}
	rounds := pointsByRound([]engine.Message{report("pass", 0), report("points", 2), report("pass", 0), report("order", 0), report("points", 10)}, 1)
	if want := (points{fromPassing: 2, atOnce: 10}); len(rounds) != 1 || !slices.Equal(rounds[0][0][:], want[:]) {
		t.Errorf("told %v", rounds)
	}
}

// TestPictureHides: a picture names the end bonus cards of its reader, whose mat is the first, and shows the backs
// of the others'.
func TestPictureHides(t *testing.T) {
	k := enginetest.FinishedGames{Title: title, Dir: "../testdata/games/russian.v1"}
	records := k.Read(t, 4)
	g := expect.Get(engine.Replay(k.Find, records[:len(records)-1], nil))(t)
	cards := func(reader, of engine.Seat) (list []board.Chip) {
		mats := g.Title.Picture(g.Pos.View(reader), reader).Mats
		for i, m := range mats { // the reader's is the first, and marked
			expect.Same(t, []any{reader, m.Owner}, m.Own, m.Owner == int(reader))
			expect.True(t, !m.Own || i == 0, "the mat of the reader %d is at %d", reader, i)
			for _, item := range m.Has {
				if m.Owner == int(of) && item.Name == "endcard" {
					list = append(list, item.Chips...)
				}
			}
		}
		return list
	}
	seen := 0
	for of := range engine.Seat(4) {
		for _, c := range cards(of, of) {
			if seen++; c.Text == "" {
				t.Errorf("seat %d does not see its own card", of)
			}
		}
		for _, reader := range []engine.Seat{engine.Nobody, (of + 1) % 4} {
			hidden := cards(reader, of)
			expect.Same(t, fmt.Sprintf("seat %d sees cards of seat %d", reader, of), len(hidden), len(cards(of, of)))
			for _, c := range hidden {
				expect.Same(t, fmt.Sprintf("seat %d sees the card of seat %d", reader, of), c.Text, "")
			}
		}
	}
	if seen == 0 {
		t.Fatal("nobody has a card")
	}
}
