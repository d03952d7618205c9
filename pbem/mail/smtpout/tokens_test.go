package smtpout

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/liar"
	"railpost/pbem/mail/oauth"
)

// tokens is a token server within the process, which gives tokens a1, a2, ...
type tokens struct {
	n    int
	down error
	no   bool
}

func (s *tokens) RoundTrip(*http.Request) (*http.Response, error) {
	s.n++
	text, status := fmt.Sprintf(`{"access_token": "a%d", "token_type": "Bearer", "expires_in": 3600}`, s.n), 200
	if s.no {
		text, status = `{"error": "invalid_grant"}`, 400
	}
	if s.down != nil {
		return nil, s.down
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(text))}, nil
}

// TestTokens: a server that takes tokens gets the letter, by either mechanism, whether or not it wants the token with
// the command. Its refusal of a token that is not new costs a new one; of a new one, it stops the queue, as does the
// token server's. One that is out of reach does not.
func TestTokens(t *testing.T) {
	for name, c := range map[string]struct {
		offers string
		takes  string // the only token that the server takes; "": all
		asks   bool   // the server wants AUTH without the token
		age    time.Duration
		server tokens
		class  Class
		text   string
		auths  int // lines of AUTH
	}{
		"xoauth2":      {offers: "LOGIN XOAUTH2", class: Accepted, auths: 1},
		"oauthbearer":  {offers: "XOAUTH2 OAUTHBEARER PLAIN", class: Accepted, auths: 1},
		"asks":         {offers: "XOAUTH2", asks: true, class: Accepted, auths: 3},
		"none":         {offers: "PLAIN LOGIN", class: Stop, text: "neither OAUTHBEARER nor XOAUTH2"},
		"no token new": {offers: "XOAUTH2", takes: "none", class: Stop, text: "5.7.8", auths: 2},
		"bearer, no":   {offers: "OAUTHBEARER", takes: "none", class: Stop, text: "5.7.8", auths: 2},
		"an old one":   {offers: "XOAUTH2", takes: "a2", age: 10 * time.Minute, class: Accepted, auths: 3},
		"asks, old":    {offers: "XOAUTH2", asks: true, takes: "a2", age: 10 * time.Minute, class: Accepted, auths: 7},
		"never again":  {offers: "XOAUTH2", takes: "none", age: 10 * time.Minute, class: Stop, text: "5.7.8", auths: 4},
		"no sign-in":   {offers: "XOAUTH2", server: tokens{no: true}, class: Stop, text: "sign in again"},
		"down":         {offers: "XOAUTH2", server: tokens{down: errors.New("no route")}, class: Unreachable, text: "no route"},
	} {
		t.Run(name, func(t *testing.T) {
			auths, refused := 0, false
			p := serve(t, []string{"AUTH " + c.offers}, func(o *liar.Order) {
				if o.Name != "AUTH" {
					return
				}
				auths++
				args := strings.Fields(o.Args)
				initial := ""
				switch {
				case refused: // what came must be the end of its mechanism
					refused = false
					o.Refuse("535 5.7.8 no")
					expect.Same(t, "the answer to the reason", o.Args, map[bool]string{true: "AQ==", false: ""}[strings.Contains(c.offers, "OAUTHBEARER")])
					return
				case len(args) == 2 && c.asks:
					o.Refuse("501 5.5.2 no token with the command")
					return
				case len(args) == 2:
					initial = args[1]
				case c.asks && (o.Args == "XOAUTH2" || o.Args == "OAUTHBEARER"):
					o.Refuse("334 ")
					return
				default:
					initial = o.Args
				}
				text := string(expect.Get(base64.StdEncoding.DecodeString(initial))(t))
				want := "user=game\x01auth=Bearer "
				if strings.Contains(c.offers, "OAUTHBEARER") {
					want = "n,a=game,\x01auth=Bearer "
				}
				rest, begins := strings.CutPrefix(text, want)
				token, ends := strings.CutSuffix(rest, "\x01\x01")
				if !begins || !ends {
					t.Errorf("%q", text)
				}
				if o.Reply = []string{"235 2.7.0 in"}; c.takes != "" && c.takes != token {
					refused = true
					o.Refuse("334 " + base64.StdEncoding.EncodeToString([]byte(`{"status":"401"}`)))
				}
			})
			now := time.Now()
			source := oauth.NewSource(oauth.Config{ClientID: "railpost", TokenURL: "https://token.example/", Over: &c.server,
				Stored: func() (string, error) { return "r", nil }, Now: func() time.Time { return now }})
			if c.age > 0 {
				expect.Get(source.Token(t.Context()))(t)
				now = now.Add(c.age)
			}
			s := p.sender(t, func(conf *Config) { conf.User, conf.Tokens = "game", source })
			r := s.toAna(t)
			if c.age > 0 { // which costs an attempt, as an outage does
				expect.Same(t, r.Text, r.Class, Unreachable)
				r = s.toAna(t)
			}
			if r.Class != c.class || !strings.Contains(r.Text+r.Enhanced, c.text) || auths != c.auths {
				t.Errorf("%d lines of AUTH; %+v", auths, r)
			}
			expect.Same(t, "delivered", len(p.Letters()) == 1, c.class == Accepted)
			expect.True(t, r.Class != Stop || r.Account, "it may be the letter's fault: %+v", r)
		})
	}
}
