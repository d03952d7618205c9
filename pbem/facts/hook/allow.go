package hook

import (
	"cmp"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// Allowed is where the service may post.
type Allowed struct {
	Hosts   []string // "discord.com", "ntfy.example.org:8443"; a name alone is the usual port of its scheme
	Private bool     // loopback and private addresses, too
}

// Reason is why an address is refused.
type Reason string

const (
	Unreadable Reason = "unreadable" // not a URL such as https://HOST/PATH
	Scheme     Reason = "scheme"     // not https, and not on this machine
	Host       Reason = "host"       // its host is not allowed
	Private    Reason = "private"    // its host is in a private network
)

// Refused says why an address is not one that may be posted to.
type Refused struct {
	Reason Reason
	Host   string
}

func (r *Refused) Error() string {
	switch r.Reason {
	case Scheme:
		return "hooks need https, but on this machine itself"
	case Host:
		return fmt.Sprintf("the host %s is not one of hooks.hosts", r.Host)
	case Private:
		return fmt.Sprintf("the host %s is in a private network, which hooks.allow_private would allow", r.Host)
	}
	return "not an address such as https://example.org/path"
}

// urlMost is the longest address; those of the known programs have some 150 characters.
const urlMost = 500

// Check returns the address in its stored form, or *Refused. Addresses behind the host's name are checked on
// dialling, see Dialled.
func (a Allowed) Check(text string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || len(text) > urlMost || u.Opaque != "" || u.User != nil || u.Hostname() == "" || u.Fragment != "" {
		return nil, &Refused{Reason: Unreadable}
	}
	host := strings.ToLower(u.Hostname())
	ip, notIP := netip.ParseAddr(host)
	own := host == "localhost" || notIP == nil && ip.Unmap().IsLoopback()
	switch {
	case u.Scheme == "http" && own:
	case u.Scheme != "https":
		return nil, &Refused{Scheme, host}
	}
	usual := map[string]string{"http": "80", "https": "443"}[u.Scheme]
	port := u.Port()
	port = cmp.Or(port, usual)
	named := net.JoinHostPort(host, port)
	if !slices.ContainsFunc(a.Hosts, func(allowed string) bool {
		return strings.EqualFold(allowed, named) || port == usual && strings.EqualFold(allowed, host)
	}) {
		return nil, &Refused{Host, host}
	}
	if !a.Private && (own || notIP == nil && !Public(ip)) {
		return nil, &Refused{Private, host}
	}
	return u, nil
}

// Dialled checks an address that a host's name has led to: nothing is posted into a private
// network without leave, nor in the clear to another machine.
func (a Allowed) Dialled(ip netip.Addr, clear bool) error {
	ip = ip.Unmap()
	switch {
	case clear && !ip.IsLoopback():
		return &Refused{Scheme, ip.String()}
	case !a.Private && !Public(ip):
		return &Refused{Private, ip.String()}
	}
	return nil
}

// special are networks whose addresses do not identify a host, in addition to those that netip names: IANA's
// registries of special-purpose addresses (RFC 6890).
var special = func() (list []netip.Prefix) {
	for _, s := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
		"::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "fec0::/10",
	} {
		list = append(list, netip.MustParsePrefix(s))
	}
	return list
}()

// Public reports whether an address is one of the public network. Those that wrap another
// address (NAT64, 6to4, Teredo) are none, since they can lead into a private one.
func Public(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	return ip.IsGlobalUnicast() && !ip.IsPrivate() && !slices.ContainsFunc(special, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// Host returns the host of a hook; the rest of its address may be a secret.
func (h Hook) Host() string {
	u, err := url.Parse(h.URL)
	if err != nil {
		return ""
	}
	return u.Host
}
