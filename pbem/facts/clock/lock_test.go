package clock_test

import (
	"testing"
	"testing/synctest"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/clock"
)

// TestLock: one has the lock at a time, and time passes in a bubble while another waits for it.
func TestLock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lock clock.Lock
		held := 0
		for range 3 {
			go func() {
				lock.Lock()
				defer lock.Unlock()
				held++
				time.Sleep(time.Minute)
			}()
		}
		for i := range 3 {
			time.Sleep(time.Minute / 2)
			synctest.Wait()
			had := held // read before TryLock, which orders it before what the next one writes
			expect.True(t, had == i+1 && !lock.TryLock(), "after %d minutes %d have had the lock, or it is free", i, had)
			time.Sleep(time.Minute / 2)
		}
		synctest.Wait()
		expect.True(t, lock.TryLock(), "the lock is not free")
	})
}
