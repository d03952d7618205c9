package pgtest

import (
	"os"
	"os/exec"
	"os/user"
	"runtime"
	"strconv"
	"syscall"
)

const canStart = true

// other is the user that a server of root's runs as; nil if this process is not root's.
func other() *syscall.Credential {
	if os.Geteuid() != 0 {
		return nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uerr := strconv.ParseUint(u.Uid, 10, 32)
		gid, gerr := strconv.ParseUint(u.Gid, 10, 32)
		if uerr == nil && gerr == nil {
			return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		}
	}
	return nil
}

// attributes let a server end with the thread that started it.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: other(), Pdeathsig: syscall.SIGQUIT}
}

// own makes the servers' user the owner of a folder.
func own(dir string) error {
	if c := other(); c != nil {
		return os.Chown(dir, int(c.Uid), int(c.Gid))
	}
	return nil
}

// run starts a server on a thread that waits for it, so that it ends with this process and not
// before. How it ended comes from the channel.
func run(cmd *exec.Cmd) (chan error, error) {
	started, stopped := make(chan error), make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			stopped <- cmd.Wait()
		}
	}()
	return stopped, <-started
}
