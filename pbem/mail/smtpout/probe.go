package smtpout

import (
	"cmp"
	"context"
	"crypto/tls"
	"strconv"
	"strings"
	"time"
)

// Report is the result of Probe.
type Report struct {
	Addr     string
	TLS      string // "TLS 1.3", or "none"
	LoggedIn bool   // false if no user is configured
	Size     int64  // of the largest message that the server accepts; 0: it announces none
}

// Probe connects, logs in and ends the session without sending mail. The error is that of
// connecting or of ending.
func Probe(ctx context.Context, c Config) (Report, error) {
	c.OpenTimeout = cmp.Or(c.OpenTimeout, time.Minute) // somebody waits for the result
	c = c.withDefaults()
	r := Report{Addr: c.Addr, TLS: "none"}
	l, err := connect(ctx, c)
	if err != nil {
		return r, err
	}
	if l.secure != nil {
		r.TLS = tls.VersionName(l.secure.ConnectionState().Version)
	}
	r.LoggedIn = c.User != ""
	r.Size, _ = strconv.ParseInt(strings.TrimSpace(l.offer["SIZE"]), 10, 64) // without a number: no limit (RFC 1870 4)
	return r, l.quit(ctx)
}
