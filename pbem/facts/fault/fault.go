// Package fault holds errors that are our fault, not a player's: in the rules, a damaged
// log, a panic.
package fault

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"railpost/store"
)

// Error is an error in the rules or in stored data, not of the player and not of the store:
// a retry would not help.
type Error struct{ Err error }

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// Game is the error that one game cannot be read: its log is damaged, or was written by
// another program. The other games continue.
type Game struct {
	Name string
	Err  error
}

func (g *Game) Error() string { return g.Err.Error() }
func (g *Game) Unwrap() error { return g.Err }

// OfGame returns err as a *Game if the store says that the game is damaged, otherwise
// unchanged.
func OfGame(name string, err error) error {
	var damaged *store.Corrupt
	if errors.Is(err, store.ErrNoGame) || !errors.As(err, &damaged) {
		return err
	}
	return &Game{name, err}
}

// Guard turns a panic, which only a fault of ours causes, into an *Error. Defer it.
func Guard(log *slog.Logger, what string, err *error) {
	if r := recover(); r != nil {
		log.Error("panic", "over", what, "panic", r, "stack", string(debug.Stack()))
		*err = &Error{fmt.Errorf("panic while handling %s: %v", what, r)}
	}
}
