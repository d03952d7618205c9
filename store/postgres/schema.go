package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"railpost/store"
)

//go:embed migrations/*.sql
var migrations embed.FS

// layoutTable has the number of the layout.
const layoutTable = "railpost_layout"

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

// readySchema makes the tables of an empty database, and brings older ones up to date; all in
// one transaction, and of several processes one makes it. With existing, an empty database stays as it is.
func readySchema(ctx context.Context, conn *pgx.Conn, existing bool) error {
	found, err := layoutOf(ctx, conn)
	if err != nil {
		return err
	}
	if existing && found == 0 {
		return fmt.Errorf("%w: database %s has no tables of railpost", store.ErrNone, conn.Config().Database)
	}
	list, err := steps()
	switch {
	case err != nil:
		return err
	case found > len(list): // while daemons are replaced, older ones go on
		return compatible(ctx, conn, found, len(list))
	case found == len(list):
		return nil
	}
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return bringUp(ctx, tx.Conn()) })
	if denied(err) {
		err = fmt.Errorf("%w (layout %d, this program has %d): %w", errOwner, found, len(list), err)
	}
	return err
}

var errOwner = errors.New("another role owns the tables; bring them up to date as that one: railpost upgrade tables")

// denied reports whether an error is insufficient_privilege.
func denied(err error) bool {
	var said *pgconn.PgError
	return errors.As(err, &said) && said.Code == "42501"
}

// hasTables reads the catalogue itself: to_regclass, asked twice in a session, can miss what another has committed
// while this one waited for a lock.
func hasTables(ctx context.Context, conn *pgx.Conn) (there bool, err error) {
	err = conn.QueryRow(ctx, "select exists (select from pg_class where relname = $1 and pg_table_is_visible(oid))", layoutTable).Scan(&there)
	return there, err
}

// layoutOf returns the number of a database's layout, 0 for one without tables.
func layoutOf(ctx context.Context, conn *pgx.Conn) (n int, err error) {
	if there, err := hasTables(ctx, conn); err != nil || !there {
		return 0, err
	}
	err = conn.QueryRow(ctx, "select version from "+layoutTable).Scan(&n)
	return n, err
}

// steps are the statements that make each layout of the one before it.
func steps() (list []string, err error) {
	names, err := fs.Glob(migrations, "migrations/*.sql") // sorted
	for _, name := range names {
		b, wrong := migrations.ReadFile(name)
		list, err = append(list, string(b)), errors.Join(err, wrong)
	}
	return list, err
}

// bringUp makes the tables of an empty database, or those of an older layout new, within the caller's
// transaction; of several processes one after the other.
func bringUp(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, "select pg_advisory_xact_lock(hashtext($1))", layoutTable); err != nil {
		return err
	}
	found, err := layoutOf(ctx, conn)
	if err != nil {
		return err
	}
	list, err := steps()
	if err != nil {
		return err
	}
	if found == 0 {
		list[0] = "create table " + layoutTable + " (version integer not null); insert into " + layoutTable + " values (0);\n" + list[0]
	}
	for i := found; i < len(list); i++ {
		if _, err := conn.Exec(ctx, list[i]); err != nil {
			return fmt.Errorf("layout %d: %w", i+1, err)
		}
	}
	_, err = conn.Exec(ctx, "update "+layoutTable+" set version = greatest(version, $1)", len(list))
	return err
}
