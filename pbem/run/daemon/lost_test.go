package daemon

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/store"
	"railpost/store/mem"
)

// lost is a store whose due rows cannot be read.
type lost struct {
	store.Store
	err error
}

func (l *lost) DueBefore(context.Context, time.Time, int) ([]store.Due, error) { return nil, l.err }

// TestEndsIfStoreIsLost: after an error that leaves the store's content unknown, the service ends; after others
// it tries again.
func TestEndsIfStoreIsLost(t *testing.T) {
	s := &lost{Store: mem.New()}
	d := idle(t, Options{Store: s})
	for why, ends := range map[error]bool{store.ErrUnsure: true, store.ErrLocked: true, errors.New("the disk is full"): false} {
		var ended error
		d.broken = func(err error) { ended = err }
		s.err = why
		d.look(t.Context(), time.Now())
		if (ended != nil) != ends || ends && !errors.Is(ended, why) {
			t.Errorf("%v: ended with %v", why, ended)
		}
	}
}

// TestWhatFailsIsLoggedSeldom: a store that takes no writes for a while is one line a minute in the log, however often
// the clock is looked at.
func TestWhatFailsIsLoggedSeldom(t *testing.T) {
	var log bytes.Buffer
	s := &lost{mem.New(), errors.New("cannot execute UPDATE in a read-only transaction")}
	d := made(t, Options{Store: s, Log: slog.New(slog.NewTextHandler(&log, nil))})
	for range 50 {
		d.look(t.Context(), time.Now())
	}
	expect.Is(t, "close", d.Close(), nil)
	if n := strings.Count(log.String(), "level=ERROR msg=tick"); n != 1 {
		t.Errorf("%d lines:\n%s", n, log.String())
	}
}
