package pbem

import (
	"context"
	"path/filepath"

	"railpost/pbem/upkeep"
)

// BackupTo are the parameters of backup.
type BackupTo struct {
	Path       string `json:"path"` // absolute; the file must not exist
	Unverified bool   `json:"unverified,omitempty"`
}

// BackedUp is the answer.
type BackedUp struct {
	Path  string `json:"path"`
	Bytes int64  `json:"bytes"`
}

// backup copies the store while the service runs.
func (o *Office) backup(ctx context.Context, p BackupTo) (*BackedUp, error) {
	if !filepath.IsAbs(p.Path) {
		return nil, wrong("write the whole path", "%q is meant from a folder which the daemon does not know", p.Path)
	}
	write := upkeep.Backup
	if p.Unverified {
		write = upkeep.Copy
	}
	size, err := write(ctx, o.Store, p.Path)
	if err != nil {
		return nil, err
	}
	return &BackedUp{Path: p.Path, Bytes: size}, nil
}
