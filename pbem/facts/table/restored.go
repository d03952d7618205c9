package table

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
)

// AddressKey returns the key under which the store keeps the games of an address.
func AddressKey(address string) string { return AddressPrefix + strings.ToLower(address) }

// AddressPrefix begins all of them.
const AddressPrefix = "address/"

// RestoredKey is the key of a service-wide value: some tables must still be told of a
// restore.
const RestoredKey = "restored"

// OrganisersKey is the key of a service-wide value: the secret from which organisers' tokens
// are made. They prove no seat, and no seat's token proves an organiser.
const OrganisersKey = "organisers"

// OrganiserRenewedKey returns the key of a service-wide value: how often the token of an
// organiser was renewed, see ReadRenewed.
func OrganiserRenewedKey(address string) string {
	return OrganiserRenewedPrefix + strings.ToLower(address)
}

// OrganiserRenewedPrefix begins those keys.
const OrganiserRenewedPrefix = "organisers/renewed/"

// ReadRenewed reads such a value; one that is missing is 0.
func ReadRenewed(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	n, err := strconv.Atoi(string(b))
	if err != nil {
		return 0, fmt.Errorf("reading how often an organiser's token was renewed: %w", err)
	}
	return n, nil
}

// Restored is the effect of a restore on a game.
type Restored struct {
	Lost  uint64 `json:"lost"`            // the last public step before the restore; 0 if unknown
	Again bool   `json:"again,omitempty"` // the messages since the backup were played again
}

// Former is the seat keys before a restore. It serves only mails of that time.
type Former struct {
	Key     []byte   `json:"key"`
	Players []Player `json:"players"`
}

// PutBack begins a new epoch: the log ends at record head again. was is the table before
// the restore, nil if it is unknown. How players want to be reached stays as they said last,
// and what was revoked stays revoked; if was is nil, key replaces all tokens. It returns
// the seats that were changed.
func (t *Table) PutBack(was *Table, head uint64, key []byte) []engine.Seat {
	t.Agreed, t.Extra, t.Former = head, nil, &Former{t.Key, t.Clone().Players}
	if was == nil {
		t.Epoch++
		t.Key = key
		return nil
	}
	t.Epoch = max(t.Epoch, was.Epoch) + 1
	t.Key = was.Key
	t.Sat, t.Erased, t.Hooks = slices.Clone(was.Sat), was.Erased, slices.Clone(was.Hooks)
	var changed []engine.Seat
	for s := range t.Players {
		now, then := &t.Players[s], was.Players[s]
		if now.Renewed > then.Renewed {
			continue // the backup is the later of the two
		}
		if now.Name != then.Name || now.Renewed != then.Renewed || !slices.Equal(now.Addresses, then.Addresses) {
			changed = append(changed, engine.Seat(s))
		}
		if now.succeeded(then) { // the former player's wishes and answers are not theirs
			now.Open, now.Robot, now.Resigned, now.Resigning = then.Open, then.Robot, then.Resigned, then.Resigning
			if t.State == Inviting {
				now.Answer, now.Added = "", ""
				if then.IsRobot() {
					now.Answer = then.Answer
				}
			}
		}
		now.Name, now.Level, now.Renewed, now.Addresses = then.Name, then.Level, then.Renewed, slices.Clone(then.Addresses)
		now.Links = max(now.Links, then.Links)
		now.Zone, now.Lang, now.Letters, now.Form, now.Unsubscribed, now.PendingAddress = then.Zone, then.Lang, then.Letters, then.Form, then.Unsubscribed, then.PendingAddress
		now.Calendar, now.Entered, now.Hook = then.Calendar, then.Entered, then.Hook
		now.Sitter, now.Ignores = then.Sitter, slices.Clone(then.Ignores)
		now.Before, now.Asked = slices.Clone(then.Before), slices.Clone(then.Asked)
		for i, f := range now.Before {
			now.Before[i].To = min(f.To, head)
		}
	}
	return changed
}

// succeeded reports whether somebody else has taken the seat of a player.
func (p Player) succeeded(by Player) bool {
	return p.Name != by.Name && !slices.ContainsFunc(p.Addresses, func(a string) bool { return slices.Contains(by.Addresses, a) })
}

// FormerHidden returns those by which steps were counted before the last restore.
func (t *Table) FormerHidden() HiddenRecords {
	then := slices.Clone(t.HiddenRecords)
	for _, r := range t.Extra {
		then = append(then, HiddenRecord{Record: r, Seat: engine.Nobody - 1})
	}
	slices.SortFunc(then, func(a, b HiddenRecord) int { return cmp.Compare(a.Record, b.Record) })
	return then
}

// Same reports whether two documents belong to the same game.
func (t *Table) Same(o *Table) bool {
	return t.Name() == o.Name() && t.Title == o.Title && t.Created.Equal(o.Created) && len(t.Players) == len(o.Players)
}

// OnFile reports whether an address belonged to a seat's player in the backup of the restore.
func (f *Former) OnFile(s engine.Seat, address string) bool {
	return f != nil && f.Players[s].OnFile(address)
}
