// Package gate handles mail without orders: mail that identifies no seat, that cannot be read, that was handled
// before, or that returns one of our letters.
package gate

import (
	"railpost/pbem/desk/journal"
	"railpost/pbem/show/letters"
)

// Gate deals with mail that orders nothing: it comes back, cannot be read, was handled
// before, or proves no seat.
type Gate struct {
	*journal.Journal
	Letters *letters.Writer
}
