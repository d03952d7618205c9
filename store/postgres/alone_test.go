package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"net"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"railpost/engine/enginetest/expect"
	"railpost/store"
	"railpost/store/internal/kv"
	"railpost/store/mem"
	"railpost/store/storetest"
)

// Tests without a server.

// row is one that was read.
type row []any

func (r row) Scan(into ...any) error {
	for i, d := range into {
		to := reflect.ValueOf(d).Elem()
		to.SetZero()
		if r[i] != nil {
			to.Set(reflect.ValueOf(r[i]).Convert(to.Type()))
		}
	}
	return nil
}

// TestRowsOfTables: all rows of a store become rows of tables and are read from them again; a changed byte is
// reported.
func TestRowsOfTables(t *testing.T) {
	ctx := t.Context()
	s := mem.New()
	storetest.Full(t, s)
	expect.NoError(t, s.Unfinish(ctx, time.Now().AddDate(100, 0, 0)))
	next, stop := iter.Pull2(s.Rows(ctx))
	defer stop()
	f := &feed{take: next}
	read := map[string]int{}
	spoilt := func(table string, scan func(row) error, values row) {
		t.Helper()
		for i, v := range values {
			if b, ok := v.([]byte); ok && len(b) > 4 && i > 1 { // packed
				bad := append(row{}, values...)
				bad[i] = append([]byte{^b[0]}, b[1:]...)
				var told *store.Corrupt
				if err := scan(bad); !errors.As(err, &told) {
					t.Errorf("column %d of %s is damaged: %v", i, table, err)
				}
			}
		}
	}
	for f.advance(); f.ok; {
		table := f.row.Table
		if table == kv.Numbers {
			f.advance()
			continue
		}
		c := &copying{f, table, forms[table].values}
		for c.Next() {
			key := f.row.Key
			v, err := c.Values()
			expect.NoError(t, err)
			read[table]++
			expect.Same(t, table, len(v), len(forms[table].columns))
			switch table {
			case kv.Letters.String():
				r := row{v[0], v[2], v[1], v[8], v[9], v[10]}
				got := expect.Get(scanLetter(r))(t)
				want, _, err := s.Letter(ctx, got.ID)
				expect.NoError(t, err)
				want.Leased = time.Time{}
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("letter %d: %s", got.ID, d)
				}
				spoilt(table, func(r row) error { _, err := scanLetter(r); return err }, r)
			case kv.Sent.String():
				r := row{v[1], v[2], v[5], v[6]}
				got := expect.Get(scanSent(r))(t)
				want, _, err := s.SentLetter(ctx, string(key))
				expect.NoError(t, err)
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("letter %d that was sent: %s", got.ID, d)
				}
				spoilt(table, func(r row) error { _, err := scanSent(r); return err }, r)
			}
		}
		expect.NoError(t, c.Err())
	}
	expect.NoError(t, f.err)
	want := map[string]int{"games": 2, "records": 304, "beside": 2, "snapshots": 2, "mails": 6, "letters": 24, "sent": 6, "due": 6, "values": 1}
	expect.Same(t, "diff", cmp.Diff(want, read), "")
}

func TestTimesOfColumns(t *testing.T) {
	at := time.Date(2026, 11, 20, 9, 0, 0, 123456789, time.UTC)
	for _, test := range []struct {
		at   time.Time
		want int64
	}{{time.Time{}, never}, {time.Unix(0, 0), 0}, {at, at.UnixNano()}, {at.AddDate(-1000, 0, 0), math.MinInt64 + 1}, {at.AddDate(1000, 0, 0), math.MaxInt64}} {
		n := nanos(test.at)
		if n != test.want || !test.at.Before(first) && !test.at.After(last) && !fromNanos(n).Equal(test.at) {
			t.Errorf("%s: %d, want %d; read as %s", test.at, n, test.want, fromNanos(n))
		}
	}
	expect.True(t, fromNanos(never).IsZero(), "never is a time")
}

// TestLocksStay: daemons of all versions lock the same numbers.
func TestLocksStay(t *testing.T) {
	if a, b := hash64("game", "winter"), hash64("owner", ""); a != -1873490556145004931 || b != -3043383205556122935 {
		t.Errorf("%d, %d", a, b)
	}
}

func TestTwice(t *testing.T) {
	one := store.Due{At: time.Unix(9, 0), Game: "winter", Kind: "reminder", Seat: 1}
	for _, change := range []func(*store.Due){
		func(d *store.Due) { d.At = time.Unix(8, 0) }, func(d *store.Due) { d.Game = "x" }, func(d *store.Due) { d.Kind = "x" }, func(d *store.Due) { d.Seat = 2 },
	} {
		other := one
		if change(&other); twice([]store.Due{one, other}) || !twice([]store.Due{one, other, one}) {
			t.Errorf("%+v and %+v", one, other)
		}
	}
}

// TestConnecting: a server that is starting or gone is tried again, one that says no is not.
func TestConnecting(t *testing.T) {
	expect.Fails(t, "opened", expect.Err(Open(t.Context(), "postgres://%zz", Options{})), "")
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	expect.NoError(t, err)
	var tried atomic.Int64
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			code := []string{"57P03", "", "53300", "28P01"}[tried.Add(1)-1]
			b := pgproto3.NewBackend(c, c)
			if _, err := b.ReceiveStartupMessage(); err == nil && code != "" {
				b.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: code, Message: "as the test wants"})
				_ = b.Flush()
			}
			_ = c.Close()
		}
	}()
	_, err = Open(context.Background(), fmt.Sprintf("postgres://railpost@%s/games?sslmode=disable", ln.Addr()), Options{})
	var said *pgconn.PgError
	if !errors.As(err, &said) || said.Code != "28P01" || !strings.Contains(err.Error(), "opening database games on 127.0.0.1") || tried.Load() != 4 {
		t.Errorf("tried %d times: %v", tried.Load(), err)
	}
	expect.NoError(t, ln.Close())
	for err, mends := range map[error]bool{
		io.ErrUnexpectedEOF: true, &pgconn.PgError{Code: "57P01"}: true, &pgconn.PgError{Code: "3D000"}: false, &pgconn.ParseConfigError{}: false,
	} {
		expect.Same(t, err, unreachable(err), mends)
	}
}

// TestPassword: the server gets the password unchanged, with any characters, and a refused password is not
// tried again.
func TestPassword(t *testing.T) {
	const secret = "p@ss:w/rd#1 %é"
	got := make(chan string, 10)
	url := server(t, func(c net.Conn) {
		b := pgproto3.NewBackend(c, c)
		if _, err := b.ReceiveStartupMessage(); err != nil {
			return
		}
		b.Send(&pgproto3.AuthenticationCleartextPassword{})
		if b.Flush() != nil || b.SetAuthType(pgproto3.AuthTypeCleartextPassword) != nil {
			return
		}
		if m, err := b.Receive(); err == nil {
			got <- m.(*pgproto3.PasswordMessage).Password
		}
		b.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "28P01", Message: "password authentication failed"})
		_ = b.Flush()
	})
	_, err := Open(t.Context(), url+"disable", Options{Password: secret})
	if err == nil || !strings.Contains(err.Error(), "password authentication failed") || strings.Contains(err.Error(), secret) || len(got) != 1 || <-got != secret {
		t.Errorf("asked %d times: %v", len(got), err)
	}
}
