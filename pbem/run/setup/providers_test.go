package setup

import (
	"bytes"
	"net"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"railpost/engine/enginetest/expect"
)

// TestProviders: the file has no unknown key, every server's port says how it is protected, and each name and domain
// is there once.
func TestProviders(t *testing.T) {
	var file struct{ Provider []Provider }
	expect.NoError(t, toml.NewDecoder(bytes.NewReader(providersFile)).DisallowUnknownFields().Decode(&file))
	expect.True(t, len(file.Provider) > 10, "only %d providers", len(file.Provider))
	seen := map[string]bool{}
	for i, p := range file.Provider {
		for _, name := range append(p.Domains, p.Name) {
			expect.True(t, !seen[name] || name == p.Name, "%s is there twice", name)
			seen[name] = true
		}
		expect.True(t, p.Title != "" && p.Credential != "" && p.PerDay >= 0, "%s lacks something", p.Name)
		expect.True(t, p.OAuth != "" || !p.NoPassword, "%s can be used in no way", p.Name)
		if i == len(file.Provider)-1 {
			continue // any other
		}
		for _, at := range []string{p.IMAP, p.SMTP} {
			_, port, err := net.SplitHostPort(at)
			expect.NoError(t, err)
			expect.True(t, port == "993" || port == "465" || port == "587", "%s: port %s says nothing", p.Name, port)
		}
	}
	for want, a := range map[string]Answers{
		"fastmail": {Provider: "fastmail", Address: "games@gmail.com"}, "gmail": {Address: "games@GMail.com"}, "other": {Address: "games@example.org"},
	} {
		expect.Same(t, want, a.provider().Name, want)
	}
}

// TestPresetPerDay: what a provider allows in a day is the limit of letters through its own server.
func TestPresetPerDay(t *testing.T) {
	for want, a := range map[int]Answers{500: {Address: "games@gmail.com"}, 0: {Address: "games@gmail.com", SMTPHost: "mail.example.org"}} {
		a.Guess()
		c := expect.Get(a.Config("/secret"))(t)
		expect.Same(t, a.SMTPHost, c.Mail.Out.PerDay, want)
	}
}

// TestAskProvider: a provider that is known fills in the servers, also one that is not named after the domain; an unknown
// one is asked for again.
func TestAskProvider(t *testing.T) {
	var asked strings.Builder
	p := NewPrompter(strings.NewReader("aol\nicloud\ngames@club.example\n\n\n\n"), &asked, func() (string, error) { return "secret", nil })
	a := Answers{}
	expect.NoError(t, p.Ask(&a, false))
	a.Guess()
	if a.IMAPHost != "imap.mail.me.com" || a.IMAPPort != 993 || a.SMTPHost != "smtp.mail.me.com" || a.SMTPPort != 587 || a.SMTPTLS != "starttls" {
		t.Errorf("%+v", a)
	}
	for _, text := range []string{`"aol" is no provider that Railpost knows; allowed: gmail, `, "app-specific password"} {
		expect.Has(t, "asked", asked.String(), text)
	}
	expect.True(t, !strings.Contains(asked.String(), "IMAP server"), "asked for the servers:\n%s", asked.String())
}
