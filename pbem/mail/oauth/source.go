package oauth

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"
)

const (
	early  = 2 * time.Minute  // before its end a token is replaced
	unsaid = time.Minute      // how long a token without an end is kept, and a refusal of the command
	fresh  = time.Minute      // a token this new is not replaced when a server refuses it
	again  = 50 * time.Minute // between two questions with a refused sign-in
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

// Token returns an access token that is valid for a while. A *RefusedError needs a person; other errors pass.
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

// LogIn logs in with a token; if a server refuses one that is not new, once more with a new one.
func (s *Source) LogIn(ctx context.Context, login func(token string) error, refuses func(error) bool) error {
	for {
		token, err := s.Token(ctx)
		if err != nil {
			return err
		}
		if err = login(token); err == nil || !refuses(err) || !s.drop(token) {
			return err
		}
	}
}

// drop forgets a token that a server refuses, and reports whether a new one may help.
func (s *Source) drop(token string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.access != token { // somebody else was faster
		return s.access != ""
	}
	age := s.now().Sub(s.got)
	s.access = ""
	return age < 0 || age >= fresh
}

// renew asks for an access token. After a refusal it asks again only for another sign-in, or later.
func (s *Source) renew(ctx context.Context) (token *oauth2.Token, err error) {
	stored, wait := "", unsaid
	if len(s.c.Command) == 0 {
		if stored, err = s.c.Stored(); err != nil {
			return nil, &RefusedError{err}
		}
		wait = again
	}
	since := s.now().Sub(s.asked)
	if s.refusal != nil && s.refused == stored && 0 <= since && since < wait {
		return nil, s.refusal
	}
	if s.refusal = nil; len(s.c.Command) > 0 {
		token, err = s.c.run(ctx)
	} else {
		token, err = s.refresh(ctx, stored)
	}
	if _, lasting := errors.AsType[*RefusedError](err); lasting {
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
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.Command[0], c.Command[1:]...)
	cmd.WaitDelay = time.Second
	text, err := cmd.Output()
	if err != nil {
		return nil, &RefusedError{fmt.Errorf("the command of mail.oauth.command failed: %w; run it as the service's user to see why", err)}
	}
	return &oauth2.Token{AccessToken: strings.TrimSpace(string(text))}, nil
}
