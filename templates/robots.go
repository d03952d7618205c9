package templates

import (
	"railpost/engine"
	"railpost/templates/key"
)

// called returns a player's name, and of a robot that it is one.
func (w *letter) called(s engine.Seat) string {
	if s < 0 || int(s) >= len(w.Robots) || w.Robots[s] == "" {
		return w.name(s)
	}
	return w.word(key.RobotOf+w.Robots[s], engine.Text("name", w.name(s)))
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
