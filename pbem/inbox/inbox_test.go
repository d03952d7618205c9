package inbox

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestLongest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ib := &Inbox{}
		first := ib.Begin("a")
		time.Sleep(2 * time.Second)
		second := ib.Begin("b")
		time.Sleep(time.Second)
		if got := ib.Longest(); got != 3*time.Second {
			t.Errorf("two are being read: %s", got)
		}
		first()
		if got := ib.Longest(); got != time.Second {
			t.Errorf("one is being read: %s", got)
		}
		second()
		if got := ib.Longest(); got != 0 {
			t.Errorf("none is being read: %s", got)
		}
	})
}
