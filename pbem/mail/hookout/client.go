// Package hookout posts what is queued for hooks. It shares the store with the service and
// nothing else: a server that hangs keeps no letter and no other hook waiting.
//
// A posting is queued in the transaction of the move, as a reference, and worded when it is
// posted, so that an erased name is not posted later. Its ID follows from the row and survives a
// crash.
package hookout

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"strconv"
	"syscall"
	"time"

	"railpost/pbem/facts/hook"
)

// Class is the result of an attempt at a posting.
type Class string

const (
	Accepted Class = "accepted" // 2xx
	Later    Class = "later"    // no final answer: try again
	Refused  Class = "refused"  // it would be refused the next time, too
	Gone     Class = "gone"     // refused, since the address does not exist
)

// Result is the outcome of an attempt.
type Result struct {
	Class Class
	Text  string        // for the organiser: a status, or the reason why there is none; never an address
	After time.Duration // not earlier, as the server asks; 0: not given
}

// Client posts. The time-outs bound an attempt for any server.
type Client struct {
	allowed hook.Allowed
	open    *http.Client // https
	near    *http.Client // http, to this machine only
}

const (
	dialTime    = 5 * time.Second
	headerTime  = 10 * time.Second
	attemptTime = 15 * time.Second
	headerBytes = 16 << 10
	answerBytes = 4 << 10 // read of the body, so that the connection ends properly
	afterMost   = 6 * time.Hour
)

// NewClient returns a client that posts where allowed. No proxy of the environment is used:
// the address that is dialled is the one that is checked.
func NewClient(allowed hook.Allowed) *Client {
	return &Client{allowed, newHTTP(allowed, false), newHTTP(allowed, true)}
}

func newHTTP(allowed hook.Allowed, clear bool) *http.Client {
	d := &net.Dialer{Timeout: dialTime, Control: func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return err
		}
		return allowed.Dialled(at.Addr(), clear)
	}}
	return &http.Client{
		Timeout:       attemptTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: d.DialContext, ForceAttemptHTTP2: true, TLSHandshakeTimeout: dialTime, ResponseHeaderTimeout: headerTime,
			MaxResponseHeaderBytes: headerBytes, DisableKeepAlives: true, DisableCompression: true,
		},
	}
}

// Post makes one attempt.
func (c *Client) Post(ctx context.Context, r hook.Request) Result {
	u, err := c.allowed.Check(r.URL) // the configuration may have changed
	if err != nil {
		return Result{Class: Refused, Text: err.Error()}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u.String(), bytes.NewReader(r.Body))
	if err != nil {
		return Result{Class: Refused, Text: "not an address"}
	}
	req.Header = r.Header
	by := c.open
	if u.Scheme == "http" {
		by = c.near
	}
	resp, err := by.Do(req)
	if err != nil {
		return failed(err)
	}
	body, _ := io.ReadAll(io.LimitReader(resp.Body, answerBytes)) // the status alone decides
	_ = resp.Body.Close()
	result := Result{Class: classOf(resp.StatusCode), Text: answer(resp.StatusCode), After: after(resp.Header, time.Now())}
	if result.Class == Accepted && r.Chat && page.Match(body) { // a network's log-in page
		result = Result{Class: Later, Text: result.Text + ", but a web page answered"}
	}
	return result
}

// page is how a web page begins. Slack says "ok", and calls that text/html.
var page = regexp.MustCompile(`(?is)^\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<(!doctype\s+html|html)\b`)

// failed returns the result of an attempt without an answer. Errors of net/http quote the
// address, which may hold a secret.
func failed(err error) Result {
	if refused, ok := errors.AsType[*hook.Refused](err); ok {
		return Result{Class: Refused, Text: refused.Error()}
	}
	var op *net.OpError
	var dns *net.DNSError
	var slow net.Error
	switch {
	case errors.As(err, &dns):
		return Result{Class: Later, Text: "the host's name is not known"}
	case errors.As(err, &slow) && slow.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return Result{Class: Later, Text: "no answer in time"}
	case errors.Is(err, syscall.ECONNREFUSED):
		return Result{Class: Later, Text: "connection refused"}
	case errors.As(err, &op):
		return Result{Class: Later, Text: "connection broken: " + op.Op}
	}
	return Result{Class: Later, Text: "no answer that can be read"}
}

func answer(code int) string {
	if text := http.StatusText(code); text != "" {
		return fmt.Sprintf("%d %s", code, text)
	}
	return strconv.Itoa(code)
}

// classOf judges by the status (RFC 9110, 15). A redirect is not followed: the new address may not be allowed.
func classOf(code int) Class {
	switch {
	case code >= 200 && code < 300:
		return Accepted
	case code == http.StatusRequestTimeout, code == http.StatusConflict, code == http.StatusTooEarly, code == http.StatusTooManyRequests, code >= 500:
		return Later
	case code == http.StatusNotFound, code == http.StatusGone:
		return Gone
	}
	return Refused
}

// after reads Retry-After (RFC 9110, 10.2.3): seconds, or a date.
func after(h http.Header, now time.Time) time.Duration {
	text := h.Get("Retry-After")
	if text == "" {
		return 0
	}
	d := time.Duration(0)
	if s, err := strconv.ParseFloat(text, 64); err == nil && s > 0 { // Discord sends fractions
		d = time.Duration(min(s, afterMost.Seconds()) * float64(time.Second))
	} else if t, err := http.ParseTime(text); err == nil {
		d = t.Sub(now)
	}
	return min(max(d, 0), afterMost)
}
