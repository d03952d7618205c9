package waitlist_test

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// listed puts people on the list who agreed to it.
func listed(k *journaltest.Kit, list ...*table.Newcomer) {
	c := k.ChangeWithoutGame()
	for _, n := range list {
		n.Address, n.Added, n.Agreed = journaltest.Of(n.Name), k.At, k.At
		waitlist.Keep(c, n)
	}
	k.Keep(c)
}

// TestOffer: a seat is offered once to each person who wants it; when the last of them no longer does, the
// organiser is told.
func TestOffer(t *testing.T) {
	k := journaltest.New(t, func(t *table.Table) { t.Players[1].Open = true })
	listed(k, &table.Newcomer{Name: "Dora"}, &table.Newcomer{Name: "Eve", Titles: []string{"toy"}},
		&table.Newcomer{Name: "Fay", Titles: []string{"18cz"}},
		&table.Newcomer{Name: "Cleo"}, &table.Newcomer{Name: "Gus"})
	c := k.ChangeWithoutGame()
	c.Keep(journal.FailingPrefix+journaltest.Of("Gus"), journal.Failing{Count: 2, Since: k.At})
	asked := &table.Newcomer{Name: "Hal", Address: journaltest.Of("Hal"), Added: k.At}
	waitlist.Keep(c, asked)
	waitlist.Ask(t.Context(), c, asked, content.Facts{})
	expect.Same(t, "Hal is asked", journaltest.Told(c, "Hal"), []string{key.ListAsks, key.ListAnswer})
	k.Keep(c)

	c = k.Change()
	expect.Same(t, "offered", waitlist.Offer(t.Context(), c, 1), []string{"Dora", "Eve"})
	expect.Same(t, "letters", journaltest.Letters(c), []string{"dora guest", "eve guest"})
	expect.Same(t, "told", journaltest.Told(c, "Eve"), []string{key.SeatOffered})
	waitlist.Offer(t.Context(), c, 1)
	expect.Same(t, "again", len(c.Letters), 2)
	k.Keep(c)

	c = k.ChangeWithoutGame()
	waitlist.RemoveAddress(t.Context(), c, journaltest.Of("Eve"))
	expect.Same(t, "one is left", journaltest.Letters(c), nil)
	waitlist.RemoveAddress(t.Context(), c, journaltest.Of("Dora"))
	expect.Same(t, "nobody is", journaltest.Told(c, "host"), []string{key.OfferedNobody})
	k.Keep(c)
	c = k.ChangeWithoutGame()
	waitlist.OfferAll(t.Context(), c, &table.Newcomer{Name: "Ida", Address: journaltest.Of("Ida"), Agreed: k.At})
	expect.Same(t, "who comes later is offered it, too", journaltest.Letters(c), []string{"ida guest"})
}

// TestEndOffers: people who had an offer are told that the seat is taken; a new game with the same name is not
// affected.
func TestEndOffers(t *testing.T) {
	k := journaltest.New(t, nil)
	listed(k, &table.Newcomer{Name: "Dora", Offers: []table.Offer{{Game: "winter", Seat: 1}}},
		&table.Newcomer{Name: "Eve"})
	c := k.Change()
	waitlist.EndOffers(t.Context(), c, 1, engine.Msg(key.OfferTaken))
	expect.Same(t, "letters", journaltest.Letters(c), []string{"dora guest"})
	waitlist.EndOffers(t.Context(), c, 1, engine.Msg(key.OfferTaken))
	expect.Same(t, "once", len(c.Letters), 1)
	waitlist.ForgetOffers(t.Context(), c, "winter")
	expect.Same(t, "offers", len(waitlist.Listed(t.Context(), c)[0].Offers), 0)
}

// TestMove: at a new address a person has new tokens, and gets the open offers again.
func TestMove(t *testing.T) {
	k := journaltest.New(t, nil)
	listed(k, &table.Newcomer{Name: "Dora", Offers: []table.Offer{{Game: "winter", Seat: 1},
		{Game: "winter", Seat: 2, Ended: true}, {Game: "gone"}}})
	c := k.ChangeWithoutGame()
	n := waitlist.Listed(t.Context(), c)[0]
	former := n.Token()
	waitlist.Move(t.Context(), c, n, journaltest.Of("Zoe"))
	expect.Same(t, "letters", journaltest.Letters(c), []string{"zoe guest", "zoe guest"})
	expect.Same(t, "told", journaltest.Told(c, "Zoe"), []string{key.SeatOffered})
	list := waitlist.Listed(t.Context(), c)
	expect.Same(t, "list", len(list), 1)
	expect.True(t, list[0].Token() != former, "the former address still proves who writes")
}

// TestForgetSilent: a person who was asked and has not answered is forgotten after 30 days.
func TestForgetSilent(t *testing.T) {
	k := journaltest.New(t, nil)
	listed(k, &table.Newcomer{Name: "Dora"})
	c := k.ChangeWithoutGame()
	waitlist.Keep(c, &table.Newcomer{Name: "Eve", Address: journaltest.Of("Eve"), Added: k.At})
	k.Keep(c)
	for _, after := range []struct{ days, left int }{{30, 2}, {31, 1}} {
		expect.NoError(t, waitlist.ForgetSilent(t.Context(), k.Journal, k.At.AddDate(0, 0, after.days)))
		expect.Same(t, "list", len(expect.Get(waitlist.All(t.Context(), k.Journal))(t)), after.left)
	}
}
