package crashtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"railpost/store/bolt"
	"railpost/store/postgres/pgtest"
)

// service starts one child after another over the same store.
type service struct {
	t    testing.TB
	spec spec
	log  string // output of all children

	hole *pgtest.Hole // before the database of spec, if there are several services

	cmd   *exec.Cmd
	stdin io.Closer
	dead  chan struct{}
	err   error // of the child, once dead is closed
}

func newService(t testing.TB, s spec) *service {
	v := &service{t: t, spec: s, log: filepath.Join(s.Dir, "log")}
	t.Cleanup(func() {
		if v.running() {
			if t.Failed() {
				v.stacks()
			}
			v.kill()
		}
		if t.Failed() {
			t.Logf("the end of the children's log:\n%s", v.logEnd(6000))
		}
	})
	return v
}

// logEnd is the last n bytes of the log.
func (v *service) logEnd(n int) []byte {
	text, err := os.ReadFile(v.log)
	if err != nil {
		return []byte(err.Error())
	}
	return text[max(0, len(text)-n):]
}

// logged says whether a child has written these words.
func (v *service) logged(words string) bool {
	text, err := os.ReadFile(v.log)
	return err == nil && bytes.Contains(text, []byte(words))
}

// start runs a child that dies at a point; "" for none.
func (v *service) start(at string, nth int) {
	v.t.Helper()
	s := v.spec
	s.At, s.Nth = at, nth
	v.create()
	text, err := json.Marshal(s)
	if err != nil {
		v.t.Fatal(err)
	}
	log, err := os.OpenFile(v.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		v.t.Fatal(err)
	}
	defer log.Close()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), specVar+"="+string(text))
	cmd.Stdout, cmd.Stderr = log, log
	if v.stdin, err = cmd.StdinPipe(); err != nil {
		v.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		v.t.Fatal(err)
	}
	v.cmd, v.dead = cmd, make(chan struct{})
	go func(dead chan struct{}) {
		v.err = cmd.Wait()
		close(dead)
	}(v.dead)
}

// create makes the store if there is none.
func (v *service) create() {
	v.t.Helper()
	if v.spec.URL != "" {
		closeStore(v.t, openStore(v.t, v.spec))
	} else if _, err := os.Stat(v.spec.store()); errors.Is(err, fs.ErrNotExist) {
		if err := bolt.Create(v.spec.store()); err != nil {
			v.t.Fatal(err)
		}
	}
}

func (v *service) running() bool {
	if v.cmd == nil {
		return false
	}
	select {
	case <-v.dead:
		return false
	default:
		return true
	}
}

// diesWithin waits for the child's death.
func (v *service) diesWithin(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-v.dead:
		return true
	case <-timer.C:
		return false
	}
}

// killed says whether the end of the child was a SIGKILL and nothing else.
func (v *service) killed() bool {
	w, ok := v.cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && w.Signaled() && w.Signal() == syscall.SIGKILL
}

func (v *service) kill() {
	v.t.Helper()
	if err := v.cmd.Process.Kill(); err != nil && v.running() {
		v.t.Error(err)
	}
	<-v.dead
}

// stop ends the child as an operator does, and returns its result.
func (v *service) stop() error {
	v.t.Helper()
	if err := v.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		v.t.Error(err)
	}
	if !v.diesWithin(standstill) {
		v.t.Error("it does not end")
		v.stacks()
	}
	<-v.dead
	return v.err
}

// stacks ends a child that hangs and prints what its goroutines wait for.
func (v *service) stacks() {
	v.t.Helper()
	at := len(v.logEnd(math.MaxInt))
	if err := v.cmd.Process.Signal(syscall.SIGQUIT); err != nil || !v.diesWithin(10*time.Second) {
		v.t.Errorf("it does not die of SIGQUIT: %v", err)
		v.kill()
	}
	v.t.Logf("its goroutines:\n%s", v.logEnd(math.MaxInt)[at:])
}
