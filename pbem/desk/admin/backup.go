package admin

import (
	"context"
	"io"
	"time"

	"railpost/store"
)

// backup returns a copy of the store while the service runs. The caller writes it to a
// file: the service has another user, and sees other folders.
func (d upkeepDesk) backup(ctx context.Context, _ None) (func(io.Writer) error, error) {
	ctx = context.WithoutCancel(ctx) // it is written after the call has returned
	return func(w io.Writer) error { return d.Store.Backup(ctx, w) }, nil
}

// backupMade stores when the caller verified a copy.
func (d upkeepDesk) backupMade(ctx context.Context, _ None) (None, error) {
	return None{}, d.Put(ctx, map[string][]byte{store.BackupKey: d.Now().UTC().AppendFormat(nil, time.RFC3339)})
}
