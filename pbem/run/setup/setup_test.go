package setup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/lab/realserver"
	"railpost/pbem/mail/post"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestGuess(t *testing.T) {
	for address, want := range map[string]Answers{
		"games@example.org": {IMAPHost: "imap.example.org", IMAPPort: 993, IMAPTLS: "implicit", SMTPHost: "smtp.example.org", SMTPPort: 465, SMTPTLS: "implicit"},
		"games@Gmail.com":   {IMAPHost: "imap.gmail.com", IMAPPort: 993, IMAPTLS: "implicit", SMTPHost: "smtp.gmail.com", SMTPPort: 465, SMTPTLS: "implicit"},
	} {
		want.Address, want.IMAPUser, want.SMTPUser = address, address, address
		got := Answers{Address: address}
		got.Guess()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	said := Answers{Address: "g@h", IMAPHost: "mail.h", IMAPTLS: "starttls", IMAPUser: "g", SMTPHost: "out.h", SMTPPort: 26}
	said.Guess()
	expect.True(t, said.IMAPHost == "mail.h" && said.IMAPPort == 143 && said.SMTPUser == "g" && said.SMTPPort == 26,
		"what was said is lost: %+v", said)
}

func TestAsk(t *testing.T) {
	var asked strings.Builder
	answers := "\n\nno address\ngames@example.org\n\n\nmail.example.org:25\nmail.example.org\nhundred\n70000\n587\n\nbea\nbea@example.org\nMadrid\nEurope/Madrid\n"
	p := NewPrompter(strings.NewReader(answers), &asked, func() (string, error) { return "secret", nil })
	a := Answers{}
	expect.NoError(t, p.Ask(&a, false))
	want := Answers{Provider: "other", Address: "games@example.org", IMAPHost: "imap.example.org", IMAPPort: 993, SMTPHost: "mail.example.org", SMTPPort: 587, IMAPUser: "games@example.org",
		Admin: "bea@example.org", Contact: "bea@example.org", Zone: "Europe/Madrid", Password: "secret"}
	if diff := cmp.Diff(want, a); diff != "" {
		t.Error(diff)
	}
	if strings.Contains(asked.String(), "secret") || !strings.Contains(asked.String(), "IMAP server [imap.example.org]: ") {
		t.Errorf("asked:\n%s", asked.String())
	}
	for _, problem := range []string{`"no address" is not a mail address`, `"mail.example.org:25" is not the name of a server`, `"hundred" is not a number`, "70000 is not", `"bea" is not a mail address`, `no time zone "Madrid"`} {
		expect.Same(t, []any{problem, asked.String()}, strings.Count(asked.String(), problem), 1)
	}
	// It asks again for values that the servers refused, where an empty answer keeps the value, and otherwise
	// only for unknown values.
	asked.Reset()
	p = NewPrompter(strings.NewReader("\n\n\n\n\n465\n\n\n\n\n"), &asked, func() (string, error) { return "", nil })
	expect.NoError(t, p.Ask(&a, true))
	want.SMTPPort = 465
	if diff := cmp.Diff(want, a); diff != "" {
		t.Error(diff)
	}
	p = NewPrompter(strings.NewReader("\ngames@example.org\n"), &asked, nil)
	expect.Is(t, "error", p.Ask(&Answers{}, false), ErrEnded)
}

func TestWriteIsReadBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "etc", "railpost") // is made
	path, password := filepath.Join(dir, "config.toml"), filepath.Join(dir, "mailbox.password")
	a := Answers{Address: "games@example.org", Admin: "bea@example.org", Contact: "bea@example.org", Zone: "Europe/Madrid",
		Password: `quo"te`, Store: filepath.Join(dir, "railpost.db")}
	a.Guess()
	c := expect.Get(a.Config(password))(t)
	expect.NoError(t, Write(c, path, []string{password}, false))
	for file, mode := range map[string]fs.FileMode{path: 0o644, password: 0o600, filepath.Dir(path): 0o755} {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v", file, info.Mode(), err)
		}
	}
	text, err := os.ReadFile(path)
	expect.True(t, err == nil && !strings.Contains(string(text), "quo"), "%v\n%s", err, text)
	back := expect.Get(config.Load(path))(t)
	if back.Mail.In.Password.Reveal() != a.Password || back.Mail.Out.Password.Reveal() != a.Password ||
		back.Mail.In.Host != "imap.example.org" || back.Identity.BaseAddress != a.Address ||
		back.Game.Defaults.Zone != "Europe/Madrid" || back.Store.Path != a.Store {
		t.Errorf("read back as %+v", back)
	}
	expect.Fails(t, "written over", Write(c, path, []string{password}, false), "--force")
	if err := Write(c, path, []string{password}, true); err != nil {
		t.Errorf("with force: %v", err)
	}
	packaged := expect.Get(os.ReadFile("../../../packaging/railpost.toml"))(t)
	if err := errors.Join(os.WriteFile(path, packaged, 0o644), os.Remove(password), Write(c, path, []string{password}, false)); err != nil {
		t.Errorf("over the package's file, which sets nothing: %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("left: %v, %v", left, err)
	}
}

func TestConfigNamesEveryFault(t *testing.T) {
	a := Answers{Address: "no address", Zone: "Atlantis"}
	a.Guess()
	_, err := a.Config("")
	faults, ok := errors.AsType[*config.Faults](err)
	if !ok || !strings.Contains(err.Error(), "identity.base_address") || !strings.Contains(err.Error(), "game.defaults.zone") {
		t.Errorf("%v, %v", faults, err)
	}
}

func TestTry(t *testing.T) {
	p := expect.Get(post.Start(post.Options{Users: map[string]string{"games": "secret"}}))(t)
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	a := Answers{Address: "games@localhost", Password: "secret", IMAPTLS: "none", SMTPTLS: "none"}
	var errIn, errOut error
	a.IMAPHost, a.IMAPPort, errIn = pbemtest.HostPort(p.IMAPAddr())
	a.SMTPHost, a.SMTPPort, errOut = pbemtest.HostPort(p.SMTPAddr())
	expect.NoError(t, errors.Join(errIn, errOut))
	a.Guess()
	c := expect.Get(a.Config("unused"))(t)
	tried, err := Try(t.Context(), c)
	expect.True(t, err == nil && tried.IMAP.Idle && tried.IMAP.Processed.Exists && tried.SMTP.LoggedIn,
		"%+v, %v", tried, err)
	c.Mail.In.Password = config.NewSecret("wrong")
	if _, err := Try(t.Context(), c); err == nil || strings.Contains(err.Error(), "wrong") {
		t.Errorf("error %v", err)
	}
}

// TestTryPrivateCA: servers whose certificate the system does not know are accepted with tls_ca, and without it
// the error names that key, as with another's certificate.
func TestTryPrivateCA(t *testing.T) {
	cert, other := realserver.NewCertificate(t), realserver.NewCertificate(t)
	dir := t.TempDir()
	own, foreign, empty := filepath.Join(dir, "own.pem"), filepath.Join(dir, "foreign.pem"), filepath.Join(dir, "empty.pem")
	expect.NoError(t, errors.Join(os.WriteFile(own, cert.CertPEM, 0o644), os.WriteFile(foreign, other.CertPEM, 0o644), os.WriteFile(empty, nil, 0o644)))
	for _, mode := range []string{"implicit", "starttls"} {
		p, err := post.Start(post.Options{Users: map[string]string{"games": "secret"}, TLS: cert.Server(), ImplicitTLS: mode == "implicit"})
		expect.NoError(t, err)
		for _, c := range []struct{ ca, want string }{
			{own, ""},
			{"", "tls_ca (railpost init --tls-ca FILE)"},
			{foreign, "tls_ca (railpost init --tls-ca FILE)"},
			{empty, "mail.in.tls_ca: " + empty + " has no certificate"},
			{filepath.Join(dir, "none"), "mail.out.tls_ca: open "},
		} {
			a := Answers{Address: "games@localhost", Password: "secret", IMAPTLS: mode, SMTPTLS: mode, CA: c.ca}
			var errIn, errOut error
			a.IMAPHost, a.IMAPPort, errIn = pbemtest.HostPort(p.IMAPAddr())
			a.SMTPHost, a.SMTPPort, errOut = pbemtest.HostPort(p.SMTPAddr())
			a.Guess()
			conf, err := a.Config("unused")
			if err == nil {
				_, err = Try(t.Context(), conf)
			}
			if err = errors.Join(errIn, errOut, err); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %+v: %v", mode, c, err)
			}
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
}
