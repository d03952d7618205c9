package table

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"railpost/engine"
)

// Person is a table's knowledge of a person with an address.
type Person struct {
	Known bool          // the table knows them
	Names []string      // present and earlier names
	Seats []engine.Seat // seats that they have
	Sits  []engine.Seat // seats for which they substitute
	Also  []string      // other addresses they have or had on their seats
	stays []stay
}

// stay is the time of a person on a seat: after record from, up to record to.
type stay struct {
	seat     engine.Seat
	nth      int // number of earlier players of the seat
	from, to uint64
}

// Sat reports whether they sat on a seat when a record was written.
func (p Person) Sat(s engine.Seat, record uint64) bool {
	return slices.ContainsFunc(p.stays, func(st stay) bool { return st.seat == s && st.from < record && record <= st.to })
}

func (p *Person) call(name string, also ...string) {
	if p.Known = true; !slices.Contains(p.Names, name) {
		p.Names = append(p.Names, name)
	}
	p.Also = append(p.Also, also...)
}

// Person returns the table's knowledge of an address.
func (t *Table) Person(address string) (p Person) {
	for i, player := range t.Players {
		s, from := engine.Seat(i), uint64(0)
		for n, b := range player.Before {
			if slices.Contains(b.Addresses, address) {
				p.stays = append(p.stays, stay{s, n, from, b.To})
				p.call(b.Name, b.Addresses...)
			}
			from = b.To
		}
		if t.Players[s].OnFile(address) {
			p.stays, p.Seats = append(p.stays, stay{s, len(player.Before), from, math.MaxUint64}), append(p.Seats, s)
			p.call(player.Name, player.Addresses...)
		}
		for _, g := range player.Asked {
			if g.Address == address {
				p.call(g.Name)
			}
		}
		if g := player.Sitter; g != nil && g.Address == address {
			p.call(g.Name)
			if g.Sits {
				p.Sits = append(p.Sits, s)
			}
		}
		p.Known = p.Known || player.PendingAddress != nil && player.PendingAddress.Address == address
	}
	for _, g := range t.Sat {
		if g.Address == address {
			p.call(g.Name)
		}
	}
	for _, w := range t.Watchers {
		if w.Address == address {
			p.call(w.Name)
		}
	}
	if t.Former != nil {
		for _, was := range t.Former.Players {
			if slices.Contains(was.Addresses, address) {
				p.call(was.Name)
			}
		}
	}
	p.Known = p.Known || t.Organiser == address
	return p
}

// Erase erases a person, who must not play at the table: the seats that they had are called by their numbers.
func (t *Table) Erase(address string, p Person, now time.Time) {
	for _, st := range p.stays {
		player := &t.Players[st.seat]
		if st.nth < len(player.Before) {
			player.Before[st.nth] = Predecessor{Name: t.seatName(st), To: player.Before[st.nth].To, Addresses: []string{}}
		} else {
			*player = Player{Name: t.seatName(st), Renewed: player.Renewed + 1, Zone: cmp.Or(t.Zone, time.UTC.String()), Letters: Off, Before: player.Before,
				Answer: player.Answer, Added: player.Added, Moved: player.Moved, Told: player.Told, Seen: player.Seen}
		}
		t.eraseOnSite(st)
	}
	for i := range t.Players {
		t.Players[engine.Seat(i)].Forget(address)
		player := &t.Players[i]
		if player.Sitter != nil && player.Sitter.Address == address {
			player.Sitter = nil
		}
		if player.PendingAddress != nil && player.PendingAddress.Address == address {
			player.PendingAddress = nil
		}
	}
	for i := range t.Players { // messages from them that nobody has read
		t.Players[i].Private = slices.DeleteFunc(t.Players[i].Private, func(w Whispered) bool { return slices.Contains(p.Seats, w.From) })
	}
	t.Sat = slices.DeleteFunc(t.Sat, func(g Guest) bool { return g.Address == address })
	t.Watchers = slices.DeleteFunc(t.Watchers, func(w Watcher) bool { return w.Address == address })
	if t.Organiser == address {
		t.Organiser = ""
	}
	t.eraseFormer(address)
	if names := append([]string{address}, p.Names...); slices.ContainsFunc(names, func(n string) bool { return strings.Contains(engine.Fold(t.Rules.House), engine.Fold(n)) }) {
		t.Rules.House = ""
	}
	t.Erased = now
}

// SeatName is the name shown for an erased first player of a seat.
func SeatName(s engine.Seat) string { return fmt.Sprintf("Player %d", s+1) }

// seatName is the name shown for an erased person.
func (t *Table) seatName(st stay) string {
	name := SeatName(st.seat)
	if st.nth > 0 {
		name += fmt.Sprintf(" (%d)", st.nth+1)
	}
	return t.FreeName(st.seat, name)
}

// eraseOnSite replaces the name of a player in the header of a game of the public 18xx site.
func (t *Table) eraseOnSite(st stay) {
	if t.Site == nil || st.nth > 0 || int(st.seat) >= len(t.Site.Players) {
		return
	}
	site := *t.Site
	site.Players = slices.Clone(site.Players)
	site.Players[st.seat].Name = t.seatName(st)
	t.Site = &site
}

// eraseFormer reduces the earlier seat keys of a restored table to the parts that tokens need.
func (t *Table) eraseFormer(address string) {
	if t.Former == nil {
		return
	}
	former := &Former{Key: t.Former.Key}
	for i, was := range t.Former.Players {
		is := Player{Name: was.Name, Addresses: was.Addresses, Renewed: was.Renewed}
		if slices.Contains(was.Addresses, address) {
			is = Player{Name: t.Players[i].Name, Renewed: was.Renewed}
		}
		former.Players = append(former.Players, is)
	}
	t.Former = former
}
