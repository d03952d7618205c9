// Package control lets the command line talk to a running daemon: one JSON
// request and one JSON answer a connection, over a Unix socket that only the
// daemon's user can open.
//
//	-> {"method":"game.list","params":{...}}
//	<- {"result":...}   or   {"error":{"op":...,"what":...,"hint":...}}
package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"runtime/debug"
	"strconv"
	"sync"
	"time"
)

// Handler answers one request. Its result must be something encoding/json can
// write; an *Error arrives at the other end as it is.
type Handler func(ctx context.Context, method string, params json.RawMessage) (any, error)

// Limits of one request.
const (
	MaxRequest  = 4 << 20 // bytes; a mail to be replayed fits in
	readTime    = 10 * time.Second
	handleTime  = 5 * time.Minute
	writeTime   = time.Minute
	graceTime   = 5 * time.Second
	maxOpen     = 16      // requests at a time; others wait
	maxSockPath = 104 - 8 // bytes; sockaddr_un has 104 to 108, and a suffix is needed
)

type request struct {
	Method string          `json:"method"`
	Params json.RawMessage `json:"params,omitempty"`
}

type response struct {
	Result json.RawMessage `json:"result,omitempty"`
	Error  *Error          `json:"error,omitempty"`
	Stream bool            `json:"stream,omitempty"` // it follows

	stream Stream
}

// Listener is a socket that is open but not yet served.
type Listener struct {
	ln   *net.UnixListener
	path string
}

// Listen opens the socket with mode 0600. A socket left by a dead daemon is
// replaced; one that somebody answers at, or a file that is no socket, is not.
func Listen(path string) (*Listener, error) {
	fail := func(what, hint string) (*Listener, error) {
		return nil, &Error{Op: "control socket " + path, What: what, Hint: hint}
	}
	if len(path) > maxSockPath {
		return fail(fmt.Sprintf("the path has %d bytes, %d are possible", len(path), maxSockPath), "set health.socket to a shorter one")
	}
	switch info, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fail(err.Error(), "")
	case info.Mode()&fs.ModeSocket == 0:
		return fail("there is a file of that name which is no socket", "move it away, or set health.socket")
	case answered(path):
		return fail("a daemon answers there already", "only one can serve a store")
	}
	// The socket gets its name only when nobody else can open it any more.
	temp := path + "." + strconv.Itoa(os.Getpid()%10000)
	ln, err := net.ListenUnix("unix", &net.UnixAddr{Name: temp, Net: "unix"})
	if err != nil {
		return fail(err.Error(), "the folder must exist and be writable")
	}
	ln.SetUnlinkOnClose(false)
	err = os.Chmod(temp, 0o600)
	if err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		err = errors.Join(err, ln.Close(), os.Remove(temp))
		return fail(err.Error(), "")
	}
	return &Listener{ln, path}, nil
}

func answered(path string) bool {
	c, err := net.DialTimeout("unix", path, time.Second)
	if err != nil {
		return false
	}
	_ = c.Close() // it has told what was asked
	return true
}

// Serve answers until ctx ends. The socket is gone when it returns.
func (l *Listener) Serve(ctx context.Context, h Handler) error {
	stop := context.AfterFunc(ctx, func() {
		_ = l.Close() // Accept reports it
	})
	defer stop()
	// Requests under way may finish, but not for ever.
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(graceTime, cancel) })()
	var open sync.WaitGroup
	defer open.Wait()
	slots := make(chan struct{}, maxOpen)
	for {
		conn, err := l.ln.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return errors.Join(fmt.Errorf("control socket %s: %w", l.path, err), l.Close())
		}
		slots <- struct{}{}
		open.Go(func() {
			defer func() { <-slots }()
			// A client that says nothing must not hold up the end.
			defer context.AfterFunc(ctx, func() { _ = conn.SetReadDeadline(time.Now()) })()
			serveConn(work, conn, h)
		})
	}
}

// Close removes the socket.
func (l *Listener) Close() error {
	err := os.Remove(l.path)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, l.ln.Close())
}

// serveConn reads one request and answers it. A client that went away is no
// fault; what it asked for has been done or not, and it can ask again.
func serveConn(ctx context.Context, conn net.Conn, h Handler) {
	defer func() { _ = conn.Close() }()
	if conn.SetReadDeadline(time.Now().Add(readTime)) != nil {
		return
	}
	r := io.LimitedReader{R: conn, N: MaxRequest}
	var req request
	if err := json.NewDecoder(&r).Decode(&req); err != nil {
		if errors.Is(err, io.EOF) { // somebody looked whether we live
			return
		}
		what := "the request cannot be read: " + err.Error()
		if r.N == 0 {
			what = fmt.Sprintf("the request has more than %d bytes", MaxRequest)
		}
		reply(conn, response{Error: &Error{Op: "control", What: what}})
		return
	}
	resp := handle(ctx, h, req)
	if resp.stream != nil {
		resp.stream.send(conn, req.Method)
		return
	}
	reply(conn, resp)
}

func handle(ctx context.Context, h Handler, req request) (resp response) {
	ctx, cancel := context.WithTimeout(ctx, handleTime)
	defer cancel()
	defer func() {
		if r := recover(); r != nil {
			slog.Error("panic in a command", "method", req.Method, "panic", r, "stack", string(debug.Stack()))
			resp = response{Error: &Error{Op: req.Method, What: fmt.Sprintf("the daemon stumbled: %v", r), Hint: "its log says where"}}
		}
	}()
	result, err := h(ctx, req.Method, req.Params)
	if err != nil {
		return response{Error: AsError(req.Method, err)}
	}
	if s, ok := result.(Stream); ok {
		return response{stream: s}
	}
	raw, err := json.Marshal(result)
	if err != nil {
		return response{Error: &Error{Op: req.Method, What: "the answer cannot be written: " + err.Error()}}
	}
	return response{Result: raw}
}

func reply(conn net.Conn, r response) bool {
	if conn.SetWriteDeadline(time.Now().Add(writeTime)) != nil {
		return false
	}
	if err := json.NewEncoder(conn).Encode(r); err != nil {
		slog.Debug("control: the answer was not taken", "err", err)
		return false
	}
	return true
}
