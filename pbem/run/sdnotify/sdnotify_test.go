package sdnotify_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/run/sdnotify"
)

func TestStatesArrive(t *testing.T) {
	t.Chdir(t.TempDir()) // the path of a socket must be short
	for name, socket := range map[string]string{
		"path":     "notify",
		"abstract": "@railpost-test-" + strconv.Itoa(os.Getpid()),
	} {
		t.Run(name, func(t *testing.T) {
			systemd := expect.Get(net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"}))(t)
			defer systemd.Close()
			t.Setenv("NOTIFY_SOCKET", socket)
			for _, c := range []struct {
				tell func() error
				want string
			}{
				{sdnotify.Ready, "READY=1"}, {sdnotify.Alive, "WATCHDOG=1"}, {sdnotify.Stopping, "STOPPING=1"},
			} {
				expect.NoError(t, c.tell())
				got := make([]byte, 100)
				n, err := systemd.Read(got)
				if err != nil || string(got[:n]) != c.want {
					t.Errorf("got %q, %v, want %q", got[:n], err, c.want)
				}
			}
		})
	}
}

func TestExtend(t *testing.T) {
	t.Chdir(t.TempDir())
	const path = "notify"
	conn := expect.Get(net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"}))(t)
	defer conn.Close()
	t.Setenv("NOTIFY_SOCKET", path)
	expect.NoError(t, sdnotify.Extend(time.Minute))
	got := make([]byte, 100)
	if n, err := conn.Read(got); err != nil || string(got[:n]) != "EXTEND_TIMEOUT_USEC=60000000" {
		t.Errorf("%q, %v", got[:n], err)
	}
}

func TestWithoutSystemd(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", "")
	if err := sdnotify.Ready(); err != nil {
		t.Error(err)
	}
	t.Setenv("NOTIFY_SOCKET", filepath.Join(t.TempDir(), "gone"))
	expect.Fails(t, "a socket that is gone is no error", sdnotify.Ready(), "")
}

func TestWatchdog(t *testing.T) {
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
		expect.Same(t, fmt.Sprintf("%q for %q", c.usec, c.pid), sdnotify.Watchdog(), c.want)
	}
}
