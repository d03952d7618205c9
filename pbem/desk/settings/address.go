package settings

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
func setAddress(ctx context.Context, d *deed.Deed, value string) bool {
	a, err := journal.ParseAddress(value)
	if err != nil {
		return d.Refuse(key.SetAddressHow, engine.Text("value", value))
	}
	address, p := a.Address, d.Self()
	switch {
	case journal.IsOwn(d.Change.Journal.Config, address):
		return d.Refuse(key.SetAddressOwn, engine.Text("address", address))
	case p.Address() == address:
		p.Pending = nil
		return d.Done(engine.Msg(key.SetAddressSame, engine.Text("address", address)))
	}
	if !profiles.MayAsk(ctx, d.Change, p.Address()) {
		return d.Refuse(key.AsksOften, engine.Int("limit", profiles.RequestsADay))
	}
	d.Acted = true
	d.Tell(engine.Msg(key.SetAddressAsked, engine.Text("address", address), engine.Text("old", p.Address())))
	may, known := profiles.MayBeAsked(ctx, d.Change, address)
	asked := "wants/" + p.Address() + "/" + address // the same letter of another game of theirs
	if n := d.Change.AddToday(ctx, asked, 0); !may && n > 0 && !profiles.Stopped(ctx, d.Change, address) && (p.Pending == nil || p.Pending.Address != address) {
		may = true
	}
	if may {
		d.Change.CountToday(ctx, asked)
		p.Pending = &table.PendingAddress{Address: address, At: d.Change.At}
		tell.Confirmation(ctx, d.Change, d.Seat, profiles.AskOnce(known))
	}
	return true
}
