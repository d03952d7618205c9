//go:build !unix

package bench

import "time"

// CPUTime returns the processor time that the process has used so far; 0 if that is unknown.
func CPUTime() time.Duration { return 0 }
