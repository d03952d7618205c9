package orders

import (
	"railpost/engine"
	"railpost/pbem/desk/plans"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
)

// ahead reports whether the orders of the mail are only tried now: in a preview, or since
// the table has agreed that they count later.
func (h *handling) ahead() bool { return h.mode.Preview || h.windowed }

// sends reports whether the mail has orders that count later.
func (h *handling) sends() bool { return h.windowed && !h.mode.Preview && len(h.tried) > 0 }

// keepSent keeps the orders of the mail until they count.
func (h *handling) keepSent() {
	if !h.sends() {
		return
	}
	at := plans.KeepSent(h.Change, h.Seat, h.substitute(), h.tried)
	h.planned, h.used = true, append(h.used, "window")
	h.Reply.Counts = at
	h.Tell(engine.Msg(key.SentKept, engine.Int("n", len(h.tried)), content.At(at)))
}
