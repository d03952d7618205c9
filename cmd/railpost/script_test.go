package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/mail/post"
	"railpost/pbem/run/control"
)

// Scripts start railpostd as a process; the command railpost runs in the process of the test.
func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"railpostd": main}) }

func TestScripts(t *testing.T) {
	level.Sequential(t) // commands take turns
	runScripts(t, "testdata/script", setupScript)
}

func runScripts(t *testing.T, dir string, setup func(*testscript.Env) error) {
	dir, err := filepath.Abs(dir) // while a script runs a command, the test is in the script's folder
	expect.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Dir:       dir,
		Setup:     setup,
		Condition: func(cond string) (bool, error) { return cond == "full" && level.Full(), nil },
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"railpost": succeeds, "exits": exits, "isjson": isJSON, "flip": flip, "private": ownersAlone, "answers": answers, "hangup": hangup, "onesize": oneSize, "hears": hears, "heard": heard, "shows": shows, "fill": fill, "takes": takes,
		},
	})
}

// games is the folder of the titles.
var games, _ = filepath.Abs("../../engine/games")

// setupScript gives each script its own mailbox at a provider, games with password secret, and no configuration
// but the script's.
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
	e.Setenv("GAMES", games)
	e.Setenv("BOARD", games+"/tycoon/testdata/board")
	return nil
}

// alone is held while a script has the test's folder and environment.
var alone sync.Mutex

// command carries out a command line in this process, in the folder and environment of the script,
// and returns its exit code. Its last word may name the standard input: <FILE.
func command(ts *testscript.TestScript, args []string, stdout, stderr io.Writer) int {
	input := ""
	if last := len(args) - 1; last >= 0 && strings.HasPrefix(args[last], "<") {
		args, input = args[:last], ts.ReadFile(args[last][1:])
	}
	alone.Lock()
	defer alone.Unlock()
	before, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	for _, name := range []string{"RAILPOST_CONFIG", "MAIL_PASSWORD", "CREDENTIALS_DIRECTORY"} {
		ts.Check(os.Setenv(name, ts.Getenv(name)))
	}
	code := run(context.Background(), args, strings.NewReader(input), stdout, stderr)
	ts.Check(os.Chdir(before))
	return code
}

// succeeds is the command railpost.
func succeeds(ts *testscript.TestScript, neg bool, args []string) {
	if code := command(ts, args, ts.Stdout(), ts.Stderr()); neg || code != 0 {
		ts.Fatalf("exit code %d", code)
	}
}

// exits CODE COMMAND... runs a command, railpost or a program, and compares its exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if args[1] == "railpost" {
		got = command(ts, args[2:], ts.Stdout(), ts.Stderr())
	} else if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Check(err)
		}
		got = exit.ExitCode()
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

// private FILE checks that only its owner can read and write a file.
func ownersAlone(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: private FILE")
	}
	info, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	if info.Mode().Perm() != 0o600 {
		ts.Fatalf("%s has the mode %v", args[0], info.Mode())
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

// hangup sends the programs in the background the signal of a closed terminal.
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
	for !answersAt(ts.MkAbs(args[0])) {
		time.Sleep(5 * time.Millisecond)
	}
}

func answersAt(socket string) bool {
	client, err := control.Dial(socket)
	return err == nil && client.Call(context.Background(), "game.list", nil, nil) == nil
}
