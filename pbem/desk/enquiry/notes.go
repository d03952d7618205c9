package enquiry

import (
	"time"

	"railpost/engine"
	"railpost/pbem/facts/key"
)

// notes lists the player's notes.
var _ = answers.Bind("notes", func(e *Enquiry, _ string) bool {
	notes := e.Table.Players[e.Seat].Notes
	if len(notes) == 0 {
		e.tell(engine.Msg(key.NotesNone))
	}
	for i, n := range notes {
		e.tell(engine.Msg(key.NoteIs, engine.Int("n", i+1), engine.Text("at", n.At.Format(time.RFC3339)), engine.Personal("text", n.Text)))
	}
	return true
})
