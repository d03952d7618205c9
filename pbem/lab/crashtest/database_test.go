package crashtest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/store/postgres/pgtest"
)

// databaseIDs reads the Message-IDs of sent letters.
func databaseIDs(url string, into map[string]bool) error {
	ctx := context.Background()
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	rows, err := c.Query(ctx, "select message_id from sent")
	if err == nil {
		var id []byte
		_, err = pgx.ForEachRow(rows, []any{&id}, func() error { into[string(id)] = true; return nil })
	}
	return errors.Join(err, c.Close(ctx))
}

// databasePoints are those with mail in flight, and those where a database behaves differently from a file.
func databasePoints() []point {
	list := realPoints()
	for _, write := range []string{"commit", "sending", "claim"} {
		list = append(list, around(point{name: write, most: 9})...)
	}
	return list
}

// TestCrashDatabase: the service is killed as in TestCrash with its games in PostgreSQL, and then PostgreSQL
// itself while the service runs.
func TestCrashDatabase(t *testing.T) {
	pgtest.Need(t)
	t.Parallel() // it mostly waits
	server := pgtest.Start(t)
	w, p := newEmbedded(t)
	w.service.spec.URL = server.URL(server.Database(t, ""))
	kills, cuts, list := 30, 5, databasePoints()
	if level.Long() {
		kills, cuts, list = 400, 40, append(points(), faultyPoints(p)...)
	}
	s := level.Seed(t, 4)
	stop := w.open(s)
	c := newCampaign(t, w, s)
	c.run(kills, list)
	c.v.start("", 0)
	for range cuts {
		c.v.diesWithin(time.Duration(100+c.rng.IntN(lifetime)) * time.Millisecond)
		expect.NoError(t, errors.Join(server.Kill(), server.Up()))
	}
	c.v.kill()
	c.after()
	p.Heal()
	c.finishAndCompare("games in PostgreSQL", stop)
}
