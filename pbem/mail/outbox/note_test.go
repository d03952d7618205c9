package outbox

import (
	"context"
	"errors"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/smtpout"
	"railpost/store"
)

// counting counts writes.
type counting struct {
	store.Store
	marks, notes int
}

func (c *counting) MarkSending(ctx context.Context, letters ...store.Finished) []error {
	c.marks++
	return c.Store.MarkSending(ctx, letters...)
}

func (c *counting) Sent(ctx context.Context, letters ...store.Accepted) []error {
	c.notes++
	return c.Store.Sent(ctx, letters...)
}

// Letters share writes, unless the server takes its time: no note waits for that.
func TestLettersShareWrites(t *testing.T) {
	for takes, want := range map[time.Duration][2]int{0: {1, 2}, noteWithin / 2: {1, 2}, 2 * noteWithin: {1, 4}} {
		t.Run(takes.String(), func(t *testing.T) {
			inBubble(t, func(t *testing.T, w *world) {
				w.queue(to("ana@h"), to("ben@h"), to("cleo@h"), to("dag@h"))
				c := &counting{Store: w.store}
				w.store = c
				w.server.bad = func(string) smtpout.Result { time.Sleep(takes); return smtpout.Result{} }
				p, stop := w.start()
				w.idle(p)
				stop()
				expect.Same(t, "writes of bytes and of answers", [2]int{c.marks, c.notes}, want)
			})
		})
	}
}

// failing is a store that takes no notes for a while.
type failing struct {
	store.Store
	until time.Time
}

func (f *failing) Sent(ctx context.Context, letters ...store.Accepted) []error {
	if time.Now().Before(f.until) {
		return []error{errors.New("the disk is full")}
	}
	return f.Store.Sent(ctx, letters...)
}

// TestANoteWaitsForTheStore: while the store fails, the next note waits for the one before it, and time passes.
func TestANoteWaitsForTheStore(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		w.queue(to("ana@h"), to("ben@h"), to("cleo@h"))
		w.store = &failing{w.store, time.Now().Add(time.Minute)}
		w.server.bad = func(string) smtpout.Result { time.Sleep(2 * noteWithin); return smtpout.Result{} }
		p, stop := w.start()
		w.idle(p)
		stop()
		expect.Same(t, "letters were sent", len(w.server.mails()), 3)
	})
}
