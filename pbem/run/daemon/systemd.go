package daemon

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"time"
)

// systemd reports a state of the service to systemd.
func (d *Daemon) systemd(state string) {
	if err := notify(state); err != nil {
		d.o.Log.Warn("systemd could not be notified", "err", err)
	}
}

// extend asks systemd for more time to start: it waits at least that long from now.
func (d *Daemon) extend(by time.Duration) {
	d.systemd("EXTEND_TIMEOUT_USEC=" + strconv.FormatInt(by.Microseconds(), 10))
}

// notify sends a state as sd_notify(3) does: one datagram to the socket named in the environment. Without
// systemd it does nothing.
func notify(state string) (err error) {
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

// watchdog returns the time within which systemd expects WATCHDOG=1, or 0 if it expects none. The loop that must
// not hang reports it, not a separate timer.
func watchdog() time.Duration {
	if pid := os.Getenv("WATCHDOG_PID"); pid != "" && pid != strconv.Itoa(os.Getpid()) {
		return 0
	}
	usec, err := strconv.ParseInt(os.Getenv("WATCHDOG_USEC"), 10, 64)
	if err != nil || usec <= 0 {
		return 0
	}
	return time.Duration(usec) * time.Microsecond
}
