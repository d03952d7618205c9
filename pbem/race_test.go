package pbem_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
)

// TestAllAtOnce: mails, the clock, letters and the organiser come at the same
// time, as in the daemon.
func TestAllAtOnce(t *testing.T) {
	var names []string
	for i := range 6 {
		names = append(names, fmt.Sprintf("game-%d", i))
	}
	b := pbemtest.Games(t, names...)
	ctx := context.Background()
	now := pbemtest.Start
	var all sync.WaitGroup
	for i, l := range b.Boxes[pbemtest.Address("Ana")] {
		mail := pbemtest.Writes(t, "Ana", l, "say on my way", "sell red")
		all.Go(func() {
			if v, err := b.Office.Deliver(ctx, []imapbox.Mail{mail}); err != nil || v[0] != imapbox.Done {
				t.Errorf("%v %v", v, err)
			}
		})
		all.Go(func() {
			expect.Is(t, "tick", b.Office.Tick(ctx, now.Add(time.Duration(i)*time.Minute)), nil)
			if _, err := b.Office.Handle(ctx, "game.list", nil); err != nil {
				t.Error(err)
			}
		})
		all.Go(func() {
			b.Office.ChangedElsewhere("game-0", i == 0)
			expect.Get(b.Office.CountByState(ctx))(t)
			expect.Get2(b.Office.Lateness(ctx))(t)
			expect.Get(b.Office.Think(ctx))(t)
		})
		all.Go(func() {
			letters, err := b.Store.Letters(ctx)
			for _, l := range letters {
				if _, err := b.Office.Render(ctx, l); err != nil {
					t.Error(err)
				}
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	expect.NoError(t, b.Post())
	for _, name := range names {
		expect.Same(t, name, b.Count("Ben", "["+name+"] Your turn"), 1)
		expect.NoError(t, b.Handle("game.verify", admin.LookAt{Game: name}, nil))
	}
}
