package control

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"time"

	"railpost/pbem/facts/fault"
)

// ErrNoDaemon: nothing listens at the socket.
var ErrNoDaemon = errors.New("control: no daemon is running")

// Client calls a daemon. It is safe for concurrent use.
type Client struct {
	path string
	http http.Client
}

// Dial returns a client of the daemon at a socket. It returns ErrNoDaemon if none answers
// there, and an *fault.Mistake if that cannot be known (no permission).
func Dial(path string) (*Client, error) {
	c := &Client{path: path}
	c.http.Transport = &http.Transport{DisableKeepAlives: true, ReadBufferSize: maxError,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return c.connect(ctx) }}
	conn, err := c.connect(context.Background())
	if err != nil {
		return nil, err
	}
	return c, conn.Close()
}

func (c *Client) connect(ctx context.Context) (net.Conn, error) {
	name, release, err := address(c.path)
	var conn net.Conn
	if err == nil {
		d := net.Dialer{Timeout: 5 * time.Second}
		conn, err = d.DialContext(ctx, "unix", name)
		release()
	}
	switch {
	case err == nil:
		return conn, nil
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED):
		return nil, fmt.Errorf("%w (nothing answers at %s)", ErrNoDaemon, c.path)
	case errors.Is(err, fs.ErrPermission):
		return nil, &fault.Mistake{Op: "control socket " + c.path, What: "you are not allowed to open it", Hint: "run the command as the daemon's user"}
	}
	return nil, &fault.Mistake{Op: "control socket " + c.path, What: err.Error()}
}

// Call sends a request and stores the answer in result, unless that is nil. Errors of the
// other side are *fault.Mistake.
func (c *Client) Call(ctx context.Context, method string, params, result any) error {
	var raw bytes.Buffer
	if err := c.Fetch(ctx, method, params, &raw); err != nil || result == nil {
		return err
	}
	if err := json.Unmarshal(raw.Bytes(), result); err != nil {
		return &fault.Mistake{Op: method, What: "the answer cannot be read: " + err.Error(), Hint: otherVersion}
	}
	return nil
}

const otherVersion = "the daemon and the command may be different versions"

// Fetch sends a request and writes the answer to w as it arrives.
func (c *Client) Fetch(ctx context.Context, method string, params any, w io.Writer) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return &fault.Mistake{Op: method, What: "the request cannot be written: " + err.Error()}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://railpost/"+method, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = failed.Err
	}
	told := &fault.Mistake{}
	switch {
	case errors.As(err, &told), errors.Is(err, ErrNoDaemon):
		return err
	case ctx.Err() != nil:
		return &fault.Mistake{Op: method, What: "no answer: " + ctx.Err().Error(), Hint: "the daemon may still carry it out"}
	case err != nil:
		return &fault.Mistake{Op: method, What: "the daemon gave no answer: " + err.Error(), Hint: "its log says why; it may have carried it out"}
	}
	_, err = io.Copy(w, resp.Body)
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		return &fault.Mistake{Op: method, What: "the answer was cut short: " + err.Error(), Hint: "the log of the daemon may say why"}
	}
	text, ok := resp.Trailer[trailer]
	switch {
	case !ok || resp.StatusCode != http.StatusOK:
		return &fault.Mistake{Op: method, What: "the daemon answers " + resp.Status, Hint: otherVersion}
	case text == nil:
		return nil
	}
	if err := json.Unmarshal([]byte(text[0]), told); err != nil {
		return &fault.Mistake{Op: method, What: "the answer cannot be read: " + err.Error(), Hint: otherVersion}
	}
	return told
}
