package table

import (
	"cmp"
	"slices"
	"strings"

	"railpost/engine"
)

// AddressKey is where the store keeps which games an address plays in.
func AddressKey(address string) string { return addressPrefix + strings.ToLower(address) }

const addressPrefix = "address/"

// RestoredKey is the service-wide value that says that tables are still to be
// told of a restore.
const RestoredKey = "restored"

// Restored is what a restore has done to a game.
type Restored struct {
	Lost uint64 `json:"lost"` // the step everybody knew of at which the game stood; 0: not known
}

// Former is what proved a seat before a restore: of use for mails of that time
// alone.
type Former struct {
	Key     []byte   `json:"key"`
	Players []Player `json:"players"`
}

// PutBack begins a new epoch: the log ends at record head again. was is the
// table as it stood before, nil when that is not known. What was said of how
// players are reached stays said, and what was revoked stays revoked; where
// nothing is known of it, key replaces all tokens. It returns the seats
// that were changed.
func (t *Table) PutBack(was *Table, head uint64, key []byte) []engine.Seat {
	t.Agreed, t.Extra, t.Former = head, nil, &Former{t.Key, t.Clone().Players}
	if was == nil {
		t.Epoch++
		t.Key = key
		return nil
	}
	t.Epoch = max(t.Epoch, was.Epoch) + 1
	t.Key = was.Key
	var changed []engine.Seat
	for s := range t.Players {
		now, then := &t.Players[s], was.Players[s]
		if now.Renewed > then.Renewed {
			continue // the backup is the later of the two
		}
		if now.Name != then.Name || now.Renewed != then.Renewed || !slices.Equal(now.Addresses, then.Addresses) {
			changed = append(changed, engine.Seat(s))
		}
		now.Name, now.Renewed, now.Addresses = then.Name, then.Renewed, slices.Clone(then.Addresses)
		now.Zone, now.Lang, now.Letters, now.Unsubscribed, now.Wanted = then.Zone, then.Lang, then.Letters, then.Unsubscribed, then.Wanted
	}
	return changed
}

// Formerly counts steps as addresses did before the last restore.
func (t *Table) Formerly() *Table {
	then := *t
	then.Asides = slices.Clone(t.Asides)
	for _, r := range t.Extra {
		then.Asides = append(then.Asides, Aside{Record: r, Seat: engine.Nobody - 1})
	}
	slices.SortFunc(then.Asides, func(a, b Aside) int { return cmp.Compare(a.Record, b.Record) })
	return &then
}

// Same says whether two documents are of the same game.
func (t *Table) Same(o *Table) bool {
	return t.Game == o.Game && t.Title == o.Title && t.Created.Equal(o.Created) && len(t.Players) == len(o.Players)
}

// renewedMost is how often a player may have renewed a token in a time of which
// nothing is known.
const renewedMost = 10

// FormerSeat finds the seat that a token proves now, or proved after the backup
// of the last restore was made.
func (t *Table) FormerSeat(token string) (engine.Seat, bool) {
	if s, ok := t.SeatOf(token); ok || t.Former == nil {
		return s, ok
	}
	then := &Table{Game: t.Game, Key: t.Former.Key, Players: slices.Clone(t.Former.Players)}
	for range renewedMost {
		if s, ok := then.SeatOf(token); ok {
			return s, true
		}
		for s := range then.Players {
			then.Players[s].Renewed++
		}
	}
	return engine.Nobody, false
}

// FormerlyOnFile says whether an address belongs to a seat's player, or did in
// the backup of the last restore.
func (t *Table) FormerlyOnFile(s engine.Seat, address string) bool {
	return t.OnFile(s, address) || t.Former != nil && (&Table{Players: t.Former.Players}).OnFile(s, address)
}
