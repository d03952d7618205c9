package postgres

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Advice for the organiser about a server that does not serve.
var (
	errPooled  = errors.New("a connection pool in between keeps no sessions; Railpost needs session pooling or the server itself: set pool_mode = session there, or name the server's own host and port in [store] url")
	errLimits  = errors.New("a connection pool in between refuses time limits; Railpost needs session pooling or the server itself: name the server's own host and port in [store] url, or set pool_mode = session and ignore_startup_parameters there")
	errNoTLS   = errors.New("the server has no TLS, which sslmode in [store] url demands: turn it on there (ssl = on)")
	errReplica = errors.New("this is a replica, which takes no writes: name the primary in [store] url, or all servers, with target_session_attrs=read-write")
)

// advised adds advice to an error.
func advised(err error) error {
	said, ok := errors.AsType[*pgconn.PgError](err)
	switch {
	case readOnly(err):
		return fmt.Errorf("%w (%w)", errReplica, err)
	case ok && said.Code == "08P01" && strings.Contains(said.Message, "startup parameter"): // of PgBouncer
		return fmt.Errorf("%w (%w)", errLimits, err)
	case refusesTLS(err):
		return fmt.Errorf("%w (%w)", errNoTLS, err)
	}
	return err
}

// refusesTLS reports whether a server has no TLS; pgconn has no value for that.
func refusesTLS(err error) bool {
	return err != nil && strings.Contains(err.Error(), "server refused TLS connection")
}

// lasting reports whether an error of connecting stays as it is until somebody changes a certificate or the configuration.
func lasting(err error) bool {
	var parse *pgconn.ParseConfigError
	var certificate *tls.CertificateVerificationError
	return errors.As(err, &parse) || errors.As(err, &certificate) || refusesTLS(err)
}

// ownSession returns errPooled if the statements of a connection do not all reach one session of its own: then
// locks and settings would stay in sessions that others use.
func ownSession(ctx context.Context, c *conn) (err error) {
	defer func() {
		if err != nil && !errors.Is(err, errPooled) { // whichever was cut off, another attempt begins with new ones
			err = errors.Join(err, c.Close(ctx))
		}
	}()
	other, err := pgx.ConnectConfig(ctx, c.Config())
	if err != nil {
		return err
	}
	const pid, setting = " || pg_backend_pid()", "'railpost.session'"
	mark := rand.Text()
	first, err1 := value(ctx, c.Conn, "select set_config("+setting+", '"+mark+"', false)"+pid)
	again, err2 := value(ctx, c.Conn, "select current_setting("+setting+", true)"+pid)
	apart, err3 := value(ctx, other, "select '"+mark+"'"+pid)
	if err := errors.Join(err1, err2, err3, other.Close(ctx)); err != nil {
		return err
	}
	if !bytes.Equal(first, again) || bytes.Equal(first, apart) {
		return errPooled
	}
	return nil
}

// value returns the result of a statement that is not prepared, since a pool may keep no prepared ones.
func value(ctx context.Context, c *pgx.Conn, statement string) ([]byte, error) {
	results, err := c.PgConn().Exec(ctx, statement).ReadAll()
	if err != nil || len(results) != 1 || len(results[0].Rows) != 1 {
		return nil, errors.Join(err, fmt.Errorf("store: %q has no answer", statement))
	}
	return results[0].Rows[0][0], nil
}
