package fault

import (
	"testing"
	"testing/synctest"
	"time"
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
		if logged != 3 {
			t.Errorf("%d times in three minutes", logged)
		}
	})
}
