package config

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"railpost/pbem/config/files"
	"railpost/pbem/mail/dial"
	"railpost/pbem/mail/oauth"
)

// OAuth says where the tokens come from that open a mailbox in place of a password.
type OAuth struct {
	Provider         string   `toml:"provider"` // of tokenServers
	ClientID         string   `toml:"client_id"`
	ClientSecretFile string   `toml:"client_secret_file"`
	TokenFile        string   `toml:"token_file"` // "": store.path + ".oauth"
	Command          []string `toml:"command"`    // prints a token; in place of all others
	AuthURL          string   `toml:"auth_url"`   // these four: of the provider, where they are empty
	TokenURL         string   `toml:"token_url"`
	DeviceURL        string   `toml:"device_url"`
	Scopes           []string `toml:"scopes"`
}

//go:embed tokenservers.toml
var tokenServersFile []byte

// tokenServers are those of the providers.
var tokenServers = sync.OnceValue(func() map[string]OAuth {
	servers := map[string]OAuth{"": {}}
	if err := toml.Unmarshal(tokenServersFile, &servers); err != nil {
		panic("tokenservers.toml: " + err.Error()) // a test reads it
	}
	return servers
})

// Used reports whether tokens open the mailbox where no password is named.
func (o OAuth) Used() bool { return o.Provider != "" || o.ClientID != "" || len(o.Command) > 0 }

func checkOAuth(o OAuth, r *report) {
	usual, known := tokenServers()[o.Provider]
	if !known {
		r.add("mail.oauth.provider", `%q is not a valid value; allowed: microsoft, google, or "" with URLs of your own`, o.Provider)
	}
	if !known || !o.Used() || len(o.Command) > 0 {
		return
	}
	r.needed("mail.oauth.client_id", o.ClientID, "register Railpost with the provider and write the client ID that it gives")
	r.needed("mail.oauth.token_url", cmp.Or(o.TokenURL, usual.TokenURL), "write provider, or the URL of the token server")
	r.needed("mail.oauth.auth_url", cmp.Or(o.AuthURL, o.DeviceURL, usual.AuthURL), "write the page for a sign-in in a browser, or device_url")
	r.secureURL("mail.oauth.token_url", o.TokenURL)
	r.secureURL("mail.oauth.auth_url", o.AuthURL)
	r.secureURL("mail.oauth.device_url", o.DeviceURL)
}

// secureURL refuses to send secrets unencrypted to another machine; "" is none.
func (r *report) secureURL(key, text string) {
	u, err := url.Parse(text)
	if text == "" || err == nil && u.User == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http" && dial.Loopback(u.Hostname())) {
		return
	}
	r.add(key, "%q is not an address that begins with https://", text)
}

// findTokens returns the source of access tokens.
func findTokens(c *Config, r *report) *oauth.Source {
	server := tokenServer(c, r)
	if len(server.Command) == 0 {
		if _, err := server.Stored(); err != nil {
			r.add("mail.oauth.token_file", "%v", err)
		}
	}
	return oauth.NewSource(server)
}

// TokenServer returns the account at the token server, for a sign-in. The error is *Faults.
func (c *Config) TokenServer() (oauth.Config, error) {
	r := &report{source: c.source}
	server := tokenServer(c, r)
	return server, r.err()
}

func tokenServer(c *Config, r *report) oauth.Config {
	o := c.Mail.OAuth
	var secret, given Secret
	if path := cmp.Or(o.ClientSecretFile, credential("mail.oauth.client_secret", r.folder())); path != "" {
		login{secret: &secret}.fromFile(r, "mail.oauth.client_secret_file", path)
	}
	if path := credential("mail.oauth.token", r.folder()); path != "" {
		login{secret: &given}.fromFile(r, "mail.oauth.token_file", path)
	}
	usual, file := tokenServers()[o.Provider], tokenFile{cmp.Or(o.TokenFile, c.Store.Path+".oauth"), given}
	server := oauth.Config{
		ClientID: o.ClientID, ClientSecret: secret.Reveal(), Command: o.Command, CA: c.Mail.In.TLSCA,
		AuthURL: cmp.Or(o.AuthURL, usual.AuthURL), TokenURL: cmp.Or(o.TokenURL, usual.TokenURL), DeviceURL: cmp.Or(o.DeviceURL, usual.DeviceURL),
		Scopes: o.Scopes, Stored: file.token, Keep: file.keep,
	}
	if len(o.Scopes) == 0 {
		server.Scopes = usual.Scopes
	}
	return server
}

// tokenFile keeps the refresh token. A credential cannot be written, so it counts only until there is a file.
type tokenFile struct {
	path  string
	given Secret // the credential
}

func (f tokenFile) token() (string, error) {
	token, err := readPassword(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		if f.given.Set() {
			return f.given.Reveal(), nil
		}
		err = fmt.Errorf("nobody has signed in to the mailbox yet (%w); run railpost sign-in", err)
	}
	return token, err
}

func (f tokenFile) keep(token string) error { return files.Write(f.path, []byte(token+"\n"), 0o600) }
