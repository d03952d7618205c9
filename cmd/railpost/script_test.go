package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"railpost/pbem/control"
	"railpost/pbem/post"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"railpost": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:   "testdata/script",
		Setup: setupScript,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "isjson": isJSON, "flip": flip, "answers": answers, "hangup": hangup, "onesize": oneSize, "hears": hears, "heard": heard, "fill": fill, "takes": takes,
		},
	})
}

// setupScript gives each script a provider's mailbox of its own, games with
// password secret, and no configuration but the one it makes.
func setupScript(e *testscript.Env) error {
	p, err := post.Start(post.Options{Users: map[string]string{"games": "secret"}})
	if err != nil {
		return err
	}
	e.Defer(func() {
		if err := p.Close(); err != nil {
			panic(err)
		}
	})
	for name, addr := range map[string]string{"IMAP": p.IMAPAddr(), "SMTP": p.SMTPAddr()} {
		_, port, err := net.SplitHostPort(addr)
		if err != nil {
			return err
		}
		e.Setenv(name+"_PORT", port)
	}
	e.Setenv("RAILPOST_CONFIG", e.WorkDir+"/railpost.toml")
	games, err := filepath.Abs("../../engine/games")
	if err != nil {
		return err
	}
	e.Setenv("GAMES", games)
	e.Setenv("BOARD", games+"/tycoon/testdata/board")
	return nil
}

// exits CODE COMMAND... runs a command and compares its exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// isjson [KEY...] demands that the last output is JSON and, if keys are named,
// an object or list of objects with them.
func isJSON(ts *testscript.TestScript, neg bool, keys []string) {
	var v any
	if err := json.Unmarshal([]byte(ts.ReadFile("stdout")), &v); err != nil {
		ts.Fatalf("no JSON: %v", err)
	}
	if list, ok := v.([]any); ok && len(keys) > 0 {
		if len(list) == 0 {
			ts.Fatalf("an empty list")
		}
		v = list[0]
	}
	for _, k := range keys {
		object, _ := v.(map[string]any)
		if _, ok := object[k]; ok == neg {
			ts.Fatalf("key %s: %v", k, ok)
		}
	}
}

// flip FILE TEXT changes one bit in the middle of every TEXT in a file.
func flip(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: flip FILE TEXT")
	}
	path := ts.MkAbs(args[0])
	b, err := os.ReadFile(path)
	ts.Check(err)
	good := []byte(args[1])
	if !bytes.Contains(b, good) {
		ts.Fatalf("%q is not in %s", args[1], args[0])
	}
	bad := bytes.Clone(good)
	bad[len(bad)/2] ^= 1
	b = bytes.ReplaceAll(b, good, bad) // pages that are free now may hold copies
	ts.Check(os.WriteFile(path, b, 0o600))
}

// hangup sends what a closed terminal does to the programs in the background.
func hangup(ts *testscript.TestScript, _ bool, _ []string) {
	for _, c := range ts.BackgroundCmds() {
		ts.Check(c.Process.Signal(syscall.SIGHUP))
	}
}

// answers SOCKET waits until a daemon answers there.
func answers(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: answers SOCKET")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	for {
		client, err := control.Dial(ts.MkAbs(args[0]))
		if err == nil {
			err = client.Call(ctx, "game.list", nil, nil)
		}
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			ts.Fatalf("%s", fmt.Errorf("no daemon answers: %w", err))
		case <-time.After(20 * time.Millisecond):
		}
	}
}
