package upkeep

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"railpost/pbem/config/files"
	"railpost/pbem/run/control"
	"railpost/store"
	"railpost/store/bolt"
)

// Source is a store, or a daemon that has one open.
type Source interface {
	Backup(ctx context.Context, w io.Writer) error
}

// Reach returns a store through the socket of the daemon that has it open or, if no daemon
// runs, from its file. Errors are those of control.Dial and bolt.Open.
func Reach(path, socket string) (interface {
	Source
	io.Closer
}, error) {
	client, err := control.Dial(socket)
	switch {
	case err == nil:
		return daemonStore{client}, nil
	case !errors.Is(err, control.ErrNoDaemon):
		return nil, err
	}
	return bolt.Open(path, bolt.Options{ReadOnly: true})
}

// daemonStore is the store that a daemon has open.
type daemonStore struct{ *control.Client }

func (d daemonStore) Backup(ctx context.Context, w io.Writer) error {
	return d.Fetch(ctx, "backup", nil, w)
}

func (daemonStore) Close() error { return nil }

// NoteBackup records the time of a copy in the store, through the daemon that has it open or, if no daemon
// runs, in its file.
func NoteBackup(ctx context.Context, path, socket string, at time.Time) error {
	client, err := control.Dial(socket)
	if err == nil {
		return client.Call(ctx, "backup.made", nil, nil)
	}
	if !errors.Is(err, control.ErrNoDaemon) {
		return err
	}
	db, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	one, err := db.Commit(ctx, store.Commit{Put: map[string][]byte{store.BackupKey: at.UTC().AppendFormat(nil, time.RFC3339)}})
	return errors.Join(append(one, err, db.Close())...)
}

// Backup writes a copy of a store, which may be in use, to a new file and verifies it. It
// returns the size in bytes. After an error there is no such file.
func Backup(ctx context.Context, s Source, path string) (size int64, err error) {
	return copyOf(ctx, s, path, func(temp string) error { return bolt.Verify(ctx, temp) })
}

// Copy is Backup for a store that may be damaged: the copy is not verified.
func Copy(ctx context.Context, s Source, path string) (size int64, err error) {
	return copyOf(ctx, s, path, func(string) error { return nil })
}

func copyOf(ctx context.Context, s Source, path string, verify func(temp string) error) (size int64, err error) {
	err = bolt.NewFile(path, func(temp string) error {
		f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		if err := errors.Join(s.Backup(ctx, f), f.Sync(), f.Close()); err != nil {
			return err
		}
		info, err := os.Stat(temp)
		if err != nil {
			return err
		}
		size = info.Size()
		return verify(temp)
	})
	return size, err
}

// NewStore creates an empty store in a file, which must not exist, and its folder. The file gets the owner of
// the folder.
func NewStore(path string) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	if err := bolt.Create(path); err != nil {
		return err
	}
	return files.OwnLike(path, folder)
}
