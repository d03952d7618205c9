package daemon

import (
	"net"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/store"
	"railpost/store/mem"
)

// TestWatchdogIsFed: in time for any limit of systemd, with any interval between looks at the clock, and even
// when a look fails.
func TestWatchdogIsFed(t *testing.T) {
	c := embedded(t)
	c.Schedule.Tick = config.Duration{Duration: 10 * time.Minute}
	s := mem.New()
	d := idle(t, Options{Config: c, Store: s})
	for _, test := range []struct {
		watchdog string
		want     time.Duration
	}{{"", 10 * time.Minute}, {"600000000", 200 * time.Second}, {"3600000000", 10 * time.Minute}, {"3000000", time.Second}} {
		t.Setenv("WATCHDOG_USEC", test.watchdog)
		if every := d.tickEvery(); every != test.want {
			t.Errorf("watchdog %s us: a look every %s, want %s", test.watchdog, every, test.want)
		}
	}

	t.Chdir(t.TempDir()) // the path of a socket must be short
	const socket = "notify"
	systemd, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	expect.NoError(t, err)
	defer systemd.Close()
	t.Setenv("NOTIFY_SOCKET", socket)
	expect.Get(s.Commit(t.Context(), store.Commit{DuePut: []store.Due{{At: time.Now(), Game: "none", Kind: "tea"}}}))(t)
	d.look(t.Context(), time.Now().Add(time.Hour))
	if err := d.ticked.Within(time.Minute)(); err != nil {
		t.Errorf("a bad row: %v", err)
	}
	expect.NoError(t, s.Close())
	d.look(t.Context(), time.Now().Add(2*time.Hour))
	for range 2 {
		b := make([]byte, 100)
		if n, err := systemd.Read(b); err != nil || string(b[:n]) != "WATCHDOG=1" {
			t.Errorf("%q, %v", b[:n], err)
		}
	}
}
