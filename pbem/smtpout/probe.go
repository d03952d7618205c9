package smtpout

import (
	"context"
	"crypto/tls"
	"sort"

	"github.com/emersion/go-sasl"
)

// Report is what Probe found out.
type Report struct {
	Addr       string
	TLS        string   // "TLS 1.3", or "none"
	Extensions []string // of those that matter: 8BITMIME, SIZE, ...
	Auth       []string // PLAIN, LOGIN
	LoggedIn   bool     // false when no user is configured
	MaxSize    int      // bytes, 0 when the server names no limit
}

// Probe connects, logs in and says goodbye; no mail is sent.
func Probe(ctx context.Context, c Config) (Report, error) {
	c = c.withDefaults()
	r := Report{Addr: c.Addr, TLS: "none"}
	l, err := connect(ctx, c)
	if err != nil {
		return r, err
	}
	if state, ok := l.smtp.TLSConnectionState(); ok {
		r.TLS = tls.VersionName(state.Version)
	}
	for _, name := range []string{"8BITMIME", "SIZE", "SMTPUTF8", "DSN", "PIPELINING", "ENHANCEDSTATUSCODES"} {
		if ok, _ := l.smtp.Extension(name); ok {
			r.Extensions = append(r.Extensions, name)
		}
	}
	sort.Strings(r.Extensions)
	for _, mech := range []string{sasl.Plain, sasl.Login} {
		if l.smtp.SupportsAuth(mech) {
			r.Auth = append(r.Auth, mech)
		}
	}
	r.LoggedIn = c.User != ""
	r.MaxSize, _ = l.smtp.MaxMessageSize()
	return r, l.quit(ctx)
}
