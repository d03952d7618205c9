package table

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/log18xx"
)

// TestErase: no part of a document keeps anything of an erased person, and the others stay.
func TestErase(t *testing.T) {
	const ana = "ana@example.org"
	known := func() *Table {
		return &Table{
			Game: "winter", State: Over, Organiser: ana, Zone: "Europe/Madrid",
			Players: []Player{
				{Name: "Ana", Addresses: []string{"a@work.example", ana}, Zone: "Europe/Vienna", Lang: "de", Renewed: 2,
					Before: []Predecessor{{Name: "Ben", To: 5, Addresses: []string{"ben@example.org"}}}},
				{Name: "Cleo", Addresses: []string{"cleo@example.org"}, Asked: []Guest{{Name: "Ana", Address: ana}, {Name: "Dan", Address: "dan@example.org"}},
					Before: []Predecessor{{Name: "Anna", To: 7, Addresses: []string{ana}}, {Name: "Ana B", To: 9, Addresses: []string{ana}}}, PendingAddress: &PendingAddress{Address: ana}, Sitter: &Sitter{Guest: Guest{Name: "Ann", Address: ana}}},
			},
			Sat:    []Guest{{Name: "Ana", Address: ana}, {Name: "Eva", Address: "eva@example.org"}},
			Former: &Former{Key: []byte{1}, Players: []Player{{Name: "Ana", Addresses: []string{ana}, Renewed: 1}, {Name: "Cleo", Addresses: []string{"cleo@example.org"}}}},
			Site:   &log18xx.Header{Players: []log18xx.Player{{ID: 1, Name: "Ben"}, {ID: 2, Name: "Anna"}}},
		}
	}
	table := known()
	p := table.Person(ana)
	if !cmp.Equal(p.Seats, []engine.Seat{0}) || p.Sits != nil || !cmp.Equal(p.Names, []string{"Ana", "Anna", "Ana B", "Ann"}) {
		t.Errorf("known is %+v", p)
	}
	for _, at := range []struct {
		seat   engine.Seat
		record uint64
		sat    bool
	}{{0, 5, false}, {0, 6, true}, {0, 99, true}, {1, 1, true}, {1, 7, true}, {1, 8, true}, {1, 10, false}} {
		expect.Same(t, []any{at.seat, at.record, !at.sat}, p.Sat(at.seat, at.record), at.sat)
	}
	before := expect.Get(table.Bytes())(t)
	again := table.Clone()
	again.Erase(ana, p, time.Unix(1, 0))
	doc := expect.Get(again.Bytes())(t)
	expect.Lacks(t, "the table", string(doc), "Ana", "Ann", ana, "a@work.example", "Vienna", `"de"`)
	expect.Has(t, "the table", string(doc),
		"Ben", "Cleo", "Dan", "Eva", "ben@example.org", "dan@example.org", "eva@example.org")
	expect.Same(t, "names at record 1", again.NamesAt(1), []string{"Ben", "Player 2"})
	if got := again.Names(); !cmp.Equal(got, []string{"Player 1 (2)", "Cleo"}) || again.Players[0].Renewed != 3 || again.Players[0].Address() != "" {
		t.Errorf("now %+v", again.Players)
	}
	if p := again.Person(ana); p.Known {
		t.Errorf("still known: %+v", p)
	}
	expect.Same(t, "the erasure of a copy changed its original", string(expect.Get(table.Bytes())(t)), string(before))
}
