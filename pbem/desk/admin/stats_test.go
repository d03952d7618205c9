package admin_test

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/pbemtest"
	"railpost/store"
)

// TestLettersOfTables: the figures say how many letters a day each table had in the last week, most first, and all
// together, those of no game as well.
func TestLettersOfTables(t *testing.T) {
	b := pbemtest.Games(t, "spring", "winter")
	b.Config().Mail.Out.PerDay = 50
	at := func(days int) string { return pbemtest.Start.AddDate(0, 0, -days).Format("accepted/2006-01-02T15/run") }
	errs, err := b.Store.Commit(t.Context(), store.Commit{Put: map[string][]byte{
		at(0): []byte(`{"winter":7,"spring":2,"":5}`), at(3): []byte(`{"winter":7,"gone":7}`), at(8): []byte(`{"winter":700}`),
	}})
	expect.NoError(t, err)
	expect.NoError(t, errs[0])
	var got []admin.TitleStats
	expect.NoError(t, b.Handle("stats", nil, &got))
	expect.Must(t, "titles, and the sum", len(got), 2)
	expect.Same(t, "tables", got[0].Tables, []admin.TableLetters{{Game: "winter", Letters: 2}, {Game: "spring", Letters: 2.0 / 7}})
	expect.Same(t, "of the title", got[0].Letters, 16.0/7)
	expect.Same(t, "of all", got[1].Letters, 4)
	expect.Same(t, "of the last day", *got[1].Today, admin.LettersToday{Letters: 14, PerDay: 50})
}
