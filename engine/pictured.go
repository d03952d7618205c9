package engine

import "railpost/engine/board"

// Pictured is a View whose table can be drawn. Picture returns what a picture shows of a
// view, which is never more than its sheets tell; what the last turn ran is part of it.
type Pictured interface {
	Picture(view Position, seat Seat) *board.Board
}
