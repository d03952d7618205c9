package inbox

import (
	"testing"
	"testing/synctest"
	"time"

	"railpost/engine/enginetest/expect"
)

func TestLongest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ib := &Inbox{}
		first := ib.Begin("a")
		time.Sleep(2 * time.Second)
		second := ib.Begin("b")
		time.Sleep(time.Second)
		expect.Same(t, "two are being read", ib.Longest(), 3*time.Second)
		first()
		expect.Same(t, "one is being read", ib.Longest(), time.Second)
		second()
		expect.Same(t, "none is being read", ib.Longest(), 0)
	})
}
