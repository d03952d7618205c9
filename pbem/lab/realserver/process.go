package realserver

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// patience limits starting or stopping a server. It only catches hanging ones.
const patience = 3 * time.Minute

// run runs a control program. Its output goes to a file, because the daemons it starts would
// keep a pipe open.
func run(name string, args ...string) error {
	out, err := os.CreateTemp("", "rs-out")
	if err != nil {
		return err
	}
	defer os.Remove(out.Name())
	defer out.Close()
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Run(); err != nil {
		text, readErr := os.ReadFile(out.Name())
		return errors.Join(fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, strings.TrimSpace(string(text))), readErr)
	}
	return nil
}

// answers waits until something listens on the port.
func answers(port int) error {
	return until(fmt.Sprintf("nothing listens on port %d", port), func() bool { return listening(port) })
}

// silent waits until nothing listens on the port.
func silent(port int) error {
	return until(fmt.Sprintf("something still listens on port %d", port), func() bool { return !listening(port) })
}

// terminate ends the master process named in a file, waits for its end, and ends its child processes: Dovecot
// keeps clients in separate processes connected. Without the file there is no master. (The servers' own stop
// commands wait in whole seconds.)
func terminate(pidFile string) error {
	text, err := os.ReadFile(pidFile)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return fmt.Errorf("%s: %w", pidFile, err)
	}
	children, err := childrenOf(pid)
	if err != nil {
		return err
	}
	if err := signal(pid, syscall.SIGTERM); err != nil {
		return err
	}
	errs := []error{gone(pid)}
	for _, child := range children {
		errs = append(errs, signal(child, syscall.SIGKILL), gone(child))
	}
	// Postfix leaves the file; its number may soon belong to another process.
	if err := os.Remove(pidFile); err != nil && !errors.Is(err, os.ErrNotExist) {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// signal ignores a process that has ended.
func signal(pid int, sig syscall.Signal) error {
	if err := syscall.Kill(pid, sig); err != nil && !errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("stop process %d: %w", pid, err)
	}
	return nil
}

func gone(pid int) error {
	return until(fmt.Sprintf("process %d still runs", pid), func() bool { return !running(pid) })
}

// childrenOf lists the child processes of pid; none if it has ended.
func childrenOf(pid int) ([]int, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []int
	for field := range strings.FieldsSeq(string(text)) {
		child, err := strconv.Atoi(field)
		if err != nil {
			return nil, fmt.Errorf("children of %d: %w", pid, err)
		}
		out = append(out, child)
	}
	return out, nil
}

// running reports whether a process runs; a zombie does not.
func running(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(state, "Z")
}

func listening(port int) bool {
	c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return false
	}
	_ = c.Close() // an answer was enough
	return true
}

func until(trouble string, holds func() bool) error {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if holds() {
			return nil
		}
	}
	return fmt.Errorf("%s after %s", trouble, patience)
}
