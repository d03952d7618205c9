package g18mag

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"railpost/engine"
)

var updateGames = flag.Bool("games.update", false, "write testdata/games anew; only before a version has been played")

const gamesDir = "testdata/games/18mag.v1"

// keptSeed is the seed of the games kept.
var keptSeed = engine.Seed("a seed for the games kept, 32 b.")

// playKept plays a game to the end: as a rule what is usual, now and then anything.
func playKept(t *testing.T, seats int) []*engine.Record {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(seats), 18))
	g, first, err := engine.Begin(fmt.Sprintf("kept-%d", seats), New(), engine.Setup{Seats: seats}, []string{"Ann", "Ben", "Cleo", "Dag", "Eve", "Fay"}[:seats], keptSeed)
	if err != nil {
		t.Fatal(err)
	}
	records := []*engine.Record{first}
	for !g.Pos.Over() {
		seat := g.Waiting()[0]
		r, err := g.Try(seat, keptLine(rng, g.Pos.(*State), seat), false)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, g.Take(seat, r))
	}
	return records
}

func keptLine(rng *rand.Rand, s *State, seat engine.Seat) string {
	if rng.IntN(5) > 0 {
		if usual := s.Usual(seat); len(usual) > 0 {
			return usual[0]
		}
	}
	return engine.RandomLine(rng, s, seat)
}

// TestFinishedGames replays the games kept of every version that ever ran: they
// must lead to the same positions for ever.
func TestFinishedGames(t *testing.T) {
	for seats := 2; seats <= 6; seats++ {
		name := filepath.Join(gamesDir, fmt.Sprintf("players-%d.jsonl.gz", seats))
		if *updateGames {
			writeKept(t, name, playKept(t, seats))
		}
		records := readKept(t, name)
		g, err := engine.Replay(find, records, keptSeed)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !g.Pos.Over() {
			t.Errorf("%s does not reach the end", name)
		}
		if err := engine.CheckDraws(g.Name, keptSeed, records); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func writeKept(t *testing.T, name string, records []*engine.Record) {
	t.Helper()
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	for _, r := range records {
		line, err := r.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := zip.Write(append(line, '\n')); err != nil {
			t.Fatal(err)
		}
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func readKept(t *testing.T, name string) []*engine.Record {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	zip, err := gzip.NewReader(f)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var records []*engine.Record
	lines := bufio.NewReader(zip)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return records
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r, err := engine.ReadRecord(bytes.TrimSuffix(line, []byte{'\n'}))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		records = append(records, r)
	}
}
