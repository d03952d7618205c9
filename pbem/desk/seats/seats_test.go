package seats_test

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/robot"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/desk/seats"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/hook"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/plan"
	"railpost/pbem/facts/table"
)

// TestTake: a newcomer has a token of their own, none of their predecessor's settings, and fresh time; all
// people concerned with the seat are told.
func TestTake(t *testing.T) {
	k := journaltest.New(t, func(t *table.Table) {
		p := &t.Players[0]
		p.Ignores, p.Notes, p.Hook = []engine.Seat{1}, []table.Note{{Text: "x"}}, &hook.Hook{ID: "a"}
		p.Resigned, p.Robot = true, true
		p.Away, p.Private = []table.Away{{From: clock.DateOf(journaltest.Start)}}, []table.Whispered{{From: 1}}
		p.Asked = []table.Guest{{Name: "Eve", Address: journaltest.Of("Eve"), Lang: "es"},
			{Name: "Fay", Address: journaltest.Of("Fay")}}
		p.Sitter = &table.Sitter{Guest: table.Guest{Name: "Sub", Address: journaltest.Of("Sub")}, Sits: true}
		t.Players[1].Ignores, t.Plans = []engine.Seat{0, 2}, []plan.Plan{{Seat: 0, Lines: []string{"pass"}}}
		t.Proposals = []table.Proposal{{N: 1, By: 1, Yes: []engine.Seat{1, 0}}, {N: 2, By: 0}}
	})
	c := k.Change()
	c.KeepPending(t.Context(), 0, &journal.Pending{From: journaltest.Of("Zoe"), At: k.At})
	waitlist.Keep(c, &table.Newcomer{Name: "Dora", Address: journaltest.Of("Dora"), Agreed: k.At,
		Offers: []table.Offer{{Game: "winter"}}})
	k.Keep(c)
	k.At = k.At.AddDate(0, 0, 1)
	c = k.Change()
	former := c.Table.Tokens().Seat(0)
	seats.TakeAsked(t.Context(), c, 0, "Eve", journaltest.Of("Eve"))
	expect.NoError(t, c.Err)
	p := c.Table.Players[0]
	expect.True(t, c.Table.Tokens().Seat(0) != former, "the former player's token still proves the seat")
	expect.Same(t, "before", p.Before, []table.Predecessor{{Name: "Ana", To: 1,
		Addresses: []string{journaltest.Of("Ana")}}})
	theirs := len(p.Ignores) + len(p.Notes) + len(p.Away) + len(p.Private) + len(p.Asked) + len(c.Table.PlansOf(0))
	expect.Same(t, "what was theirs", theirs, 0)
	expect.Same(t, "what was theirs", p.Hook != nil || p.Resigned || p.Robot || p.Sitter != nil || c.PendingOf(t.Context(), 0) != nil,
		false)
	expect.Same(t, "their language", p.Lang, "es")
	expect.Same(t, "ignored by Ben", c.Table.Players[1].Ignores, []engine.Seat{2})
	expect.Same(t, "proposals", len(c.Table.Proposals), 1)
	expect.Same(t, "votes", c.Table.Proposals[0].Yes, []engine.Seat{1})
	expect.Same(t, "asked since", c.Table.WaitFor(0).Since, k.At)
	expect.Same(t, "letters", journaltest.Letters(c), []string{"eve handover", "ben news", "cleo news", "ana guest",
		"sub guest", "fay guest", "dora guest"})
	for name, want := range map[string]string{"Eve": key.SeatTaken, "Ana": key.SeatGiven, "Sub": key.GuestTooLate,
		"Fay": key.GuestTooLate, "Dora": key.OfferTaken} {
		expect.Same(t, name, journaltest.Told(c, name), []string{want})
	}
}

// inviting is a game that has not begun and waits for Cleo alone.
func inviting(t *testing.T, organiser string) (*journaltest.Kit, *journal.Change) {
	k := journaltest.New(t, nil)
	c := k.Change()
	c.Table.State, c.Table.Organiser, c.Table.Service = table.Inviting, journaltest.Of(organiser), []byte("service")
	c.Table.Players[2].Answer = ""
	c.Next, c.Table.Waiting = nil, nil
	return k, c
}

// TestAccept: the game begins with the last acceptance, which is reported to an organiser who does not play,
// and adds to the seed.
func TestAccept(t *testing.T) {
	words := seats.Addition{Words: "rain", ID: "1"}
	for what, c := range map[string]struct {
		organiser, added string
		told             []string
		letters          []string
	}{
		"adds":      {"host", "", []string{key.AddedWord, key.AcceptedBegins}, []string{"host notice"}},
		"again":     {"host", "x", []string{key.AddedAlready, key.AcceptedBegins}, []string{"host notice"}},
		"organises": {"cleo", "", []string{key.AddedNothing, key.AcceptedBegins}, nil},
	} {
		_, ch := inviting(t, c.organiser)
		ch.Table.Players[2].Added = c.added
		told, begins := seats.Accept(t.Context(), ch, 2, words)
		expect.NoError(t, ch.Err)
		expect.Same(t, what, journaltest.Keys(told), c.told)
		expect.Same(t, what+" begins", begins && ch.Table.State == table.Running, true)
		expect.Same(t, what, journaltest.Letters(ch), c.letters)
	}
	_, c := inviting(t, "host")
	c.Table.Players[1].Answer = ""
	told, begins := seats.Accept(t.Context(), c, 2, words)
	expect.Same(t, "one is missing", journaltest.Keys(told), []string{key.AddedWord, key.AcceptedWaiting})
	expect.Same(t, "begins", begins, false)
}

// TestBeforeBegin: a seat of a game that has not begun goes to somebody from the list, or to a robot, which
// is not asked.
func TestBeforeBegin(t *testing.T) {
	k, c := inviting(t, "host")
	n := &table.Newcomer{Name: "Ben", Address: journaltest.Of("Dora"), Agreed: k.At}
	waitlist.Keep(c, n)
	seats.Join(t.Context(), c, 2, n, seats.Addition{ID: "1"})
	expect.NoError(t, c.Err)
	expect.Same(t, "a name of their own", c.Table.Players[2].Name, "Ben II")
	expect.Same(t, "on the list", len(waitlist.Listed(t.Context(), c)), 0)
	expect.Same(t, "letters", journaltest.Letters(c), []string{"host notice", "dora answer", "ana start", "ben start",
		"dora start", "cleo guest"})
	_, c = inviting(t, "host")
	seats.TakeByRobot(t.Context(), c, 2, "Robot", robot.Easy)
	expect.Same(t, "letters", journaltest.Letters(c), []string{"ana told", "ben told", "host notice", "ana start",
		"ben start", "cleo guest"})
	expect.Same(t, "it plays", c.Table.Players[2].IsRobot(), true)
}

// TestGuests: a person who was offered a seat is asked again at a new address, and may watch and substitute
// from there, too.
func TestGuests(t *testing.T) {
	k := journaltest.New(t, nil)
	c := k.Change()
	eve, zoe := journaltest.Of("Eve"), journaltest.Of("Zoe")
	seats.AskGuest(t.Context(), c, 1, "Eve", eve)
	seats.AskGuest(t.Context(), c, 1, "Eve", eve)
	expect.Same(t, "asked", len(c.Table.Players[1].Asked), 1)
	c.Table.Players[2].Sitter = &table.Sitter{Guest: table.Guest{Name: "Eve", Address: eve}, Sits: true,
		Until: clock.DateOf(k.At)}
	c.Table.Watchers, c.Table.Sat = table.Watchers{{Address: eve}}, []table.Guest{{Address: eve}}
	c.Letters = nil
	seats.MoveGuests(t.Context(), c, eve, zoe)
	expect.Same(t, "letters", journaltest.Letters(c), []string{"zoe guest", "zoe handover"})
	expect.Same(t, "seats", c.Table.HasGuest(eve) || c.Table.Watchers.Has(eve) || c.Table.Sat[0].Address == eve, false)
}
