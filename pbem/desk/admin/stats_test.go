package admin_test

import (
	"fmt"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/outbox"
	"railpost/store"
)

// TestLettersOfTables: the figures say how many letters a day each table had in the last week, most first, and
// how many there were in the last day.
func TestLettersOfTables(t *testing.T) {
	b := pbemtest.Games(t, "spring", "winter")
	b.Config().Mail.Out.PerDay = 50
	for ago, games := range map[int]string{0: `{"winter":7,"spring":2,"":5}`, 3: `{"winter":7,"gone":7}`, 8: `{"winter":700}`} {
		at := pbemtest.Start.AddDate(0, 0, -ago).Format(time.RFC3339)
		count := fmt.Appendf(nil, `{"hour":%q,"games":%s}`, at, games)
		errs, err := b.Store.Commit(t.Context(), store.Commit{Put: map[string][]byte{outbox.CountPrefix + at: count}})
		expect.NoError(t, err)
		expect.NoError(t, errs[0])
	}
	var got []admin.TitleStats
	expect.NoError(t, b.Handle("stats", nil, &got))
	expect.Must(t, "titles, and the sum", len(got), 2)
	expect.Same(t, "of a title", got[0].Tables, nil)
	expect.Same(t, "tables", got[1].Tables, []admin.TableLetters{{Game: "winter", Letters: 2}, {Game: "gone", Letters: 1}, {Letters: 5.0 / 7}, {Game: "spring", Letters: 2.0 / 7}})
	expect.Same(t, "of the last day, and what may be sent", []int{got[1].LastDay, got[1].PerDay}, []int{14, 50})
}
