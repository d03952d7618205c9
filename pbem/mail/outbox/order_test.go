package outbox

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/store"
)

// TestWhatDecidesGoesFirst: after an outage, with a provider's limit, letters that a game or a person waits for
// are sent before news; and a long queue is sent at the stated rate.
func TestWhatDecidesGoesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const news, perMinute = 100, 20
		w := newWorld(t)
		w.server.script = append(w.server.script, unreachable())
		var queued []store.Letter
		for i := range news {
			l := toSeat(i, fmt.Sprintf("reader%d@h", i))
			l.Kind = "news"
			queued = append(queued, l)
		}
		w.queue(queued...)
		began := time.Now()
		_, stop := w.start(func(o *Options) { o.PerMinute = perMinute })
		time.Sleep(time.Second)
		for i, kind := range []string{"receipt", "invitation", "late", "turn"} {
			l := toSeat(i, fmt.Sprintf("%s@h", kind))
			l.Kind = kind
			w.queue(l)
		}
		for len(w.outbox()) > 0 {
			time.Sleep(time.Second)
		}
		took := time.Since(began)
		stop()
		late := 0
		for i, m := range w.server.mails() {
			if !strings.HasPrefix(m.to, "reader") {
				late = i
			}
		}
		expect.True(t, late <= batch, "%d letters went out before the last that somebody waits for", late)
		if told := time.Duration(news) * time.Minute / time.Duration(Sustained(perMinute)); took < told-2*time.Minute || took > told+2*time.Minute {
			t.Errorf("%d letters took %s, at %d a minute it would be %s", news, took, Sustained(perMinute), told)
		}
	})
}

func TestSustained(t *testing.T) {
	for perMinute, want := range map[int]int{-1: 0, 0: 0, 1: 1, 2: 1, 4: 3, 20: 15, 6000: 4500} {
		expect.Same(t, perMinute, Sustained(perMinute), want)
	}
}
