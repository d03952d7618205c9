package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/tern/v2/migrate"

	"railpost/store"
)

//go:embed migrations/*.sql
var migrations embed.FS

// versionTable is where tern keeps the number of the layout.
const versionTable = "railpost_layout"

// ErrNewer: the database has a layout that this program does not know.
var ErrNewer = errors.New("the database was brought up to date by a newer railpost; use that version or a later one")

// readySchema makes the tables of an empty database, and brings older ones up to date; each step is a
// transaction, and of several processes one makes it. With existing, an empty database stays as it is.
func readySchema(ctx context.Context, conn *pgx.Conn, existing bool) error {
	var there bool
	if err := conn.QueryRow(ctx, "select to_regclass($1) is not null", versionTable).Scan(&there); err != nil {
		return err
	}
	if existing && !there {
		return fmt.Errorf("%w: database %s has no tables of railpost", store.ErrNone, conn.Config().Database)
	}
	m, err := migrate.NewMigrator(ctx, conn, versionTable)
	if err != nil {
		return err
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	if err := m.LoadMigrations(files); err != nil {
		return err
	}
	found, err := m.GetCurrentVersion(ctx)
	switch {
	case err != nil:
		return err
	case int(found) > len(m.Migrations):
		return fmt.Errorf("%w (layout %d, this one knows up to %d)", ErrNewer, found, len(m.Migrations))
	case int(found) == len(m.Migrations):
		return nil
	}
	return m.Migrate(ctx)
}
