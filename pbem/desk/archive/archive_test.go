package archive_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/archive"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// TestArchive: an ended game is kept under its name and the year, numbered from the second on; addresses and
// offers follow it, and its old name is free for another.
func TestArchive(t *testing.T) {
	k := journaltest.New(t, nil)
	for i, want := range []string{"winter~2026", "winter~2026-2", "winter~2027"} {
		if i > 0 {
			k.At = k.At.AddDate(0, 0, 365*(i-1))
			k.Begin("winter", nil)
		}
		c := k.Change()
		waitlist.Keep(c, &table.Newcomer{Name: "Dora", Address: journaltest.Of("Dora"), Agreed: k.At,
			Offers: []table.Offer{{Game: "winter", Seat: 1}}})
		c.CallOff()
		k.Keep(c)
		c = k.Change()
		archive.Archive(t.Context(), c)
		k.Keep(c)
		_, err := k.Store.Head(t.Context(), "winter")
		expect.Is(t, "the name is free", err, store.ErrNoGame)
		expect.Same(t, "played as", expect.Get(k.Games.Load(t.Context(), want))(t).Table.Name(), "winter")
		expect.Same(t, "due", len(k.Dues()), 0)
		n := waitlist.Listed(t.Context(), k.ChangeWithoutGame())[0]
		expect.Same(t, "offer", fmt.Sprint(n.Offers[0].Game, n.Offers[0].Ended), want+"true")
	}
	names := []string{"winter~2026", "winter~2026-2", "winter~2027"}
	expect.Same(t, "archived", expect.Get(archive.Names(t.Context(), k.Journal, "winter"))(t), names)
	expect.Same(t, "games of Ben", expect.Get(k.GamesOf(t.Context(), journaltest.Of("Ben")))(t), names)

	c := k.ChangeOf("winter~2026-2")
	archive.Erase(t.Context(), c)
	k.Keep(c)
	names = []string{"winter~2026", "winter~2027"}
	expect.Same(t, "archived", expect.Get(archive.Names(t.Context(), k.Journal, "winter"))(t), names)
	expect.Same(t, "games of Ben", expect.Get(k.GamesOf(t.Context(), journaltest.Of("Ben")))(t), names)
}

// TestUnsent: letters are written from the log, so a game stays while one of its waits.
func TestUnsent(t *testing.T) {
	k := journaltest.New(t, nil)
	c := k.Change()
	c.CallOff()
	tell.Closed(t.Context(), c)
	k.Keep(c)
	for what, do := range map[string]error{"archived": archived(k), "erased": erased(k)} {
		expect.True(t, errors.Is(do, archive.ErrUnsent), "%s with unsent letters: %v", what, do)
	}
	k.Send()
	expect.NoError(t, archived(k))
}

func archived(k *journaltest.Kit) error {
	c := k.Change()
	archive.Archive(context.Background(), c)
	return c.Err
}
func erased(k *journaltest.Kit) error {
	c := k.Change()
	archive.Erase(context.Background(), c)
	return c.Err
}
