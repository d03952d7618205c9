package orders

import (
	"context"

	"railpost/engine"
	"railpost/pbem/desk/deed"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// tutor sets whether the player's letters of this game explain its steps, and shows the
// present letter so.
var _ = deed.Bind("tutor", func(ctx context.Context, h *deed.Deed, value string) bool {
	on, ok := table.ReadSwitch(value)
	switch {
	case !ok:
		return h.Refuse(key.TutorHow, engine.Text("value", value))
	case !templates.Teaches(h.Change.Table.Title):
		return h.Refuse(key.TutorNone)
	case !on:
		h.Self().Tutor = nil
	case h.Self().Tutor == nil:
		h.Self().Tutor = new(table.Tutor)
	}
	h.Reply.Enclose = true
	return h.Done(engine.Msg(key.Tutor, engine.Int("on", numberOf(on))))
})
