// Package turns builds usual turns (engine.Adviser): it tries lines one after the other on a copy of the game,
// so that each is legal in its place.
package turns

import (
	"railpost/engine"
	"railpost/engine/advise"
)

// Turn is a usual turn that is being put together, on positions of a title.
type Turn[P engine.Position] struct {
	Seat  engine.Seat
	Lines []string

	game  *engine.Game
	last  engine.Answered
	ended bool
}

// Begin is a turn without a line yet. The position is not changed.
func Begin[P engine.Position](title engine.Title, p P, seat engine.Seat) *Turn[P] {
	return &Turn[P]{Seat: seat, game: &engine.Game{Name: "usual", Title: title, Pos: p, Drawn: map[string]int{}}}
}

// Now is the position after the lines so far.
func (t *Turn[P]) Now() P { return t.game.Pos.(P) }

// Ended reports whether the last line reveals something hidden: the position after it is unknown, so the turn
// ends there.
func (t *Turn[P]) Ended() bool { return t.ended }

// Add plays a line, if the rules take it here, as a message with the lines before it would.
func (t *Turn[P]) Add(line string) bool {
	if t.ended {
		return false
	}
	r, err := t.game.TryAfter(t.Seat, line, true, engine.Earlier{Span: t.last.Span})
	if err != nil {
		return false
	}
	t.game.Take(t.Seat, r)
	t.last = t.last.Then(r)
	t.Lines, t.ended = append(t.Lines, line), r.Stopped
	return true
}

// First adds the first legal one of some lines, and returns it; "" if none is legal.
func (t *Turn[P]) First(lines ...string) string {
	for _, line := range lines {
		if t.Add(line) {
			return line
		}
	}
	return ""
}

// Choices are the legal lines with the given beginnings, and the positions after them; without lines that
// reveal something hidden.
func (t *Turn[P]) Choices(beginnings ...string) (list []Choice[P]) {
	if t.ended {
		return nil
	}
	for _, b := range beginnings {
		for _, c := range advise.Beginning(t.game.Title, t.game.Pos, t.Seat, b, 0, 0).Choices {
			if !c.Stopped {
				list = append(list, Choice[P]{c.Line, c.After.(P)})
			}
		}
	}
	return list
}

// Any returns the first legal line with the given beginnings, even if it reveals something hidden; "" if there
// is none.
func (t *Turn[P]) Any(beginnings ...string) string {
	for _, b := range beginnings {
		for _, c := range advise.Beginning(t.game.Title, t.game.Pos, t.Seat, b, 0, 0).Choices {
			return c.Line
		}
	}
	return ""
}

// Choice is a legal line.
type Choice[P engine.Position] struct {
	Line  string
	After P // the position after it
}

// Best returns the element of a list that is worth most, the first of equals, and its worth. ok is false for an
// empty list.
func Best[T any](list []T, worth func(T) int) (best T, most int, ok bool) {
	for _, x := range list {
		if n := worth(x); !ok || n > most {
			best, most, ok = x, n, true
		}
	}
	return best, most, ok
}
