// Package pgtest starts PostgreSQL from Debian's package for tests: in a temporary folder, on a
// Unix socket and a port of loopback, without a service manager, as a user other than root, which
// PostgreSQL refuses to run as. A test process has at most one server by Shared; each test gets a
// database of its own.
//
// Such tests belong to the full level: below it they are skipped, and in it a missing PostgreSQL is a
// failure.
package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/enginetest/ports"
)

// Server is a PostgreSQL that was started.
type Server struct {
	Dir  string // its Unix socket and its log, "log", are here
	Port int    // on 127.0.0.1, and in the socket's name

	programs string
	settings []string
	stopped  chan error
	process  *os.Process
	last     atomic.Int64 // number of the last database
}

// Need skips the test below the full level. In it the test fails where there is no PostgreSQL.
func Need(t testing.TB) { programs(t) }

// programs returns the folder of the newest PostgreSQL.
func programs(t testing.TB) string {
	t.Helper()
	level.Program(t, "psql")
	if !canStart {
		t.Skip("PostgreSQL is started on Linux only")
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil || len(found) == 0 {
		t.Fatal("/usr/lib/postgresql/*/bin not found; install postgresql")
	}
	slices.Sort(found)
	return found[len(found)-1]
}

var shared struct {
	sync.Mutex
	server *Server
}

// Shared returns the server of the test process, which Main stops.
func Shared(t testing.TB) *Server {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil {
		shared.server = start(t)
	}
	return shared.server
}

// Main runs the tests of a package and stops the Shared server.
func Main(m *testing.M) {
	code := m.Run()
	if s := shared.server; s != nil {
		if err := s.close(); err != nil {
			fmt.Fprintln(os.Stderr, "pgtest:", err)
			code = 1
		}
	}
	os.Exit(code)
}

// Start returns a server of the test's own, with more settings ("log_statement=all").
func Start(t testing.TB, settings ...string) *Server {
	t.Helper()
	s := start(t, settings...)
	t.Cleanup(func() {
		if err := s.close(); err != nil {
			t.Errorf("pgtest: %v", err)
		}
	})
	return s
}

func start(t testing.TB, settings ...string) *Server {
	t.Helper()
	s := &Server{settings: settings, programs: programs(t)}
	if err := s.create(); err != nil {
		t.Fatalf("pgtest: %v", errors.Join(err, os.RemoveAll(s.Dir)))
	}
	if err := s.Up(); err != nil {
		t.Fatalf("pgtest: %v", errors.Join(err, s.close()))
	}
	return s
}

// create makes the folder and the database cluster in it.
func (s *Server) create() (err error) {
	parent := os.TempDir()
	if len(parent) > 60 { // a socket's path is at most 107 bytes
		parent = "/tmp"
	}
	if s.Dir, err = os.MkdirTemp(parent, "pg"); err != nil {
		return err
	}
	if err := own(s.Dir); err != nil {
		return err
	}
	free, err := ports.Free(1)
	if err != nil {
		return err
	}
	s.Port = free[0]
	cmd := s.command("initdb", "--pgdata", s.data(), "--username", "railpost", "--auth", "trust",
		"--encoding", "UTF8", "--no-locale", "--no-sync", "--no-instructions")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}
	return nil
}

func (s *Server) data() string { return filepath.Join(s.Dir, "data") }

func (s *Server) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.programs, program), args...)
	cmd.Dir = s.Dir
	cmd.SysProcAttr = attributes()
	return cmd
}

// Up starts the server, and returns once it answers. After Kill the old one may need a moment to disappear.
func (s *Server) Up() error {
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		err := s.up()
		if err == nil || time.Now().After(end) || !bytes.Contains(s.Log(), []byte("is still in use")) {
			return err
		}
	}
}

// up is one attempt. Tests do not cover power cuts, so the server syncs nothing to the disk; confirmed writes
// survive its own death.
func (s *Server) up() error {
	args := []string{"-D", s.data(), "-k", s.Dir, "-p", strconv.Itoa(s.Port), "-c", "listen_addresses=127.0.0.1",
		"-c", "fsync=off", "-c", "full_page_writes=off",
		"-c", "shared_buffers=32MB", "-c", "max_connections=60", "-c", "autovacuum=off"}
	for _, one := range s.settings {
		args = append(args, "-c", one)
	}
	log, err := os.OpenFile(filepath.Join(s.Dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	cmd := s.command("postgres", args...)
	cmd.Stdout, cmd.Stderr = log, log
	if s.stopped, err = run(cmd); err != nil {
		return err
	}
	s.process = cmd.Process
	return s.answers()
}

// answers waits until the server takes connections.
func (s *Server) answers() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, s.URL("postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the server does not answer: %w; its log: %s", err, s.Log())
		case left := <-s.stopped:
			s.stopped <- left
			return fmt.Errorf("the server ended: %w; its log: %s", left, s.Log())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Log returns the server's log.
func (s *Server) Log() []byte {
	log, err := os.ReadFile(filepath.Join(s.Dir, "log"))
	if err != nil {
		return []byte(err.Error())
	}
	return log
}

// Kill ends the server as kill -9 does, and waits for its end.
func (s *Server) Kill() error { return s.end(syscall.SIGKILL) }

// Down ends the server as an administrator does: sessions are cut, data is written.
func (s *Server) Down() error { return s.end(syscall.SIGINT) }

func (s *Server) end(sig os.Signal) error {
	if s.process == nil {
		return nil
	}
	if err := s.process.Signal(sig); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-s.stopped // however it ended
	s.process = nil
	return nil
}

func (s *Server) close() error { return errors.Join(s.Down(), os.RemoveAll(s.Dir)) }

// URL is the address of a database by the socket.
func (s *Server) URL(database string) string {
	return fmt.Sprintf("postgres://railpost@/%s?host=%s&port=%d", database, s.Dir, s.Port)
}

// TCP is the address of a database by loopback.
func (s *Server) TCP(database string) string {
	return fmt.Sprintf("postgres://railpost@127.0.0.1:%d/%s?sslmode=disable", s.Port, database)
}

// Database makes a database, empty or a copy of another, and returns its name.
func (s *Server) Database(t testing.TB, from string) string {
	t.Helper()
	name := fmt.Sprintf("test%d", s.last.Add(1))
	statement := "create database " + name
	if from != "" {
		statement += " template " + from + " strategy file_copy"
	}
	s.Do(t, "postgres", statement)
	return name
}

// Do carries out statements in a database.
func (s *Server) Do(t testing.TB, database string, statements ...string) {
	t.Helper()
	ctx := context.Background()
	conn := expect.Get(pgx.Connect(ctx, s.URL(database)))(t)
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			t.Fatalf("pgtest: %s: %v", statement, err)
		}
	}
	if err := conn.Close(ctx); err != nil {
		t.Fatalf("pgtest: %v", err)
	}
}
