// Package oauth gets access tokens (OAuth 2.0), which open a mailbox in place of a password: from a token server,
// where a person has signed in once, or from another program.
package oauth

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"railpost/pbem/mail/dial"
)

// Config of an account at a token server.
type Config struct {
	ClientID, ClientSecret       string // the secret may be empty
	AuthURL, TokenURL, DeviceURL string // DeviceURL: for a sign-in by a code; "": in a browser
	Scopes                       []string
	CA                           string // file of more roots for these URLs; "": none

	// Command prints an access token; if there is one, none of the fields above is used.
	Command []string

	// Stored returns the refresh token of the sign-in, and Keep replaces it.
	Stored func() (string, error)
	Keep   func(token string) error

	Over http.RoundTripper // nil: connections of its own
	Now  func() time.Time
}

// RefusedError is a refusal that only a person can end, as that of a wrong password.
type RefusedError struct{ err error }

func (e *RefusedError) Error() string { return e.err.Error() }
func (e *RefusedError) Unwrap() error { return e.err }

// limit is how long a request, or the command, may take.
const limit = 30 * time.Second

// settings returns c for the library, which is to come back to an address after a sign-in in a browser.
func (c Config) settings(back string) *oauth2.Config {
	at := oauth2.Endpoint{AuthURL: c.AuthURL, TokenURL: c.TokenURL, DeviceAuthURL: c.DeviceURL, AuthStyle: oauth2.AuthStyleInParams}
	return &oauth2.Config{ClientID: c.ClientID, ClientSecret: c.ClientSecret, RedirectURL: back, Scopes: c.Scopes, Endpoint: at}
}

// within lets the library use a client that takes no secret elsewhere. The library reads at most 1 MB of an answer.
func (c Config) within(ctx context.Context) (context.Context, error) {
	over := c.Over
	if over == nil {
		own := &http.Transport{DialContext: dial.Default, DisableKeepAlives: true, MaxResponseHeaderBytes: 64 << 10}
		if c.CA != "" {
			roots, err := dial.Roots(c.CA)
			if err != nil {
				return nil, &RefusedError{err}
			}
			own.TLSClientConfig = &tls.Config{RootCAs: roots}
		}
		over = own
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return context.WithValue(ctx, oauth2.HTTPClient, &http.Client{Timeout: limit, Transport: over, CheckRedirect: stay}), nil
}

var (
	errorCode = regexp.MustCompile(`^[a-z_]{1,40}$`)
	ofAzure   = regexp.MustCompile(`AADSTS\d{1,9}`)
)

// explain returns what the token server said: its codes alone, as its texts may repeat a secret.
func explain(err error) error {
	said, ok := errors.AsType[*oauth2.RetrieveError](err)
	if !ok {
		return dial.Explain(err)
	}
	status := said.Response.StatusCode
	err = fmt.Errorf("the token server answers %d", status)
	if errorCode.MatchString(said.ErrorCode) {
		err = fmt.Errorf("%w, %s", err, strings.TrimSpace(said.ErrorCode+" "+ofAzure.FindString(said.ErrorDescription)))
	}
	switch {
	case said.ErrorCode == "", said.ErrorCode == "server_error", said.ErrorCode == "temporarily_unavailable", said.ErrorCode == "slow_down",
		status >= 500, status == http.StatusTooManyRequests:
		return err
	}
	return &RefusedError{fmt.Errorf("%w; sign in again with railpost sign-in, or check [mail.oauth]", err)}
}
