// Package control lets the command line talk to a running daemon: HTTP over a Unix socket
// that only the daemon's user can open. The path of a POST is the method, its body the
// parameters and that of the answer the result, as JSON; an Error is the answer's trailer.
package control

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/netutil"

	"railpost/pbem/facts/fault"
)

// Handler answers one request. Its result is a Stream or something that encoding/json can
// write; an *fault.Mistake arrives at the other end as it is.
type Handler func(ctx context.Context, method string, params json.RawMessage) (any, error)

// Limits of one request.
const (
	MaxRequest  = 4 << 20 // bytes; a mail to be replayed fits in
	readTime    = 10 * time.Second
	headerTime  = 2 * time.Second // a silent client must not delay the end
	handleTime  = 5 * time.Minute
	writeTime   = time.Minute
	graceTime   = 5 * time.Second
	maxError    = 64 << 10 // bytes of an Error
	maxOpen     = 16       // requests at a time; others wait
	maxSockPath = 104 - 8  // bytes; sockaddr_un has 104 to 108, and a suffix is needed
)

// Stream is a result that is no JSON: its output is passed on unchanged.
type Stream = func(w io.Writer) error

// trailer is the field that follows an answer, since a Stream can fail on the way.
const trailer = "Error"

// Listener is a socket that is open but not yet served.
type Listener struct {
	Log *slog.Logger // nil: discarded

	ln   *net.UnixListener
	path string
}

// Listen opens the socket with mode 0600. It replaces the socket of a dead daemon, but not one that somebody
// serves, nor a file that is no socket. Errors are *fault.Mistake.
func Listen(path string) (*Listener, error) {
	fail := func(what, hint string) (*Listener, error) {
		return nil, &fault.Mistake{Op: "control socket " + path, What: what, Hint: hint}
	}
	name, release, err := address(path)
	if err != nil {
		return fail(err.Error(), "the folder must exist and be readable")
	}
	defer release()
	if len(name) > maxSockPath {
		return fail(fmt.Sprintf("the path has %d bytes, at most %d are possible", len(path), maxSockPath), "set health.socket to a shorter path")
	}
	switch info, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fail(err.Error(), "")
	case info.Mode()&fs.ModeSocket == 0:
		return fail("a file of that name exists and is not a socket", "move it away, or set health.socket")
	case answered(name):
		return fail("a daemon already answers there", "only one daemon can serve a store")
	}
	// The socket gets its name only once nobody else can open it.
	temp := name + "." + strconv.Itoa(os.Getpid()%10000)
	ln, err := net.ListenUnix("unix", &net.UnixAddr{Name: temp, Net: "unix"})
	if err != nil {
		return fail(err.Error(), "the folder must exist and be writable")
	}
	ln.SetUnlinkOnClose(false)
	err = os.Chmod(temp, 0o600)
	if err == nil {
		err = os.Rename(temp, name)
	}
	if err != nil {
		err = errors.Join(err, ln.Close(), os.Remove(temp))
		return fail(err.Error(), "")
	}
	return &Listener{ln: ln, path: path}, nil
}

// address returns a name for the socket that fits into sockaddr_un: a path that is too long goes
// through an open folder, which only Linux can do. The name is good until release.
func address(path string) (name string, release func(), err error) {
	if len(path) <= maxSockPath || runtime.GOOS != "linux" {
		return path, func() {}, nil
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", folder.Fd(), filepath.Base(path)), func() { _ = folder.Close() }, nil
}

func answered(path string) bool {
	c, err := net.DialTimeout("unix", path, time.Second)
	if err != nil {
		return false
	}
	_ = c.Close() // opening it was the test
	return true
}

// Serve answers until ctx ends. It has removed the socket when it returns.
func (l *Listener) Serve(ctx context.Context, h Handler) error {
	// Requests in progress may finish, but within a limit.
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	log := cmp.Or(l.Log, slog.New(slog.DiscardHandler))
	server := &http.Server{
		Handler:     http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { serveOne(work, log, w, r, h) }),
		ReadTimeout: readTime, ReadHeaderTimeout: headerTime,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(netutil.LimitListener(l.ln, maxOpen)) }()
	select {
	case err := <-ended:
		return errors.Join(fmt.Errorf("control socket %s: %w", l.path, err), l.remove())
	case <-ctx.Done():
	}
	defer time.AfterFunc(graceTime, cancel).Stop()
	err := errors.Join(l.remove(), server.Shutdown(context.WithoutCancel(ctx)))
	<-ended // http.ErrServerClosed
	return err
}

func (l *Listener) remove() error {
	if err := os.Remove(l.path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Close closes the socket and removes it, unless Serve has done that.
func (l *Listener) Close() error {
	err := l.ln.Close()
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return errors.Join(err, l.remove())
}

// serveOne answers one request. It is carried out even if its client goes away.
func serveOne(ctx context.Context, log *slog.Logger, w http.ResponseWriter, r *http.Request, h Handler) {
	op := strings.TrimPrefix(r.URL.Path, "/")
	w.Header().Set("Trailer", trailer)
	if err := answer(ctx, log, patient{w}, http.MaxBytesReader(w, r.Body, MaxRequest), op, h); err != nil {
		text, _ := json.Marshal(fault.AsMistake(op, err)) // only strings: it cannot fail
		w.Header().Set(trailer, string(text))
	}
}

func answer(ctx context.Context, log *slog.Logger, w io.Writer, body io.Reader, op string, h Handler) (err error) {
	ctx, cancel := context.WithTimeout(ctx, handleTime)
	defer cancel()
	defer func() {
		if r := recover(); r != nil {
			log.Error("panic in a command", "method", op, "panic", r, "stack", string(debug.Stack()))
			err = &fault.Mistake{Op: op, What: fmt.Sprintf("internal error in the daemon: %v", r), Hint: "its log says where"}
		}
	}()
	params, err := io.ReadAll(body)
	if err != nil {
		return &fault.Mistake{Op: op, What: "the request cannot be read: " + err.Error()}
	}
	result, err := h(ctx, op, params)
	if err != nil {
		return err
	}
	if s, ok := result.(Stream); ok {
		return s(w)
	}
	raw, err := json.Marshal(result)
	if err != nil {
		return &fault.Mistake{Op: op, What: "the answer cannot be written: " + err.Error()}
	}
	_, err = w.Write(raw)
	return err
}

// patient gives each write its own time limit: a stream may take longer than any limit for the whole.
type patient struct{ http.ResponseWriter }

func (p patient) Write(b []byte) (int, error) {
	if err := http.NewResponseController(p.ResponseWriter).SetWriteDeadline(time.Now().Add(writeTime)); err != nil {
		return 0, err
	}
	return p.ResponseWriter.Write(b)
}
