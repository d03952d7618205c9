// Package gate deals with mail that orders nothing: mail that proves no seat, that
// cannot be read, that was handled before, or that brings a letter of ours back.
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
