package russian

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"railpost/engine"
)

var updateGames = flag.Bool("games.update", false, "write testdata/games anew; only before a version has been played")

const gamesDir = "testdata/games/russian.v1"

// thoughtful picks the best of a few random lines: such games go further along
// the railways than purely random ones.
func thoughtful(rng *rand.Rand, s *State, seat engine.Seat) string {
	best, line := -1, ""
	for range 8 {
		l := engine.RandomLine(rng, s, seat)
		if l == "pass" && line != "" {
			continue
		}
		g := &engine.Game{Name: "think", Title: New(), Pos: s, Drawn: map[string]int{}}
		r, err := g.Try(seat, l, true)
		if err != nil {
			continue
		}
		if v := worth(&r.Pos.(*State).Players[seat]); v > best {
			best, line = v, l
		}
	}
	return line
}

func worth(p *Player) int {
	v := 2*p.Score + 6*p.scoring().total() + 10*p.Gained + 8*len(p.Engineers) + 2*p.Rubles + 4*p.Doublers + 20*len(p.Cards)
	for r := range Railway(railways) {
		v += 3*p.reach(r) + 2*p.Track[r][black]
	}
	for _, f := range p.Factories {
		v += f
	}
	if p.Passed {
		return 1
	}
	return v
}

// playThoughtful plays a whole game and answers with its records.
func playThoughtful(t *testing.T, seats int) []*engine.Record {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(seats), 2013))
	g, first, err := engine.Begin(fmt.Sprintf("kept-%d", seats), New(), engine.Setup{Seats: seats}, []string{"Ann", "Ben", "Cleo", "Dag"}[:seats], testSeed)
	if err != nil {
		t.Fatal(err)
	}
	records := []*engine.Record{first}
	for !g.Pos.Over() {
		seat := g.Waiting()[0]
		r, err := g.Try(seat, thoughtful(rng, g.Pos.(*State), seat), false)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, g.Take(seat, r))
	}
	return records
}

func gameFile(seats int) string {
	return filepath.Join(gamesDir, fmt.Sprintf("players-%d.jsonl", seats))
}

// TestFinishedGames replays the games kept of every version that ever ran:
// they must lead to the same positions for ever.
func TestFinishedGames(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		if *updateGames {
			writeGame(t, gameFile(seats), playThoughtful(t, seats))
		}
		records := readGame(t, gameFile(seats))
		g, err := engine.Replay(func(string) engine.Title { return New() }, records, testSeed)
		if err != nil {
			t.Fatalf("%s: %v", gameFile(seats), err)
		}
		if !g.Pos.Over() {
			t.Errorf("%s does not reach the end", gameFile(seats))
		}
		if err := engine.CheckDraws(g.Name, testSeed, records); err != nil {
			t.Errorf("%s: %v", gameFile(seats), err)
		}
	}
}

func writeGame(t *testing.T, name string, records []*engine.Record) {
	t.Helper()
	var b bytes.Buffer
	for _, r := range records {
		line, err := r.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(line, '\n'))
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func readGame(t *testing.T, name string) []*engine.Record {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var records []*engine.Record
	for scan := bufio.NewScanner(bytes.NewReader(b)); scan.Scan(); {
		r, err := engine.ReadRecord(scan.Bytes())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		records = append(records, r)
	}
	return records
}
