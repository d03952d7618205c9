package postgres

import (
	"context"
	_ "embed" // the tables
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"railpost/store"
)

//go:embed layout.sql
var tables string

const (
	layoutTable = "railpost_layout" // has the number of the layout
	layout      = 3                 // of the tables in layout.sql
)

// readySchema creates the tables of an empty database, and refuses tables of another layout. With existing, an
// empty database stays empty.
func readySchema(ctx context.Context, conn *pgx.Conn, existing bool) error {
	found, err := layoutOf(ctx, conn)
	switch {
	case err != nil:
		return err
	case found == 0 && existing:
		return fmt.Errorf("%w: database %s has no tables of railpost", store.ErrNone, conn.Config().Database)
	case found != 0:
		return checkLayout(found)
	}
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return makeTables(ctx, tx.Conn()) })
	if denied(err) {
		err = fmt.Errorf("this role may not make the tables; make them as their owner (railpost upgrade tables): %w", err)
	}
	return err
}

func checkLayout(found int) error {
	if found == layout {
		return nil
	}
	return fmt.Errorf("%w (its layout is %d, this one's %d)", store.ErrLayout, found, layout)
}

// denied reports whether an error is insufficient_privilege.
func denied(err error) bool {
	var said *pgconn.PgError
	return errors.As(err, &said) && said.Code == "42501"
}

// hasTables reads the catalogue itself: to_regclass, called twice in a session, can miss another's commit while
// this one waited for a lock.
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

// makeTables creates the tables of an empty database within the caller's transaction; of several processes only
// the first does.
func makeTables(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, "select pg_advisory_xact_lock(hashtext($1))", layoutTable); err != nil {
		return err
	}
	found, err := layoutOf(ctx, conn)
	switch {
	case err != nil:
		return err
	case found != 0:
		return checkLayout(found)
	}
	_, err = conn.Exec(ctx, fmt.Sprintf("create table %s (version integer not null); insert into %[1]s values (%d);\n%s", layoutTable, layout, tables))
	return err
}
