package config

import (
	"cmp"
	"net/url"
	"strings"

	"railpost/pbem/facts/hook"
)

// checkHooks checks the hosts to which news may be posted.
func checkHooks(h Hooks, r *report) {
	for _, host := range h.Hosts {
		u, err := url.Parse("https://" + host + "/")
		if err != nil || host == "" || u.Host != host || u.User != nil || strings.ContainsAny(host, "*/ ") {
			r.add("hooks.hosts", `%q is not a host; write, for example, "discord.com", or "ntfy.example.org:8443" with a port`, host)
		}
	}
	if h.AlarmsFormat != "" {
		oneOf(r, "hooks.alarms_format", hook.Format(h.AlarmsFormat), hook.Formats()...)
	}
}

// findAlarms reads the address to which alarms are posted.
func findAlarms(c *Config, r *report) {
	h := &c.Hooks
	if h.AlarmsFile == "" {
		return
	}
	login{secret: &h.Alarms}.fromFile(r, "hooks.alarms_file", h.AlarmsFile)
	if !h.Alarms.Set() {
		return
	}
	if _, err := c.HooksAllowed().Check(h.Alarms.Reveal()); err != nil {
		r.add("hooks.alarms_file", "%s: %v; hosts and allow_private say where may be posted", h.AlarmsFile, err)
	}
}

// AlarmHook returns the hook that alarms to organisers of the service are posted to; false: there is none.
// Its address is its secret.
func (c *Config) AlarmHook() (h hook.Hook, ok bool) {
	h = hook.Hook{ID: "alarms", URL: c.Hooks.Alarms.Reveal()}
	h.Secret, h.Format = []byte(h.URL), cmp.Or(hook.Format(c.Hooks.AlarmsFormat), hook.Usual(h.Host()))
	return h, h.URL != ""
}
