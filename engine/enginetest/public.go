package enginetest

import (
	"fmt"

	"railpost/engine"
)

// secretWordsDoNotShow checks orders with secret words (Tx.Public): to everybody else they are the public
// order, which the seat could have written. They are compared up to the first reveal, since secret words may be
// used from there on.
func secretWordsDoNotShow(b *bench, games []*played) {
	each(games, func(g *played, s sample) {
		for _, line := range b.lines(s, s.seat) {
			if r, err := s.game.Try(s.seat, line, true); err == nil && r.Public != "" {
				b.sameForOthers(s, line, r)
			}
		}
	})
}

func (b *bench) sameForOthers(s sample, line string, secret *engine.Result) {
	open, err := s.game.Try(s.seat, secret.Public, true)
	if err != nil {
		b.fault(s.where, "others read %q as %q, which is refused: %v", line, secret.Public, err)
		return
	}
	for _, seat := range seatsOf(s.game) {
		if seat == s.seat {
			continue
		}
		if one, two := b.readBy(s, seat, secret), b.readBy(s, seat, open); one != two {
			b.fault(s.where, "seat %d can tell %q from %q: %s", seat, line, secret.Public, differ(one, two))
		}
	}
}

// readBy returns what another seat knows of an order of a sample's seat.
func (b *bench) readBy(s sample, seat engine.Seat, r *engine.Result) string {
	record := s.game.Clone().Take(s.seat, r)
	return fmt.Sprintln(record.LineFor(seat), record.Aside, r.Stopped, asText(engine.For(seat, r.Reports)), string(engine.Encode(r.Pos.View(seat))))
}
