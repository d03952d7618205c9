package simulate

import (
	"slices"
	"time"

	"railpost/pbem/table"
)

// Some mailboxes are closed for a while: their servers refuse each letter for good. After two
// the service sends no more; either the player writes again, or somebody takes their seats.
const (
	closedBoxes = 4
	closedEvery = 25                  // days, if there are fewer
	closedFor   = 12 * 24 * time.Hour // at most; a third of it later the organiser replaces half of the players
	enough      = 2                   // letters that are refused, until no more are sent
	caughtUp    = time.Hour           // within which a player who has written again has what they missed
)

// closeBoxes enters when mailboxes are closed.
func (w *world) closeBoxes() {
	length := min(closedFor, w.end.Sub(begin)/6)
	for n, i := range w.rng.Perm(len(w.people))[:min(closedBoxes, w.o.Days/closedEvery)] {
		p := w.people[i]
		at := w.part(0.1 + 0.8*float64(n)/closedBoxes)
		w.agenda.At(at, func() error {
			w.gone[p.address] = true
			return nil
		})
		w.agenda.At(at.Add(length), func() error { return p.comesBack() })
		if n%2 == 1 {
			w.agenda.At(at.Add(length/3), func() error { return w.replaceAll(p) })
		}
	}
}

// comesBack lets somebody whose mailbox takes letters again ask for their letter.
func (p *person) comesBack() error {
	delete(p.gone, p.address)
	for _, t := range p.tables {
		h := p.hands[t.game]
		if t.game != "" && h != nil && h.Asked != nil && slices.Contains(t.people, p) {
			return p.plain(t.game, h.Asked, "resend")
		}
	}
	return nil
}

// replaceAll lets the organiser find others for the seats of somebody who gets no letters.
func (w *world) replaceAll(p *person) error {
	for _, t := range w.tables {
		a := w.ledger.games[t.game]
		if a == nil || a.state != table.Running {
			continue
		}
		for s, c := range a.seats {
			if c.person == p && w.ledger.suspended(p.address) {
				if err := t.replace(s)(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// suspended reports whether an address is sent no letters but answers.
func (l *ledger) suspended(address string) bool { return l.back[address] >= enough }

// bounces takes in which letters have come back: whoever writes, or whose address the
// organiser enters anew, is sent letters again.
func (l *ledger) bounces(w *wanted) {
	for _, to := range l.world.back {
		if l.back[to]++; l.back[to] == enough {
			w.perhaps(organiser, "", notice)
			for _, name := range l.order {
				w.perhaps(organiser, name, notice)
			}
		}
	}
	l.world.back = nil
}

// drop takes out what somebody would get to whom no letters are sent, and allows what somebody
// has missed who is sent letters again.
func (l *ledger) drop(w *wanted) {
	for of := range w.must {
		if of.class != answer && l.suspended(of.to) {
			delete(w.must, of)
		}
	}
	for address, at := range l.lifted {
		if l.world.now().Sub(at) > caughtUp {
			delete(l.lifted, address)
			continue
		}
		for _, name := range l.order {
			a := l.games[name]
			for _, c := range a.seats {
				if c.person.address == address {
					w.perhaps(address, name, c.class())
				}
			}
		}
	}
}

// lift has an address sent letters again.
func (l *ledger) lift(address string) {
	if l.suspended(address) {
		l.lifted[address] = l.world.now()
	}
	delete(l.back, address)
}
