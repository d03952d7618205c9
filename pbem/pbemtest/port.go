package pbemtest

import (
	"net"
	"strconv"
	"testing"
)

// HostPort splits the address of a server for a configuration.
func HostPort(t testing.TB, addr string) (host string, port int) {
	t.Helper()
	host, text, err := net.SplitHostPort(addr)
	if err != nil {
		t.Fatal(err)
	}
	if port, err = strconv.Atoi(text); err != nil {
		t.Fatal(err)
	}
	return host, port
}
