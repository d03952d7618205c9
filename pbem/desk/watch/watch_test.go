package watch_test

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/desk/watch"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// TestWatch: a watcher gets the public facts, now and later, until they end it; the table is told of both.
func TestWatch(t *testing.T) {
	k := journaltest.New(t, nil)
	c := k.Change()
	watch.Begin(t.Context(), c, &table.Profile{Lang: "es", Form: table.Form{View: table.Spoken}}, "Dora", journaltest.Of("Dora"))
	watch.Begin(t.Context(), c, &table.Profile{Lang: "ca"}, "Dora", journaltest.Of("Dora")) // again
	expect.Same(t, "told", journaltest.Noted(c), []string{key.Watches, key.Watches})
	expect.Same(t, "watchers", c.Table.Watchers.Count(), 1)
	l := c.Letters[1]
	expect.Same(t, "to no seat", l.Seat, int(engine.Nobody))
	f := journaltest.Facts(c, "Dora")
	expect.Same(t, "language", f.Visitor.Lang, "ca")
	expect.Same(t, "what a seat alone may know", []int{len(f.Plans), len(f.Planned), len(f.Votes)}, []int{0, 0, 0})
	k.Keep(c)

	c = k.Change()
	k.Play(c, 0, "sell red")
	watch.Tell(t.Context(), c, templates.News)
	again := journaltest.Facts(c, "Dora")
	expect.Same(t, "replaced", c.Letters[0].Group, l.Group)
	expect.Same(t, "its news begins where that of the unseen letter did", again.Since, f.Since)
	k.Keep(c)
	k.Send()
	c = k.Change()
	watch.Tell(t.Context(), c, templates.News)
	expect.Same(t, "and after it was seen", journaltest.Facts(c, "Dora").Since, k.Change().Seq())

	expect.Same(t, "ends", watch.End(c, journaltest.Of("Dora")), true)
	expect.Same(t, "the letter is withdrawn", c.Dropped, []string{l.Group})
	expect.Same(t, "ends again", watch.End(c, journaltest.Of("Dora")), false)
	watch.Tell(t.Context(), c, templates.End)
	expect.Same(t, "letters", journaltest.Letters(c), []string{"dora news"})
	expect.Same(t, "told", journaltest.Noted(c), []string{key.WatchesNoMore})
}
