package main

import (
	"bytes"
	"context"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"railpost/engine/enginetest/expect"
)

// TestStoppedWhileStarting: a service that is told to stop before it has started has not failed.
func TestStoppedWhileStarting(t *testing.T) {
	o := newOrganiser(t)
	o.railpost("game", "create", "russian", "winter", "--player", "Ana <ana@localhost>", "--player", "Ben <ben@localhost>")
	defer signal.Reset(syscall.SIGHUP) // serve ignores it
	for _, args := range [][]string{{}, {"--dry-run", o.in("letters")}} {
		ctx, stop := context.WithCancel(t.Context())
		stop()
		var errs bytes.Buffer
		code := run(ctx, append([]string{"-c", o.in("railpost.toml"), "serve"}, args...), strings.NewReader(""), &errs, &errs)
		expect.Same(t, "exit", code, 0)
		expect.Has(t, "what serve says", errs.String(), "stopped before the service had started")
	}
}
