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
func (c Config) SignIn(ctx context.Context, in io.Reader, out io.Writer, port int) (refresh string, err error) {
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
		return "", err
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
		return nil, explain(err)
	}
	fmt.Fprintf(out, "Open %s on any device, enter the code %s, and sign in to the mailbox.\n", code.VerificationURI, code.UserCode)
	token, err := o.DeviceAccessToken(ctx, code)
	if err != nil {
		err = explain(err)
	}
	return token, err
}

// byBrowser sends the person's browser to the server, which sends it back to this machine with a code (RFC 8252,
// RFC 7636). A browser elsewhere cannot open that address; then the person pastes it.
func (c Config) byBrowser(ctx context.Context, in io.Reader, out io.Writer, port int) (*oauth2.Token, error) {
	ln, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, fmt.Errorf("the browser has no port to come back to: %w; choose another with --port", err)
	}
	w := &waiting{state: rand.Text(), came: make(chan answer, 2)} // a browser and a person
	server := &http.Server{Handler: w, ReadTimeout: limit, WriteTimeout: limit, MaxHeaderBytes: 64 << 10}
	go func() { _ = server.Serve(ln) }() // it ends with Close
	defer server.Close()
	o, verifier := c.settings("http://"+ln.Addr().String()+"/"), oauth2.GenerateVerifier()
	to := o.AuthCodeURL(w.state, oauth2.AccessTypeOffline, oauth2.ApprovalForce, oauth2.S256ChallengeOption(verifier))
	fmt.Fprintf(out, "Open this address in a browser, and sign in to the mailbox:\n\n%s\n\n"+
		"The browser then goes to %s. If it cannot open that page, paste the page's whole address here:\n", to, o.RedirectURL)
	go w.read(in, out)
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case a := <-w.came:
		if a.err != nil {
			return nil, a.err
		}
		token, err := o.Exchange(ctx, a.code, oauth2.VerifierOption(verifier))
		if err != nil {
			err = explain(err)
		}
		return token, err
	}
}

// waiting waits for the address to which the server sends the browser.
type waiting struct {
	state string
	came  chan answer
}

type answer struct {
	code string
	err  error
}

// take passes on the answer to this sign-in, and returns an error for what is none.
func (w *waiting) take(q url.Values) error {
	a := answer{code: q.Get("code")}
	switch {
	case q.Get("state") != w.state:
		return errors.New("this is not the address to which the server sends the browser after this sign-in")
	case a.code == "":
		a.err = fmt.Errorf("the server lets nobody in: %.60q", q.Get("error"))
	}
	select {
	case w.came <- a:
	default: // the page was loaded again
	}
	return a.err
}

func (w *waiting) ServeHTTP(to http.ResponseWriter, r *http.Request) {
	if err := w.take(r.URL.Query()); err != nil {
		http.Error(to, err.Error(), http.StatusBadRequest)
		return
	}
	_, _ = io.WriteString(to, "Signed in. You can close this page and go back to the terminal.\n")
}

// read reads pasted addresses up to an answer.
func (w *waiting) read(in io.Reader, out io.Writer) {
	for lines := bufio.NewScanner(in); lines.Scan(); {
		at, err := url.Parse(strings.TrimSpace(lines.Text()))
		if err == nil {
			err = w.take(at.Query())
		}
		if err == nil {
			return
		}
		fmt.Fprintf(out, "%v; paste the whole address\n", err)
	}
	w.came <- answer{err: errors.New("the input ended before anybody signed in; run the command at a terminal")}
}
