package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/post"
)

// TestSignIn: init with a client ID writes no password, sign-in keeps what the token server gives next to the store, and
// then tries the servers, which here take passwords only.
func TestSignIn(t *testing.T) {
	level.Sequential(t)
	p := expect.Get(post.Start(post.Options{Users: map[string]string{"games": "secret"}}))(t)
	defer p.Close()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.PostFormValue("code")+r.PostFormValue("refresh_token") == "" || r.PostFormValue("client_secret") != "hush" {
			w.WriteHeader(http.StatusBadRequest)
		}
		fmt.Fprint(w, `{"access_token": "a", "token_type": "Bearer", "refresh_token": "hush-refresh"}`)
	}))
	defer server.Close()
	dir := t.TempDir()
	path, secret := filepath.Join(dir, "railpost.toml"), filepath.Join(dir, "client")
	expect.NoError(t, os.WriteFile(secret, []byte("hush\n"), 0o600))
	in, smtp, out := "", "", new(bytes.Buffer)
	_, port, err := pbemtest.HostPort(p.IMAPAddr())
	in = fmt.Sprint(port)
	expect.NoError(t, err)
	_, port, err = pbemtest.HostPort(p.SMTPAddr())
	smtp = fmt.Sprint(port)
	expect.NoError(t, err)
	railpost := func(words ...string) int {
		out.Reset()
		return run(t.Context(), append(words, "-c", path), strings.NewReader(""), out, out)
	}
	expect.Same(t, "init", railpost("init", "--provider", "gmail", "--client-id", "mine", "--password-from", secret, "--address", "games@localhost",
		"--imap-host", "127.0.0.1", "--imap-port", in, "--imap-tls", "none", "--smtp-host", "127.0.0.1", "--smtp-port", smtp, "--smtp-tls", "none",
		"--store", filepath.Join(dir, "games.db")), 0)
	expect.Has(t, "init", out.String(), "railpost sign-in")
	expect.Same(t, "config check", railpost("config", "check"), exitFaults)
	expect.Has(t, "config check", out.String(), "nobody has signed in")
	text := string(expect.Get(os.ReadFile(path))(t))
	expect.Has(t, "the file", text, `provider = "google"`, `client_id = "mine"`, "client_secret_file = ")
	expect.True(t, !strings.Contains(text, "hush") && !strings.Contains(text, "password_file"), "the file:\n%s", text)
	text = strings.Replace(text, "[mail.oauth]\n", fmt.Sprintf("[mail.oauth]\nauth_url = %q\ntoken_url = %q\n", server.URL+"/auth", server.URL+"/token"), 1)
	expect.NoError(t, os.WriteFile(path, []byte(text), 0o644))

	expect.Same(t, "without a person", railpost("sign-in", "--port", "0"), exitFailed)
	expect.Has(t, "without a person", out.String(), "the input ended")

	stdin, typed := io.Pipe()
	stdout, said := io.Pipe()
	ended := make(chan int)
	go func() {
		code := run(t.Context(), []string{"sign-in", "--port", "0", "-c", path}, stdin, said, said)
		_ = said.Close()
		ended <- code
	}()
	var all strings.Builder
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		fmt.Fprintln(&all, lines.Text())
		if u, err := url.Parse(lines.Text()); err == nil && strings.HasPrefix(lines.Text(), server.URL) {
			go fmt.Fprintf(typed, "%s?state=%s&code=hush-code\n", u.Query().Get("redirect_uri"), u.Query().Get("state"))
		}
	}
	expect.Same(t, "sign-in", <-ended, exitFailed)
	expect.Has(t, "sign-in", all.String(), "neither OAUTHBEARER nor XOAUTH2", "the sign-in was kept")
	expect.Same(t, "kept", string(expect.Get(os.ReadFile(filepath.Join(dir, "games.db.oauth")))(t)), "hush-refresh\n")
	expect.Same(t, "config check", railpost("config", "check"), 0)
	expect.Same(t, "doctor", railpost("doctor"), exitFaults)
	expect.Has(t, "doctor", out.String(), "ok    sign-in: an access token came", "seven days", "set alarms_file", "FAIL  mailbox")
	expect.True(t, !strings.Contains(all.String()+out.String(), "hush"), "a secret:\n%s%s", all.String(), out.String())
}
