package control

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func echo(_ context.Context, method string, params json.RawMessage) (any, error) {
	switch method {
	case "echo":
		return params, nil
	case "refuse":
		return nil, &fault.Mistake{Op: "game create", What: "there is a game winter", Hint: "choose another name"}
	case "plain":
		return nil, errors.New("disk full")
	case "panic":
		panic("oh")
	case "chan":
		return make(chan int), nil
	}
	return nil, nil
}

// serve runs a daemon's side until the test ends.
func serve(t *testing.T, path string, h Handler) (stop func()) {
	t.Helper()
	l := expect.Get(Listen(path))(t)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- l.Serve(ctx, h) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			if err := <-done; err != nil {
				t.Errorf("Serve: %v", err)
			}
		})
	}
	t.Cleanup(stop)
	return stop
}

func dial(t *testing.T, path string) *Client {
	t.Helper()
	c := expect.Get(Dial(path))(t)
	return c
}

func TestCall(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	serve(t, path, echo)
	c := dial(t, path)
	for _, n := range []int{0, 1 << 10, 1 << 20} {
		want := map[string]string{"text": strings.Repeat("é", n)}
		var got map[string]string
		expect.NoError(t, c.Call(t.Context(), "echo", want, &got))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	expect.Is(t, "call", c.Call(t.Context(), "other", nil, nil), nil)
}

func TestErrorsCrossAsValues(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	serve(t, path, echo)
	c := dial(t, path)
	for method, want := range map[string]*fault.Mistake{
		"refuse": {Op: "game create", What: "there is a game winter", Hint: "choose another name"},
		"plain":  {Op: "plain", What: "disk full", Hint: ""},
		"panic":  {Op: "panic", What: "internal error in the daemon: oh", Hint: "its log says where"},
		"chan":   {Op: "chan", What: "the answer cannot be written: json: unsupported type: chan int", Hint: ""},
	} {
		err := c.Call(t.Context(), method, nil, nil)
		var got *fault.Mistake
		expect.True(t, errors.As(err, &got) && *got == *want, "%s: %v, want %v", method, err, want)
	}
	var n int
	expect.Fails(t, "a text was read as a number", c.Call(t.Context(), "echo", "text", &n), "")
	expect.Same(t, "error", (&fault.Mistake{Op: "a", What: "b", Hint: "c"}).Error(), "a: b; c")
}

func TestLargeRequestIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	serve(t, path, echo)
	c := dial(t, path)
	err := c.Call(t.Context(), "echo", strings.Repeat("x", MaxRequest), nil)
	if err == nil {
		t.Fatal("taken")
	}
	if err := c.Call(t.Context(), "echo", "x", nil); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestGarbageIsAnswered(t *testing.T) {
	t.Chdir(t.TempDir()) // net takes no long path
	const path = "s"
	serve(t, path, echo)
	conn := expect.Get(net.Dial("unix", path))(t)
	defer conn.Close()
	expect.Get(conn.Write([]byte("{\"method\":\"game.list\"}\r\n\r\n")))(t)
	if b, err := io.ReadAll(conn); err != nil || !strings.Contains(string(b), "400 Bad Request") {
		t.Errorf("%q, %v", b, err)
	}
}

func TestSocketIsPrivateAndGoesAway(t *testing.T) { private(t, t.TempDir()) }

// TestLongPath: on Linux the folder of the socket may have a name of any length.
func TestLongPath(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("sockaddr_un takes 96 bytes here")
	}
	dir := filepath.Join(t.TempDir(), strings.Repeat("long", 30))
	expect.Is(t, "Dial where there is no folder", expect.Err(Dial(filepath.Join(dir, "s"))), ErrNoDaemon)
	expect.NoError(t, os.Mkdir(dir, 0o700))
	private(t, dir)
}

func private(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(dir, "s")
	stop := serve(t, path, echo)
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	expect.Fails(t, "second daemon", expect.Err(Listen(path)), "a daemon already answers there")
	stop()
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	expect.Is(t, "Dial", expect.Err(Dial(path)), ErrNoDaemon)
}

func TestStaleSocketIsReplaced(t *testing.T) {
	t.Chdir(t.TempDir()) // net takes no long path
	const path = "s"
	ln := expect.Get(net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"}))(t)
	ln.SetUnlinkOnClose(false)
	if err := ln.Close(); err != nil { // as a killed process leaves it
		t.Fatal(err)
	}
	expect.Is(t, "Dial", expect.Err(Dial(path)), ErrNoDaemon)
	serve(t, path, echo)
	expect.Is(t, "dial", dial(t, path).Call(t.Context(), "echo", 1, nil), nil)
}

func TestListenRefuses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	expect.NoError(t, os.WriteFile(file, []byte("games"), 0o600))
	for path, want := range map[string]string{
		file:                            "not a socket",
		filepath.Join(dir, "none", "s"): "folder must exist",
		filepath.Join(dir, strings.Repeat("long", 30)): "shorter",
	} {
		expect.Fails(t, path, expect.Err(Listen(path)), want)
	}
	expect.Same(t, "the file", string(expect.Get(os.ReadFile(file))(t)), "games")
	expect.Is(t, "a folder was made", expect.Err(os.Stat(filepath.Join(dir, "none"))), fs.ErrNotExist)
}

// A daemon that ends lets a request under way finish.
func TestEndWaitsForRequests(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	begun, goOn := make(chan struct{}), make(chan struct{})
	stop := serve(t, path, func(ctx context.Context, _ string, _ json.RawMessage) (any, error) {
		close(begun)
		<-goOn
		return "done", ctx.Err()
	})
	answer := make(chan string, 1)
	c := dial(t, path)
	go func() {
		var s string
		if err := c.Call(context.Background(), "slow", nil, &s); err != nil {
			s = err.Error()
		}
		answer <- s
	}()
	<-begun
	ended := make(chan struct{})
	go func() { stop(); close(ended) }()
	for _, err := os.Lstat(path); err == nil; _, err = os.Lstat(path) {
		runtime.Gosched() // until the daemon has been told to end
	}
	close(goOn)
	expect.Same(t, "answer", <-answer, "done")
	<-ended
}

func TestCallEndsWithItsContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	goOn := make(chan struct{})
	serve(t, path, func(context.Context, string, json.RawMessage) (any, error) { <-goOn; return nil, nil })
	defer close(goOn)
	ctx, cancel := context.WithCancel(t.Context())
	c := dial(t, path)
	done := make(chan error)
	go func() { done <- c.Call(ctx, "slow", nil, nil) }()
	cancel()
	expect.Fails(t, "no error", <-done, "")
}

func TestManyAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	serve(t, path, echo)
	c := dial(t, path)
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			var got int
			if err := c.Call(t.Context(), "echo", i, &got); err != nil || got != i {
				t.Errorf("%d: %d, %v", i, got, err)
			}
		})
	}
	wg.Wait()
}
