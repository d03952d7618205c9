package profiles_test

import (
	"fmt"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/daily"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/facts/clock"
	key "railpost/pbem/facts/key/lobby"
	"railpost/pbem/facts/table"
)

// TestMayAsk: three requests a day.
func TestMayAsk(t *testing.T) {
	k := journaltest.New(t, nil)
	c := k.ChangeWithoutGame()
	for i := range 4 {
		expect.Same(t, fmt.Sprint(i), profiles.MayAsk(t.Context(), c, "a"), i < 3)
	}
	c.At = c.At.AddDate(0, 0, 1)
	expect.Same(t, "tomorrow", profiles.MayAsk(t.Context(), c, "a"), true)
}

// TestMayBeAsked: a stranger gets one request in 30 days, a person who has written three a day, one who has
// stopped them none, and the service itself none.
func TestMayBeAsked(t *testing.T) {
	k := journaltest.New(t, func(t *table.Table) { t.Players[1].Wrote = journaltest.Start })
	c := k.ChangeWithoutGame()
	profiles.StopRequests(c, journaltest.Of("Cleo"))
	for _, a := range []struct {
		days int // since the start
		to   string
		want string
	}{
		{0, "dora@example.org", "true false"}, {29, "dora@example.org", "false false"}, {30, "dora@example.org",
			"true false"},
		{40, "ben@example.org", "true true"}, {40, "ben@example.org", "true true"}, {40, "ben@example.org", "true true"},
		{40, "ben@example.org", "false true"}, {41, "ben@example.org", "true true"},
		{50, "cleo@example.org", "false false"}, {50, "games+x@post.example", "false false"},
	} {
		c.At = journaltest.Start.AddDate(0, 0, a.days)
		may, known := profiles.MayBeAsked(t.Context(), c, a.to)
		expect.Same(t, fmt.Sprint(a), fmt.Sprint(may, known), a.want)
	}
	strangers := 0
	for i := range 300 {
		c.At = journaltest.Start.AddDate(0, 0, 60)
		if may, _ := profiles.MayBeAsked(t.Context(), c, fmt.Sprint(i, "@example.net")); may {
			strangers++
		}
	}
	expect.Same(t, "strangers asked in a day", strangers, 100)
	expect.Same(t, "refuses", []bool{profiles.Refuses(t.Context(), c, journaltest.Of("Cleo")),
		profiles.Refuses(t.Context(), c, journaltest.Of("Ana"))}, []bool{true, false})
	answered := 0
	for i := range 300 {
		for range 2 {
			if profiles.MayAnswerStranger(t.Context(), c, fmt.Sprint(i, "@example.net")) {
				answered++
			}
		}
	}
	expect.Same(t, "answers to strangers in a day", answered, 200)
}

// TestNewPlayer: a person who has written gets their profile's settings and all their addresses; others the
// table's defaults.
func TestNewPlayer(t *testing.T) {
	k := journaltest.New(t, nil)
	for _, wrote := range []bool{true, false} {
		c := k.Change()
		p := profiles.Visitor(t.Context(), c, "dora@example.org", "Dora")
		p.Lang, p.Zone, p.Letters = "es", "Europe/Madrid", table.Off
		if wrote {
			p.Wrote = k.At
		}
		profiles.AddAddress(c, p, "d@example.net")
		got := profiles.NewPlayer(t.Context(), c, "Dora", "d@example.net", &table.Table{Zone: "Europe/Paris", Letters: table.Moves})
		want := map[bool]string{true: "es Europe/Madrid off [d@example.net dora@example.org]",
			false: " Europe/Paris moves [d@example.net]"}[wrote]
		expect.Same(t, "player", fmt.Sprint(got.Lang, " ", got.Zone, " ", got.Letters, " ", got.Addresses), want)
	}
}

// TestOpening: if the first player leaves, the table passes to the next; without players it is closed, as is
// one that nobody joins for 60 days.
func TestOpening(t *testing.T) {
	k := journaltest.New(t, nil)
	c := k.ChangeWithoutGame()
	var people []*table.Profile
	o := &table.Opening{Game: "spring", Title: "toy", Seats: 3, Opened: k.At}
	for _, name := range []string{"Dora", "Eve"} {
		p := &table.Profile{Name: name, Addresses: []string{journaltest.Of(name)}, Wrote: k.At}
		profiles.Keep(c, p)
		o.Players = append(o.Players, table.Joined{Name: name, Address: p.Address()})
		people = append(people, p)
	}
	profiles.KeepOpening(c, o)
	expect.Same(t, "taken", []bool{expect.Get(profiles.NameTaken(t.Context(), c, "spring"))(t),
		expect.Get(profiles.NameTaken(t.Context(), c, "winter"))(t),
		expect.Get(profiles.NameTaken(t.Context(), c, "autumn"))(t)}, []bool{true, true, false})
	profiles.Move(t.Context(), c, people[1], people[1].Address(), journaltest.Of("Zoe"))
	o = profiles.Opening(t.Context(), c, "spring")
	expect.Same(t, "moves with her address", o.Players[1].Address, journaltest.Of("Zoe"))
	profiles.LeaveOpening(t.Context(), c, o, people[0])
	expect.Same(t, "told", journaltest.Told(c, "Zoe"), []string{key.LeftOther, key.Table, key.YoursNow})
	k.Keep(c)
	for _, after := range []struct{ days, left int }{{60, 1}, {61, 0}} {
		expect.NoError(t, profiles.ForgetUnanswered(t.Context(), k.Journal, k.At.AddDate(0, 0, after.days)))
		expect.Same(t, "openings", len(profiles.Openings(t.Context(), k.ChangeWithoutGame())), after.left)
	}
}

// TestForget: no part of a profile remains; a person who never answers is forgotten after 30 days.
func TestForget(t *testing.T) {
	k := journaltest.New(t, nil)
	c := k.ChangeWithoutGame()
	p := &table.Profile{Name: "Dora", Addresses: []string{journaltest.Of("Dora")}, Wrote: k.At}
	profiles.AddAddress(c, p, journaltest.Of("D"))
	asked := profiles.Visitor(t.Context(), c, journaltest.Of("Eve"), "Eve")
	asked.Ask(k.At, nil, p.Address())
	profiles.Keep(c, asked)
	daily.Want(t.Context(), c, p.Address(), "Dora", "UTC", clock.TimeOfDay{})
	profiles.Forget(t.Context(), c, p)
	expect.Same(t, "profiles", len(c.ValuesOf(t.Context(), table.ProfilePrefix)), 1)
	expect.Same(t, "what Eve may confirm", c.Profile(t.Context(), journaltest.Of("Eve")).Unsure, nil)
	expect.Same(t, "daily letters", c.Digest(t.Context(), p.Address()).Off && c.Digest(t.Context(), p.Address()).Forget, true)
	k.Keep(c)
	for _, after := range []struct{ days, left int }{{30, 1}, {31, 0}} {
		expect.NoError(t, profiles.ForgetUnanswered(t.Context(), k.Journal, k.At.Add(time.Duration(after.days)*24*time.Hour)))
		expect.Same(t, "profiles", len(k.ChangeWithoutGame().ValuesOf(t.Context(), table.ProfilePrefix)), after.left)
	}
}
