package due_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/desk/due"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestTimeOfDayStays: after any move of a deadline, it falls at the table's time of day, and its player has no
// less time than before.
func TestTimeOfDayStays(t *testing.T) {
	for name, c := range map[string]struct {
		move  func(t *testing.T, b *pbemtest.Service)
		least time.Duration // by which the deadline moves
		want  string
	}{
		"a pause": {func(t *testing.T, b *pbemtest.Service) {
			expect.NoError(t, b.Handle("game.pause", admin.ChangeGame{Game: "winter"}, nil))
			expect.NoError(t, b.Pass(61*time.Minute))
			expect.NoError(t, b.Handle("game.resume", admin.ChangeGame{Game: "winter"}, nil))
		}, 61 * time.Minute, "Fri 20:00"},
		"a pause of whole days": {func(t *testing.T, b *pbemtest.Service) {
			expect.NoError(t, b.Handle("game.pause", admin.ChangeGame{Game: "winter"}, nil))
			expect.NoError(t, b.Pass(48*time.Hour))
			expect.NoError(t, b.Handle("game.resume", admin.ChangeGame{Game: "winter"}, nil))
		}, 48 * time.Hour, "Sat 20:00"},
		"an outage": {func(t *testing.T, b *pbemtest.Service) {
			b.Office.SourceLost(due.Mailbox, b.Clock)
			expect.NoError(t, b.Pass(3*time.Hour))
			b.Office.SourceReached(due.Mailbox, b.Clock)
			expect.NoError(t, b.Tick())
		}, 3 * time.Hour, "Fri 20:00"},
		"more time for an hour": {func(t *testing.T, b *pbemtest.Service) {
			expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "need 1h"))
		}, time.Hour, "Fri 20:00"},
		"a pause, then two days more": {func(t *testing.T, b *pbemtest.Service) {
			expect.NoError(t, b.Handle("game.pause", admin.ChangeGame{Game: "winter"}, nil))
			expect.NoError(t, b.Pass(61*time.Minute))
			expect.NoError(t, b.Handle("game.resume", admin.ChangeGame{Game: "winter"}, nil))
			expect.NoError(t, b.Handle("game.extend", admin.ExtendGame{Game: "winter", By: "2d"}, nil))
		}, 61*time.Minute + 48*time.Hour, "Sun 20:00"},
	} {
		t.Run(name, func(t *testing.T) {
			b := pbemtest.Begun(t, nil, func(p *admin.CreateGame) { p.Rules = []string{"due-at=20:00"} }) // Monday 2 March 10:00
			expect.NoError(t, b.Pass(time.Hour))
			was := b.Due(t)["deadline"]
			c.move(t, b)
			is := b.Due(t)["deadline"]
			if got := is.Format("Mon 15:04"); got != c.want || is.Sub(was) < c.least {
				t.Errorf("due %s, before it %s; want %s", got, was.Format("Mon 15:04"), c.want)
			}
		})
	}
}

// TestQuietHoursHaveALimit: no quiet hours, whichever and however often they and the zone change, give
// more than twelve hours beyond the deadline that holds without them.
func TestQuietHoursHaveALimit(t *testing.T) {
	b := pbemtest.Begun(t, nil, nil)
	expect.NoError(t, b.Pass(time.Hour))
	was := b.Due(t)["deadline"]
	for _, long := range []string{"00:01-00:00", "12:00-00:01", "8:00-7:59", "19:30-07:31"} {
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "set quiet "+long))
		expect.Same(t, long, b.Verdict, "refused")
	}
	for _, zone := range []string{"UTC", "Asia/Tokyo", "Pacific/Auckland"} {
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "set zone "+zone))
		for from := 0; from < 24*60; from += 97 {
			to := (from + 12*60) % (24 * 60)
			expect.NoError(t, b.Answer("Ana", mailtest.Gmail, fmt.Sprintf("set quiet %02d:%02d-%02d:%02d", from/60, from%60, to/60, to%60)))
			if more := b.Due(t)["deadline"].Sub(was); b.Verdict != "answered: settings" || more < 0 || more > 12*time.Hour {
				t.Errorf("twelve hours of quiet from minute %d on: %s, due %s later", from, b.Verdict, more)
			}
		}
	}
}

// TestZoneTellsTheDeadline: where deadlines fall at the table's hour on the player's clock, a new zone moves
// that of the present question by nothing, and says so.
func TestZoneTellsTheDeadline(t *testing.T) {
	b := pbemtest.Begun(t, nil, func(p *admin.CreateGame) { p.Rules = []string{"due-at=20:00"} })
	was := b.Due(t)["deadline"]
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "set zone Europe/Madrid"))
	l, _ := b.Latest("Ana")
	if is := b.Due(t)["deadline"]; !is.Equal(was) || !strings.Contains(strings.Join(strings.Fields(l.Text), " "), "Your answer now is still due Thu 5 Mar 21:00") {
		t.Errorf("due %s, before it %s:\n%s", is, was, l.Text)
	}
	expect.NoError(t, b.Answer("Ben", mailtest.Gmail, "set zone Europe/Madrid"))
	expect.Lacks(t, "nothing is asked of Ben", b.Newest("Ben").Text, "still due")
}
