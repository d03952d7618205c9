// Package dial has the common parts of connections to both mail servers.
package dial

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"
)

// Default notices a dead peer after about half a minute.
var Default = (&net.Dialer{KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 30 * time.Second}}).DialContext

// RefusedError is a refusal that retrying does not fix: wrong password, closed account, wrong set-up.
type RefusedError struct{ Err error }

func (e *RefusedError) Error() string { return e.Err.Error() }
func (e *RefusedError) Unwrap() error { return e.Err }

// Loopback reports whether a host is this machine, so that nothing sent to it can be read
// on the way.
func Loopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// CloseAfter calls shut some time after ctx ended, unless release is called before.
func CloseAfter(ctx context.Context, by time.Duration, shut func()) (release func()) {
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		wait := time.NewTimer(by)
		defer wait.Stop()
		select {
		case <-wait.C:
			shut()
		case <-ended:
		}
	})
	return func() { close(ended); stop() }
}

// TLS returns a copy of base that verifies the name of the server at addr (host:port). A
// nil base trusts the system's roots. ca is a file with more of them, see [Roots]; "": none.
func TLS(base *tls.Config, ca, addr string) (*tls.Config, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	conf := cmp.Or(base, &tls.Config{}).Clone()
	conf.ServerName = cmp.Or(conf.ServerName, host)
	if ca != "" {
		conf.RootCAs, err = Roots(ca)
	}
	return conf, err
}

// Roots returns the system's certificate authorities and those of a file: a private one's, or a server's
// own certificate.
func Roots(path string) (*x509.CertPool, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		return nil, err
	}
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s has no certificate; write one in PEM form (-----BEGIN CERTIFICATE-----)", path)
	}
	return pool, nil
}

// Explain adds advice to an error about a server's certificate.
func Explain(err error) error {
	if _, unknown := errors.AsType[x509.UnknownAuthorityError](err); unknown {
		return fmt.Errorf("%w; if it is your own server, name the file of its authority's certificate as tls_ca (railpost init --tls-ca FILE)", err)
	}
	if _, named := errors.AsType[x509.HostnameError](err); named {
		return fmt.Errorf("%w; set host to the name in the certificate", err)
	}
	return err
}
