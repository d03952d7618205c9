package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"railpost/engine/enginetest/expect"
)

// usable is a file without faults except the missing password.
const usable = `
[mail.in]
host = "imap.example.org"
user = "games"
password_file = "in"
[mail.out]
host = "smtp.example.org"
[identity]
base_address = "games@example.org"
`

// write puts a configuration and a password file "in" into a new folder.
func write(t *testing.T, text string) string {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, "railpost.toml")
	for name, content := range map[string]string{path: text, filepath.Join(folder, "in"): "pass word\n"} {
		expect.NoError(t, os.WriteFile(name, []byte(content), 0o600))
	}
	return path
}

// faultLines is the message without the file's name.
func faultLines(t *testing.T, err error) string {
	t.Helper()
	faults, ok := errors.AsType[*Faults](err)
	if !ok {
		t.Fatalf("the error is %T (%v), not *Faults", err, err)
	}
	if faults.Path == "" {
		return faults.Error()
	}
	return strings.ReplaceAll(faults.Error(), faults.Path, "FILE")
}

func TestLoad(t *testing.T) {
	path := write(t, usable+"[store]\npath = \"games/a.db\"\n")
	c := expect.Get(Load(path))(t)
	want := Default()
	want.Mail.In.Host, want.Mail.In.User = "imap.example.org", "games"
	want.Mail.In.PasswordFile = filepath.Join(filepath.Dir(path), "in")
	want.Mail.In.Password = NewSecret("pass word")
	want.Mail.Out.Host = "smtp.example.org"
	want.Identity.BaseAddress = "games@example.org"
	want.Store.Path = filepath.Join(filepath.Dir(path), "games/a.db")
	if diff := cmp.Diff(want, c, sameConfig); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	expect.Same(t, "FromAddress", c.FromAddress(), "games@example.org")
	expect.Same(t, "ListIDDomain", c.ListIDDomain(), "example.org")
	expect.Same(t, "SocketPath", c.SocketPath(), want.Store.Path+".sock")
}

func TestEmbeddedNeedsNothing(t *testing.T) {
	for _, text := range []string{`mail = "embedded"`, "[mail]\nkind = \"embedded\"\n", "mail.kind = \"embedded\"\n", `mail = { kind = "embedded" }`} {
		c, err := Load(write(t, text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if c.Mail.Kind != Embedded || c.FromAddress() != EmbeddedAddress {
			t.Errorf("%s: kind %q, from %q", text, c.Mail.Kind, c.FromAddress())
		}
	}
}

func TestNoFile(t *testing.T) {
	_, err := Load(filepath.Join(t.TempDir(), "none.toml"))
	expect.True(t, errors.Is(err, os.ErrNotExist) && strings.Contains(err.Error(), "railpost init"), "got %v", err)
}

// Each case is one file and all its faults, as the organiser reads them.
func TestFaults(t *testing.T) {
	const embedded = "mail.kind = \"embedded\"\n"
	for _, c := range []struct{ name, file, want string }{
		{"no bracket", "[mail\nkind = 3\n", "FILE:1: the section's bracket is not closed; write [mail]"},
		{"no quotes", "[mail.in]\nhost = imap.example.org # ours\n", `FILE:2: text needs quotes; write host = "imap.example.org"  # ours`},
		{"no quotes around a word", "[mail.in]\ntls = none\r\n", `FILE:2: text needs quotes; write tls = "none"`},
		{"no quotes around a time", "[game.defaults]\nanswer_within = 3d\n", `FILE:2: text needs quotes; write answer_within = "3d"`},
		{"one quote", "[mail.in]\nhost = \"imap.example.org\nport = 993\n", `FILE:2: the quotes are not closed; write host = "imap.example.org"`},
		{"printer's quotes", "[mail.in]\nhost = “imap.example.org”\n", `FILE:2: use plain quotes; write host = "imap.example.org"`},
		{"colon", "[mail.in]\nhost: \"imap.example.org\"\n", `FILE:2: a key and its value are joined by =; write host = "imap.example.org"`},
		{"no value", "[mail.in]\nhost =\n", `FILE:2: the value is missing; write host = "..."`},
		{"capitals", "[security]\ndemand_auth = True\n", `FILE:2: true and false are written in lower case; write demand_auth = true`},
		{"no TOML", "[mail.in]\nhost = \"a\" \"b\"\n", `FILE:2: toml: `},
		{"key twice", "[mail]\nkind = \"imap\"\nkind = \"imap\"\n", `FILE:3: toml: key kind is already defined`},
		{"all at once", `[mail]
kind = "embeded"
[mail.in]
prot = 143
tls = true
poll_interval = "five minutes"
[mial.out]
host = "a"
user = "b"
[game.defaults]
reminders = ["0 9 * * *", "@every 1h"]
`, `FILE:1: mail.out.host: is missing; write the provider's submission server, for instance smtp.example.org
FILE:2: mail.kind: "embeded" is not a valid value; allowed: imap, embedded
FILE:3: mail.in.host: is missing; write the provider's IMAP server, for instance imap.example.org
FILE:3: mail.in.user: is missing; write the name to log in with, often the whole address
FILE:4: mail.in.prot: there is no such key; did you mean mail.in.port?
FILE:5: mail.in.tls: text in "quotes" is expected, not true or false; for instance "implicit"
FILE:6: mail.in.poll_interval: "five minutes" is not a length of time: a whole number is expected before "five minutes"; write, for example, "3d", "36h", "1d12h" or "2w"
FILE:7: mial: there is no such key; did you mean mail?
FILE:11: game.defaults.reminders: "@every 1h" is not a cron expression: words with @ are not supported: they do not follow the clocks of a zone; write five fields: minute, hour, day of month, month, day of week, for instance "0 9 * * *" (every day at 9:00)
FILE: identity.base_address: is missing; write the address players write to`},
		{"reminders all the time", embedded + "[game.defaults]\nreminders = [\"* * * * *\"]\n",
			`FILE:3: game.defaults.reminders: reminders would come more often than once an hour, at 00:00 and 00:01`},
		{"password inline", embedded + "mail.in.password = \"x\"\n",
			`FILE:2: mail.in.password: passwords do not belong in this file; use password_file or password_env`},
		{"key of another section", embedded + "[mail]\n", `FILE:2: toml:`},
		{"key in the wrong section", "[mail]\nkind = \"embedded\"\nlisten = \":1\"\n",
			`FILE:3: mail.listen: there is no such key; did you mean health.listen or web.listen?`},
		{"key at the top", embedded + "half_time_reminder = false\n",
			`FILE:2: half_time_reminder: there is no such key; did you mean game.defaults.half_time_reminder?`},
		{"unheard of", embedded + "[quorum]\nvotes = 3\n",
			`FILE:2: quorum: there is no such key; config.example.toml lists them all`},
		{"section as value", embedded + "game = 3\n", `FILE:2: game: this is a section: write [game] and its keys below`},
		{"section twice", embedded + "[store]\nmin_free = \"10MB\"\n[store]\npath = \"a.db\"\n", `FILE:4: table store is there twice; write everything once, below one heading`},
		{"value as section", embedded + "[store.path]\na = 1\n", `FILE:2: store.path: text in "quotes" is expected, not a section; for instance "/var/lib/railpost/railpost.db"`},
		{"types", embedded + "[store]\nkeep_raw_days = \"9\"\nmin_free = 5\n[security]\nadmin_addresses = \"a@b.c\"\ndemand_auth = \"yes\"\n",
			`FILE:3: store.keep_raw_days: a whole number is expected, not text in "quotes"
FILE:4: store.min_free: text in "quotes" is expected, not a whole number; for instance "500MB"
FILE:6: security.admin_addresses: a list like ["..."] is expected, not text in "quotes"
FILE:7: security.demand_auth: true or false is expected, not text in "quotes"`},
		{"control characters", embedded + `identity.site_name = "a\r\nBcc: b"`,
			`FILE:2: identity.site_name: "a\r\nBcc: b" has control characters; write it on one line without them`},
		{"numbers", embedded + "[mail.out]\nport = 0\nrate_per_minute = -1\n[security]\nmax_commands_per_mail = 0\n[store]\nsnapshot_every = 0\nmin_free = \"1KB\"\n",
			`FILE:3: mail.out.port: 0 is not a valid value; allowed: 1 to 65535
FILE:4: mail.out.rate_per_minute: -1 is not a valid value; allowed: 0 to 6000
FILE:6: security.max_commands_per_mail: 0 is not a valid value; allowed: 1 to 2000
FILE:8: store.snapshot_every: 0 is not a valid value; allowed: 1 to 100000
FILE:9: store.min_free: 1KB is not a valid value; allowed: 10MB and more`},
		{"times", embedded + "[schedule]\ntick = \"10m\"\noutage_threshold = \"20m\"\n[game.defaults]\nanswer_within = \"5m\"\nzone = \"Europe/Madrit\"\n",
			`FILE:4: schedule.outage_threshold: 20m is not a valid value; allowed: 50m to 30d
FILE:6: game.defaults.answer_within: 5m is not a valid value; allowed: 1h to 365d
FILE:7: game.defaults.zone: there is no time zone "Europe/Madrit"; did you mean Europe/Madrid?`},
		{"addresses", embedded + "[identity]\nbase_address = \"Games <g@example.org>\"\ncontact = \"ana\"\nlist_id_domain = \"a b\"\n[mail.out]\nfrom = \"x@\"\nplus_separator = \".\"\n[security]\nadmin_addresses = [\"a@b.c\", \"\"]\n",
			`FILE:3: identity.base_address: "Games <g@example.org>" is not a mail address; write it bare, for example games@example.org
FILE:4: identity.contact: "ana" is not a mail address; write it bare, for example games@example.org
FILE:5: identity.list_id_domain: "a b" is not a domain; write, for example, games.example.org, or "" for the domain of base_address
FILE:7: mail.out.from: "x@" is not a mail address; write it bare, for example games@example.org
FILE:8: mail.out.plus_separator: "." is not a valid value; allowed: one of + - = _, or "" for none
FILE:10: security.admin_addresses: an address is empty; leave it out`},
		{"base address", embedded + "[identity]\nbase_address = \"our-own-railway-games+x@example.org\"\n",
			`FILE:3: identity.base_address: "our-own-railway-games+x" is too long before the @: at most 18 characters, because the reply address adds game and token
FILE:3: identity.base_address: "our-own-railway-games+x" contains the separator "+" of mail.out.plus_separator; write the address without the part after it`},
		{"signs in addresses", embedded + "[identity]\nbase_address = \"jeux-été@example.org\"\ncontact = \"ana@bücher.example\"\n",
			`FILE:3: identity.base_address: "jeux-été@example.org" has characters other than ASCII, which a mail address here cannot have; write a domain as xn--...
FILE:4: identity.contact: "ana@bücher.example" has characters other than ASCII, which a mail address here cannot have; write a domain as xn--...`},
		{"auth", embedded + "security.demand_auth = true\n",
			`FILE:2: security.demand_auth: needs security.trusted_authserv_id: without it no result can be trusted`},
		{"mailboxes", embedded + "[mail.in]\nprocessed_mailbox = \"inbox\"\nquarantine_mailbox = \"\"\n",
			`FILE:3: mail.in.processed_mailbox: "inbox" is mail.in.mailbox already; the three mailboxes must differ
FILE:4: mail.in.quarantine_mailbox: is missing; write the name of a mailbox folder`},
		{"listener", embedded + "health.listen = \"9180\"\n",
			`FILE:2: health.listen: "9180" is not an address to listen on; write, for example, "127.0.0.1:9180", or "" for none`},
		{"pages for all machines", embedded + "[web]\nlisten = \"0.0.0.0:80\"\nbase_url = \"http://games.example.org\"\n",
			`FILE:3: web.listen: "0.0.0.0:80" can be reached from other machines, and secret links would be sent unencrypted; let a web server with TLS stand before "127.0.0.1:9181", or write open = true
FILE:4: web.base_url: "http://games.example.org" would send secret links unencrypted; write https://, or open = true`},
		{"address of pages", embedded + "[web]\nlisten = \"127.0.0.1\"\nbase_url = \"games.example.org\"\n",
			`FILE:3: web.listen: "127.0.0.1" is not an address to listen on; write, for example, "127.0.0.1:9181", or "" for none
FILE:4: web.base_url: "games.example.org" is not an address of pages; write, for example, "https://games.example.org/railpost"`},
		{"password in clear", strings.Replace(usable, "[mail.out]", "tls = \"none\"\n[mail.out]", 1),
			`FILE:6: mail.in.tls: "none" would send the password unencrypted to imap.example.org; use implicit or starttls`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load(write(t, c.file))
			got := faultLines(t, err)
			if strings.HasPrefix(c.want, "FILE") && strings.Contains(c.want, "toml:") {
				if !strings.HasPrefix(got, c.want) { // the library's own words follow
					t.Errorf("got\n%s\nwant\n%s...", got, c.want)
				}
				return
			}
			if diff := cmp.Diff(strings.Split(c.want, "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestLoopbackMayBePlain(t *testing.T) {
	for _, host := range []string{"localhost", "127.0.0.1", "127.3.2.1", "::1"} {
		text := strings.Replace(usable, `"imap.example.org"`, `"`+host+"\"\ntls = \"none\"", 1)
		if _, err := Load(write(t, text)); err != nil {
			t.Errorf("%s: %v", host, err)
		}
	}
}

// A Config that a program put together is checked by the same rules.
func TestCheckWithoutFile(t *testing.T) {
	c := Default()
	c.Mail.Kind = Embedded
	expect.Is(t, "check", c.Check(), nil)
	c.Mail.In.Port = 70000
	if got := faultLines(t, c.Check()); got != "configuration: mail.in.port: 70000 is not a valid value; allowed: 1 to 65535" {
		t.Errorf("got %s", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(usable))
	f.Add([]byte("[[mail]]\nkind = 1\n[mail.in]\n\"\" = {a = {b = [1979-05-27]}}\n"))
	f.Add([]byte("mail.in.\"x.y\" = 1\n[game]\ndefaults = {reminders = [[1]]}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, r := parse("f", data)
		if c == nil {
			if r.err() == nil {
				t.Fatal("nothing was read and nothing is wrong")
			}
			return
		}
		check(c, r)
	})
}

// TestOldMailbox: the configuration from before a move is loaded until its time is over, and its answer addresses count.
func TestOldMailbox(t *testing.T) {
	for _, c := range []struct {
		file, until, fault string
		bases              []string
	}{
		{"old.toml", "2999-01-01", "", []string{"trains+", "games-"}},
		{"old.toml", "2020-01-01", "", []string{"trains+"}},
		{"gone.toml", "2020-01-01", "", []string{"trains+"}},
		{"gone.toml", "2999-01-01", "mail.old.config", nil},
		{"bad.toml", "2999-01-01", "mail.old.config", nil},
		{"old.toml", "soon", "mail.old.until", nil},
	} {
		path := write(t, strings.Replace(usable, "games@", "Trains@", 1)+"[mail.old]\nconfig = \""+c.file+"\"\nuntil = \""+c.until+"\"\n")
		for name, text := range map[string]string{"old.toml": usable, "bad.toml": "[mail.in]\nport = 0\n"} {
			text = strings.Replace(text, "[identity]", "plus_separator = \"-\"\n[identity]", 1)
			expect.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(path), name), []byte(text), 0o600))
		}
		got, err := Load(path)
		if c.fault != "" {
			expect.Fails(t, c.file+c.until, err, c.fault)
			continue
		}
		expect.NoError(t, err)
		expect.Same(t, c.file+c.until, got.AnswerBases(), c.bases)
	}
}
