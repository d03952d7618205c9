package daemon

import (
	"strings"
	"testing"
	"time"

	"railpost/pbem/outbox"
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
