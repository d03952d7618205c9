package outbox

import (
	"context"
	"sync"
	"syscall"
	"testing"
	"time"

	"railpost/store"
)

// TestALetterIsWrittenWhenTheStoreIsBack: a letter for which the store fails once is not given up.
func TestALetterIsWrittenWhenTheStoreIsBack(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		var once sync.Once
		w.opts.Render = func(ctx context.Context, l store.Letter) (f store.Finished, err error) {
			once.Do(func() { err = syscall.ENOSPC })
			if err == nil {
				f, err = w.render(ctx, l)
			}
			return f, err
		}
		w.queue(to("ana@h"))
		_, stop := w.start()
		time.Sleep(10 * time.Minute)
		stop()
		if left, told := w.outbox(), w.told(); len(left)+len(told) != 0 || w.server.recipients() != "ana@h" {
			t.Errorf("left %v, told %v, sent to %s", left, told, w.server.recipients())
		}
	})
}
