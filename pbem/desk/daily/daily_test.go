package daily_test

import (
	"fmt"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/daily"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// TestUrgent: of 40 hours to answer, at a table that usually takes some hours.
func TestUrgent(t *testing.T) {
	w := table.Wait{Since: journaltest.Start, Until: journaltest.Start.Add(40 * time.Hour)}
	for _, c := range []struct {
		usual, passed    int
		urgent, pressing bool
	}{
		{8, 20, false, false}, {8, 21, true, false}, {25, 25, false, false}, {25, 26, true, false}, {35, 30, false, false},
		{35, 31, true, true}, {8, 41, true, true},
	} {
		at := w.Since.Add(time.Duration(c.passed) * time.Hour)
		got := fmt.Sprint(daily.Urgent(&table.Table{Answers: int64(c.usual) * 3600}, w, at), daily.Pressing(w, at))
		expect.Same(t, fmt.Sprint(c.usual, c.passed), got, fmt.Sprint(c.urgent, c.pressing))
	}
}

// TestWant: changed and unchanged settings of the daily letter.
func TestWant(t *testing.T) {
	k := journaltest.New(t, nil)
	c, ana := k.ChangeWithoutGame(), journaltest.Of("Ana")
	nine := clock.TimeOfDay{Hour: 9, Set: true}
	expect.Same(t, "at", daily.Want(t.Context(), c, ana, "Ana", "Europe/Madrid", clock.TimeOfDay{}).At, table.DigestAt)
	expect.Same(t, "gets one", c.Digested(t.Context(), ana) != nil, true)
	c.At = c.At.Add(time.Hour)
	d := daily.Want(t.Context(), c, ana, "", "UTC", nine)
	expect.Same(t, "again", fmt.Sprint(d.Name, d.Zone, d.At, d.Looked.Equal(c.At)), "AnaEurope/Madrid09:00 true")
	expect.Same(t, "stops", daily.Stop(t.Context(), c, ana), true)
	expect.Same(t, "owed", c.Digest(t.Context(), ana).Owed, true)
	expect.Same(t, "stops again", daily.Stop(t.Context(), c, ana), false)
	d = daily.Want(t.Context(), c, ana, "", "UTC", clock.TimeOfDay{})
	expect.Same(t, "back", fmt.Sprint(d.Zone, d.At, d.Off, d.Owed), "UTC09:00 false false")
	k.Keep(c)
	expect.Same(t, "all", len(expect.Get(daily.All(t.Context(), k.Journal))(t)), 1)
}

// TestTellWaiting: one letter has a part for each game that waits for its reader, in the order of deadlines.
func TestTellWaiting(t *testing.T) {
	k := journaltest.New(t, nil)
	k.Begin("autumn", func(t *table.Table) { t.Within = 3600 })
	k.Begin("spring", func(t *table.Table) { t.State = table.Paused })
	k.Begin("summer", func(t *table.Table) { t.Players[0].Letters = table.Off })
	c := k.ChangeWithoutGame()
	d := daily.Want(t.Context(), c, journaltest.Of("Ana"), "Ana", "UTC", clock.TimeOfDay{})
	k.Keep(c)
	list := expect.Get(daily.Waiting(t.Context(), k.Journal, d, k.At))(t)
	var names []string
	for _, w := range list {
		names = append(names, w.Game.Name)
		expect.Same(t, "told before", w.HasSeen(d), false)
	}
	expect.Same(t, "waiting", names, []string{"autumn", "winter"})
	c = k.ChangeWithoutGame()
	daily.TellWaiting(t.Context(), c, d, list)
	expect.NoError(t, c.Err)
	expect.Same(t, "letters", journaltest.Letters(c), []string{"ana digest"})
	f := journaltest.Facts(c, "Ana")
	expect.Same(t, "parts", []string{f.Digest.Parts[0].Game, f.Digest.Parts[1].Game}, names)
	expect.Same(t, "told after", list[0].HasSeen(d) && list[1].HasSeen(d), true)
	k.Keep(c)

	c = k.ChangeWithoutGame() // a reply that shows one game may still be answered for the other
	d = c.Digest(t.Context(), d.Address)
	daily.TellParts(t.Context(), c, d, templates.Digest, f.Digest.Parts[:1], d.Letter(1), content.Facts{})
	expect.Same(t, "games", len(d.Letter(2).Games), 2)
	expect.Same(t, "shows itself", d.Letter(2).Own, 1)
}

// TestTakeAnswer: the reply to a mail is joined with others; letters of another kind are sent separately.
func TestTakeAnswer(t *testing.T) {
	c := journaltest.New(t, nil).Change()
	tell.Letter(t.Context(), c, 1, templates.Turn, content.Facts{})
	tell.Letter(t.Context(), c, 0, templates.Receipt, content.Facts{ReplyTo: "1"})
	expect.Same(t, "of another seat", daily.TakeAnswer(c, 1, "1"), nil)
	expect.Same(t, "of another mail", daily.TakeAnswer(c, 0, "2"), nil)
	part := daily.TakeAnswer(c, 0, "1")
	expect.Same(t, "part", fmt.Sprint(part.Game, part.Seat, part.Kind), "winter0receipt")
	expect.Same(t, "letters", journaltest.Letters(c), []string{"ben turn"})
}
