package control

import (
	"errors"
	"fmt"
)

// Error is an error as it crosses the socket: what was being done, what was wrong, and what
// to do about it.
type Error struct {
	Op   string `json:"op"`
	What string `json:"what"`
	Hint string `json:"hint,omitempty"` // "" if there is nothing to advise
}

func (e *Error) Error() string {
	s := e.Op + ": " + e.What
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// AsError returns err as it can be sent: the *Error in it, or else its text for the given
// operation.
func AsError(op string, err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return &Error{Op: op, What: err.Error()}
}

// Wrong returns an error that the organiser can mend by writing something else; hint says
// what. The caller adds the operation.
func Wrong(hint, format string, args ...any) error {
	return &Error{What: fmt.Sprintf(format, args...), Hint: hint}
}
