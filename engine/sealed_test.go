package engine_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// talk is a record with a name or words of every kind.
func talk() *engine.Record {
	return &engine.Record{Seq: 7, Kind: engine.Noted, Seat: 1, By: "Dora",
		Begin: &engine.Beginning{Game: "winter", Players: []string{"Ana", "Ben"}},
		Reports: []engine.Report{
			{Message: engine.Msg("said", engine.Player("seat", 1), engine.Personal("text", "I like trains"))},
			{Message: engine.Msg("rule", engine.Text("rule", "votes"), engine.Personal("why", ""))},
		}}
}

func written(t *testing.T, r *engine.Record) (record, beside []byte) {
	t.Helper()
	record, err := r.Bytes()
	expect.NoError(t, err)
	beside, err = r.TextBytes()
	expect.NoError(t, err)
	return record, beside
}

func sealed(t *testing.T) *engine.Record {
	t.Helper()
	r := talk()
	expect.NoError(t, r.Seal(rand.NewChaCha8([32]byte{})))
	return r
}

var private = []string{"Ana", "Ben", "Dora", "I like trains"}

func holds(b []byte) []string {
	return engine.Where(private, func(p string) bool { return bytes.Contains(b, []byte(p)) })
}

// A sealed record holds no name and no words, reads back as it was, and is written again
// with the same bytes.
func TestSealed(t *testing.T) {
	r := sealed(t)
	record, beside := written(t, r)
	expect.Same(t, record, holds(record), nil)
	back := expect.Get(engine.ReadSealed(record, beside))(t)
	if diff := cmp.Diff(r, back); diff != "" {
		t.Error(diff)
	}
	if again, also := written(t, back); !bytes.Equal(again, record) || !bytes.Equal(also, beside) {
		t.Errorf("written again: %s %s", again, also)
	}
	twice := sealed(t)
	if err := twice.Seal(nil); err != nil {
		t.Errorf("a record that is sealed: %v", err)
	}
	if none, err := (&engine.Record{Kind: engine.Noted}).TextBytes(); none != nil || err != nil {
		t.Errorf("beside a record without words: %s, %v", none, err)
	}
}

// Erased text reads as such, and the record stays as it was.
func TestErased(t *testing.T) {
	r := sealed(t)
	record, _ := written(t, r)
	expect.Same(t, "erased", r.Erase(func(at engine.TextAt) bool { return at.String() != "Ben" }), 3)
	same, beside := written(t, r)
	if found := holds(beside); !bytes.Equal(same, record) || len(found) != 1 || found[0] != "Ben" {
		t.Errorf("beside the record: %s (%q); the record %s", beside, found, same)
	}
	back := expect.Get(engine.ReadSealed(record, beside))(t)
	if text, _ := back.Reports[0].Arg("text"); !cmp.Equal(text, engine.Arg{Name: "text", Kind: engine.KindPersonal}) || back.By != engine.ByErased || !cmp.Equal(back.Begin.Players, []string{"", "Ben"}) {
		t.Errorf("read back: %+v", back)
	}
	expect.Same(t, "erased", back.Erase(func(at engine.TextAt) bool { return at.String() != "Ben" }), 0)
	blind, err := engine.ReadRecord(record)
	if err != nil || blind.By != engine.ByErased || blind.Begin.Players[1] != "" {
		t.Errorf("without what lies beside it: %+v, %v", blind, err)
	}
}

func TestSealedRefuses(t *testing.T) {
	record, beside := written(t, sealed(t))
	for want, other := range map[string]string{
		"are missing":             "",
		"does not match its hash": strings.Replace(string(beside), "Ana", "Ann", 1),
		"its names and texts do not match: 4 expected": "[]",
		"its names and texts":                          "{",
		"lacks its salt":                               `[{"text":"Ana"},{},{},{}]`,
		"record 7: a name or text":                     `[{"salt":"00","text":"Ana"},{},{},{}]`,
	} {
		expect.Fails(t, "error", expect.Err(engine.ReadSealed(record, []byte(other))), want)
	}
	plain, _ := written(t, talk())
	for _, other := range []string{"", "[]", "{", "[{}]"} {
		expect.Fails(t, other, expect.Err(engine.ReadSealed(plain, []byte(other))), "")
	}
}
