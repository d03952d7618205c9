package enginetest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/golden"
)

// FinishedGames are finished games of a version of a title, one for each number of seats. They must lead to the same
// positions for ever; go test -update writes missing ones.
type FinishedGames struct {
	Title   engine.Title
	Dir     string // "testdata/games/russian.v1"
	Seed    engine.Seed
	Version int               // version of games to be written, if it is the newest; 0: the newest
	Options map[string]string // options of games to be written
	Seats   []int             // nil: all
	// Line returns the line that a seat plays in a game to be written.
	Line func(rng *rand.Rand, p engine.Position, seat engine.Seat) string
}

// Test replays the games.
func (k FinishedGames) Test(t *testing.T) {
	for _, seats := range k.seats() {
		if golden.Update() && k.writable(seats) {
			k.write(t, seats)
		}
		records := k.Read(t, seats)
		g, err := engine.Replay(k.Find, records, k.Seed)
		expect.NoError(t, err, fmt.Sprintf("%s, %d seats", k.Dir, seats))
		expect.True(t, g.Pos.Over(), "%s, %d seats: the end is not reached", k.Dir, seats)
		if err := engine.CheckDraws(g.Name, k.Seed, records); err != nil {
			t.Errorf("%s, %d seats: %v", k.Dir, seats, err)
		}
	}
}

// writable reports whether a game may be written: it is of the newest version, and has no file yet. Delete a
// file only while nobody has played its version.
func (k FinishedGames) writable(seats int) bool {
	_, err := os.Stat(k.file(seats))
	return errors.Is(err, fs.ErrNotExist) && (k.Version == 0 || k.Version == k.Title.Version())
}

func (k FinishedGames) seats() []int {
	if k.Seats != nil {
		return k.Seats
	}
	var all []int
	lo, hi := k.Title.Seats()
	for n := lo; n <= hi; n++ {
		all = append(all, n)
	}
	return all
}

// Find returns the title, under its name.
func (k FinishedGames) Find(name string) engine.Title {
	if name != k.Title.Name() {
		return nil
	}
	return k.Title
}

// file returns the path of a game, which is normally compressed.
func (k FinishedGames) file(seats int) string {
	plain := filepath.Join(k.Dir, fmt.Sprintf("players-%d.jsonl", seats))
	if _, err := os.Stat(plain); err == nil {
		return plain
	}
	return plain + packed
}

const packed = ".gz"

// Read returns the records of a game.
func (k FinishedGames) Read(t testing.TB, seats int) (records []*engine.Record) {
	t.Helper()
	f, err := os.Open(k.file(seats))
	expect.NoError(t, err, "write it with -update")
	defer f.Close()
	var in io.Reader = f
	if strings.HasSuffix(f.Name(), packed) {
		if in, err = gzip.NewReader(f); err != nil {
			t.Fatalf("%s: %v", f.Name(), err)
		}
	}
	scan := bufio.NewScanner(in)
	scan.Buffer(nil, 1<<24)
	for scan.Scan() {
		r, err := engine.ReadRecord(scan.Bytes())
		expect.NoError(t, err, f.Name())
		records = append(records, r)
	}
	expect.NoError(t, scan.Err(), f.Name())
	return records
}

// write plays a game to the end and writes it.
func (k FinishedGames) write(t *testing.T, seats int) {
	t.Helper()
	names := []string{"Ann", "Ben", "Cleo", "Dag", "Eve", "Fay"}[:seats]
	g, first, err := engine.Begin(fmt.Sprintf("kept-%d", seats), k.Title, engine.Setup{Seats: seats, Version: k.Version, Options: k.Options}, names, k.Seed)
	expect.NoError(t, err)
	rng := rand.New(rand.NewPCG(uint64(seats), 18))
	records := []*engine.Record{first}
	for !g.Pos.Over() {
		seat := g.Waiting()[0]
		r := expect.Get(g.Try(seat, k.Line(rng, g.Pos, seat), false))(t)
		records = append(records, g.Take(seat, r))
	}
	var b bytes.Buffer
	for _, r := range records {
		line := expect.Get(r.Bytes())(t)
		b.Write(append(line, '\n'))
	}
	expect.NoError(t, keep(k.file(seats), b.Bytes()))
}

func keep(name string, b []byte) error {
	if strings.HasSuffix(name, packed) {
		var out bytes.Buffer
		zip := gzip.NewWriter(&out)
		if _, err := zip.Write(b); err != nil {
			return err
		}
		if err := zip.Close(); err != nil {
			return err
		}
		b = out.Bytes()
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, b, 0o644)
}

// UsualLine mostly returns the first line of the usual turn, and any legal one now and
// then, or if nothing is usual.
func UsualLine(t engine.Title) func(rng *rand.Rand, p engine.Position, seat engine.Seat) string {
	return func(rng *rand.Rand, p engine.Position, seat engine.Seat) string {
		if rng.IntN(5) > 0 {
			if lines := t.Usual(p, seat).Lines; len(lines) > 0 {
				return lines[0]
			}
		}
		return advise.RandomLine(rng, t, p, seat)
	}
}

// context is how many bytes around a difference are shown.
const context = 100

// differ returns excerpts of two texts around the first difference.
func differ[T string | []byte](a, b T) string {
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	from := max(0, at-context)
	return fmt.Sprintf("at byte %d\n\t%s\n\t%s", at, a[from:min(len(a), at+context)], b[from:min(len(b), at+context)])
}
