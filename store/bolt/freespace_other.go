//go:build !(linux || darwin || freebsd)

package bolt

import (
	"errors"
	"fmt"
)

// FreeSpace returns an error: this system offers no way to find out.
func FreeSpace(path string) (uint64, error) {
	return 0, fmt.Errorf("store: free space at %s: %w", path, errors.ErrUnsupported)
}
