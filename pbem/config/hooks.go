package config

import (
	"net/url"
	"strings"
)

// checkHooks checks the hosts to which news may be posted.
func checkHooks(h Hooks, r *report) {
	for _, host := range h.Hosts {
		u, err := url.Parse("https://" + host + "/")
		if err != nil || host == "" || u.Host != host || u.User != nil || strings.ContainsAny(host, "*/ ") {
			r.add("hooks.hosts", `%q is not a host; write, for example, "discord.com", or "ntfy.example.org:8443" with a port`, host)
		}
	}
}
