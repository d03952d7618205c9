package config

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"
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
	server, err := c.TokenServer()
	if err == nil && len(server.Command) == 0 {
		_, err = server.Stored()
	}
	if err != nil {
		r.add("mail.oauth", "%v", err)
	}
	return oauth.NewSource(server)
}

// TokenServer returns the account at the token server.
func (c *Config) TokenServer() (s oauth.Config, err error) {
	o, usual := c.Mail.OAuth, tokenServers()[c.Mail.OAuth.Provider]
	file, folder := cmp.Or(o.TokenFile, c.Store.Path+".oauth"), filepath.Dir(c.source.path)
	s = oauth.Config{ClientID: o.ClientID, Command: o.Command, CA: c.Mail.In.TLSCA, Scopes: o.Scopes,
		AuthURL: cmp.Or(o.AuthURL, usual.AuthURL), TokenURL: cmp.Or(o.TokenURL, usual.TokenURL), DeviceURL: cmp.Or(o.DeviceURL, usual.DeviceURL),
		Stored: func() (string, error) { return storedToken(file, folder) },
		Keep:   func(token string) error { return files.Write(file, []byte(token+"\n"), 0o600) },
	}
	if len(o.Scopes) == 0 {
		s.Scopes = usual.Scopes
	}
	if path := cmp.Or(o.ClientSecretFile, credential("mail.oauth.client_secret", folder)); path != "" {
		s.ClientSecret, err = readPassword(path)
	}
	return s, err
}

// storedToken reads the refresh token. A credential cannot be written, so it counts only until there is a file.
func storedToken(file, folder string) (string, error) {
	token, err := readPassword(file)
	if !errors.Is(err, fs.ErrNotExist) {
		return token, err
	}
	if given := credential("mail.oauth.token", folder); given != "" {
		return readPassword(given)
	}
	return "", fmt.Errorf("nobody has signed in to the mailbox yet (%w); run railpost sign-in", err)
}
