package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

func TestRecordReadsBack(t *testing.T) {
	records, _ := random(t, 3)
	for _, r := range records {
		b := expect.Get(r.Bytes())(t)
		back := expect.Get(engine.ReadRecord(b))(t)
		expect.Same(t, fmt.Sprintf("%s is read back as", b), *back, *r)
	}
}

// Storing a report for nobody does not make it one for everybody.
func TestAudienceReadsBack(t *testing.T) {
	for _, to := range []engine.Audience{engine.Everyone, engine.Only(), engine.Only(0), engine.Only(1, 3)} {
		r := &engine.Record{Seq: 2, Kind: engine.Noted, Reports: []engine.Report{{To: to, Message: engine.Msg("k")}}}
		b := expect.Get(r.Bytes())(t)
		back := expect.Get(engine.ReadRecord(b))(t)
		for _, s := range []engine.Seat{engine.Nobody, 0, 1, 2, 3} {
			expect.Same(t, fmt.Sprintf("%s: seat %d may know", b, s), to.Has(s), back.Reports[0].To.Has(s))
		}
	}
}

func TestReadRecordRefuses(t *testing.T) {
	for _, text := range []string{"", "{", `{"seq":1,"newer":true}`, `{"seq":"x"}`, "[]"} {
		expect.Fails(t, text, expect.Err(engine.ReadRecord([]byte(text))), "")
	}
}

func FuzzReadRecord(f *testing.F) {
	f.Add([]byte(`{"seq":1,"at":0,"kind":"order","seat":0,"line":"pass","reports":[{"to":[],"key":"k"}]}`))
	f.Add([]byte(`{}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := engine.ReadRecord(b)
		if err != nil {
			return
		}
		once := expect.Get(r.Bytes())(t)
		back, err := engine.ReadRecord(once)
		expect.NoError(t, err, once)
		if twice, err := back.Bytes(); err != nil || string(once) != string(twice) {
			t.Fatalf("%s is written as %s: %v", once, twice, err)
		}
	})
}

// Any change to a record changes its link and all after it.
func TestChain(t *testing.T) {
	level.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 1, 20), 1, 8).Draw(t, "records")
		link := func() engine.Hash {
			var h engine.Hash
			for _, r := range list {
				h = engine.Chain(h, r)
			}
			return h
		}
		before := link()
		i := rapid.IntRange(0, len(list)-1).Draw(t, "record")
		j := rapid.IntRange(0, len(list[i])-1).Draw(t, "byte")
		list[i][j] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		if link() == before {
			t.Fatal("a flipped bit leaves the chain as it was")
		}
	})
	short := engine.Chain(engine.Hash{}, []byte("x")).Short()
	expect.Same(t, "short", len(short), 9)
	expect.Same(t, "count", strings.Count(short, "-"), 1)
}
