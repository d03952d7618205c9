package crashtest

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

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

// TestCrashDatabase: the service is killed as in TestCrash while its games are in PostgreSQL, and then
// PostgreSQL itself while the service goes on.
func TestCrashDatabase(t *testing.T) {
	t.Parallel() // it mostly waits
	server := pgtest.Start(t)
	w, p := newEmbedded(t)
	w.service.spec.URL = server.URL(server.Database(t, ""))
	kills, cuts, list := 30, 5, append(realPoints(), around(point{name: "commit", most: 9})...)
	list = append(list, around(point{name: "sending", most: 9})...)
	list = append(list, around(point{name: "claim", most: 9})...)
	switch {
	case os.Getenv("RAILPOST_LONG") == "1":
		kills, cuts, list = 400, 40, append(points(), faultyPoints(p)...)
	case testing.Short():
		kills, cuts, list = 8, 2, realPoints()[:4]
	}
	s := seed(t)
	stop := w.open(s)
	c := newCampaign(t, w, s)
	c.run(kills, list)
	c.v.start("", 0)
	for range cuts {
		c.v.diesWithin(time.Duration(100+c.rng.IntN(lifetime)) * time.Millisecond)
		if err := errors.Join(server.Kill(), server.Up()); err != nil {
			t.Fatal(err)
		}
	}
	c.v.kill()
	c.after()
	p.Heal()
	c.finishAndCompare("games in PostgreSQL", stop)
}
