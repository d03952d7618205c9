package table

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

func winter() *Table {
	return &Table{
		Game: "winter", Title: "toy", Key: []byte("key"), Seed: []byte("seed"), State: Running, Within: 3600, Reminders: []string{"0 9 * * *"}, HalfTime: true,
		Players: []Player{
			{Name: "Ana", Addresses: []string{"ana@example.org", "ana@work.example"}, Zone: "Europe/Madrid", Letters: Rounds},
			{Name: "Ben", Addresses: []string{"ben@example.org"}, Zone: "Mars/Olympus", Letters: Turns},
		},
		Waiting:    []Wait{{Seat: 1, Asked: 4, Since: time.Unix(10, 0).UTC(), Until: time.Unix(20, 0).UTC()}},
		LastGroups: []Group{{Seat: 0, Before: 2, Last: 4, Was: &Wait{Seat: 0, Asked: 2, Since: time.Unix(1, 0).UTC(), Until: time.Unix(2, 0).UTC()}}},
	}
}

func TestReadsWhatItWrote(t *testing.T) {
	b := expect.Get(winter().Bytes())(t)
	again, err := Read(b)
	expect.True(t, err == nil && reflect.DeepEqual(again, winter()), "%v, %v", again, err)
	expect.Fails(t, "half a document was read", expect.Err(Read([]byte("{"))), "")
}

// TestClone: nothing that is done to a copy is seen in the table.
func TestClone(t *testing.T) {
	kept := winter()
	c := kept.Clone()
	c.Players[0].Name, c.Players[0].Addresses[0] = "Eva", "eva@example.org"
	c.Waiting[0].Late = true
	c.Reminders[0] = ""
	c.LastGroups[0].Last = 9
	expect.Same(t, "the table that was cloned", *kept, *winter())
}

func TestAddresses(t *testing.T) {
	w := winter()
	if w.Players[0].OnFile("ana@wor\u212a.example") { // neither the Kelvin sign nor the long s counts as its letter
		t.Error("another letter that looks the same is on file")
	}
	if !w.Players[0].OnFile("ana@work.example") || !w.Players[1].OnFile("ben@example.org") || w.Players[1].OnFile("ana@example.org") {
		t.Error("addresses on file")
	}
	w.Players[1].Addresses = append(w.Players[1].Addresses, "ana@example.org")
	expect.Same(t, "seats of one address", w.SeatsOf("ana@example.org"), []engine.Seat{0, 1})
}

func TestTimes(t *testing.T) {
	w := winter()
	plan, err := w.Terms().Plan()
	expect.True(t, err == nil && len(plan.Reminders) == 1 && plan.HalfTime, "plan %+v, %v", plan, err)
	w.Reminders = []string{"never"}
	expect.Fails(t, "a timetable that cannot be read", expect.Err(w.Terms().Plan()), "")
	expect.Same(t, "zone", w.ZoneOf(0).String(), "Europe/Madrid")
	for _, s := range []engine.Seat{1, 7, engine.Nobody} {
		expect.Same(t, fmt.Sprintf("seat %d has the zone", s), w.ZoneOf(s), time.UTC)
	}
	expect.True(t, w.WaitFor(0) == nil && w.WaitFor(1) != nil, "who is waited for")
}

func TestAccepted(t *testing.T) {
	w := winter()
	w.Players[0].Answer = "accept"
	expect.True(t, !w.Accepted(), "one has accepted, and that was all")
	w.Players[1].Answer = "accept"
	expect.True(t, w.Accepted(), "all have accepted")
}

func TestReadLetters(t *testing.T) {
	for word, want := range map[string]Letters{"all": Moves, "mine": Turns, "off": Off, "Rounds": Rounds, "some": "", "": ""} {
		expect.Same(t, word, ReadLetters(word), want)
	}
}
