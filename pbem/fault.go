package pbem

import (
	"errors"
	"fmt"
	"runtime/debug"

	"railpost/engine"
	"railpost/store"
)

// faultError is an error of the rules or of stored data, not of the player and
// not of the store: trying again would not help.
type faultError struct{ error }

func (f *faultError) Unwrap() error { return f.error }

// brokenGame says that one game cannot be read: its log is damaged, or was
// written by another program. The other games go on.
type brokenGame struct {
	name string
	error
}

func (b *brokenGame) Unwrap() error { return b.error }

// broken marks err as the fault of one game, unless it is the store's.
func broken(name string, err error) error {
	var damaged *store.Corrupt
	if errors.Is(err, store.ErrNoGame) || !errors.As(err, &damaged) {
		return err
	}
	return &brokenGame{name, err}
}

// guard turns a panic, which only a fault of ours brings about, into an error.
// It is deferred.
func (o *Office) guard(what string, err *error) {
	if r := recover(); r != nil {
		o.Log.Error("panic", "over", what, "panic", r, "stack", string(debug.Stack()))
		*err = &faultError{fmt.Errorf("panic over %s: %v", what, r)}
	}
}

// alarmBroken tells the organisers, once a day, of a game that cannot be read.
func (o *Office) alarmBroken(c *change, b *brokenGame) error {
	o.Log.Error("a game cannot be read", "game", b.name, "err", b.error)
	return o.alarm(c, b.name+"/broken", engine.Msg("pbem.alarm-broken", engine.Text("game", b.name), engine.Text("why", b.Error())))
}
