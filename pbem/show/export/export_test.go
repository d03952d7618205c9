package export

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/store"
)

func game(t testing.TB) ([]*engine.Record, []store.Record) {
	t.Helper()
	rs := []*engine.Record{
		{Seq: 1, At: 1, Kind: engine.Begun, Seat: engine.Nobody, Begin: &engine.Beginning{
			Game: "winter", Title: "russian", Players: []string{"Ana", "B <&> \u2028"}, Commitment: engine.Seed("s").Commitment()}},
		{Seq: 2, At: 2, Kind: engine.Ordered, Seat: 0, Line: "place coin", Draws: []engine.Draw{{Stream: "bag", Of: 6, Got: 3}}, Digest: "x"},
		{Seq: 3, At: 3, Kind: engine.Noted, Seat: 1, Reports: []engine.Report{{Message: engine.Msg("say", engine.Personal("text", "good move"))}}},
	}
	var out []store.Record
	var last store.Hash
	for _, r := range rs {
		expect.NoError(t, r.Seal(rand.NewChaCha8([32]byte{})))
		b := expect.Get(r.Bytes())(t)
		beside := expect.Get(r.TextBytes())(t)
		last = store.Chain(last, b)
		out = append(out, store.Record{Seq: r.Seq, Payload: b, Hash: last, Texts: beside})
	}
	return rs, out
}

func write(t testing.TB, seed []byte) string {
	t.Helper()
	_, stored := game(t)
	var b bytes.Buffer
	expect.NoError(t, Write(&b, stored, Secret{Seed: seed}))
	return b.String()
}

func TestRoundTrip(t *testing.T) {
	rs, stored := game(t)
	for _, seed := range [][]byte{nil, []byte("seed")} {
		text := write(t, seed)
		want := &Log{Records: rs, Last: engine.Hash(stored[2].Hash), Secret: Secret{Seed: seed}}
		got := expect.Get(Read(strings.NewReader(text)))(t)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// No byte of a file can be changed without being found, unless it says the same: keys of
// JSON may be written in capitals.
func TestEveryChangedByteIsFound(t *testing.T) {
	text := write(t, nil)
	same := expect.Get(Read(strings.NewReader(text)))(t)
	for i := range len(text) {
		for _, c := range []byte{'0', '7', 'x', '"', ' ', '\n', text[i] ^ 0x20} {
			changed := []byte(text)
			changed[i] = c
			if got, err := Read(bytes.NewReader(changed)); err == nil && !cmp.Equal(got, same) {
				t.Errorf("byte %d %q -> %q was not found: %v", i, text[i], c, got)
			}
		}
	}
}

func TestReadRefuses(t *testing.T) {
	lines := strings.SplitAfter(write(t, []byte("seed")), "\n")
	for want, text := range map[string]string{
		"the file has no records":                     "\n\n",
		"line 1: not a line of a log":                 "game",
		"line 1: this is neither a record nor a seed": "{}",
		"line 1: found record 2 where record 1":       lines[1],
		"line 2: found record 3 where record 2":       lines[0] + lines[2],
		"line 2: the hash of record 2 does not match": lines[0] + strings.Replace(lines[1], "coin", "town", 1),
		"line 3: nothing may follow the seed":         lines[0] + lines[3] + lines[1],
		"line 1: there is more than one object":       strings.TrimSpace(lines[0]) + lines[1],
		"line 2: the seed: encoding/hex: invalid":     lines[0] + `{"seed":"xx"}`,
		"line 3: engine: record 3: a name or text":    lines[0] + lines[1] + strings.Replace(lines[2], "good", "poor", 1),
		"line 3: engine: record 3: its names and":     lines[0] + lines[1] + lines[2][:strings.Index(lines[2], `,"beside"`)] + "}",
		`line 1: not a line of a log: json: unknown`:  `{"hash":"","record":{},"more":1}`,
		"line 1: engine: reading a record: json: ":    `{"hash":"","record":{"more":1}}`,
	} {
		expect.Fails(t, "error", expect.Err(Read(strings.NewReader(text))), want)
	}
}

func TestWriteRefuses(t *testing.T) {
	for _, payload := range []string{"", "x", "{}\n", "{} {}"} {
		expect.Fails(t, payload, Write(&bytes.Buffer{}, []store.Record{{Seq: 1, Payload: []byte(payload)}}, Secret{}), "")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(write(f, []byte("seed")))
	f.Add(write(f, nil) + "\n \n")
	f.Add(`{"seed":"00"}`)
	f.Fuzz(func(t *testing.T, text string) {
		log, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		for i, r := range log.Records {
			expect.Same(t, fmt.Sprintf("record %d has number", i), r.Seq, uint64(i+1))
		}
	})
}
