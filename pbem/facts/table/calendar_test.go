package table

import (
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
)

// An entry's identity is that of the question: neither its deadline nor hidden records change it. Its sequence
// counts up only when the deadline moves.
func TestEntry(t *testing.T) {
	at := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	before := &Table{Game: "winter", Key: []byte("key"), Players: make([]Player, 2), Waiting: []Wait{{Seat: 1, Asked: 7, Until: at}}}
	first := before.Entry(before.Waiting[0])
	after := before.Clone()
	after.CountMoves(before)
	expect.Same(t, "the same question", after.Entry(after.Waiting[0]), first)
	after.Waiting[0].Until = at.Add(time.Hour)
	for range 2 { // once, however often it is counted
		after.CountMoves(before)
	}
	if e := after.Entry(after.Waiting[0]); e.UID != first.UID || e.Sequence <= first.Sequence+1 || !e.Until.Equal(at.Add(time.Hour)) {
		t.Errorf("%v, was %v", e, first)
	}
	again := after.Clone()
	again.Waiting[0].Asked = 9 // another question
	again.CountMoves(after)
	if e := again.Entry(again.Waiting[0]); e.UID == first.UID {
		t.Errorf("%v, was %v", e, first)
	}
	hidden := before.Clone() // the other seat has given a standing answer in secret before the question
	hidden.HiddenRecords, hidden.Waiting[0].Asked = []HiddenRecord{{Record: 3, Seat: 0}}, 8
	expect.Same(t, "after a secret answer", hidden.Entry(hidden.Waiting[0]), first)
}

// Alarms come before Railpost's reminders, latest last.
func TestAlarms(t *testing.T) {
	since := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	rules := Rules{Before: []int64{86400, 21600}}
	clock := Clock{Terms{HalfTime: new(bool), Rules: &rules}, &Player{Zone: "UTC"}}
	w := Wait{Since: since, Until: since.Add(72 * time.Hour)}
	list, err := clock.Alarms(w)
	if err != nil || len(list) != 2 || list[0] != 24*time.Hour+15*time.Minute || list[1] != 6*time.Hour+15*time.Minute {
		t.Errorf("%v %v", list, err)
	}
	rules.Before = nil
	if list, err = clock.Alarms(w); err != nil || len(list) != 1 || list[0] != time.Hour {
		t.Errorf("%v %v", list, err)
	}
}
