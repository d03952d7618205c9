// Package dial holds what connections to both mail servers have in common.
package dial

import (
	"crypto/tls"
	"net"
	"strings"
	"time"
)

// Default notices a dead peer after about half a minute.
var Default = (&net.Dialer{KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 30 * time.Second}}).DialContext

// Loopback reports whether a host is this machine, so that nothing sent to it can be read
// on the way.
func Loopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// TLS returns a copy of base that verifies the name of the server at addr (host:port). A
// nil base trusts the system's roots.
func TLS(base *tls.Config, addr string) (*tls.Config, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	if base == nil {
		base = &tls.Config{}
	}
	conf := base.Clone()
	if conf.ServerName == "" {
		conf.ServerName = host
	}
	return conf, nil
}
