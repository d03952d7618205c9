package postgres

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"railpost/engine/enginetest/expect"
)

// server listens on loopback and has a function speak with each client.
func server(t *testing.T, speak func(c net.Conn)) (url string) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	expect.NoError(t, err)
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			serving.Go(func() {
				defer c.Close()
				speak(c)
			})
		}
	})
	t.Cleanup(func() {
		expect.NoError(t, ln.Close())
		serving.Wait()
	})
	return fmt.Sprintf("postgres://railpost@%s/games?sslmode=", ln.Addr())
}

// TestRefusedAtOnce: errors that waiting does not solve are reported at once, with advice.
func TestRefusedAtOnce(t *testing.T) {
	var tried atomic.Int64
	url := server(t, func(c net.Conn) {
		tried.Add(1)
		b := make([]byte, 8)
		if _, err := c.Read(b); err == nil {
			_, _ = c.Write([]byte("N"))
		}
	})
	_, err := Open(t.Context(), url+"require", Options{})
	if err == nil || !strings.Contains(err.Error(), "the server has no TLS") || tried.Load() != 1 {
		t.Errorf("no TLS: tried %d times: %v", tried.Load(), err)
	}
	for name, code := range map[string]string{"an idle_in_transaction_session_timeout": "08P01", "a standby": "25006"} {
		text := map[string]string{"08P01": "unsupported startup parameter: idle_in_transaction_session_timeout", "25006": "cannot execute UPDATE in a read-only transaction"}[code]
		url := server(t, func(c net.Conn) {
			b := pgproto3.NewBackend(c, c)
			if _, err := b.ReceiveStartupMessage(); err == nil {
				b.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: code, Message: text})
				_ = b.Flush()
			}
		})
		want := map[string]string{"08P01": "needs session pooling or the server itself", "25006": "this is a replica"}[code]
		_, err := Open(t.Context(), url+"disable", Options{Patience: 1})
		expect.True(t, err != nil && strings.Contains(err.Error(), want) && strings.Contains(err.Error(), text),
			"%s: %v", name, err)
	}
}

// pool imitates a connection pool and the sessions behind it.
type pool struct {
	of    func(client, statement int) int // the session that carries out a client's statement
	reset bool                            // settings are forgotten after each statement

	mu      sync.Mutex
	clients int
	set     map[int]string // by session
	asked   int
}

func (p *pool) speak(c net.Conn) {
	p.mu.Lock()
	p.clients++
	client := p.clients
	p.mu.Unlock()
	b := pgproto3.NewBackend(c, c)
	if _, err := b.ReceiveStartupMessage(); err != nil {
		return
	}
	b.Send(&pgproto3.AuthenticationOk{})
	b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	for b.Flush() == nil {
		m, err := b.Receive()
		if err != nil {
			return
		}
		q, ok := m.(*pgproto3.Query)
		if !ok { // a prepared statement: it comes after the three of ownSession
			b.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "42501", Message: "as the test wants"})
			_ = b.Flush()
			return
		}
		b.Send(&pgproto3.RowDescription{Fields: []pgproto3.FieldDescription{{Name: []byte("x"), DataTypeOID: 25}}})
		b.Send(&pgproto3.DataRow{Values: [][]byte{[]byte(p.answer(client, q.String))}})
		b.Send(&pgproto3.CommandComplete{CommandTag: []byte("SELECT 1")})
		b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	}
}

// answer is a session's result for the three statements of ownSession.
func (p *pool) answer(client int, statement string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked++
	session := p.of(client, p.asked)
	parts := strings.Split(statement, "'")
	said := ""
	switch {
	case strings.Contains(statement, "set_config("):
		said = parts[3]
		p.set[session] = said
	case strings.Contains(statement, "current_setting("):
		said = p.set[session]
	default:
		said = parts[1]
	}
	if p.reset {
		delete(p.set, session)
	}
	return said + fmt.Sprint(4000+session)
}

// TestPooled: a pool that gives the statements of a connection to different sessions, or one session to several connections,
// is refused before anything is written, whether it takes prepared statements or, as with simple_protocol, has none to take;
// one with a session for each connection is not.
func TestPooled(t *testing.T) {
	for name, c := range map[string]struct {
		pool    *pool
		refused bool
	}{
		"each statement another":      {&pool{of: func(_, n int) int { return n }}, true},
		"in turn":                     {&pool{of: func(_, n int) int { return n % 3 }}, true},
		"the one used last":           {&pool{of: func(_, n int) int { return 1 }}, true},
		"the one used last, cleared":  {&pool{of: func(_, n int) int { return 1 }, reset: true}, true},
		"one for each, but cleared":   {&pool{of: func(c, _ int) int { return c }, reset: true}, true},
		"one for each, as the server": {&pool{of: func(c, _ int) int { return c }}, false},
	} {
		t.Run(name, func(t *testing.T) {
			c.pool.set = map[int]string{}
			url := server(t, c.pool.speak)
			_, err := Open(context.Background(), url+"disable", Options{})
			if err == nil || strings.Contains(err.Error(), "needs session pooling or the server itself") != c.refused || !c.refused && !strings.Contains(err.Error(), "as the test wants") {
				t.Error(err)
			}
		})
	}
}
