package clock

import (
	"context"
	"time"
)

// Sleep waits, unless ctx ends before.
func Sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
