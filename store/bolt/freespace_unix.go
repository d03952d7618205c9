//go:build linux || darwin || freebsd

package bolt

import (
	"fmt"
	"syscall"
)

// FreeSpace returns how many bytes an unprivileged process can still write to the file
// system that holds path (an existing file or folder).
func FreeSpace(path string) (uint64, error) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(path, &st); err != nil {
		return 0, fmt.Errorf("store: free space at %s: %w", path, err)
	}
	return uint64(st.Bavail) * uint64(st.Bsize), nil
}
