//go:build unix

package bench

import (
	"syscall"
	"time"
)

// CPUTime returns the processor time that the process has used so far; 0 if that is unknown.
func CPUTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
