package daemon

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/liar"
	"railpost/store/mem"
)

// TestRefusedAccountMakesNobodyLate: a table of two under a daily limit of the provider. Nothing is given up, lists say
// whose letter was not sent, nobody's time runs, the hook for alarms has it at once, and afterwards all letters go out, that to
// the organiser, too.
func TestRefusedAccountMakesNobodyLate(t *testing.T) {
	for reply, at := range map[string]string{
		"550 5.4.5 Daily user sending limit exceeded.":                      "TEXT",
		"554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException":     "TEXT",
		"550 5.7.1 Delivery not authorized":                                 "RCPT",
		"421 4.7.0 [TSS04] Messages temporarily deferred due to complaints": "MAIL",
	} {
		t.Run(reply, func(t *testing.T) { refusedAccount(t, at, reply) })
	}
}

func refusedAccount(t *testing.T, at, reply string) {
	c := embedded(t)
	c.Security.AdminAddresses = []string{"boss@localhost"}
	posted := make(chan string, 10)
	chat := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		posted <- string(b)
	}))
	t.Cleanup(chat.Close) // after the daemon has ended
	c.Hooks = config.Hooks{Hosts: []string{chat.Listener.Addr().String()}, AllowPrivate: true, AlarmsFormat: "ntfy", Alarms: config.NewSecret(chat.URL)}
	var refuses atomic.Bool
	out := liar.NewSMTP()
	out.Lie = func(o *liar.Order) {
		if o.Name == at && refuses.Load() {
			o.Refuse(reply)
		}
	}
	t.Cleanup(func() {
		if err := out.Close(); err != nil {
			t.Error(err)
		}
	})
	st, ctx := mem.New(), t.Context()
	d := running(t, Options{Config: c, Store: st, DialOut: out.Dial})
	unsent := func() (names []string) {
		t.Helper()
		list := expect.Get(d.Handle(ctx, "game.list", nil))(t)
		for _, g := range list.([]admin.GameRow) {
			for _, w := range g.Waiting {
				if w.Unsent {
					names = append(names, g.Game)
				}
			}
		}
		return names
	}
	create(t, d, "spring")
	expect.NoError(t, d.Idle(ctx))
	was, began := deadline(t, st, "spring"), time.Now()
	refuses.Store(true)
	create(t, d, "summer")
	pbemtest.Until(t, "a notice to the organiser", func() bool {
		letters, err := st.Letters(ctx)
		return err == nil && !d.pump.Refusal().Since.IsZero() && letters[len(letters)-1].To == "boss@localhost"
	})
	if text := <-posted; !strings.Contains(text, "refuses Railpost") || len(out.Letters()) != 2 { // those of spring
		t.Errorf("posted %q, %d letters", text, len(out.Letters()))
	}
	expect.NoError(t, d.carryOut(ctx, began.Add(time.Second)))
	later := began.Add(100 * time.Hour).Round(0)
	expect.NoError(t, d.carryOut(ctx, later))
	if is := deadline(t, st, "spring"); !is.Equal(was) {
		t.Errorf("the deadline is %s, before %s", is, was)
	}
	if got := unsent(); len(got) != 1 || got[0] != "summer" {
		t.Errorf("not sent: %q", got)
	}
	create(t, d, "autumn") // while the queue is on hold
	if got := unsent(); len(got) != 2 {
		t.Errorf("not sent: %q", got)
	}
	shown, err := d.Handle(ctx, "game.show", []byte(`{"game":"summer"}`))
	expect.True(t, err == nil && shown.(*admin.Shown).Waiting[0].Unsent, "%+v %v", shown, err)
	refuses.Store(false)
	pbemtest.Until(t, "all letters", func() bool {
		d.pump.Resume()
		letters, err := st.Letters(ctx)
		return err == nil && len(letters) == 0
	})
	got := map[string]int{}
	for _, l := range out.Letters() {
		got[l.To]++
	}
	if got["ana@localhost"] != 3 || got["ben@localhost"] != 3 || got["boss@localhost"] == 0 || len(unsent()) != 0 {
		t.Errorf("arrived: %v", got)
	}
	expect.NoError(t, d.carryOut(ctx, later.Add(time.Hour)))
	if moved := deadline(t, st, "spring").Sub(was); moved < 100*time.Hour || moved > 102*time.Hour {
		t.Errorf("the deadline moved by %s", moved)
	}
	if is := deadline(t, st, "summer"); is.Before(later.Add(72 * time.Hour)) {
		t.Errorf("who was asked meanwhile is due %s", is)
	}
}
