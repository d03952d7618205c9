package outbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/smtpout"
	"railpost/store"
)

// slow is a server that takes its time for each letter.
type slow struct {
	*server
	takes time.Duration
}

func (s slow) SendBefore(ctx context.Context, m smtpout.Mail, next *smtpout.Mail) smtpout.Result {
	time.Sleep(s.takes)
	return s.server.SendBefore(ctx, m, next)
}

// besides is a store shared with others: one of them has claimed a letter whose lease had run out.
type besides struct {
	store.Store
	taken uint64

	mu    sync.Mutex
	holds int
}

func (b *besides) Hold(_ context.Context, until time.Time) (held []uint64, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.holds++
	letters, err := b.Letters(context.Background())
	for _, l := range letters {
		if l.ID != b.taken {
			held = append(held, l.ID)
		}
	}
	return held, err
}

func (b *besides) Claim(ctx context.Context, now time.Time, lease time.Duration, n int) ([]store.Letter, error) {
	letters, err := b.Store.Claim(ctx, now, lease, n)
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.DeleteFunc(letters, func(l store.Letter) bool { return b.holds > 0 && l.ID == b.taken }), err
}

func (*besides) Try(context.Context, string) (func(), bool, error) { return func() {}, true, nil }
func (*besides) Listen(ctx context.Context, _ func(string, bool)) error {
	<-ctx.Done()
	return nil
}
func (*besides) Rev(context.Context, string) (uint64, error)               { return 0, store.ErrNoGame }
func (*besides) Waiting(context.Context, []string) ([]store.Letter, error) { return nil, nil }

// TestSlowServerKeepsLeases: letters that need longer than a lease, because the server is slow, are kept from
// others, and one that another has claimed meanwhile is left to it. With a single sender, each is sent once,
// too.
func TestSlowServerKeepsLeases(t *testing.T) {
	for _, alone := range []bool{true, false} {
		inBubble(t, func(t *testing.T, w *world) {
			w.queue(to("a@h"), to("b@h"), to("c@h"), to("d@h"), to("e@h"))
			w.opts.Sender = slow{w.server, 25 * time.Second}
			var shared *besides
			if !alone {
				shared = &besides{Store: w.store, taken: w.outbox()[3].ID}
				w.store = shared
			}
			_, stop := w.start()
			time.Sleep(130 * time.Second)
			stop()
			got := strings.Fields(w.server.recipients())
			slices.Sort(got)
			want := "a@h b@h c@h d@h e@h"
			if !alone {
				want = "a@h b@h c@h e@h"
				expect.True(t, shared.holds >= 4, "leases were lengthened %d times", shared.holds)
			}
			expect.Same(t, fmt.Sprintf("alone %v: sent to %s", alone, got), strings.Join(got, " "), want)
		})
	}
}

// gone is a store that is unreachable for two minutes.
type gone struct {
	*besides
	until time.Time
	marks bool // even while letters are being marked
}

func (g *gone) MarkSending(ctx context.Context, ls ...store.Finished) []error {
	errs := g.Store.MarkSending(ctx, ls...)
	if g.marks {
		time.Sleep(time.Until(g.until))
	}
	return errs
}

func (g *gone) Hold(ctx context.Context, until time.Time) ([]uint64, error) {
	held, err := g.besides.Hold(ctx, until)
	if time.Now().Before(g.until) {
		return nil, errors.New("out of reach")
	}
	return held, err
}

// tarpit is a server that takes its time before it wants the text of a letter.
type tarpit struct {
	*server
	takes time.Duration
}

func (s tarpit) SendBefore(ctx context.Context, m smtpout.Mail, next *smtpout.Mail) smtpout.Result {
	if time.Sleep(s.takes); !m.Held() {
		return smtpout.Result{Class: smtpout.Transient, Text: "not sent"}
	}
	return s.server.SendBefore(ctx, m, next)
}

// TestCutOffDaemonHandsNothingOver: a daemon that was cut off from the store for longer than its leases, while it marked letters or
// its server kept it waiting, hands over nothing that it had claimed before: another has claimed one of the letters meanwhile.
func TestCutOffDaemonHandsNothingOver(t *testing.T) {
	for _, takes := range []time.Duration{0, 90 * time.Second} {
		inBubble(t, func(t *testing.T, w *world) {
			w.queue(to("a@h"), to("b@h"))
			w.store = &gone{&besides{Store: w.store, taken: w.outbox()[0].ID}, time.Now().Add(2 * time.Minute), takes == 0}
			w.opts.Sender = tarpit{w.server, takes}
			_, stop := w.start()
			time.Sleep(2*time.Minute - time.Second)
			w.sentTo("")
			time.Sleep(10 * time.Minute)
			stop()
			expect.Same(t, "sent to", strings.Fields(w.server.recipients()), []string{"b@h"})
		})
	}
}
