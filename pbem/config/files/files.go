// Package files writes files of an organiser's machine: whole ones, which their readers own.
package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Write writes a whole file, or none. If root writes it, it gets the owner of its folder.
func Write(path string, content []byte, mode fs.FileMode) error {
	folder := filepath.Dir(path)
	f, err := os.CreateTemp(folder, ".railpost-*") // mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err == nil && os.Geteuid() == 0 {
		err = OwnLike(f.Name(), folder)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
