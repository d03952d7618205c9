//go:build !unix

package bench

import (
	"errors"
	"time"
)

func cpuTime() (time.Duration, error) {
	return 0, errors.New("processor time can be measured on Unix only")
}
