package table

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/log18xx"
)

// TestErase: wherever a document knows somebody from, nothing of them is left in it, and the
// others stay.
func TestErase(t *testing.T) {
	const ana = "ana@example.org"
	known := func() *Table {
		return &Table{
			Game: "winter", State: Over, Organiser: ana, Zone: "Europe/Madrid",
			Players: []Player{
				{Name: "Ana", Addresses: []string{"a@work.example", ana}, Zone: "Europe/Vienna", Lang: "de", Renewed: 2,
					Before: []Predecessor{{Name: "Ben", To: 5, Addresses: []string{"ben@example.org"}}}},
				{Name: "Cleo", Addresses: []string{"cleo@example.org"}, Asked: []Guest{{Name: "Ana", Address: ana}, {Name: "Dan", Address: "dan@example.org"}},
					Before: []Predecessor{{Name: "Anna", To: 7, Addresses: []string{ana}}, {Name: "Ana B", To: 9, Addresses: []string{ana}}}, Wanted: &Wanted{Address: ana}, Sitter: &Sitter{Guest: Guest{Name: "Ann", Address: ana}}},
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
		if p.Sat(at.seat, at.record) != at.sat {
			t.Errorf("seat %d at record %d: %v", at.seat, at.record, !at.sat)
		}
	}
	before := expect.Get(table.Bytes())(t)
	again := table.Clone()
	again.Erase(ana, p, time.Unix(1, 0))
	doc := expect.Get(again.Bytes())(t)
	for _, gone := range []string{"Ana", "Ann", ana, "a@work.example", "Vienna", `"de"`} {
		if strings.Contains(string(doc), gone) {
			t.Errorf("%s is left in %s", gone, doc)
		}
	}
	for _, stays := range []string{"Ben", "Cleo", "Dan", "Eva", "ben@example.org", "dan@example.org", "eva@example.org"} {
		if !strings.Contains(string(doc), stays) {
			t.Errorf("%s is not left in %s", stays, doc)
		}
	}
	if got := again.NamesAt(1); !cmp.Equal(got, []string{"Ben", "Player 2"}) {
		t.Errorf("names at record 1: %q", got)
	}
	if got := again.Names(); !cmp.Equal(got, []string{"Player 1 (2)", "Cleo"}) || again.Players[0].Renewed != 3 || again.Players[0].Address() != "" {
		t.Errorf("now %+v", again.Players)
	}
	if p := again.Person(ana); p.Known {
		t.Errorf("still known: %+v", p)
	}
	if now, err := table.Bytes(); err != nil || string(now) != string(before) {
		t.Errorf("the erasure of a copy changed its original: %s (%v)", now, err)
	}
}
