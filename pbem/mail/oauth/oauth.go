// Package oauth gets access tokens (OAuth 2.0), which open a mailbox in place of a password: from a token server,
// where a person has signed in once, or from another program.
package oauth

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"regexp"
	"strings"
	"sync"
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
				return nil, &dial.RefusedError{Err: err}
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
	return &dial.RefusedError{Err: fmt.Errorf("%w; sign in again with railpost sign-in, or check [mail.oauth]", err)}
}

const (
	early  = 2 * time.Minute // before its end a token is replaced
	unsaid = time.Minute     // how long a token without an end is kept
	fresh  = time.Minute     // a token this new is not replaced when a server refuses it
	again  = 5 * time.Minute // between two questions with a refused sign-in
)

// Source has the access token of an account. It is safe for concurrent use.
type Source struct {
	c  Config
	mu sync.Mutex

	access     string
	got, until time.Time // by the wall clock, as a machine may sleep

	stored, newer string // the refresh token that was stored and a newer one, if that could not be kept

	refused string // the refresh token that the server refuses, "" of the command
	refusal error
	asked   time.Time
}

// printable is an access token (RFC 6749 A.12).
var printable = regexp.MustCompile(`^[!-~]+$`)

// NewSource returns a Source, which asks for a token when one is needed.
func NewSource(c Config) *Source {
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Source{c: c}
}

func (s *Source) now() time.Time { return s.c.Now().Round(0) }

// Token returns an access token that is valid for a while. A *dial.RefusedError needs a person; other errors pass.
func (s *Source) Token(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.access != "" && s.now().Before(s.until) {
		return s.access, nil
	}
	token, err := s.renew(ctx)
	if err == nil && !printable.MatchString(token.AccessToken) {
		err = errors.New("what came is no access token: it is empty, or has blanks or several lines")
	}
	if err != nil {
		return "", fmt.Errorf("OAuth: %w", err)
	}
	s.access, s.got, s.until = token.AccessToken, s.now(), s.now().Add(unsaid)
	if left := token.Expiry.Round(0).Sub(s.got); !token.Expiry.IsZero() {
		s.until = s.got.Add(left - min(early, left/2))
	}
	return s.access, nil
}

// Drop forgets a token that a server refuses, and reports whether a new one may help. A nil Source has none.
func (s *Source) Drop(token string) bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.access != token {
		return true // somebody else was faster
	}
	age := s.now().Sub(s.got)
	s.access = ""
	return age < 0 || age >= fresh
}

// renew asks for an access token. After a refusal it asks again only for another sign-in, or later.
func (s *Source) renew(ctx context.Context) (token *oauth2.Token, err error) {
	stored := ""
	if len(s.c.Command) == 0 {
		if stored, err = s.c.Stored(); err != nil {
			return nil, &dial.RefusedError{Err: err}
		}
	}
	if since := s.now().Sub(s.asked); s.refusal != nil && s.refused == stored && 0 <= since && since < again {
		return nil, s.refusal
	}
	if s.refusal = nil; len(s.c.Command) > 0 {
		token, err = s.c.run(ctx)
	} else {
		token, err = s.refresh(ctx, stored)
	}
	if _, lasting := errors.AsType[*dial.RefusedError](err); lasting {
		s.refused, s.refusal, s.asked = stored, err, s.now()
	}
	return token, err
}

// refresh exchanges a refresh token. Some servers give a new one each time, and the old one ends.
func (s *Source) refresh(ctx context.Context, stored string) (*oauth2.Token, error) {
	old := stored
	if stored == s.stored && s.newer != "" {
		old = s.newer
	}
	ctx, err := s.c.within(ctx)
	if err != nil {
		return nil, err
	}
	token, err := s.c.settings("").TokenSource(ctx, &oauth2.Token{RefreshToken: old}).Token()
	if err != nil {
		return nil, explain(err)
	}
	if token.RefreshToken != stored {
		s.stored, s.newer = stored, token.RefreshToken
		err = s.c.Keep(token.RefreshToken)
	}
	return token, err
}

// run lets the command print an access token. What it prints is repeated nowhere.
func (c Config) run(ctx context.Context) (*oauth2.Token, error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(limited, c.Command[0], c.Command[1:]...)
	cmd.WaitDelay = time.Second
	text, err := cmd.Output()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, &dial.RefusedError{Err: fmt.Errorf("the command of mail.oauth.command failed: %w; run it as the service's user to see why", err)}
	}
	return &oauth2.Token{AccessToken: strings.TrimSpace(string(text))}, nil
}
