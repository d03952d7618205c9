package config

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/sign"
)

const hunter = "hunter2"

// Every way to print a Config must hide its passwords.
func TestSecretNeverPrinted(t *testing.T) {
	type holder struct{ In, out Secret }
	type exported struct{ S Secret }
	h := holder{NewSecret(hunter), NewSecret(hunter)}
	c := Default()
	c.Mail.In.Password, c.Mail.Out.Password = h.In, h.In

	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%10.3s"} {
		fmt.Fprintf(&out, verb+"\n", h)
		fmt.Fprintf(&out, verb+"\n", h.In)
		fmt.Fprintf(&out, verb+"\n", &h.In)
		fmt.Fprintf(&out, verb+"\n", []Secret{h.In})
		fmt.Fprintf(&out, verb+"\n", c)
	}
	for _, marshal := range []func(any) ([]byte, error){json.Marshal, toml.Marshal, xml.Marshal} {
		data := expect.Get(marshal(exported{h.In}))(t)
		expect.Has(t, "marshalled without a mark", string(data), "(set)")
		out.Write(data)
	}
	slog.New(slog.NewTextHandler(&out, nil)).Info("x", "secret", h.In, "holder", h)
	slog.New(slog.NewJSONHandler(&out, nil)).Info("x", "secret", h.In, "holder", h)
	for _, effective := range []bool{false, true} {
		expect.NoError(t, c.Show(&out, effective))
	}
	hex := fmt.Sprintf("%x", hunter)
	for i, line := range strings.Split(out.String(), "\n") {
		expect.True(t, !strings.Contains(line, hunter) && !strings.Contains(strings.ToLower(line), hex),
			"line %d shows the password: %s", i+1, line)
	}
	expect.True(t, h.In.Reveal() == hunter && h.out.String() == "(set)" && (Secret{}).String() == "(not set)",
		"the secret itself is wrong")
}

// TestKeys: keys come from files or credentials that others cannot read.
func TestKeys(t *testing.T) {
	credentials := t.TempDir()
	for _, c := range []struct {
		name, keys, fault string
		credentials       bool
	}{
		{name: "two keys", keys: `["ed.pem", "sub/rsa.pem"]`},
		{name: "a credential", keys: `["cred.pem"]`, credentials: true},
		{name: "no credential", keys: `["cred.pem"]`, fault: "FILE:8: mail.out.dkim_keys: stat FOLDER/cred.pem: no such file or directory"},
		{name: "open to all", keys: `["open.pem"]`,
			fault: "FILE:8: mail.out.dkim_keys: everyone on this machine has access to FOLDER/open.pem; fix that with `chmod o= FOLDER/open.pem`"},
		{name: "no key", keys: `["in"]`, fault: "FILE:8: mail.out.dkim_keys: FOLDER/in has no key in PEM; `railpost dkim key` makes one"},
		{name: "no list", keys: `"ed.pem"`, fault: `FILE:8: mail.out.dkim_keys: a list like ["..."] is expected, not text in "quotes"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("CREDENTIALS_DIRECTORY", map[bool]string{true: credentials}[c.credentials])
			path := write(t, strings.Replace(usable, "smtp.example.org\"\n", "smtp.example.org\"\ndkim_keys = "+c.keys+"\n", 1))
			folder := filepath.Dir(path)
			expect.NoError(t, os.Mkdir(filepath.Join(folder, "sub"), 0o700))
			for file, mode := range map[string]os.FileMode{
				folder + "/ed.pem": 0o600, folder + "/sub/rsa.pem": 0o640,
				folder + "/open.pem": 0o644, credentials + "/cred.pem": 0o440,
			} {
				text := expect.Get(sign.Generate(strings.Contains(file, "rsa")))(t)
				expect.NoError(t, os.WriteFile(file, text, mode))
				expect.NoError(t, os.Chmod(file, mode))
			}
			got, err := Load(path)
			if c.fault != "" {
				expect.Same(t, "faults", strings.ReplaceAll(faultLines(t, err), folder, "FOLDER"), c.fault)
				return
			}
			expect.NoError(t, err)
			signed := expect.Get(got.Sign([]byte("From: games@example.org\r\n\r\nx\r\n")))(t)
			expect.Same(t, "signatures", strings.Count(string(signed), "DKIM-Signature:"), len(got.Mail.Out.DKIMKeys))
			expect.Has(t, "the letter", string(signed), " d=example.org;")
			public := expect.Get(LoadPublic(path))(t)
			_, err = public.Sign(nil)
			expect.Fails(t, "without its keys", err, "were not loaded")
			for _, k := range got.Mail.Out.Keys {
				expect.Same(t, "a key that is printed", fmt.Sprint(k), k.Selector)
			}
		})
	}
}

func TestPasswordSources(t *testing.T) {
	credentials := t.TempDir()
	file := func(folder, name, text string, mode os.FileMode) {
		t.Helper()
		path := filepath.Join(folder, name)
		expect.NoError(t, os.WriteFile(path, []byte(text), mode))
		expect.NoError(t, os.Chmod(path, mode))
	}
	file(credentials, "mail.in.password", "from systemd", 0o440)
	for _, c := range []struct {
		name, line, want, fault string
		credentials, beside     bool
	}{
		{name: "file", line: `password_file = "in"`, want: "pass word"},
		{name: "file before credential", line: `password_file = "in"`, want: "pass word", credentials: true},
		{name: "environment", line: `password_env = "RAILPOST_TEST_PASSWORD"`, want: "from env"},
		{name: "credential", want: "from systemd", credentials: true},
		{name: "credential without systemd", want: "next to it", beside: true},
		{name: "credential of systemd first", want: "from systemd", credentials: true, beside: true},
		{name: "none", fault: `FILE:4: mail.in.user: no password for "games"; set password_file or password_env, or pass the credential mail.in.password (systemd: LoadCredential=)`},
		{name: "both", line: `password_file = "in"
password_env = "RAILPOST_TEST_PASSWORD"`, fault: `FILE:6: mail.in.password_env: password_file is set too; keep one of them`},
		{name: "variable not set", line: `password_env = "RAILPOST_TEST_UNSET"`,
			fault: `FILE:5: mail.in.password_env: the environment variable RAILPOST_TEST_UNSET is not set`},
		{name: "no file", line: `password_file = "gone"`, fault: `FILE:5: mail.in.password_file: stat FOLDER/gone: no such file or directory`},
		{name: "open to all", line: `password_file = "open"`,
			fault: "FILE:5: mail.in.password_file: everyone on this machine has access to FOLDER/open; fix that with `chmod o= FOLDER/open`"},
		{name: "empty", line: `password_file = "empty"`, fault: `FILE:5: mail.in.password_file: FOLDER/empty is empty; write one line into it`},
		{name: "two lines", line: `password_file = "two"`, fault: `FILE:5: mail.in.password_file: FOLDER/two has more than one line; leave only the password, or the address`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("RAILPOST_TEST_PASSWORD", "from env")
			t.Setenv("CREDENTIALS_DIRECTORY", "")
			if c.credentials {
				t.Setenv("CREDENTIALS_DIRECTORY", credentials)
			}
			path := write(t, strings.Replace(usable, `password_file = "in"`, c.line, 1))
			folder := filepath.Dir(path)
			file(folder, "open", "x", 0o644)
			if c.beside {
				file(folder, "mail.in.password", "next to it", 0o600)
			}
			file(folder, "empty", "\n", 0o600)
			file(folder, "two", "a\nb\n", 0o600)
			got, err := Load(path)
			if c.fault != "" {
				text := strings.ReplaceAll(faultLines(t, err), folder, "FOLDER")
				expect.Same(t, "faults", text, c.fault)
				return
			}
			expect.NoError(t, err)
			expect.Same(t, "password", got.Mail.In.Password.Reveal(), c.want)
		})
	}
}
