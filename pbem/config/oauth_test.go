package config

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"railpost/engine/enginetest/expect"
)

// signedIn writes a configuration without passwords, with lines of [mail.oauth] and a sign-in.
func signedIn(t *testing.T, lines string) string {
	path := write(t, strings.Replace(usable, "password_file = \"in\"\n", "", 1)+"[mail.oauth]\n"+lines+"\n[store]\npath = \"games.db\"\n")
	expect.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(path), "games.db.oauth"), []byte("hush\n"), 0o600))
	return path
}

// TestTokenServers: the file has no unknown key, and each server has what a sign-in needs.
func TestTokenServers(t *testing.T) {
	var file map[string]OAuth
	expect.NoError(t, toml.NewDecoder(bytes.NewReader(tokenServersFile)).DisallowUnknownFields().Decode(&file))
	for _, name := range []string{"microsoft", "google"} {
		r := &report{}
		o := file[name]
		o.Provider, o.ClientID = name, "mine"
		checkOAuth(o, r)
		expect.NoError(t, r.err())
		expect.True(t, o.TokenURL != "" && o.AuthURL != "" && len(o.Scopes) > 0, "%s: %+v", name, o)
	}
	expect.Same(t, "Google's sign-in with a code", file["google"].DeviceURL, "")
}

// TestOAuthFaults: tokens come over https or from this machine, and what is missing is named.
func TestOAuthFaults(t *testing.T) {
	for lines, want := range map[string]string{
		`provider = "aol"`:                                `mail.oauth.provider: "aol" is not a valid value; allowed: microsoft, google`,
		`provider = "microsoft"`:                          "mail.oauth.client_id: is missing",
		`client_id = "mine"`:                              "mail.oauth.token_url: is missing; write provider",
		"client_id = \"mine\"\ntoken_url = \"https://t\"": "mail.oauth.auth_url: is missing",
		"provider = \"google\"\nclient_id = \"mine\"\ntoken_url = \"http://token.example/\"":               `mail.oauth.token_url: "http://token.example/" is not an address that begins with https://`,
		"provider = \"google\"\nclient_id = \"mine\"\nauth_url = \"ftp://localhost/\"":                     "mail.oauth.auth_url: ",
		"provider = \"google\"\nclient_id = \"mine\"\ndevice_url = \"https://me:pw@token.example/\"":       "mail.oauth.device_url: ",
		"provider = \"google\"\nclient_id = \"mine\"\nclient_secret_file = \"gone\"":                       "mail.oauth: stat ",
		"provider = \"google\"\nclient_id = \"mine\"\ntoken_file = \"gone\"":                               "mail.oauth: nobody has signed in to the mailbox yet",
		"provider = \"google\"\nclient_id = \"mine\"":                                                      "",
		"provider = \"google\"\nclient_id = \"mine\"\ntoken_url = \"http://127.0.0.1:8080/\"":              "",
		"client_id = \"mine\"\ntoken_url = \"https://t.example/\"\ndevice_url = \"https://t.example/dev\"": "",
		`command = ["token"]`: "",
	} {
		c, err := Load(signedIn(t, lines))
		if want != "" {
			expect.Has(t, lines, faultLines(t, err), want)
			continue
		}
		expect.NoError(t, err)
		expect.True(t, c.Mail.In.Tokens != nil && c.Mail.In.Tokens == c.Mail.Out.Tokens && !c.Mail.In.Password.Set(), "%s: %+v", lines, c.Mail)
	}
	c := expect.Get(Load(write(t, strings.Replace(usable, "[mail.out]", "[mail.oauth]\ncommand = [\"token\"]\n[mail.out]", 1))))(t)
	expect.True(t, c.Mail.In.Tokens == nil && c.Mail.In.Password.Set() && c.Mail.Out.Tokens != nil, "a password that is named: %+v", c.Mail)
}

// TestTokenFile: what the server renews replaces the file, which only its owner can read; a credential counts until
// there is one. Neither is shown anywhere.
func TestTokenFile(t *testing.T) {
	const google = "provider = \"google\"\nclient_id = \"mine\""
	path := signedIn(t, google)
	file := filepath.Join(filepath.Dir(path), "games.db.oauth")
	c := expect.Get(Load(path))(t)
	server := expect.Get(c.TokenServer())(t)
	expect.Same(t, "stored", expect.Get(server.Stored())(t), "hush")
	expect.NoError(t, server.Keep("hush-2"))
	expect.Same(t, "stored", expect.Get(server.Stored())(t), "hush-2")
	expect.Same(t, "rights", expect.Get(os.Stat(file))(t).Mode().Perm(), 0o600)
	var shown strings.Builder
	expect.NoError(t, c.Show(&shown, true))
	expect.True(t, !strings.Contains(shown.String(), "hush"), "shown:\n%s", shown.String())

	expect.NoError(t, os.Chmod(file, 0o644))
	_, err := Load(path)
	expect.Has(t, "open to all", faultLines(t, err), "chmod o=")
	expect.NoError(t, os.Remove(file))
	credentials := t.TempDir()
	t.Setenv("CREDENTIALS_DIRECTORY", credentials)
	_, err = Load(path)
	expect.Has(t, "nothing", faultLines(t, err), "run railpost sign-in")
	for name, text := range map[string]string{"mail.oauth.token": "hush-given\n", "mail.oauth.client_secret": "hush-client\n"} {
		expect.NoError(t, os.WriteFile(filepath.Join(credentials, name), []byte(text), 0o400))
	}
	server = expect.Get(expect.Get(Load(path))(t).TokenServer())(t)
	expect.Same(t, "given", expect.Get(server.Stored())(t), "hush-given")
	expect.Same(t, "the client's", server.ClientSecret, "hush-client")
	expect.NoError(t, server.Keep("hush-3"))
	expect.Same(t, "after it was renewed", expect.Get(server.Stored())(t), "hush-3")
}
