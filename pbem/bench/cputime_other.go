//go:build !linux

package bench

import (
	"errors"
	"time"
)

func cpuTime() (process, thread time.Duration, err error) {
	return 0, 0, errors.New("what a move uses of the processors can be measured on Linux only")
}
