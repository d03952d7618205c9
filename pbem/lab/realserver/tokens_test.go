package realserver

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/oauth"
	"railpost/pbem/mail/smtpout"
)

// tokenServer gives tokens to whoever has signed in, and tells Dovecot which of them are valid, and whose.
type tokenServer struct {
	mu      sync.Mutex
	n       int
	from    int  // tokens before it are revoked
	ended   bool // the sign-in
	checked []string
}

func (s *tokenServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	switch token := r.PostFormValue("token"); {
	case r.URL.Path == "/introspect":
		var n int
		_, err := fmt.Sscanf(token, "token-%d", &n)
		s.checked = append(s.checked, token)
		fmt.Fprintf(w, `{"active": %t, "username": "game"}`, err == nil && n >= s.from)
	case s.ended:
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error": "invalid_grant"}`)
	default:
		s.n++
		fmt.Fprintf(w, `{"access_token": "token-%d", "token_type": "Bearer", "expires_in": 3600}`, s.n)
	}
}

// testTokens: Dovecot with its oauth2 passdb, for IMAP and through Postfix, takes tokens by both mechanisms. One that is
// revoked costs a new one; when the sign-in itself has ended, the login is refused.
func testTokens(t *testing.T, s *Servers) {
	if !strings.HasPrefix(s.DovecotVersion, "2.3.") {
		t.Logf("Dovecot %s is not set up for tokens", s.DovecotVersion)
		return
	}
	server := &tokenServer{}
	ln := expect.Get(net.Listen("tcp", s.Tokens))(t)
	web := &http.Server{Handler: server}
	served := make(chan error, 1)
	go func() { served <- web.Serve(ln) }()
	t.Cleanup(func() {
		expect.NoError(t, web.Close())
		<-served
	})
	for _, mechanism := range []string{"XOAUTH2", "OAUTHBEARER"} {
		defer func(all []string) { oauth.Mechanisms = all }(oauth.Mechanisms)
		oauth.Mechanisms = []string{mechanism}
		server.mu.Lock()
		server.n, server.from, server.ended, server.checked = 0, 0, false, nil
		server.mu.Unlock()
		var late atomic.Int64
		source := oauth.NewSource(oauth.Config{ClientID: "railpost", TokenURL: "http://" + s.Tokens + "/token",
			Stored: func() (string, error) { return "signed-in", nil },
			Now:    func() time.Time { return time.Now().Add(time.Duration(late.Load())) }})
		n := s.processed(t)
		r, stop := watch(t, s, func(c *imapbox.Config) { c.Password, c.Tokens = nil, source })
		await(t, "watching", func() bool { return r.count(imapbox.Watching) > 0 })
		snd := sender(t, s, func(c *smtpout.Config) { c.User, c.Password, c.Tokens = "game", nil, source })
		send(t, snd, n+1)
		await(t, "the mail", func() bool { return s.processed(t) == n+1 })
		server.mu.Lock()
		expect.Same(t, mechanism, strings.Join(server.checked, " "), "token-1 token-1") // in and out share a token
		server.from = 2
		server.mu.Unlock()
		late.Store(int64(10 * time.Minute)) // a refused token that is not new is replaced
		s.kick("game")
		await(t, "another login", func() bool { return r.count(imapbox.Watching) > 1 })
		send(t, snd, n+2) // on its old connection
		await(t, "the next mail", func() bool { return s.processed(t) == n+2 })
		server.mu.Lock()
		expect.Same(t, mechanism, strings.Join(server.checked, " "), "token-1 token-1 token-1 token-2")
		server.ended, server.from = true, 3
		server.mu.Unlock()
		expect.Same(t, "refusals so far", r.count(imapbox.Refused), 0)
		s.kick("game")
		await(t, "a refusal", func() bool { return r.count(imapbox.Refused) > 0 })
		stop()
	}
}
