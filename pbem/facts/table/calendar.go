package table

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"time"
)

// Entry is a game's entry in a player's calendar: when their answer is due.
type Entry struct {
	UID      string    `json:"uid"`
	Sequence int       `json:"sequence"` // even; the next number withdraws the entry
	Until    time.Time `json:"until"`
}

// Entry returns the entry of a wait in its player's calendar. Its UID depends on the wait but not on its
// deadline; it identifies no seat.
func (t *Table) Entry(w Wait) Entry {
	m := hmac.New(sha256.New, t.Key)
	fmt.Fprintf(m, "deadline|%s|%d|%d|%d", t.Name(), t.Epoch, w.Seat, t.HiddenRecords.Step(w.Asked, w.Seat))
	id := m.Sum(nil)[:16]
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // RFC 9562, 5.8
	return Entry{UID: fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:]), Sequence: 2 * w.Moved, Until: w.Until}
}

// CountMoves counts which waits end at another time than they did before.
func (t *Table) CountMoves(before *Table) {
	for i := range t.Waiting {
		w := &t.Waiting[i]
		was := before.WaitFor(w.Seat)
		if was == nil || was.Asked != w.Asked {
			continue
		}
		if w.Moved = was.Moved; !w.Until.Equal(was.Until) {
			w.Moved++
		}
	}
}

// Deadlines returns the waits for the seats of an address, in a running game.
func (t *Table) Deadlines(address string) (list []Wait) {
	for _, w := range t.Waiting {
		if p := &t.Players[w.Seat]; t.State == Running && !p.Resigned && p.Address() == address {
			list = append(list, w)
		}
	}
	return list
}
