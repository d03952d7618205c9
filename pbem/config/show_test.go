package config

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/facts/clock"
)

func TestShowChanges(t *testing.T) {
	c, err := Load(write(t, usable+"[game.defaults]\nreminders = [\"0 9 * * *\", \"0 18 * * 1-5\"]\nanswer_within = \"36h\"\n"))
	expect.NoError(t, err)
	c.Mail.In.PasswordFile = "/etc/railpost/password"
	var b bytes.Buffer
	expect.NoError(t, c.Show(&b, false))
	const want = `[mail.in]
# password (set)
host = "imap.example.org"
user = "games"
password_file = "/etc/railpost/password"

[mail.out]
# password (not set)
host = "smtp.example.org"

[identity]
base_address = "games@example.org"

[game.defaults]
answer_within = "1d12h"
reminders = ["0 9 * * *", "0 18 * * 1-5"]
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// The output of Show, short or long, reads as the same configuration.
func TestShowIsReadBack(t *testing.T) {
	text := rapid.StringOfN(rapid.RuneFrom([]rune(`aä"'\ #=[]日<&>`+"\u2028")), 0, 12, -1)
	level.Check(t, func(t *rapid.T) {
		c := Default()
		c.Mail.In.Host = text.Draw(t, "host")
		c.Mail.In.MaxSize = Size(rapid.Int64Range(0, 1<<40).Draw(t, "size"))
		c.Mail.In.TLS = rapid.SampledFrom([]TLS{Implicit, StartTLS, NoTLS}).Draw(t, "tls")
		c.Mail.Out.Port = rapid.Int().Draw(t, "port")
		c.Identity.SiteName = text.Draw(t, "site")
		c.Security.AdminAddresses = rapid.SliceOf(text).Draw(t, "admins")
		c.Security.DemandAuth = rapid.Bool().Draw(t, "auth")
		c.Schedule.Tick = Duration{time.Duration(rapid.Int64Range(1, 1e6).Draw(t, "tick")) * time.Second}
		c.Game.Defaults.Reminders = rapid.SliceOf(rapid.SampledFrom([]clock.Expr{
			clock.MustParse("0 9 * * *"), clock.MustParse("*/5 8-18 1,15 * MON-FRI"),
		})).Draw(t, "reminders")
		if c.Mail.In.MaxSize > 1<<30 {
			c.Mail.In.MaxSize &^= Size(MB - 1) // number and unit are limited
		}
		for _, effective := range []bool{false, true} {
			var b bytes.Buffer
			expect.NoError(t, c.Show(&b, effective))
			back, r := parse("shown", b.Bytes())
			expect.NoError(t, r.err(), b.String())
			if diff := cmp.Diff(c, back, sameConfig); diff != "" {
				t.Fatalf("effective %v, -set +read:\n%s\n%s", effective, diff, b.String())
			}
		}
	})
}

func TestSize(t *testing.T) {
	for _, c := range []struct {
		text string
		want Size
		back string
	}{
		{"1MB", MB, "1MB"}, {"500 kb", 500 * KB, "500KB"}, {"1024MB", GB, "1GB"},
		{"0B", 0, "0B"}, {"1000B", 1000, "1000B"}, {"2gb", 2 * GB, "2GB"},
	} {
		var s Size
		if err := s.UnmarshalText([]byte(c.text)); err != nil || s != c.want || s.String() != c.back {
			t.Errorf("%q: %v, %v, %q", c.text, err, int64(s), s)
		}
	}
	for _, text := range []string{"", "MB", "1", "-1MB", "1.5MB", "1TB", "9999999999GB", "1 M B x", "+1MB"} {
		var s Size
		expect.Fails(t, fmt.Sprintf("%q was read as %v", text, s), s.UnmarshalText([]byte(text)), "")
	}
}
