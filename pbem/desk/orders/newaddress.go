package orders

import (
	"context"

	"railpost/engine"
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
func setAddress(ctx context.Context, h *deed, value string) bool {
	a, err := journal.ParseAddress(value)
	if err != nil {
		return h.refuse(key.SetAddressHow, engine.Text("value", value))
	}
	address, p := a.Address, h.self()
	switch {
	case journal.IsOwn(h.c.Journal.Config, address):
		return h.refuse(key.SetAddressOwn, engine.Text("address", address))
	case p.Address() == address:
		p.Pending = nil
		return h.done(engine.Msg(key.SetAddressSame, engine.Text("address", address)))
	}
	if !profiles.MayAsk(ctx, h.c, p.Address()) {
		return h.refuse(key.AsksOften, engine.Int("limit", profiles.RequestsADay))
	}
	h.acted = true
	h.tell(engine.Msg(key.SetAddressAsked, engine.Text("address", address), engine.Text("old", p.Address())))
	may, known := profiles.MayBeAsked(ctx, h.c, address)
	asked := "wants/" + p.Address() + "/" + address // the same letter of another game of theirs
	if n := h.c.AddToday(ctx, asked, 0); !may && n > 0 && !profiles.Stopped(ctx, h.c, address) && (p.Pending == nil || p.Pending.Address != address) {
		may = true
	}
	if may {
		h.c.CountToday(ctx, asked)
		p.Pending = &table.PendingAddress{Address: address, At: h.c.At}
		tell.Confirmation(ctx, h.c, h.seat, profiles.AskOnce(known))
	}
	return true
}
