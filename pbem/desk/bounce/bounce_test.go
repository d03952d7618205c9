package bounce_test

import (
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/bounce"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// TestBounced: two letters that came back for good within 30 days end the letters to an address.
func TestBounced(t *testing.T) {
	type came struct {
		days       int // after the first
		id, status string
	}
	for what, c := range map[string]struct {
		letters []came
		want    bool
	}{
		"two":            {[]came{{0, "a", "5.1.1"}, {1, "b", "5.1.1"}}, true},
		"one":            {[]came{{0, "a", "5.1.1"}}, false},
		"one, twice":     {[]came{{0, "a", "5.1.1"}, {1, "a", "5.1.1"}}, false},
		"in 30 days":     {[]came{{0, "a", "5.1.1"}, {30, "b", ""}}, true},
		"in 31 days":     {[]came{{0, "a", "5.1.1"}, {31, "b", "5.1.1"}}, false},
		"not for good":   {[]came{{0, "a", "4.2.2"}, {1, "b", "4.2.2"}}, false},
		"which, unknown": {[]came{{0, "", "5.1.1"}, {1, "", "5.1.1"}}, false},
	} {
		k := journaltest.New(t, nil)
		told := 0
		for _, l := range c.letters {
			k.At = journaltest.Start.AddDate(0, 0, l.days)
			ch := k.Change()
			bounce.Bounced(t.Context(), ch, store.Letter{Game: "winter", Seat: 1, To: journaltest.Of("Ben")}, l.id, l.status)
			told += len(ch.Letters)
			k.Keep(ch)
		}
		expect.Same(t, what, k.Change().Suspended(t.Context(), journaltest.Of("Ben")), c.want)
		expect.Same(t, what+": notices", told, len(c.letters))
	}
}

// TestSuspended: the notice to the organiser about a second returned letter depends on its reader.
func TestSuspended(t *testing.T) {
	host, sub := journaltest.Host, journaltest.Of("Sub")
	for to, want := range map[string][]string{
		"Ben":   {"host notice", key.OrganiserSuspended},
		"Sub":   {"host notice", key.OrganiserSuspendedOf + "sitter", "cleo answer"},
		"Guest": {"host notice", key.OrganiserSuspendedOf + "guest"},
		"Dora":  {"host notice", key.OrganiserSuspendedOf + "listed"},
		"Eve":   {"host notice", key.OrganiserBounce}, // nobody who is known
	} {
		k := journaltest.New(t, func(t *table.Table) {
			t.Players[2].Sitter = &table.Sitter{Guest: table.Guest{Name: "Sub", Address: sub}}
			t.Players[2].Asked = []table.Guest{{Name: "Guest", Address: journaltest.Of("Guest")}}
		})
		c := k.ChangeWithoutGame()
		c.Keep(table.NewcomerKey(journaltest.Of("Dora")), table.Newcomer{Name: "Dora", Address: journaltest.Of("Dora")})
		k.Keep(c)
		l := store.Letter{Game: "winter", Seat: 1, To: journaltest.Of(to)}
		for _, id := range []string{"a", "b"} {
			c = k.Change()
			bounce.RefusedForGood(t.Context(), c, l, id, "5.1.1")
			k.Keep(c)
		}
		if len(c.Letters) == 0 {
			bounce.Bounced(t.Context(), c, l, "c", "5.1.1")
		}
		got := append([]string{journaltest.Letters(c)[0]}, journaltest.Told(c, "host")...)
		expect.Same(t, to, append(got, journaltest.Letters(c)[1:]...), want)
		expect.Same(t, "to", c.Letters[0].To, host)
	}
}

// TestOnceADay: the organiser is told of an address once a day.
func TestOnceADay(t *testing.T) {
	k := journaltest.New(t, nil)
	for hours, want := range []int{1, 0, 1} {
		k.At = journaltest.Start.Add(time.Duration(hours) * 12 * time.Hour)
		c := k.Change()
		bounce.Complained(t.Context(), c, store.Letter{To: journaltest.Of("Ben")})
		k.Keep(c)
		expect.Same(t, "notices", len(c.Letters), want)
	}
}
