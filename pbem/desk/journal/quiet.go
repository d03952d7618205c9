package journal

import (
	"railpost/engine"
	"railpost/pbem/facts/content"
)

// Quiet reports whether a seat's plan answers for it, so that its player has nothing to do.
func (c *Change) Quiet(s engine.Seat) bool {
	_, at := content.Quiet(c.Table, c.Next, s)
	return !at.IsZero()
}

// WasQuiet reports the same of the position before the change.
func (c *Change) WasQuiet(s engine.Seat) bool {
	_, at := content.Quiet(c.Game.Table, c.Game.Now, s)
	return !at.IsZero()
}
