package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"syscall"
	"time"
)

// ErrNoDaemon: nobody answers at the socket.
var ErrNoDaemon = errors.New("control: no daemon is running")

// Client calls a daemon. It may be used by several goroutines.
type Client struct{ path string }

// Dial finds out whether a daemon answers; ErrNoDaemon if none does, another
// error if it cannot be told (no permission).
func Dial(path string) (*Client, error) {
	c := &Client{path}
	conn, err := c.connect(context.Background())
	if err != nil {
		return nil, err
	}
	return c, conn.Close()
}

func (c *Client) connect(ctx context.Context) (net.Conn, error) {
	d := net.Dialer{Timeout: 5 * time.Second}
	conn, err := d.DialContext(ctx, "unix", c.path)
	switch {
	case err == nil:
		return conn, nil
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED):
		return nil, fmt.Errorf("%w (nobody answers at %s)", ErrNoDaemon, c.path)
	case errors.Is(err, fs.ErrPermission):
		return nil, &Error{Op: "control socket " + c.path, What: "it may not be opened", Hint: "run the command as the daemon's user"}
	}
	return nil, &Error{Op: "control socket " + c.path, What: err.Error()}
}

// Call asks one thing and reads the answer into result, unless that is nil.
// Errors of the other side are *Error.
func (c *Client) Call(ctx context.Context, method string, params, result any) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return &Error{Op: method, What: "the request cannot be written: " + err.Error()}
	}
	conn, err := c.connect(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() }) // the pending call reports it
	defer stop()
	resp, err := exchange(conn, request{method, raw})
	switch {
	case ctx.Err() != nil:
		return &Error{Op: method, What: "no answer: " + ctx.Err().Error(), Hint: "the daemon may still carry it out"}
	case err != nil:
		return &Error{Op: method, What: "the daemon gave no answer: " + err.Error(), Hint: "its log says why; it may have carried it out"}
	case resp.Error != nil:
		return resp.Error
	case result == nil:
		return nil
	}
	if err := json.Unmarshal(resp.Result, result); err != nil {
		return &Error{Op: method, What: "the answer cannot be read: " + err.Error(), Hint: "daemon and command may be of different versions"}
	}
	return nil
}

func exchange(conn net.Conn, req request) (resp response, err error) {
	writing := json.NewEncoder(conn).Encode(req)
	// A daemon that refuses a request may do so before it has read all of it.
	if err := json.NewDecoder(conn).Decode(&resp); err != nil {
		return resp, errors.Join(writing, err)
	}
	return resp, nil
}
