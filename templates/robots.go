package templates

import (
	"slices"

	"railpost/engine"
	"railpost/templates/key"
)

// called returns a player's name, and of a robot that it is one where the letter has not said so yet.
// Subjects, which have no document, always do.
func (w *letter) called(s engine.Seat) string {
	if w.knownAs(s) {
		return w.name(s)
	}
	if w.document != nil {
		w.met = append(w.met, robotAt{w.Game, s})
	}
	return w.word(key.RobotOf+w.Robots[s], engine.Text("name", w.name(s)))
}

// robotAt is a robot's seat; a letter may be about several games.
type robotAt struct {
	game string
	seat engine.Seat
}

// knownAs reports whether a seat is a person's, or the letter has said that it is a robot's.
func (w *letter) knownAs(s engine.Seat) bool {
	return !slices.Contains(w.robots(), s) || w.document != nil && slices.Contains(w.met, robotAt{w.Game, s})
}

// allCalled is called for several.
func (w *letter) allCalled(seats []engine.Seat) string {
	var words []string
	for _, s := range seats {
		words = append(words, w.called(s))
	}
	return w.join(words)
}

// robots returns the seats that are robots'.
func (l *Letter) robots() (seats []engine.Seat) {
	for s, level := range l.Robots {
		if level != "" {
			seats = append(seats, engine.Seat(s))
		}
	}
	return seats
}
