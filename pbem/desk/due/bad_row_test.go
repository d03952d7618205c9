package due_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
)

// broken is a store in which one game's commits fail, and whose list of due
// rows says that one is damaged.
type broken struct {
	store.Store
	game string
}

var errBroken = &store.Corrupt{What: "its checksum does not fit"}

func (s broken) Commit(ctx context.Context, cs ...store.Commit) ([]error, error) {
	var rest []store.Commit
	for _, c := range cs {
		if c.Game != s.game {
			rest = append(rest, c)
		}
	}
	kept, err := s.Store.Commit(ctx, rest...)
	var errs []error
	for _, c := range cs {
		if c.Game == s.game {
			errs = append(errs, errBroken)
			continue
		}
		errs, kept = append(errs, kept[0]), kept[1:]
	}
	return errs, err
}

func (s broken) DueBefore(ctx context.Context, t time.Time, n int) ([]store.Due, error) {
	rows, err := s.Store.DueBefore(ctx, t, n)
	return rows, errors.Join(err, errBroken)
}

// TestBadDueRow: a due row that cannot be carried out stops neither the clock nor the other rows, and a game
// that cannot be changed neither the mails of others nor the shift of times after an outage; the organisers are
// told once a day.
func TestBadDueRow(t *testing.T) {
	level.Sequential(t)
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	expect.NoError(t, b.Tick())
	for _, game := range []string{"autumn", "winter"} {
		expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: game, StartNow: true, Players: pbemtest.FromAll("Ana", "Ben")}, nil))
	}
	expect.NoError(t, b.Post())
	errs, err := b.Store.Commit(t.Context(), store.Commit{DuePut: []store.Due{{At: b.Clock, Game: "autumn", Kind: "tea"}}})
	expect.NoError(t, errors.Join(err, errs[0]))
	expect.NoError(t, b.Pass(30*time.Minute))
	expect.Same(t, "the organisers were told", b.Count("host", "Notice"), 1)
	if l, _ := b.Latest("host"); !strings.Contains(l.Text, "autumn") || !strings.Contains(l.Text, "tea") {
		t.Errorf("the notice:\n%s", l.Text)
	}

	expect.NoError(t, b.Use(broken{b.Store, "autumn"}))
	letters := b.Boxes[pbemtest.Address("Ana")]
	verdicts, err := b.Office.Deliver(t.Context(), []imapbox.Mail{{Raw: pbemtest.Writes(t, "Ana", letters[0], "sell red").Raw}, {Raw: pbemtest.Writes(t, "Ana", letters[1], "sell red").Raw}})
	expect.NoError(t, err)
	expect.True(t, verdicts[0] == imapbox.Later && verdicts[1] == imapbox.Done, "verdicts %v", verdicts)
	expect.NoError(t, b.Post())
	was := b.Due(t)
	b.Clock = b.Clock.Add(48 * time.Hour)
	expect.NoError(t, b.Tick())
	if now := b.Due(t); !now["deadline"].Equal(was["deadline"].Add(48 * time.Hour)) {
		t.Errorf("the deadline of the other game moved by %s", now["deadline"].Sub(was["deadline"]))
	}
	if !slices.ContainsFunc(b.Boxes[pbemtest.Address("host")], func(l pbemtest.Letter) bool {
		return strings.Contains(strings.Join(strings.Fields(l.Text), " "), "those of the game autumn, which could not be moved")
	}) {
		t.Errorf("no notice that the times of autumn have not moved")
	}
	expect.NoError(t, b.Pass(80*time.Hour))
	expect.Same(t, "the other game told Ben", b.Count("Ben", "[winter] Your answer is overdue"), 1)
}
