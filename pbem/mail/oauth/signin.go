package oauth

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/oauth2"
)

// SignIn lets a person at a terminal sign in and returns the refresh token: with a code, if the server has a page for
// that, or else in a browser, which comes back to a port of this machine (0: any free one).
func (c Config) SignIn(ctx context.Context, in io.Reader, out io.Writer, port int) (string, error) {
	to, err := c.within(ctx)
	if err != nil {
		return "", err
	}
	var token *oauth2.Token
	if c.DeviceURL != "" {
		token, err = c.byCode(to, out)
	} else {
		token, err = c.byBrowser(to, in, out, port)
	}
	switch {
	case ctx.Err() != nil:
		return "", errors.New("the sign-in took too long; run the command again")
	case err != nil:
		return "", explain(err)
	case token.RefreshToken == "":
		return "", errors.New("the token server gives no refresh token; add its scope for that, often offline_access, to mail.oauth.scopes")
	}
	return token.RefreshToken, nil
}

// byCode shows a code, which the person enters at the server's page on any device (RFC 8628).
func (c Config) byCode(ctx context.Context, out io.Writer) (*oauth2.Token, error) {
	o := c.settings("")
	code, err := o.DeviceAuth(ctx)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(out, "Open %s on any device, enter the code %s, and sign in to the mailbox.\n", code.VerificationURI, code.UserCode)
	return o.DeviceAccessToken(ctx, code)
}

// byBrowser sends the person's browser to the server, which sends it back to this machine with a code (RFC 8252,
// RFC 7636). A browser elsewhere cannot open that address; then the person pastes it.
func (c Config) byBrowser(ctx context.Context, in io.Reader, out io.Writer, port int) (*oauth2.Token, error) {
	ln, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, fmt.Errorf("the browser has no port to come back to: %w; choose another with --port", err)
	}
	back := &returning{state: rand.Text(), came: make(chan url.Values, 1)}
	server := &http.Server{Handler: back, ReadTimeout: limit, WriteTimeout: limit, MaxHeaderBytes: 64 << 10}
	go func() { _ = server.Serve(ln) }() // it ends with Close
	defer server.Close()
	o, verifier := c.settings("http://"+ln.Addr().String()+"/"), oauth2.GenerateVerifier()
	to := o.AuthCodeURL(back.state, oauth2.AccessTypeOffline, oauth2.ApprovalForce, oauth2.S256ChallengeOption(verifier))
	fmt.Fprintf(out, "Open this address in a browser, and sign in to the mailbox:\n\n%s\n\n"+
		"The browser then goes to %s. If it cannot open that page, paste the page's whole address here:\n", to, o.RedirectURL)
	go back.read(in, out)
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case q := <-back.came:
		if q.Get("code") == "" {
			return nil, fmt.Errorf("nobody signed in: %.60q", q.Get("error"))
		}
		return o.Exchange(ctx, q.Get("code"), oauth2.VerifierOption(verifier))
	}
}

// returning waits for the address to which the server sends the browser.
type returning struct {
	state string
	came  chan url.Values // its query
}

const foreign = "This is not the address to which the server sends the browser after this sign-in."

// take takes the answer to this sign-in, and reports whether it is that.
func (r *returning) take(q url.Values) bool {
	if q.Get("state") != r.state {
		return false
	}
	select {
	case r.came <- q:
	default: // the page was loaded again
	}
	return true
}

func (r *returning) ServeHTTP(w http.ResponseWriter, asked *http.Request) {
	if !r.take(asked.URL.Query()) {
		http.Error(w, foreign, http.StatusBadRequest)
		return
	}
	_, _ = io.WriteString(w, "Go back to the terminal. You can close this page.\n")
}

// read takes the first pasted address that is an answer.
func (r *returning) read(in io.Reader, out io.Writer) {
	for lines := bufio.NewScanner(in); lines.Scan(); {
		if at, err := url.Parse(strings.TrimSpace(lines.Text())); err == nil && r.take(at.Query()) {
			return
		}
		fmt.Fprintln(out, foreign, "Paste the whole address:")
	}
	r.take(url.Values{"state": {r.state}, "error": {"the input ended; run the command at a terminal"}})
}
