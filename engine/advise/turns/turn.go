// Package turns puts usual turns together (engine.Adviser): the lines are tried
// one after the other, on a game of their own, so that each is legal where it
// stands.
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

// Ended says that the last line shows something hidden: what follows it is
// not known yet, so no line follows.
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

// First adds the first of some lines that the rules take here, and returns it; "" if they
// take none.
func (t *Turn[P]) First(lines ...string) string {
	for _, line := range lines {
		if t.Add(line) {
			return line
		}
	}
	return ""
}

// Choices are the lines with some beginnings that are legal here, and where they lead;
// without those that show something hidden.
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

// Any returns the first line with some beginnings that is legal here, also one that shows
// something hidden; "" if there is none.
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
	After P // where it leads
}

// Best is what is worth most in a list, and how much; of equal ones the first. ok
// is false for an empty list.
func Best[T any](list []T, worth func(T) int) (best T, most int, ok bool) {
	for _, x := range list {
		if n := worth(x); !ok || n > most {
			best, most, ok = x, n, true
		}
	}
	return best, most, ok
}
