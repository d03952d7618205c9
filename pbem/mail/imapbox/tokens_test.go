package imapbox

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/liar"
	"railpost/pbem/mail/oauth"
)

// tokens is a token server within the process, which gives tokens a1, a2, ... of an hour.
type tokens struct {
	mu     sync.Mutex // of what follows, and of what a test's server takes
	n      int
	down   error  // it cannot be reached
	stored string // the refresh token of the sign-in; it knows "gone" no more
}

func (s *tokens) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down != nil {
		return nil, s.down
	}
	text, status := `{"error": "invalid_grant"}`, 400
	if err := r.ParseForm(); err == nil && r.PostForm.Get("refresh_token") != "gone" {
		s.n++
		text, status = fmt.Sprintf(`{"access_token": "a%d", "token_type": "Bearer", "expires_in": 3600}`, s.n), 200
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(text))}, nil
}

func (s *tokens) source() *oauth.Source {
	return oauth.NewSource(oauth.Config{ClientID: "railpost", TokenURL: "https://token.example/", Over: s,
		Stored: func() (string, error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.stored, nil
		}})
}

// taking is a server that demands one of the tokens. It says no only after it has asked back with its reason, and got
// the answer that its mechanism has for that.
func taking(t *testing.T, takes func(token string) bool) lie {
	refused, ended := "", ""
	return func(c *liar.Command) {
		switch {
		case c.Name == "AUTHENTICATE":
			mechanism, initial, _ := strings.Cut(c.Args, " ")
			text := string(expect.Get(base64.StdEncoding.DecodeString(initial))(t))
			token, form := "", "user=u\x01auth=Bearer %s\x01\x01"
			if ended = ""; mechanism == "OAUTHBEARER" {
				form, ended = "n,a=u,\x01auth=Bearer %s\x01\x01", "AQ=="
			}
			if _, rest, ok := strings.Cut(text, "Bearer "); ok {
				token = strings.TrimRight(rest, "\x01")
			}
			expect.Same(t, mechanism, text, fmt.Sprintf(form, token))
			if !takes(token) {
				refused = c.Tag
				c.Refuse("")
				c.Raw = "+ " + base64.StdEncoding.EncodeToString([]byte(`{"status":"400"}`)) + "\r\n"
			}
		case refused != "":
			expect.Same(t, "the answer to the reason", c.Tag+c.Name+c.Args, ended)
			c.Tag, refused = refused, ""
			c.Refuse("NO [AUTHENTICATIONFAILED] no")
		}
	}
}

// TestTokens: a server that takes tokens is read; its refusal of a token that is not new costs a new one, and nothing
// else. What the token server refuses is a refused login, and what is only out of reach is not.
func TestTokens(t *testing.T) {
	every := func(string) bool { return true }
	for name, c := range map[string]struct {
		caps   string
		takes  func(string) bool
		prior  func(*tokens)        // before the first login
		later  func(*tokens, *lies) // after half an hour
		state  State                // must be reported
		why    string
		logins int
		unread bool
	}{
		"xoauth2":         {caps: "AUTH=PLAIN AUTH=XOAUTH2 SASL-IR", takes: every, logins: 1},
		"asks first":      {caps: "AUTH=XOAUTH2", takes: every, logins: 1},
		"oauthbearer":     {caps: "AUTH=OAUTHBEARER AUTH=XOAUTH2 SASL-IR", takes: every, logins: 1},
		"none":            {caps: "AUTH=PLAIN", takes: every, state: Refused, why: "neither OAUTHBEARER nor XOAUTH2", unread: true},
		"other account":   {caps: "AUTH=XOAUTH2 SASL-IR", takes: func(string) bool { return false }, logins: 1, state: Refused, why: "log in as u", unread: true},
		"other, bearer":   {caps: "AUTH=OAUTHBEARER", takes: func(string) bool { return false }, logins: 1, state: Refused, why: "AUTHENTICATIONFAILED", unread: true},
		"no sign-in":      {caps: "AUTH=XOAUTH2", takes: every, prior: func(s *tokens) { s.stored = "gone" }, state: Refused, why: "invalid_grant; sign in again", unread: true},
		"signed in again": {caps: "AUTH=XOAUTH2", takes: every, prior: func(s *tokens) { s.stored = "gone" }, later: func(s *tokens, _ *lies) { s.stored = "new" }, state: Refused, logins: 1},
		"down":            {caps: "AUTH=XOAUTH2", takes: every, prior: func(s *tokens) { s.down = errors.New("no route") }, state: Broken, why: "no route", unread: true},
		"down for a time": {caps: "AUTH=XOAUTH2", takes: every, prior: func(s *tokens) { s.down = errors.New("no route") }, later: func(s *tokens, _ *lies) { s.down = nil }, state: Broken, logins: 1},
		"token revoked": {caps: "AUTH=XOAUTH2", later: func(_ *tokens, l *lies) { l.from = 2; l.Cut() }, state: Broken,
			logins: 3}, // a1; a1 is refused, a2
		"all revoked": {caps: "AUTH=XOAUTH2", later: func(s *tokens, l *lies) { s.stored, l.from = "gone", 2; l.Cut() }, state: Refused, why: "invalid_grant",
			logins: 2, unread: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server := &tokens{stored: "r"}
				if c.prior != nil {
					c.prior(server)
				}
				l := &lies{IMAP: newLiar(t)}
				if c.takes == nil {
					c.takes = func(token string) bool {
						server.mu.Lock()
						defer server.mu.Unlock()
						return l.from == 0 || token == fmt.Sprint("a", l.from)
					}
				}
				l.Lie = all(announced(c.caps), taking(t, c.takes))
				d, conf := newDaemon(), wired(l.IMAP)
				conf.Password, conf.Tokens = nil, server.source()
				start(t, conf, d)
				time.Sleep(30 * time.Minute)
				if c.later != nil {
					server.mu.Lock()
					c.later(server, l)
					server.mu.Unlock()
				}
				time.Sleep(4 * time.Minute)
				l.Put(mail(1))
				time.Sleep(time.Minute)
				synctest.Wait()
				d.mu.Lock()
				defer d.mu.Unlock()
				expect.Same(t, "read", d.given[1] == 1, !c.unread)
				expect.Same(t, "logins", l.Count("AUTHENTICATE"), c.logins)
				expect.Same(t, "logins with a password", l.Count("LOGIN"), 0)
				said := ""
				for _, s := range d.statuses {
					if s.State == c.state {
						said += fmt.Sprintln(s.Err)
					}
					expect.True(t, s.State != Refused || c.state == Refused, "refused: %v", s.Err)
				}
				expect.True(t, c.state == "" || said != "", "never %s", c.state)
				expect.Has(t, c.state, said, c.why)
			})
		})
	}
}

// lies is a server that takes only one token, if from is set.
type lies struct {
	*liar.IMAP
	from int
}

// TestTokensInIDLE: the server ends sessions with the token's time, as Gmail does. The next begins with a new token.
func TestTokensInIDLE(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server, l := &tokens{stored: "r"}, newLiar(t)
		var valid atomic.Int32
		valid.Store(1)
		l.Lie = all(announced("AUTH=XOAUTH2 SASL-IR"), taking(t, func(token string) bool { return token == fmt.Sprint("a", valid.Load()) }))
		d, conf := newDaemon(), wired(l)
		conf.Password, conf.Tokens = nil, server.source()
		start(t, conf, d)
		for ; valid.Load() < 5; valid.Add(1) {
			time.Sleep(time.Hour - time.Second)
			l.Put(mail(int(valid.Load())))
			time.Sleep(time.Second)
			l.Say("* BYE Session expired, please log in again")
			l.Cut()
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		d.mu.Lock()
		defer d.mu.Unlock()
		expect.Same(t, "read", fmt.Sprint(d.given), "map[1:1 2:1 3:1 4:1]")
		expect.Same(t, "logins and tokens", []int{l.Count("AUTHENTICATE"), server.n}, []int{5, 5})
		expect.True(t, !d.saw(Refused), "refused: %+v", d.statuses)
	})
}
