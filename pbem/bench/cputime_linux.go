package bench

import (
	"syscall"
	"time"
)

// ownThread is RUSAGE_THREAD (getrusage(2)).
const ownThread = 1

// cpuTime is what the process has used of the processors so far, and what the
// calling thread has.
func cpuTime() (process, thread time.Duration, err error) {
	if process, err = usage(syscall.RUSAGE_SELF); err != nil {
		return 0, 0, err
	}
	thread, err = usage(ownThread)
	return process, thread, err
}

func usage(who int) (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		return 0, err
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}
