package oauth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/dial"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "print" { // the command of TestCommand
		fmt.Print(os.Args[2])
		if len(os.Args) > 3 {
			os.Exit(3)
		}
		return
	}
	goleak.VerifyTestMain(m)
}

// server is a token server, within the process.
type server struct {
	asked  []url.Values
	answer func(path string, form url.Values) (status int, answer any) // a string is sent as it stands
	err    error                                                       // it cannot be reached
}

func (s *server) RoundTrip(r *http.Request) (*http.Response, error) {
	if s.err != nil {
		return nil, s.err
	}
	if err := r.ParseForm(); err != nil {
		return nil, err
	}
	s.asked = append(s.asked, r.PostForm)
	status, answer := s.answer(r.URL.Path, r.PostForm)
	w := httptest.NewRecorder()
	w.Header().Set("Location", "https://elsewhere.example/") // counts with 3xx
	if text, ok := answer.(string); ok {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	} else {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(answer)
	}
	return w.Result(), nil
}

type object = map[string]any

// account is one at the server s. Its refresh token is in *kept.
func (s *server) account(kept *string) Config {
	return Config{ClientID: "railpost", ClientSecret: "hush-client", TokenURL: "https://token.example/token", AuthURL: "https://token.example/auth",
		Scopes: []string{"mail"}, Over: s,
		Stored: func() (string, error) { return *kept, nil },
		Keep:   func(token string) error { *kept = token; return nil }}
}

func s256(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

func refused(err error) bool {
	_, ok := errors.AsType[*dial.RefusedError](err)
	return ok
}

// TestToken: a token is kept until two minutes before its end, and the sign-in that the server renews replaces the old
// one; where it cannot be written, it counts all the same.
func TestToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n, kept := 0, "r0"
		s := &server{answer: func(string, url.Values) (int, any) {
			n++
			return 200, object{"access_token": fmt.Sprint("a", n), "token_type": "Bearer", "expires_in": 3600, "refresh_token": fmt.Sprint("r", n)}
		}}
		c := s.account(&kept)
		keep, full := c.Keep, false
		c.Keep = func(token string) error {
			if full {
				return errors.New("disk full")
			}
			return keep(token)
		}
		source := NewSource(c)
		get := func(want string) {
			t.Helper()
			expect.Same(t, "token", expect.Get(source.Token(t.Context()))(t), want)
		}
		get("a1")
		time.Sleep(57 * time.Minute)
		get("a1")
		expect.Same(t, "kept", kept, "r1")
		time.Sleep(2 * time.Minute)
		get("a2")
		full = true
		time.Sleep(time.Hour)
		expect.Fails(t, "not kept", expect.Err(source.Token(t.Context())), "disk full")
		full = false
		get("a4")
		expect.Same(t, "asked with", s.asked[3].Get("refresh_token"), "r3")
		expect.Same(t, "kept", kept, "r4")
		kept = "another" // somebody signs in again
		time.Sleep(time.Hour)
		get("a5")
		expect.Same(t, "asked with", s.asked[4].Get("refresh_token"), "another")
	})
}

// TestTrouble: a refusal needs a person, and is not asked for again before they have signed in, or five minutes have
// passed; other trouble passes. No error has a secret, even if the server repeats them all.
func TestTrouble(t *testing.T) {
	echo := func(code string) object {
		return object{"error": code, "error_description": "AADSTS70008: hush-client hush-refresh is over", "error_uri": "https://hush-refresh/"}
	}
	ok := object{"access_token": "fine", "token_type": "Bearer", "expires_in": 3600}
	for name, c := range map[string]struct {
		status  int
		answer  any
		err     error
		refused bool
		says    string
	}{
		"revoked":       {status: 400, answer: echo("invalid_grant"), refused: true, says: "400, invalid_grant AADSTS70008; sign in again with railpost sign-in"},
		"client":        {status: 401, answer: object{"error": "invalid_client"}, refused: true, says: "401, invalid_client; "},
		"later":         {status: 400, answer: echo("temporarily_unavailable"), says: "temporarily_unavailable"},
		"busy":          {status: 429, answer: echo("invalid_grant"), says: "429"},
		"broken":        {status: 503, answer: echo("invalid_grant"), says: "503"},
		"portal":        {status: 400, answer: "<html>hush-refresh</html>", says: "answers 400"},
		"elsewhere":     {status: 307, answer: "", says: "answers 307"},
		"code of its":   {status: 400, answer: object{"error": "hush-client"}, refused: true, says: "answers 400; "},
		"no token":      {status: 200, answer: object{"expires_in": 3600}, says: "access_token"},
		"a blank":       {status: 200, answer: object{"access_token": "hush-refresh x", "token_type": "Bearer"}, says: "is no access token"},
		"no JSON":       {status: 200, answer: "hush-refresh", says: "oauth2: "},
		"without end":   {status: 200, answer: `{"access_token": "` + strings.Repeat("hush-refresh", 1<<20), says: "oauth2: "},
		"not reachable": {err: errors.New("no route"), says: "no route"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				kept := "hush-refresh"
				s := &server{answer: func(string, url.Values) (int, any) { return c.status, c.answer }, err: c.err}
				source := NewSource(s.account(&kept))
				for range 5 {
					_, err := source.Token(t.Context())
					expect.Fails(t, name, err, c.says)
					expect.Same(t, "refused", refused(err), c.refused)
					expect.True(t, !strings.Contains(err.Error(), "hush"), "a secret: %v", err)
					time.Sleep(10 * time.Second)
				}
				if c.refused {
					expect.Same(t, "requests", len(s.asked), 1)
					time.Sleep(5 * time.Minute)
					expect.True(t, refused(expect.Err(source.Token(t.Context()))), "it is not refused any more")
					expect.Same(t, "requests", len(s.asked), 2)
				}
				s.err, s.answer = nil, func(string, url.Values) (int, any) { return 200, ok }
				kept = "new"
				expect.Same(t, "after another sign-in", expect.Get(source.Token(t.Context()))(t), "fine")
			})
		})
	}
	none := NewSource(Config{Stored: func() (string, error) { return "", errors.New("nobody has signed in") }})
	_, err := none.Token(t.Context())
	expect.True(t, refused(err), "without a sign-in: %v", err)
}

// TestDrop: a token that a server refuses is replaced by the next, and that may help unless it was new.
func TestDrop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n, kept := 0, "r"
		s := &server{answer: func(string, url.Values) (int, any) {
			n++
			return 200, object{"access_token": fmt.Sprint("a", n), "token_type": "Bearer", "expires_in": 3600}
		}}
		source := NewSource(s.account(&kept))
		get := func(want string) {
			t.Helper()
			expect.Same(t, "token", expect.Get(source.Token(t.Context()))(t), want)
		}
		get("a1")
		expect.True(t, !source.Drop("a1"), "another may help in place of a new one")
		get("a2")
		time.Sleep(10 * time.Minute)
		get("a2")
		expect.True(t, source.Drop("a1"), "a token that was replaced meanwhile")
		get("a2")
		expect.True(t, source.Drop("a2"), "a token that is not new")
		get("a3")
		expect.True(t, !(*Source)(nil).Drop("secret"), "there are no tokens")
	})
}

// TestCommand: another program prints the token; its failure is a refusal, and it is not run again for five minutes.
func TestCommand(t *testing.T) {
	me := expect.Get(os.Executable())(t)
	command := func(words ...string) (string, error) {
		return NewSource(Config{Command: append([]string{me, "print"}, words...)}).Token(t.Context())
	}
	expect.Same(t, "printed", expect.Get(command("token\n"))(t), "token")
	for says, words := range map[string][]string{"exit status 3": {"hush", "fail"}, "is no access token": {"two\nlines hush"}, "no access token": {" "}} {
		_, err := command(words...)
		expect.Fails(t, words, err, says)
		expect.True(t, !strings.Contains(err.Error(), "hush"), "a secret: %v", err)
	}
	now, missing := time.Now(), Config{Command: []string{"/nowhere/token"}}
	missing.Now = func() time.Time { return now }
	source := NewSource(missing)
	_, err := source.Token(t.Context())
	expect.True(t, refused(err), "a command that is missing: %v", err)
	source.c.Command = []string{me, "print", "token"}
	now = now.Add(4 * time.Minute)
	expect.Is(t, "soon after", expect.Err(source.Token(t.Context())), errors.Unwrap(err))
	now = now.Add(61 * time.Second)
	expect.Same(t, "later", expect.Get(source.Token(t.Context()))(t), "token")
	now = now.Add(59 * time.Second)
	source.c.Command = nil
	expect.Same(t, "kept for a minute", expect.Get(source.Token(t.Context()))(t), "token")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	source = NewSource(Config{Command: []string{me, "print", "token"}})
	expect.True(t, !refused(expect.Err(source.Token(ended))), "the end of the service counts as a refusal")
}

// TestSignInByCode: a person enters a code elsewhere, while we ask at the pace that the server wants.
func TestSignInByCode(t *testing.T) {
	for name, c := range map[string]struct {
		says  []string // errors of the server, in turn
		token object
		took  time.Duration
		fault string
	}{
		"signs in":   {says: []string{"authorization_pending", "slow_down", "authorization_pending"}, token: object{"access_token": "a", "token_type": "Bearer", "refresh_token": "r"}, took: 18 * time.Second},
		"denies":     {says: []string{"authorization_pending", "access_denied"}, fault: "access_denied"},
		"no refresh": {token: object{"access_token": "a", "token_type": "Bearer"}, fault: "offline_access"},
		"nobody":     {says: strings.Split(strings.Repeat("authorization_pending ", 1000), " "), fault: "took too long"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &server{answer: func(path string, form url.Values) (int, any) {
					expect.Same(t, "client", form.Get("client_id"), "railpost")
					switch {
					case path == "/device":
						expect.Same(t, "scope", form.Get("scope"), "mail")
						return 200, object{"device_code": "hush-device", "user_code": "ABCD-EFGH", "verification_uri": "https://token.example/code", "interval": 2, "expires_in": 3600}
					case form.Get("device_code") != "hush-device":
						return 400, object{"error": "invalid_grant"}
					case len(c.says) > 0:
						next := c.says[0]
						c.says = c.says[1:]
						return 400, object{"error": next}
					}
					return 200, c.token
				}}
				kept := ""
				a := s.account(&kept)
				a.DeviceURL = "https://token.example/device"
				var out strings.Builder
				began := time.Now()
				ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
				defer cancel()
				refresh, err := a.SignIn(ctx, strings.NewReader(""), &out, 0)
				if c.fault != "" {
					expect.Fails(t, name, err, c.fault)
				} else {
					expect.NoError(t, err)
					expect.Same(t, "refresh token", refresh, "r")
					expect.Same(t, "time", time.Since(began), c.took)
				}
				expect.Has(t, "said", out.String(), "https://token.example/code", "ABCD-EFGH")
				expect.True(t, !strings.Contains(out.String(), "hush"), "a secret: %s", out.String())
				time.Sleep(limit) // the library leaves an answer open, until the limit of a request
			})
		})
	}
}

// TestSignInInBrowser: the browser comes back to this machine, or the person pastes its address. What is no answer to
// this sign-in changes nothing.
func TestSignInInBrowser(t *testing.T) {
	for name, c := range map[string]struct {
		paste bool
		with  string // in place of the code
		close bool   // the input
		fault string
	}{
		"the browser comes": {}, "pasted": {paste: true},
		"denied":         {with: "error=access_denied", fault: "access_denied"},
		"denied, pasted": {paste: true, with: "error=access_denied", fault: "access_denied"},
		"no input":       {close: true, fault: "the input ended"},
	} {
		t.Run(name, func(t *testing.T) {
			challenge := ""
			s := &server{answer: func(_ string, form url.Values) (int, any) {
				if form.Get("code") != "the-code" || s256(form.Get("code_verifier")) != challenge || form.Get("client_secret") != "hush-client" {
					return 400, object{"error": "invalid_grant"}
				}
				return 200, object{"access_token": "a", "token_type": "Bearer", "refresh_token": "r"}
			}}
			kept := ""
			in, typed := io.Pipe()
			said, out := io.Pipe()
			type result struct {
				token string
				err   error
			}
			done := make(chan result, 1)
			go func() {
				token, err := s.account(&kept).SignIn(t.Context(), in, out, 0)
				_ = out.Close()
				done <- result{token, err}
			}()
			text := make([]byte, 2000)
			n := expect.Get(said.Read(text))(t)
			var to *url.URL
			for word := range strings.FieldsSeq(string(text[:n])) {
				if strings.HasPrefix(word, "https://token.example/auth?") {
					to = expect.Get(url.Parse(word))(t)
				}
			}
			go io.Copy(io.Discard, said)
			q := to.Query()
			challenge = q.Get("code_challenge")
			back := q.Get("redirect_uri")
			expect.True(t, strings.HasPrefix(back, "http://127.0.0.1:"), "it comes back to %s", back)
			expect.Same(t, "asked for", []string{q.Get("response_type"), q.Get("access_type"), q.Get("code_challenge_method"), q.Get("scope")}, []string{"code", "offline", "S256", "mail"})
			page := func(query string) string {
				t.Helper()
				browser := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
				r := expect.Get(browser.Get(back + "?" + query))(t)
				defer r.Body.Close()
				return string(expect.Get(io.ReadAll(r.Body))(t))
			}
			expect.Has(t, "the page", page("code=theirs&state=theirs"), "not the address")
			answer := "state=" + q.Get("state") + "&code=the-code"
			if c.with != "" {
				answer = "state=" + q.Get("state") + "&" + c.with
			}
			switch {
			case c.close:
				expect.NoError(t, typed.Close())
			case c.paste:
				fmt.Fprintf(typed, "what?\n%s?code=theirs\n%s?%s\n", back, back, answer)
			case c.fault != "":
				expect.Has(t, "the page", page(answer), "Go back")
			default:
				expect.Has(t, "the page", page(answer), "Go back")
			}
			r := <-done
			_ = typed.Close()
			if c.fault != "" {
				expect.Fails(t, name, r.err, c.fault)
				return
			}
			expect.NoError(t, r.err)
			expect.Same(t, "refresh token", r.token, "r")
		})
	}
}
