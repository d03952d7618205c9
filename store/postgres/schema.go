package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/tern/v2/migrate"

	"railpost/store"
)

//go:embed migrations/*.sql
var migrations embed.FS

// versionTable is where tern keeps the number of the layout.
const versionTable = "railpost_layout"

// ErrNewer: the database has a layout that this program does not know.
var ErrNewer = errors.New("the database was brought up to date by a newer railpost; use that version or a later one")

func compatible(ctx context.Context, conn *pgx.Conn, found, known int) error {
	var oldest int
	if err := conn.QueryRow(ctx, "select layout from compatible").Scan(&oldest); err != nil {
		return err
	}
	if oldest > known {
		return fmt.Errorf("%w (layout %d, this one knows up to %d)", ErrNewer, found, known)
	}
	return nil
}

// readySchema makes the tables of an empty database, and brings older ones up to date; each step is a
// transaction, and of several processes one makes it. With existing, an empty database stays as it is.
func readySchema(ctx context.Context, conn *pgx.Conn, existing bool) error {
	there, err := hasTables(ctx, conn)
	if err != nil {
		return err
	}
	if existing && !there {
		return fmt.Errorf("%w: database %s has no tables of railpost", store.ErrNone, conn.Config().Database)
	}
	m, err := newMigrator(ctx, conn)
	if err != nil {
		return err
	}
	found, err := m.GetCurrentVersion(ctx)
	switch {
	case err != nil:
		return err
	case int(found) > len(m.Migrations): // while daemons are replaced, older ones go on
		return compatible(ctx, conn, int(found), len(m.Migrations))
	case int(found) == len(m.Migrations):
		return nil
	}
	if err = m.Migrate(ctx); denied(err) {
		err = fmt.Errorf("%w (layout %d, this program has %d): %w", errOwner, found, len(m.Migrations), err)
	}
	return err
}

var errOwner = errors.New("another role owns the tables; bring them up to date as that one: railpost upgrade tables")

// denied reports whether an error is insufficient_privilege.
func denied(err error) bool {
	var said *pgconn.PgError
	return errors.As(err, &said) && said.Code == "42501"
}

func hasTables(ctx context.Context, conn *pgx.Conn) (there bool, err error) {
	err = conn.QueryRow(ctx, "select to_regclass($1) is not null", versionTable).Scan(&there)
	return there, err
}

// newMigrator makes the table with the number of the layout, if it is not there.
func newMigrator(ctx context.Context, conn *pgx.Conn) (*migrate.Migrator, error) {
	m, err := migrate.NewMigrator(ctx, conn, versionTable)
	if err != nil {
		return nil, err
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return m, m.LoadMigrations(files)
}

// makeTables makes the tables of an empty database within the caller's transaction, which tern cannot.
func makeTables(ctx context.Context, conn *pgx.Conn) error {
	m, err := newMigrator(ctx, conn)
	if err != nil {
		return err
	}
	for _, step := range m.Migrations {
		if _, err := conn.Exec(ctx, step.UpSQL); err != nil {
			return fmt.Errorf("%s: %w", step.Name, err)
		}
	}
	_, err = conn.Exec(ctx, "update "+versionTable+" set version = $1", len(m.Migrations))
	return err
}
