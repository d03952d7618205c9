// Package sdnotify reports the daemon's state to systemd (sd_notify(3)): one datagram to
// the socket named in the environment. Without systemd it does nothing.
package sdnotify

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"time"
)

// Ready reports that the service has started.
func Ready() error { return send("READY=1") }

// Stopping reports that the service is about to end.
func Stopping() error { return send("STOPPING=1") }

// Alive feeds the watchdog. Call it from the loop that must not hang, not from a separate
// timer.
func Alive() error { return send("WATCHDOG=1") }

// Extend asks for more time to start: systemd waits at least that long from now.
func Extend(by time.Duration) error {
	return send("EXTEND_TIMEOUT_USEC=" + strconv.FormatInt(by.Microseconds(), 10))
}

// Watchdog returns the time within which Alive must be called, or 0 if nobody expects it.
func Watchdog() time.Duration {
	if pid := os.Getenv("WATCHDOG_PID"); pid != "" && pid != strconv.Itoa(os.Getpid()) {
		return 0
	}
	usec, err := strconv.ParseInt(os.Getenv("WATCHDOG_USEC"), 10, 64)
	if err != nil || usec <= 0 {
		return 0
	}
	return time.Duration(usec) * time.Microsecond
}

func send(state string) (err error) {
	socket := os.Getenv("NOTIFY_SOCKET")
	if socket == "" {
		return nil
	}
	// net treats the leading "@" of an abstract socket as systemd does.
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		return fmt.Errorf("notifying systemd of %q: %w", state, err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if _, err := conn.Write([]byte(state)); err != nil {
		return fmt.Errorf("notifying systemd of %q: %w", state, err)
	}
	return nil
}
