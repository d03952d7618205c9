package daemon

import (
	"errors"
	"strings"
	"testing"
	"time"

	"railpost/pbem/config"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/outbox"
)

// A server that is away for seconds is no reason to be called; one that stays away,
// or refuses us, is.
func TestOutboxReady(t *testing.T) {
	now := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		out  outbox.Outage
		held outbox.Hold
		want string
	}{
		"all well": {},
		"away for seconds": {out: outbox.Outage{Since: now.Add(-59 * time.Second), Reason: "refused"},
			held: outbox.Hold{Until: now.Add(time.Minute), Reason: "refused"}},
		"away for a minute": {out: outbox.Outage{Since: now.Add(-time.Minute), Reason: "connection refused"},
			want: "no server reached since 2026-03-02T09:59:00Z: connection refused"},
		"refuses us": {held: outbox.Hold{Until: now.Add(time.Hour), Reason: "535 who are you"},
			want: "on hold until 2026-03-02T11:00:00Z: 535 who are you"},
	} {
		err := outboxReady(c.out, c.held, now)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The organiser hears of messages that stay where they are after they were read; they keep nobody from playing.
func TestMailboxReady(t *testing.T) {
	d := &Daemon{o: Options{Config: config.Default()}}
	d.looked.Touch()
	stays := imapbox.Fault{UIDs: []uint32{7}, Err: errors.New("NO [OVERQUOTA]")}
	for name, c := range map[string]struct {
		status imapbox.Status
		want   string
	}{
		"not yet":           {want: "not reached yet"},
		"all well":          {status: imapbox.Status{State: imapbox.Watching}},
		"some can't go":     {status: imapbox.Status{State: imapbox.Watching, Unmoved: stays}},
		"one can't be read": {status: imapbox.Status{State: imapbox.Watching, Unread: stays, Err: stays.Err}, want: "OVERQUOTA"},
		"out of reach":      {status: imapbox.Status{State: imapbox.Broken, Err: errors.New("refused")}, want: "broken: refused"},
	} {
		d.box.Store(&c.status)
		err := d.mailboxProbe()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
