package config

import (
	"net/url"
	"strings"

	"railpost/pbem/mail/dial"
)

// checkWeb checks the listener and the address of the pages.
func checkWeb(w Web, r *report) {
	host := r.listens("web.listen", w.Listen, "127.0.0.1:9181")
	if w.Listen != "" && !w.Open && !r.found("web.listen") && !dial.Loopback(host) {
		r.add("web.listen", `%q can be reached from other machines, and secret links would be sent unencrypted; let a web server with TLS stand before "127.0.0.1:9181", or write open = true`, w.Listen)
	}
	if w.BaseURL == "" {
		return
	}
	u, err := url.Parse(w.BaseURL)
	switch {
	case err != nil, u.Scheme != "https" && u.Scheme != "http", u.Hostname() == "", u.User != nil, strings.ContainsAny(w.BaseURL, "?# "):
		r.add("web.base_url", `%q is not an address of pages; write, for example, "https://games.example.org/railpost"`, w.BaseURL)
	case u.Scheme == "http" && !w.Open && !dial.Loopback(u.Hostname()):
		r.add("web.base_url", "%q would send secret links unencrypted; write https://, or open = true", w.BaseURL)
	}
}
