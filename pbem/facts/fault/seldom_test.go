package fault

import (
	"testing"
	"testing/synctest"
	"time"

	"railpost/engine/enginetest/expect"
)

func TestSeldom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s Seldom
		logged := 0
		for range 180 {
			if s.Now() {
				logged++
			}
			time.Sleep(time.Second)
		}
		expect.Same(t, "times in three minutes", logged, 3)
	})
}
