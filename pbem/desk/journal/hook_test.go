package journal_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/hook"
	"railpost/pbem/facts/key"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/store"
)

// hookOf is the first hook of the table, or that of a player.
func hookOf(t *testing.T, b *pbemtest.Service, player string) *hook.Hook {
	t.Helper()
	tab := b.Table(t, "winter")
	if s, ok := tab.SeatNamed(player); ok {
		return tab.Players[s].Hook
	}
	return &tab.Hooks[0]
}

const chat = "https://chat.example/secret-path"

// hooked is a game of three with a hook of the table and one of Ana.
func hooked(t *testing.T) *pbemtest.Service {
	t.Helper()
	b := pbemtest.Playing(t, admin.CreateGame{Title: "toy", Seed: []byte("seed"), Players: pbemtest.FromAll("Ana", "Ben", "Cleo")})
	b.Config().Hooks.Hosts = []string{"chat.example"}
	expect.NoError(t, b.Handle("hook.add", map[string]string{"game": "winter", "url": chat}, nil))
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "set hook "+chat+"/ana"))
	return b
}

// TestHookWithTheMove: a posting is queued in the commit of its move, so after a crash it is posted at the next
// start, with the same ID; a refused move queues nothing.
func TestHookWithTheMove(t *testing.T) {
	b := hooked(t)
	expect.Get(b.Posted())(t)
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "work mine-9"))
	if list, err := b.Posted(); err != nil || len(list) > 0 {
		t.Fatalf("%v %v", list, err)
	}
	before := func() (ids []string) {
		rows := expect.Get(b.Store.Values(t.Context(), hook.Prefix))(t)
		for _, k := range slices.Sorted(maps.Keys(rows)) {
			r := expect.Get(hook.ReadRow(rows[k]))(t)
			d := expect.Get(b.Office.Posting(t.Context(), k, r))(t)
			req := expect.Get(d.Request(b.Clock))(t)
			ids = append(ids, d.ID+" "+string(req.Body))
		}
		return ids
	}
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "work mine-1"))
	first := before()
	expect.NoError(t, b.Reopen())
	if again := before(); len(first) != 1 || !slices.Equal(first, again) {
		t.Errorf("%q, then %q", first, again)
	}
}

// TestHookFails: when a posting to a player is given up, their hook is removed, and they are told; when one of
// the table is, its organiser is told, once a day, and the hook stays.
func TestHookFails(t *testing.T) {
	b := hooked(t)
	b.Config().Security.AdminAddresses = []string{pbemtest.Address("Host")}
	for range 2 {
		expect.NoError(t, b.Office.PostFailed(t.Context(), hook.Row{Game: "winter", Seat: -1, Hook: hookOf(t, b, "").ID}, "404 Not Found", false))
	}
	expect.NoError(t, b.Office.PostFailed(t.Context(), hook.Row{Game: "winter", Seat: 0, Hook: hookOf(t, b, "Ana").ID}, "404 Not Found", false))
	expect.NoError(t, b.Post())
	expect.Same(t, "Ana still has a hook", hookOf(t, b, "Ana"), nil)
	ana, _ := b.Latest("Ana")
	host := b.Boxes[pbemtest.Address("Host")]
	expect.Must(t, "the organiser has", len(host), 1)
	for _, text := range []string{ana.Text, host[0].Text} {
		if !strings.Contains(text, "chat.example") || !strings.Contains(text, "404 Not Found") || strings.Contains(text, "secret-path") {
			t.Errorf("the letter:\n%s", text)
		}
	}
	expect.NoError(t, b.Office.PostFailed(t.Context(), hook.Row{Game: "spring", Seat: 0, Hook: "x"}, "404", false)) // all of it is removed
	expect.NoError(t, b.Office.PostFailed(t.Context(), hook.Row{Game: "winter", Seat: -1, Hook: hookOf(t, b, "").ID}, "404 Not Found", true))
	expect.NoError(t, b.Post())
	id := hookOf(t, b, "").ID
	last := expect.Get(json.Marshal(hook.Last{At: b.Clock, Gone: b.Clock.AddDate(0, 0, -7), Answer: "404 Not Found"}))(t)
	errs, err := b.Store.Commit(t.Context(), store.Commit{Put: map[string][]byte{hook.LastPrefix + id: last}})
	expect.NoError(t, errors.Join(append(errs, err)...))
	var rows []admin.HookRow
	expect.NoError(t, b.Handle("hook.list", admin.ListHooks{Game: "winter"}, &rows))
	expect.True(t, len(rows) == 1 && rows[0].Stopped, "%+v", rows)
	if host, _ := b.Latest("Host"); !strings.Contains(host.Subject, "a webhook of winter has stopped") || !strings.Contains(host.Text, "railpost game hook test winter") {
		t.Errorf("%s:\n%s", host.Subject, host.Text)
	}
}

// TestHookAnswered: a player who has answered before the posting could be sent does not get it.
func TestHookAnswered(t *testing.T) {
	b := hooked(t)
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "work mine-1"))
	list, err := b.Posted()
	expect.NoError(t, err)
	for _, d := range list {
		expect.True(t, d.Event.Kind != hook.Asked, "posted %+v", d.Event)
	}
	expect.NoError(t, b.Answer("Ben", mailtest.Gmail, "work mine-2"))
	expect.NoError(t, b.Answer("Cleo", mailtest.Gmail, "set hook off", "work yard: skip"))
	b.Clock = b.Clock.Add(time.Minute)
	list, err = b.Posted()
	expect.NoError(t, err)
	if n := len(list); n == 0 || list[n-1].Event.Kind != hook.Asked || list[n-1].Event.Until == nil {
		t.Errorf("posted %+v", list)
	}
}

// TestHookPlanned: a player's hook does not post a question that their plan answers, until they drop the plan.
func TestHookPlanned(t *testing.T) {
	b := hooked(t)
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "work mine-1", "plan", "sell red"))
	expect.NoError(t, b.Answer("Ben", mailtest.Gmail, "work mine-2"))
	expect.NoError(t, b.Answer("Cleo", mailtest.Gmail, "work yard: skip"))
	for _, dropped := range []bool{false, true} {
		if dropped {
			expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "drop plans"))
		}
		list := expect.Get(b.Posted())(t)
		asked := slices.ContainsFunc(list, func(d hook.Delivery) bool { return d.Event.Kind == hook.Asked && d.Event.Until != nil })
		expect.Same(t, list, asked, dropped)
	}
}

// TestHooksADay: not even a player's own letters have the service post to ever new addresses.
func TestHooksADay(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	b.Config().Hooks.Hosts = []string{"chat.example"}
	for n := range 11 {
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, fmt.Sprintf("set hook %s/%d", chat, n)))
	}
	if l, _ := b.Latest("Ana"); !strings.Contains(l.Text, "ten addresses") || !strings.HasSuffix(hookOf(t, b, "Ana").URL, "/9") {
		t.Errorf("%s\n%s", key.SetHookOften, l.Text)
	}
}

// TestTestLeavesWhatIsUnderWay: hook.test tries postings at once that were put off. One that is due may be in
// flight: written again after it was posted, it would be posted twice.
func TestTestLeavesWhatIsUnderWay(t *testing.T) {
	b := hooked(t)
	expect.Get(b.Posted())(t)
	expect.NoError(t, b.Handle("game.pause", map[string]string{"game": "winter"}, nil))
	h := hookOf(t, b, "")
	rows := expect.Get(b.Store.Values(t.Context(), hook.Prefix+h.ID+"/"))(t)
	due := slices.Collect(maps.Keys(rows))[0]
	r := expect.Get(hook.ReadRow(rows[due]))(t)
	r.Next = b.Clock.Add(time.Hour)
	raw, err := r.Bytes()
	expect.NoError(t, err)
	_, err = b.Store.Commit(t.Context(), store.Commit{Put: map[string][]byte{r.Key(1): raw}})
	expect.NoError(t, err)
	b.Clock = b.Clock.Add(time.Minute)
	expect.NoError(t, b.Handle("hook.test", map[string]string{"game": "winter", "id": h.ID}, nil))
	after := expect.Get(b.Store.Values(t.Context(), hook.Prefix+h.ID+"/"))(t)
	expect.Same(t, []any{rows[due], after[due]}, string(after[due]), string(rows[due]))
	if r, err := hook.ReadRow(after[r.Key(1)]); err != nil || r.Next.After(b.Clock) || len(after) != 3 {
		t.Errorf("what was put off is due %s, %v, of %d", r.Next, err, len(after))
	}
}

// TestHooksTellNoHooks: adding or removing a hook is not posted to the others.
func TestHooksTellNoHooks(t *testing.T) {
	b := pbemtest.Begun(t, nil, nil)
	b.Config().Hooks.Hosts = []string{"chat.example"}
	got := 0
	for i := range 5 {
		expect.NoError(t, b.Handle("hook.add", map[string]string{"game": "winter", "url": fmt.Sprintf("https://chat.example/%d", i)}, nil))
		list := expect.Get(b.Posted())(t)
		got += len(list)
	}
	expect.Same(t, "five hooks bring", got, 5)
}

// TestAlarmsArePosted: notices to organisers of the service are posted to their hook, too; notices to a table's
// own organiser are not.
func TestAlarmsArePosted(t *testing.T) {
	b := pbemtest.Begun(t, nil, nil)
	b.Config().Hooks.Hosts = []string{"chat.example"}
	alarm := func(game string) []hook.Delivery {
		t.Helper()
		expect.NoError(t, b.Office.Alarm(t.Context(), game, fmt.Sprint("stopped", b.Clock.Unix()), engine.Msg(key.AlarmStopped, engine.Text("why", "550 5.4.5 Daily limit"))))
		list := expect.Get(b.Posted())(t)
		b.Clock = b.Clock.Add(time.Minute)
		return list
	}
	expect.Same(t, "without an address", alarm(""), nil)
	b.Config().Hooks.Alarms = config.NewSecret("https://chat.example/alarms")
	for _, game := range []string{"", "winter"} {
		list := alarm(game)
		expect.Must(t, fmt.Sprintf("%q: posted %+v", game, list), len(list), 1)
		e, r := list[0].Event, list[0].Hook
		if e.Kind != hook.Alarm || e.Game != game || !strings.Contains(e.Subject, "refuses Railpost") || !strings.Contains(e.Text, "(550 5.4.5 Daily limit)") ||
			r.URL != "https://chat.example/alarms" || r.Format != hook.JSON || pbemtest.TokenIn(e.Text) != "" {
			t.Errorf("%q: %+v to %+v", game, e, r)
		}
	}
	expect.Same(t, "letters went out before they were posted", len(b.Boxes["host@example.org"]), 0)
	expect.NoError(t, b.Post())
	expect.Same(t, "letters", len(b.Boxes["host@example.org"]), 3)
	expect.NoError(t, b.Handle("game.set", map[string]string{"game": "winter", "organiser": "eva@example.org"}, nil))
	expect.Same(t, "of a table with an organiser of its own", alarm("winter"), nil)
}
