package conversation_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/lab/pbemtest"
	"railpost/store"
	"railpost/store/postgres"
	"railpost/store/postgres/pgtest"
)

var must = expect.NoError

// TestMain runs more tests at once than there are processors where they wait for PostgreSQL.
func TestMain(m *testing.M) {
	if level.Full() {
		if err := flag.Set("test.parallel", "8"); err != nil { // a -parallel flag is read later
			panic(err)
		}
	}
	pgtest.Main(m)
}

// days matches the scripts that play whole days of each title.
var days = regexp.MustCompile(`/script-(byhand|month|week)-(18|russian|tycoon)[^/]*$`)

// TestConversationsInDatabase runs the scripts of TestConversations, but for the longest, with the log in PostgreSQL,
// where two services take turns: each mail, command, letter and look at the clock is the other's.
func TestConversationsInDatabase(t *testing.T) {
	server := pgtest.Shared(t)
	empty := server.Database(t, "")
	db, err := postgres.Open(t.Context(), server.URL(empty), postgres.Options{})
	must(t, err)
	must(t, db.Close())
	p := testscript.Params{Dir: "testdata/script", Cmds: scriptCommands}
	p.Setup = func(e *testscript.Env) error {
		if days.MatchString(e.WorkDir) {
			e.T().Skip("they are about letters and titles: the store sees the same in shorter scripts")
		}
		b, err := pbemtest.New(pbemtest.Find, nil)
		if err != nil {
			return err
		}
		name := server.Database(t, empty)
		e.Defer(func() { server.Do(t, "postgres", "drop database "+name) })
		var services [2]store.Store
		for i := range services {
			db, err := postgres.Open(t.Context(), server.URL(name), postgres.Options{Now: func() time.Time { return b.Clock }})
			if err != nil {
				return err
			}
			e.Defer(func() {
				expect.Is(t, "close", db.Close(), nil)
			})
			services[i] = db
		}
		o := b.Options()
		o.Random, o.Salts = rand.NewChaCha8([32]byte{}), rand.NewChaCha8([32]byte{1}) // the same as theirs
		b.Glance = 30 * time.Minute                                                   // minute by minute it takes ten times as long
		e.Values["table"] = &scene{Service: b, read: map[string]int{}}
		compareLetters(t, e, b)
		return b.Use(services[:]...)
	}
	testscript.Run(t, p)
}

// broughtBefore are hashes of all letters that a script brought when it was first run, as they are read.
var broughtBefore sync.Map

// compareLetters compares all letters of a finished script with those it brought with another store, except for
// random parts: there are more letters than scripts print.
func compareLetters(t *testing.T, e *testscript.Env, b *pbemtest.Service) {
	if !level.Full() {
		return // there is no other store
	}
	e.Defer(func() {
		all, script := sha256.New(), filepath.Base(e.WorkDir)
		for _, address := range slices.Sorted(maps.Keys(b.Boxes)) {
			for _, l := range b.Boxes[address] {
				text := drawn.ReplaceAllString(pbemtest.Token.ReplaceAllString(l.Text, ""), "")
				fmt.Fprintf(all, "%s %s %s\n%s\n", address, l.Kind, l.Subject, text)
			}
		}
		sum := [sha256.Size]byte(all.Sum(nil))
		if before, again := broughtBefore.LoadOrStore(script, sum); again && before != sum {
			t.Errorf("%s: not the letters that it brings with another store", script)
		}
	})
}
