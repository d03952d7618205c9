package orders

import (
	"railpost/engine"
	"railpost/pbem/journal"
	"railpost/pbem/key"
	"railpost/pbem/letters"
	"railpost/pbem/table"
)

// addressesADay limits how many unconfirmed addresses a seat can have letters sent to.
const addressesADay = 5

// setAddress asks an address whether letters shall go there. They do once it has
// answered: a typing error cuts nobody off, and nobody gets letters they did not ask
// for. The letter has an answer address of its own, which proves only that somebody
// reads there.
func (h *handling) setAddress(value string) bool {
	a, err := journal.ParseAddress(value)
	if err != nil {
		return h.refuse(key.SetAddressHow, engine.Text("value", value))
	}
	address, p := a.Address, h.self()
	switch {
	case journal.IsOwn(h.handler.Config, address):
		return h.refuse(key.SetAddressOwn, engine.Text("address", address))
	case p.Address() == address:
		p.Wanted, h.acted = nil, true
		h.tell(engine.Msg(key.SetAddressSame, engine.Text("address", address)))
		return true
	}
	if h.c.CountToday("set-address/"+journal.SeatKey(h.c.Table.Game, h.seat)) > addressesADay {
		return h.refuse(key.SetAddressOften, engine.Int("limit", addressesADay))
	}
	p.Wanted, h.acted = &table.Wanted{Address: address, At: h.c.At}, true
	h.tell(engine.Msg(key.SetAddressAsked, engine.Text("address", address), engine.Text("old", p.Address())))
	h.c.QueueConfirmation(h.seat, letters.Facts{})
	return true
}
