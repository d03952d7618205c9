package storetest

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"railpost/engine/enginetest/expect"
	"railpost/store"
)

// RunMoves moves stores from each adapter to each.
func RunMoves(t *testing.T, as map[string]Adapter) {
	names := slices.Sorted(maps.Keys(as))
	for i, a := range names {
		for _, b := range names[i:] {
			t.Run(a+" and "+b, func(t *testing.T) { testMovedAnywhen(t, as[a], as[b]) })
		}
		for _, b := range names {
			t.Run(a+" to "+b+" and back", func(t *testing.T) { testMovedWhole(t, as[a], as[b]) })
		}
	}
}

// Moved moves a store to a new one.
func Moved(t testing.TB, from store.Store, to Adapter) (store.Store, store.Moved) {
	t.Helper()
	var there store.Store
	moved, err := store.Move(ctx, from.(store.Mover), func(rows store.Rows, same func(store.Rows) error) (err error) {
		there, err = to.Fill(t, rows, same)
		return err
	})
	expect.NoError(t, err)
	return there, moved
}

// testMovedAnywhen: a store that is moved at any time, there and back, behaves as one that is not.
func testMovedAnywhen(t *testing.T, a, b Adapter) {
	a.check(t, func(rt *rapid.T) {
		r := &randomUse{t: t, a: a, s: a.Open(t), m: newModel(), now: t0}
		defer func() { expect.NoError(t, r.s.Close()) }()
		other := b
		actions := r.actions()
		actions["move"] = func(*rapid.T) {
			there, _ := Moved(t, r.s, other)
			expect.NoError(t, r.s.Close())
			other, r.a, r.s = r.a, other, there
			r.m.handOver()
		}
		rt.Repeat(actions)
	})
}

// Full puts one of everything into a new store, including names that are not UTF-8 and times to the nanosecond,
// and leaves gaps in all numbers.
func Full(t testing.TB, s store.Store) {
	at := t0.Add(123456789 * time.Nanosecond)
	game := "winter\xff\x01"
	kept(t, s, store.Commit{Game: "gone", Append: payloads("gone", 3), Snapshot: []byte("gone")})
	kept(t, s, store.Commit{Game: game, Doc: []byte{}, Append: payloads("first", 2), Snapshot: []byte("after 2"), Texts: map[uint64][]byte{1: []byte("Ana"), 2: {0}}})
	kept(t, s, store.Commit{Game: game, Expect: 1, Doc: []byte("document\x00"), Append: [][]byte{{}, {0, 255}}, Snapshot: []byte("after 4")})
	kept(t, s, store.Commit{Game: game, Expect: 2, Append: payloads("long", 300), Snapshot: []byte{}})
	kept(t, s, store.Commit{Game: "invited", Doc: []byte("nobody has moved")})
	kept(t, s, store.Commit{Game: "gone", Expect: 1, Delete: true})
	for i, key := range []string{"m\xfe", "m1", "m2", "m3"} {
		c := store.Commit{
			Mail: &store.Mark{Key: key, Raw: store.Hash{byte(i)}, Game: game, Verdict: "played\xff", At: at},
			Raw:  &store.RawMail{Key: key, At: at.Add(time.Duration(i/2) * time.Nanosecond), From: "\xe9", Subject: "Re:", Verdict: "played", Game: game, Bytes: []byte("From: \xe9\r\n\r\n\x00")},
		}
		if key == "m3" { // in quarantine, twice
			c.Mail = nil
			kept(t, s, c)
		}
		kept(t, s, c)
	}
	for range 3 {
		expect.Get(s.Attempt(ctx, "m2"))(t)
	}
	expect.Get(s.Attempt(ctx, "never kept"))(t)
	c := store.Commit{Game: "invited", Expect: 1, Put: map[string][]byte{"v\xff": []byte("value\x00"), "empty soon": []byte("x")}}
	for i := range 30 {
		l := store.Letter{Game: game, Seq: 4, Seat: i%3 - 1, Kind: fmt.Sprint("kind", i), To: fmt.Sprint("\xe9", i, "@example.org"), Data: []byte{byte(i), 0}, NextTry: at.Add(time.Duration(i))}
		switch {
		case i%5 == 0:
			l.Group = fmt.Sprint("group\xff", i)
		case i%5 == 1:
			l.Bytes, l.Said, l.Queued = []byte("letter\xff"), []byte("said\x00"), at.Add(-time.Nanosecond)
		case i%5 == 2:
			l.Game, l.NextTry = "", time.Time{}
		}
		c.Letters = append(c.Letters, l)
	}
	for i := range 5 {
		c.DuePut = append(c.DuePut, store.Due{At: at.Add(time.Duration(i/2) * time.Nanosecond), Game: game, Kind: "kind\xff", Seat: i - 1, Data: []byte{byte(i)}[:i%2]})
	}
	c.DuePut = append(c.DuePut, store.Due{At: at, Kind: "of the service"})
	kept(t, s, c)
	kept(t, s, store.Commit{Put: map[string][]byte{"empty soon": nil}})
	ls, err := s.Claim(ctx, at.Add(time.Hour), lease, 20)
	expect.NoError(t, err)
	for i, l := range ls {
		// That a letter that came with its bytes may be under way is not written down; a file says so by its rows.
		if i%7 < 4 || i%7 == 4 && l.Bytes == nil {
			said := []byte("said of the finished one")[:i]
			if l.Bytes == nil {
				l.Bytes, l.Said = fmt.Appendf(nil, "finished %d\xff", l.ID), said
			}
			expect.NoError(t, s.MarkSending(ctx, store.Finished{ID: l.ID, Bytes: l.Bytes, Said: l.Said})[0])
		}
		switch i % 7 {
		case 0, 1:
			expect.NoError(t, s.Sent(ctx, store.Accepted{ID: l.ID, MessageID: fmt.Sprintf("<\xff%d@x>", l.ID), Code: "250 \xff", At: at.Add(time.Duration(i))})[0])
		case 2, 5:
			expect.NoError(t, s.Fail(ctx, l.ID, "550 \xff"))
		case 3, 6:
			expect.NoError(t, s.Defer(ctx, l.ID, at.Add(time.Duration(i)), "451"))
		}
	}
	// The last numbers belong to deleted rows.
	kept(t, s, store.Commit{Game: "gone too", Letters: []store.Letter{{Game: "gone too", Group: "x", NextTry: t0}}, Raw: &store.RawMail{Key: "x", At: t0}})
	kept(t, s, store.Commit{Game: "gone too", Expect: 1, Delete: true})
	_, err = s.DropMails(ctx, t0.Add(time.Nanosecond))
	expect.NoError(t, err)
}

// RowsOf reads all rows.
func RowsOf(t testing.TB, s store.Store) (out []string) {
	t.Helper()
	for r, err := range s.(store.Mover).Rows(ctx) {
		expect.NoError(t, err)
		out = append(out, fmt.Sprintf("%s %q %q", r.Table, r.Key, r.Value))
	}
	return out
}

// testMovedWhole: everything is there after the move, through the whole interface, and again after the way back.
func testMovedWhole(t *testing.T, a, b Adapter) {
	was := a.Open(t)
	Full(t, was)
	was = a.Reopen(t, was)
	expect.NoError(t, was.Unfinish(ctx, end))
	want, wantRows, wantMore := contents(t, was), RowsOf(t, was), more(t, was)
	for i := range want.Letters {
		want.Letters[i].Leased = time.Time{}
	}
	there, moved := Moved(t, was, b)
	for table, n := range map[string]int{"games": 2, "records": 304, "beside": 2, "snapshots": 2, "mails": 6, "raw": 4, "letters": 24, "sent": 6, "due": 6, "values": 1, "numbers": 3} {
		expect.Same(t, table, moved.Rows[table], n)
	}
	back, again := Moved(t, there, a)
	same(t, "what was moved back", again, moved)
	for name, s := range map[string]store.Store{"there": there, "back": back} {
		same(t, "rows "+name, RowsOf(t, s), wantRows)
		same(t, "contents "+name, contents(t, s), want)
		same(t, "the rest "+name, more(t, s), wantMore)
	}
	same(t, "the rows of what was moved", RowsOf(t, was), wantRows)

	// No number is given again, and the store can continue.
	numbers := func(s store.Store) []uint64 {
		kept(t, s, store.Commit{Game: "new", Append: payloads("new", 1), Letters: []store.Letter{{Game: "new", To: "ana", NextTry: t0}}, Raw: &store.RawMail{Key: "y", At: t0}})
		var out []uint64
		for r, err := range s.(store.Mover).Rows(ctx) {
			if expect.NoError(t, err); r.Table == "numbers" {
				out = append(out, uint64(r.Value[7]))
			}
		}
		ls := expect.Get(s.Letters(ctx))(t)
		return append(out, ls[len(ls)-1].ID)
	}
	n := numbers(was)
	expect.Same(t, "numbers", n, []uint64{5, 7, 32, 32})
	same(t, "numbers there", numbers(there), n)
	same(t, "numbers back", numbers(back), n)
	contents(t, there)
	contents(t, back)
}

// more reads the parts that contents does not.
func more(t testing.TB, s store.Store) string {
	out := ""
	for _, upTo := range []uint64{1, 2, 3, 4, 303, 304} {
		log := expect.Get(s.Load(ctx, "winter\xff\x01", upTo, false))(t)
		out += fmt.Sprintf("%d %+v %d\n", upTo, log.Snapshot, len(log.Records))
	}
	for id := range 40 {
		l, ok := expect.Get2(s.SentLetter(ctx, fmt.Sprintf("<\xff%d@x>", id)))(t)
		out += fmt.Sprintf("%v %#v\n", ok, l)
	}
	for _, key := range []string{"m\xfe", "m1", "m2", "m3", "never kept", "x"} {
		mark, ok := expect.Get2(s.Seen(ctx, key))(t)
		out += fmt.Sprintf("%v %+v\n", ok, mark)
	}
	return out
}
