package fault

import (
	"errors"
	"fmt"
)

// Mistake is an error as it crosses the socket: the operation, the fault, and advice.
type Mistake struct {
	Op   string `json:"op"`
	What string `json:"what"`
	Hint string `json:"hint,omitempty"` // "" if there is nothing to advise

	Cause error `json:"-"` // nil if it is unknown
}

func (e *Mistake) Error() string {
	s := e.Op + ": " + e.What
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// AsMistake returns err as it can be sent: the *Mistake in it, or else its text for the given
// operation.
func AsMistake(op string, err error) *Mistake {
	if e, ok := errors.AsType[*Mistake](err); ok {
		return e
	}
	return &Mistake{Op: op, What: err.Error()}
}

// Wrong returns an error that the organiser can correct by writing something else; hint has the advice. The
// caller adds the operation.
func Wrong(hint, format string, args ...any) error {
	return &Mistake{What: fmt.Sprintf(format, args...), Hint: hint}
}
