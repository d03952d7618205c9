package orders

import (
	"context"

	"railpost/engine"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// tutor sets whether the player's letters of this game explain its steps, and shows the
// present letter so.
var _ = deeds.Bind("tutor", func(ctx context.Context, h *deed, value string) bool {
	on, ok := table.ReadSwitch(value)
	switch {
	case !ok:
		return h.refuse(key.TutorHow, engine.Text("value", value))
	case !templates.Teaches(h.c.Table.Title):
		return h.refuse(key.TutorNone)
	case !on:
		h.self().Tutor = nil
	case h.self().Tutor == nil:
		h.self().Tutor = new(table.Tutor)
	}
	h.f.Enclose = true
	return h.done(engine.Msg(key.Tutor, engine.Int("on", numberOf(on))))
})
