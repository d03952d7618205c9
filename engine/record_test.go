package engine_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/enginetest/toy"
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

func TestRecordReadsAgain(t *testing.T) {
	for _, b := range []string{`{"seq":1,"at":0,"kind":"order","seat":0,"line":"pass","reports":[{"to":[],"key":"k"}]}`, `{}`} {
		r, err := engine.ReadRecord([]byte(b))
		if err != nil {
			continue
		}
		once := expect.Get(r.Bytes())(t)
		back, err := engine.ReadRecord(once)
		expect.NoError(t, err, once)
		if twice, err := back.Bytes(); err != nil || string(once) != string(twice) {
			t.Fatalf("%s is written as %s: %v", once, twice, err)
		}
	}
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

// story is a game with an undo, and an undo of that undo:
// 1 begin, 2 work mine-1, 3 work dice, 4 undo to 2, 5 sell red, 6 note, 7 undo to 3.
func story(t *testing.T) ([]*engine.Record, *engine.Game) {
	g, first := begin(t)
	records := []*engine.Record{first}
	records = append(records, order(t, g, 0, "work mine-1")...)
	after2 := g.Clone()
	records = append(records, order(t, g, 1, "work dice")...)
	after3 := g.Clone()
	records = append(records, g.UndoTo(after2, engine.Nobody))
	records = append(records, order(t, g, 1, "sell red")...)
	records = append(records, g.Note(1, engine.Report{Message: engine.Msg("said")}))
	records = append(records, g.UndoTo(after3, engine.Nobody))
	if g.Digest() != after3.Digest() || g.Seq != 7 {
		t.Fatalf("after the undo of the undo: record %d", g.Seq)
	}
	return records, g
}

func TestUndoReplays(t *testing.T) {
	records, live := story(t)
	for _, seed := range []engine.Seed{engine.Seed(secret), nil} {
		g := expect.Get(engine.Replay(toy.Find, records, seed))(t)
		if g.Seq != live.Seq || !reflect.DeepEqual(g.Drawn, live.Drawn) || string(engine.Encode(g.Pos)) != string(engine.Encode(live.Pos)) {
			t.Errorf("replay ends at record %d with %v, play at %d with %v", g.Seq, g.Drawn, live.Seq, live.Drawn)
		}
	}
}

func TestStanding(t *testing.T) {
	records, _ := story(t)
	cases := map[int][]uint64{1: {1}, 3: {1, 2, 3}, 4: {1, 2}, 5: {1, 2, 5}, 6: {1, 2, 5, 6}, 7: {1, 2, 3, 6}}
	for n, want := range cases {
		got := engine.Each(engine.InForce(records[:n]), func(r *engine.Record) uint64 { return r.Seq })
		expect.Same(t, fmt.Sprintf("of the first %d records", n), got, want)
	}
}

// The same die falls after an undo as before it.
func TestUndoneDrawsComeAgain(t *testing.T) {
	g, _ := begin(t)
	before := g.Clone()
	first := order(t, g, 0, "work dice")
	g.UndoTo(before, engine.Nobody)
	order(t, g, 0, "work mine-1")
	second := order(t, g, 1, "work dice")
	expect.Same(t, "the die was", first[0].Draws, second[0].Draws)
}

// Replay finds every change to a log.
func TestReplayFinds(t *testing.T) {
	seed := engine.Seed(secret)
	cases := []struct {
		name   string
		change func(list []*engine.Record) []*engine.Record
		want   string
	}{
		{"no first record", func(l []*engine.Record) []*engine.Record { return l[1:] }, "does not begin"},
		{"nothing", func(l []*engine.Record) []*engine.Record { return nil }, "does not begin"},
		{"a record is missing", func(l []*engine.Record) []*engine.Record { return slices.Delete(l, 1, 2) }, "cannot follow"},
		{"another order", func(l []*engine.Record) []*engine.Record { l[1].Line = "work mine-2"; return l }, "leads to another position"},
		{"an illegal order", func(l []*engine.Record) []*engine.Record { l[1].Line = "work mine-7"; return l }, "is now refused"},
		{"another spelling", func(l []*engine.Record) []*engine.Record { l[1].Line = "work MINE-1"; return l }, "is now spelt"},
		{"another die", func(l []*engine.Record) []*engine.Record { l[2].Draws[0].Got ^= 1; return l }, "leads to another position"},
		{"a draw too many", func(l []*engine.Record) []*engine.Record {
			l[1].Draws = []engine.Draw{{Stream: "die", Of: 6}}
			return l
		}, "leaves recorded draws unused"},
		{"a draw is missing", func(l []*engine.Record) []*engine.Record { l[2].Draws = nil; return l }, "the record has no draw"},
		{"another set-up", func(l []*engine.Record) []*engine.Record {
			l[0].Draws[0].Got = (l[0].Draws[0].Got + 1) % l[0].Draws[0].Of
			return l
		}, "set up to another position"},
		{"another seed", func(l []*engine.Record) []*engine.Record { l[0].Begin.Commitment = "x"; return l }, "commitment"},
		{"an unknown title", func(l []*engine.Record) []*engine.Record { l[0].Begin.Title = "go"; return l }, `no title "go"`},
		{"a newer version", func(l []*engine.Record) []*engine.Record { l[0].Begin.Setup.Version = 9; return l }, "set-up of"},
		{"an undo to nowhere", func(l []*engine.Record) []*engine.Record { l[3].Back = 99; return l }, "is missing"},
		{"a kind of its own", func(l []*engine.Record) []*engine.Record { l[1].Kind = "x"; return l }, `kind "x"`},
		{"another seat", func(l []*engine.Record) []*engine.Record { l[1].Seat = 1; return l }, "is now refused"},
	}
	for _, c := range cases {
		records, _ := story(t)
		_, err := engine.Replay(toy.Find, c.change(records), seed)
		expect.Fails(t, c.name, err, c.want)
	}
}

func TestSnapshotAndTail(t *testing.T) {
	records, live := random(t, 9)
	g := expect.Get(engine.Replay(toy.Find, records[:6], nil))(t)
	stored := expect.Get(json.Marshal(g.Snapshot()))(t)
	var snap engine.Snapshot
	expect.NoError(t, json.Unmarshal(stored, &snap))
	again := expect.Get(engine.Resume(live.Name, live.Title, live.Setup, engine.Seed(secret), snap))(t)
	expect.NoError(t, engine.ReplayOn(again, records[6:]))
	if again.Digest() != live.Digest() || !again.Pos.Over() {
		t.Error("snapshot and tail lead to another position")
	}
	if _, err := engine.Resume("g", live.Title, live.Setup, nil, engine.Snapshot{Pos: []byte("[]")}); err == nil {
		t.Error("a broken snapshot is read")
	}
}

// A title's own fault is an error, not a verdict.
func TestApplyPassesFaultsOn(t *testing.T) {
	g, _ := begin(t)
	records := order(t, g, 0, "work dice")
	records[0].Draws = nil
	g2, _ := begin(t)
	err := g2.Apply(records[0])
	if _, refused := engine.AsRefusal(err); err == nil || refused {
		t.Errorf("a record without its draw: %v", err)
	}
}
