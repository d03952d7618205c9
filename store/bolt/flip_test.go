package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"railpost/engine/enginetest/expect"
	"railpost/store"
	"railpost/store/deflate"
)

// filled makes a compact file with three games and one of everything else, and
// returns its path.
func filled(t testing.TB) string {
	t.Helper()
	src, dst := newPath(t), newPath(t)
	db, err := Open(src, Options{})
	expect.NoError(t, err)
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	for g := range 3 {
		c := store.Commit{
			Game: fmt.Sprint("game", g), Doc: fmt.Appendf(nil, "the document of game %d", g),
			Mail:    &store.Mark{Key: fmt.Sprint("key", g), Game: fmt.Sprint("game", g), Verdict: "verdict of the mark", At: at},
			Raw:     &store.RawMail{Key: fmt.Sprint("key", g), At: at, Subject: "a subject", Bytes: []byte("the raw mail as it came")},
			Letters: []store.Letter{{Game: fmt.Sprint("game", g), Kind: "turn", To: "ben@example.org", Data: []byte("facts of the letter")}},
			DuePut:  []store.Due{{At: at, Game: fmt.Sprint("game", g), Kind: "reminder", Data: []byte("data of the due row")}},
			Put:     map[string][]byte{fmt.Sprint("value", g): []byte("a service-wide value")},
		}
		for i := range 5 {
			c.Append = append(c.Append, fmt.Appendf(nil, "payload %d of game %d", i+1, g))
		}
		c.Snapshot = []byte("the position after it")
		c.Texts = map[uint64][]byte{2: []byte("what lies beside record 2"), 5: []byte("and beside the last")}
		errs, err := db.Commit(ctx, c)
		expect.NoError(t, errors.Join(errs[0], err))
	}
	ls := expect.Get(db.Claim(ctx, at.AddDate(99, 0, 0), time.Second, 1))(t)
	expect.NoError(t, errors.Join(db.Sent(ctx, store.Accepted{ID: ls[0].ID, MessageID: "<a message-id of a sent letter@x>", Code: "250 the server's answer", At: at})...))
	expect.NoError(t, db.Close())
	expect.NoError(t, Compact(ctx, dst, src))
	return dst
}

// changed is where the last call of flipped has changed a file.
var changed struct {
	path   string
	offset int
}

// flipped opens a copy of file with one bit changed at offset.
func flipped(t *testing.T, path string, file []byte, offset int, bit byte) (*DB, error) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	expect.NoError(t, err)
	if changed.path == path {
		_, err = f.WriteAt(file[changed.offset:][:1], int64(changed.offset))
		expect.NoError(t, err)
	}
	changed.path, changed.offset = path, offset
	_, err = f.WriteAt([]byte{file[offset] ^ bit}, int64(offset))
	expect.NoError(t, errors.Join(err, f.Close()))
	return Open(path, Options{ReadOnly: true})
}

func faultsOf(t *testing.T, db *DB) (found []store.Corrupt) {
	t.Helper()
	expect.NoError(t, db.Base.Check(ctx, func(c store.Corrupt) { found = append(found, c) }))
	return found
}

// bboltFinds counts the faults that bbolt's own check finds.
func bboltFinds(t *testing.T, db *DB) (n int) {
	t.Helper()
	expect.NoError(t, db.b.file.View(func(tx *bbolt.Tx) error {
		for range tx.Check() {
			n++
		}
		return nil
	}))
	return n
}

// TestFlippedByteInARecord flips a bit of every byte of every record, hash and
// payload, one at a time.
func TestFlippedByteInARecord(t *testing.T) {
	path := filled(t)
	file := expect.Get(os.ReadFile(path))(t)
	db, err := Open(path, Options{ReadOnly: true})
	expect.NoError(t, err)
	logs := map[string]store.Log{}
	expect.NoError(t, db.Heads(ctx, func(h store.Head) error {
		logs[h.Game], err = db.Load(ctx, h.Game, 0, true)
		return err
	}))
	expect.NoError(t, db.Close())

	flips, foundByLoad, foundByCheck, foundByBolt := 0, 0, 0, 0
	for game, log := range logs {
		for _, r := range log.Records {
			value := append(r.Hash[:], r.Payload...)
			start := bytes.Index(file, value)
			if start < 0 || bytes.Count(file, value) != 1 {
				t.Fatalf("%s: record %d lies in the file %d times", game, r.Seq, bytes.Count(file, value))
			}
			for i := range value {
				flips++
				db, err := flipped(t, path, file, start+i, 1<<(i%8))
				expect.NoError(t, err)
				var bad *store.Corrupt
				if _, err := db.Load(ctx, game, 0, true); errors.As(err, &bad) && bad.Game == game && bad.Seq == r.Seq {
					foundByLoad++
				} else {
					t.Errorf("%s record %d byte %d: load says %v", game, r.Seq, i, err)
				}
				if found := faultsOf(t, db); len(found) == 1 && found[0].Game == game && found[0].Seq == r.Seq {
					foundByCheck++
				} else {
					t.Errorf("%s record %d byte %d: check says %v", game, r.Seq, i, found)
				}
				foundByBolt += bboltFinds(t, db)
				expect.NoError(t, db.Close())
			}
		}
	}
	t.Logf("flips=%d found by load=%d by check=%d by bbolt=%d", flips, foundByLoad, foundByCheck, foundByBolt)
	expect.Same(t, "bbolt found", foundByBolt, 0)
}

// TestFlippedByteElsewhere: all other values carry a checksum.
func TestFlippedByteElsewhere(t *testing.T) {
	path := filled(t)
	file := expect.Get(os.ReadFile(path))(t)
	for _, text := range []string{
		"the document of game 1", "verdict of the mark", "a subject", string(deflate.Pack([]byte("the raw mail as it came"))), "facts of the letter",
		"data of the due row", "a service-wide value", "the position after it", "250 the server's answer",
		"<a message-id of a sent letter@x>", // keys
		"value1", "game0\x00reminder\x00",
	} {
		start := bytes.Index(file, []byte(text))
		if start < 0 {
			t.Fatalf("%q is not in the file", text)
		}
		for i := range len(text) {
			db := expect.Get(flipped(t, path, file, start+i, 1<<(i%8)))(t)
			expect.True(t, len(faultsOf(t, db)) != 0, "%q byte %d: not found", text, i)
			expect.NoError(t, db.Close())
		}
	}
}

// TestDamagedSnapshot: the game is loaded without it.
func TestDamagedSnapshot(t *testing.T) {
	path := filled(t)
	file := expect.Get(os.ReadFile(path))(t)
	db := expect.Get(flipped(t, path, file, bytes.Index(file, []byte("the position after it")), 1))(t)
	log := expect.Get(db.Load(ctx, "game0", 0, false))(t)
	expect.True(t, log.Snapshot == nil && len(log.Records) == 5,
		"snapshot %v, %d records", log.Snapshot, len(log.Records))
	expect.NoError(t, db.Close())
}

// TestDamagedDueRow: it is omitted and reported; the rows of other games are listed.
func TestDamagedDueRow(t *testing.T) {
	path := filled(t)
	file := expect.Get(os.ReadFile(path))(t)
	db := expect.Get(Open(path, Options{}))(t)
	far := time.Now().AddDate(100, 0, 0)
	all, err := db.DueBefore(ctx, far, 0)
	expect.NoError(t, err)
	expect.NoError(t, db.Close())
	db, err = flipped(t, path, file, bytes.Index(file, []byte("data of the due row")), 1)
	expect.NoError(t, err)
	var bad *store.Corrupt
	if left, err := db.DueBefore(ctx, far, 0); !errors.As(err, &bad) || len(left) != len(all)-1 || len(left) == 0 {
		t.Errorf("%d of %d rows, %v", len(left), len(all), err)
	}
	expect.NoError(t, db.Close())
}

// TestLoadWithoutFull verifies what it reads: the records after the snapshot.
func TestLoadWithoutFull(t *testing.T) {
	path := newPath(t)
	db, err := Open(path, Options{})
	expect.NoError(t, err)
	for rev, text := range []string{"before the snapshot", "behind the snapshot"} {
		c := store.Commit{Game: "winter", Expect: uint64(rev), Append: [][]byte{[]byte(text)}}
		if rev == 0 {
			c.Snapshot = []byte("position")
		}
		errs, err := db.Commit(ctx, c)
		expect.NoError(t, errors.Join(errs[0], err))
	}
	expect.NoError(t, db.Close())
	compacted := newPath(t)
	expect.NoError(t, Compact(ctx, compacted, path))
	file, err := os.ReadFile(compacted)
	expect.NoError(t, err)
	for _, test := range []struct {
		text       string
		quick, all uint64 // the record found bad
	}{{"before the snapshot", 0, 1}, {"behind the snapshot", 2, 2}} {
		db, err := flipped(t, compacted, file, bytes.Index(file, []byte(test.text)), 4)
		expect.NoError(t, err)
		for full, want := range map[bool]uint64{false: test.quick, true: test.all} {
			var bad *store.Corrupt
			if _, err := db.Load(ctx, "winter", 0, full); errors.As(err, &bad) != (want != 0) || want != 0 && bad.Seq != want {
				t.Errorf("%s, full %v: %v, want record %d", test.text, full, err, want)
			}
		}
		expect.NoError(t, db.Close())
	}
}

// TestTruncatedFile: reading beyond the end of the file is an error and not the
// end of the process.
func TestTruncatedFile(t *testing.T) {
	path := filled(t)
	file := expect.Get(os.ReadFile(path))(t)
	used := 0
	db, err := Open(path, Options{ReadOnly: true})
	expect.NoError(t, err)
	expect.NoError(t, db.b.file.View(func(tx *bbolt.Tx) error { used = int(tx.Size()); return nil }))
	expect.NoError(t, db.Close())
	expect.NoError(t, os.WriteFile(path, file[:used], 0o600))
	expect.NoError(t, Verify(ctx, path))
	for size := used - 4096; size > 0; size -= 4096 {
		expect.NoError(t, os.WriteFile(path, file[:size], 0o600))
		err := Verify(ctx, path)
		expect.Fails(t, fmt.Sprintf("%d of %d bytes: no fault", size, len(file)), err, "")
	}
}
