//go:build linux || darwin || freebsd

package bolt

import (
	"fmt"
	"syscall"
)

// FreeSpace says how many bytes a process without privileges can still write
// on the file system that holds path (a file or folder that exists).
func FreeSpace(path string) (uint64, error) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(path, &st); err != nil {
		return 0, fmt.Errorf("store: free space at %s: %w", path, err)
	}
	return uint64(st.Bavail) * uint64(st.Bsize), nil
}
