package daemon

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
)

func TestNotify(t *testing.T) {
	t.Chdir(t.TempDir()) // the path of a socket must be short
	for _, socket := range []string{"notify", "@railpost-test-" + strconv.Itoa(os.Getpid())} {
		systemd := expect.Get(net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"}))(t)
		defer systemd.Close()
		t.Setenv("NOTIFY_SOCKET", socket)
		expect.NoError(t, notify("READY=1"))
		got := make([]byte, 100)
		n := expect.Get(systemd.Read(got))(t)
		expect.Same(t, socket, string(got[:n]), "READY=1")
	}
	t.Setenv("NOTIFY_SOCKET", "")
	expect.NoError(t, notify("READY=1"), "without systemd")
	t.Setenv("NOTIFY_SOCKET", filepath.Join(t.TempDir(), "gone"))
	expect.Fails(t, "a socket that is gone", notify("READY=1"), "notifying systemd")
}

func TestWatchdogOf(t *testing.T) {
	own := strconv.Itoa(os.Getpid())
	for _, c := range []struct {
		usec, pid string
		want      time.Duration
	}{
		{"", "", 0}, {"600000000", "", 10 * time.Minute}, {"600000000", own, 10 * time.Minute},
		{"600000000", "1", 0}, {"soon", own, 0}, {"-5", own, 0},
	} {
		t.Setenv("WATCHDOG_USEC", c.usec)
		t.Setenv("WATCHDOG_PID", c.pid)
		expect.Same(t, fmt.Sprintf("%q for %q", c.usec, c.pid), watchdog(), c.want)
	}
}
