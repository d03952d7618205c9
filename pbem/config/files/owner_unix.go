//go:build unix

package files

import (
	"os"
	"syscall"
)

// OwnLike gives a file the owner of another file or of a folder: the command line is often
// run by root, and the service is not.
func OwnLike(path, like string) error {
	want, err := os.Stat(like)
	if err != nil {
		return err
	}
	is, err := os.Stat(path)
	if err != nil {
		return err
	}
	w, i := want.Sys().(*syscall.Stat_t), is.Sys().(*syscall.Stat_t)
	if w.Uid == i.Uid && (w.Gid == i.Gid || want.IsDir()) {
		return nil
	}
	return os.Chown(path, int(w.Uid), int(w.Gid))
}
