package config

import (
	"net"
	"net/mail"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/dial"
	"railpost/templates"
)

// check reports values that were parsed but cannot work.
func check(c *Config, r *report) {
	checkChoices(c, r)
	if c.Mail.Kind != Embedded {
		checkServers(c, r)
	}
	checkMail(c, r)
	checkIdentity(c, r)
	checkSecurity(c, r)
	checkGame(c.Game.Defaults, r)
	checkSchedule(c.Schedule, r)
	checkMachine(c, r)
	checkDatabase(c, r)
	checkHooks(c.Hooks, r)
	checkWeb(c.Web, r)
}

// checkChoices checks the keys that take one of a few words.
func checkChoices(c *Config, r *report) {
	oneOf(r, "mail.kind", c.Mail.Kind, IMAP, Embedded)
	oneOf(r, "mail.in.tls", c.Mail.In.TLS, Implicit, StartTLS, NoTLS)
	oneOf(r, "mail.out.tls", c.Mail.Out.TLS, Implicit, StartTLS, NoTLS)
	oneOf(r, "security.unknown_sender", c.Security.UnknownSender, Ignore, Help)
	oneOf(r, "lobby.open", c.Lobby.Open, OpenNobody, OpenPlayers, OpenAnyone)
	oneOf(r, "identity.language", c.Identity.Language, templates.Languages()...)
	for _, lang := range c.Identity.Drafts {
		oneOf(r, "identity.drafts", lang, templates.Languages()...)
	}
	oneOf(r, "game.defaults.language", c.Game.Defaults.Language, templates.Languages()...)
	oneOf(r, "game.defaults.letters", c.Game.Defaults.Letters, table.AllLetters()...)
	oneOf(r, "log.format", c.Log.Format, LogText, LogJSON)
	oneOf(r, "log.level", c.Log.Level, LevelDebug, LevelInfo, LevelWarn, LevelError)
}

// checkServers checks settings that only a provider's mailbox needs.
func checkServers(c *Config, r *report) {
	in, out := c.Mail.In, c.Mail.Out
	r.needed("mail.in.host", in.Host, "write the provider's IMAP server, for instance imap.example.org")
	r.needed("mail.in.user", in.User, "write the name to log in with, often the whole address")
	r.needed("mail.out.host", out.Host, "write the provider's submission server, for instance smtp.example.org")
	r.needed("identity.base_address", c.Identity.BaseAddress, "write the address players write to")
	r.host("mail.in.host", in.Host)
	r.host("mail.out.host", out.Host)
	r.clearPassword("mail.in.tls", in.TLS, in.Host, in.User)
	r.clearPassword("mail.out.tls", out.TLS, out.Host, out.User)
	r.certificates("mail.in.tls_ca", in.TLSCA)
	r.certificates("mail.out.tls_ca", out.TLSCA)
	checkOAuth(c.Mail.OAuth, r)
}

func checkMail(c *Config, r *report) {
	in, out := c.Mail.In, c.Mail.Out
	r.between("mail.in.port", in.Port, 1, 65535)
	r.between("mail.out.port", out.Port, 1, 65535)
	r.between("mail.out.rate_per_minute", out.RatePerMinute, 0, 6000)
	r.between("mail.out.per_day", out.PerDay, 0, 1_000_000)
	r.lasts("mail.in.poll_interval", in.PollInterval, 10*time.Second, time.Hour)
	r.lasts("mail.out.give_up_after", out.GiveUpAfter, time.Hour, 30*24*time.Hour)
	if in.MaxSize < 16*KB || in.MaxSize > 25*MB {
		r.add("mail.in.max_size", "%s is not a valid value; allowed: 16KB to 25MB", in.MaxSize)
	}
	checkMailboxes(in, r)
	if len(out.PlusSeparator) > 1 || !strings.Contains(Separators, out.PlusSeparator) {
		r.add("mail.out.plus_separator", `%q is not a valid value; allowed: one of + - = _, or "" for none`, out.PlusSeparator)
	}
	r.address("mail.out.from", out.From)
}

// Separators are the possible signs between an address and its extension.
const Separators = "+-=_"

func checkMailboxes(in MailIn, r *report) {
	boxes := []struct{ key, name string }{
		{"mail.in.mailbox", in.Mailbox},
		{"mail.in.processed_mailbox", in.ProcessedMailbox},
		{"mail.in.quarantine_mailbox", in.QuarantineMailbox},
	}
	seen := map[string]string{}
	for _, box := range boxes {
		r.needed(box.key, box.name, "write the name of a mailbox folder")
		// INBOX is the one name that is case-blind (RFC 9051 5.1).
		name := box.name
		if strings.EqualFold(name, "INBOX") {
			name = "INBOX"
		}
		if other := seen[name]; other != "" && name != "" {
			r.add(box.key, "%q is %s already; the three mailboxes must differ", box.name, other)
		}
		seen[name] = box.key
	}
}

// longestBase leaves room, in the 64 octets of a local part (RFC 5321 4.5.3.1.1), for
// separator, game (12), step (5), token (26) and two dots.
const longestBase = 64 - 1 - 12 - 1 - 5 - 1 - 26

func checkIdentity(c *Config, r *report) {
	id := c.Identity
	r.address("identity.base_address", id.BaseAddress)
	r.address("identity.contact", id.Contact)
	r.needed("identity.site_name", id.SiteName, "write the name players see in letters")
	if id.BaseAddress != "" && !r.found("identity.base_address") {
		local, _ := splitAddress(id.BaseAddress)
		if len(local) > longestBase {
			r.add("identity.base_address", "%q is too long before the @: at most %d characters, because the reply address adds game and token", local, longestBase)
		}
		if sep := c.Mail.Out.PlusSeparator; sep != "" && strings.Contains(local, sep) {
			r.add("identity.base_address", "%q contains the separator %q of mail.out.plus_separator; write the address without the part after it", local, sep)
		}
	}
	if id.ListIDDomain != "" && !isDomain(id.ListIDDomain) {
		r.add("identity.list_id_domain", "%q is not a domain; write, for example, games.example.org, or \"\" for the domain of base_address", id.ListIDDomain)
	}
}

func checkSecurity(c *Config, r *report) {
	s := c.Security
	for _, address := range s.AdminAddresses {
		if address == "" {
			r.add("security.admin_addresses", "an address is empty; leave it out")
		}
		r.address("security.admin_addresses", address)
	}
	r.between("security.max_commands_per_mail", s.MaxCommandsPerMail, 1, 2000)
	if strings.ContainsAny(s.TrustedAuthservID, " ;,") {
		r.add("security.trusted_authserv_id", "%q is not a valid value; write the name that comes first in your server's Authentication-Results lines", s.TrustedAuthservID)
	}
	if s.DemandAuth && s.TrustedAuthservID == "" {
		r.add("security.demand_auth", "needs security.trusted_authserv_id: without it no result can be trusted")
	}
}

func checkGame(d GameDefaults, r *report) {
	r.lasts("game.defaults.answer_within", d.AnswerWithin, table.ShortestAnswer, table.LongestAnswer)
	if len(d.Reminders) > 10 {
		r.add("game.defaults.reminders", "%d expressions; allowed: at most 10", len(d.Reminders))
	} else if err := clock.TooOften(d.Reminders); err != nil {
		r.add("game.defaults.reminders", "%v", err)
	}
	if _, err := clock.LoadZone(d.Zone); err != nil {
		r.add("game.defaults.zone", "%v", err)
	}
	if err := new(table.Table).Terms().SetAll(d.Rules, nil); err != nil {
		r.add("game.defaults.rules", "%v", err)
	}
}

func checkSchedule(s Schedule, r *report) {
	r.lasts("schedule.tick", s.Tick, time.Second, 10*time.Minute)
	if s.Tick.Duration%time.Second != 0 {
		r.add("schedule.tick", "%s is not a whole number of seconds", s.Tick)
	}
	r.lasts("schedule.outage_threshold", s.OutageThreshold, 5*s.Tick.Duration, 30*24*time.Hour)
	r.lasts("schedule.invitation_chase", s.InvitationChase, time.Hour, 90*24*time.Hour)
	r.lasts("schedule.news_delay", s.NewsDelay, 0, time.Hour)
}

// longestSocket is the maximum length of the control socket's path where it can't be opened
// through its folder, as it is on Linux.
const longestSocket = 96

func checkMachine(c *Config, r *report) {
	r.needed("store.path", c.Store.Path, "write the path of the file that holds the games")
	r.between("store.keep_raw_days", c.Store.KeepRawDays, 0, 36500)
	r.between("store.keep_sent_days", c.Store.KeepSentDays, 0, 36500)
	r.between("store.archive_after_days", c.Store.ArchiveAfterDays, 0, 36500)
	r.between("store.keep_ended_days", c.Store.KeepEndedDays, 0, 36500)
	if keep := c.Store.KeepEndedDays; keep > 0 && keep < c.Store.ArchiveAfterDays {
		r.add("store.keep_ended_days", "%d is less than the %d of store.archive_after_days; allowed: 0, which is for ever, or at least as many", keep, c.Store.ArchiveAfterDays)
	}
	r.between("store.snapshot_every", c.Store.SnapshotEvery, 1, 100000)
	r.between("backup.keep", c.Backup.Keep, 1, 10000)
	if c.Store.MinFree < 10*MB {
		r.add("store.min_free", "%s is not a valid value; allowed: 10MB and more", c.Store.MinFree)
	}
	if socket := c.SocketPath(); len(socket) > longestSocket && runtime.GOOS != "linux" {
		r.add("health.socket", "%s is longer than %d characters; write a shorter path", socket, longestSocket)
	}
	r.listens("health.listen", c.Health.Listen, "127.0.0.1:9180")
}

// listens checks an address to listen on and returns its host; "" is none.
func (r *report) listens(key, address, example string) (host string) {
	if address == "" {
		return ""
	}
	host, port, err := net.SplitHostPort(address)
	if n, atoi := strconv.Atoi(port); err != nil || atoi != nil || n < 0 || n > 65535 {
		r.add(key, `%q is not an address to listen on; write, for example, %q, or "" for none`, address, example)
	}
	return host
}

func (r *report) needed(key, value, instead string) {
	if value == "" && !r.found(key) {
		r.add(key, "is missing; %s", instead)
	}
}

func oneOf[T ~string](r *report, key string, value T, allowed ...T) {
	if slices.Contains(allowed, value) {
		return
	}
	words := make([]string, len(allowed))
	for i := range allowed {
		words[i] = string(allowed[i])
	}
	r.add(key, "%q is not a valid value; allowed: %s", value, strings.Join(words, ", "))
}

func (r *report) between(key string, value, lowest, highest int) {
	if value < lowest || value > highest {
		r.add(key, "%d is not a valid value; allowed: %d to %d", value, lowest, highest)
	}
}

func (r *report) lasts(key string, value Duration, shortest, longest time.Duration) {
	if value.Duration < shortest || value.Duration > longest {
		r.add(key, "%s is not a valid value; allowed: %s to %s", value,
			clock.FormatDuration(shortest), clock.FormatDuration(longest))
	}
}

// address checks a bare address; needed decides about "".
func (r *report) address(key, value string) {
	if value == "" {
		return
	}
	parsed, err := mail.ParseAddress(value)
	if err != nil || parsed.Name != "" || parsed.Address != value || !isDomain(domainOf(value)) {
		r.add(key, "%q is not a mail address; write it bare, for example games@example.org", value)
		return
	}
	if strings.ContainsFunc(value, func(c rune) bool { return c > unicode.MaxASCII }) {
		r.add(key, "%q has characters other than ASCII, which a mail address here cannot have; write a domain as xn--...", value)
	}
}

// host checks the name of a server; needed decides about "".
func (r *report) host(key, value string) {
	if value != "" && net.ParseIP(value) == nil && !isDomain(value) {
		r.add(key, "%q is not the name of a server; write it without a port, for example mail.example.org", value)
	}
}

// clearPassword refuses to send a password unencrypted to another machine.
func (r *report) clearPassword(key string, tls TLS, host, user string) {
	if tls == NoTLS && user != "" && host != "" && !dial.Loopback(host) {
		r.add(key, `"none" would send the password unencrypted to %s; use implicit or starttls`, host)
	}
}

// certificates checks a file of certificate authorities; "" is none.
func (r *report) certificates(key, path string) {
	if path == "" {
		return
	}
	if _, err := dial.Roots(path); err != nil {
		r.add(key, "%v", err)
	}
}

func isDomain(s string) bool {
	return s != "" && !strings.ContainsAny(s, " @<>\"()[]\\,;:") &&
		!strings.HasPrefix(s, ".") && !strings.HasSuffix(s, ".") && !strings.Contains(s, "..")
}

func splitAddress(address string) (local, domain string) {
	at := strings.LastIndexByte(address, '@')
	return address[:max(at, 0)], address[at+1:]
}

func domainOf(address string) string {
	_, domain := splitAddress(address)
	return domain
}
