package tycoon

import "railpost/engine"

// Remark says in a few words what a legal line costs and would do for its seat,
// beyond what the line itself says.
func (title) Remark(before, after engine.Position, seat engine.Seat, reports []engine.Report) []engine.Message {
	return nil
}
