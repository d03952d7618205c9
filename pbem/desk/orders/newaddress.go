package orders

import (
	"context"

	"railpost/engine"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// setAddress asks an address whether letters shall go there. They do once it has answered: a typing error cuts
// nobody off, and nobody gets unrequested letters. The letter has an answer address of its own, which only
// shows that somebody reads there. As for an invitation, the reply is the same whether the address is asked or
// not.
func setAddress(ctx context.Context, h *deed.Deed, value string) bool {
	a, err := journal.ParseAddress(value)
	if err != nil {
		return h.Refuse(key.SetAddressHow, engine.Text("value", value))
	}
	address, p := a.Address, h.Self()
	switch {
	case journal.IsOwn(h.Change.Journal.Config, address):
		return h.Refuse(key.SetAddressOwn, engine.Text("address", address))
	case p.Address() == address:
		p.Pending = nil
		return h.Done(engine.Msg(key.SetAddressSame, engine.Text("address", address)))
	}
	if !profiles.MayAsk(ctx, h.Change, p.Address()) {
		return h.Refuse(key.AsksOften, engine.Int("limit", profiles.RequestsADay))
	}
	h.Acted = true
	h.Tell(engine.Msg(key.SetAddressAsked, engine.Text("address", address), engine.Text("old", p.Address())))
	may, known := profiles.MayBeAsked(ctx, h.Change, address)
	asked := "wants/" + p.Address() + "/" + address // the same letter of another game of theirs
	if n := h.Change.AddToday(ctx, asked, 0); !may && n > 0 && !profiles.Stopped(ctx, h.Change, address) && (p.Pending == nil || p.Pending.Address != address) {
		may = true
	}
	if may {
		h.Change.CountToday(ctx, asked)
		p.Pending = &table.PendingAddress{Address: address, At: h.Change.At}
		tell.Confirmation(ctx, h.Change, h.Seat, profiles.AskOnce(known))
	}
	return true
}
