//go:build !(linux || darwin || freebsd)

package bolt

import (
	"errors"
	"fmt"
)

// FreeSpace cannot be asked for on this system.
func FreeSpace(path string) (uint64, error) {
	return 0, fmt.Errorf("store: free space at %s: %w", path, errors.ErrUnsupported)
}
