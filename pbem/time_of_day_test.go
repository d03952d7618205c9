package pbem_test

import (
	"testing"
	"time"

	"railpost/pbem/admin"
	"railpost/pbem/due"
	"railpost/pbem/mailtest"
	"railpost/pbem/pbemtest"
)

// TestTimeOfDayStays: whatever moves a deadline, it falls at the table's time of day, and its
// player has no less time than before.
func TestTimeOfDayStays(t *testing.T) {
	for name, c := range map[string]struct {
		move  func(t *testing.T, b *pbemtest.Service)
		least time.Duration // by which the deadline moves
		want  string
	}{
		"a pause": {func(t *testing.T, b *pbemtest.Service) {
			must(t, b.Handle("game.pause", admin.ChangeGame{Game: "winter"}, nil))
			must(t, b.Pass(61*time.Minute))
			must(t, b.Handle("game.resume", admin.ChangeGame{Game: "winter"}, nil))
		}, 61 * time.Minute, "Fri 20:00"},
		"a pause of whole days": {func(t *testing.T, b *pbemtest.Service) {
			must(t, b.Handle("game.pause", admin.ChangeGame{Game: "winter"}, nil))
			must(t, b.Pass(48*time.Hour))
			must(t, b.Handle("game.resume", admin.ChangeGame{Game: "winter"}, nil))
		}, 48 * time.Hour, "Sat 20:00"},
		"an outage": {func(t *testing.T, b *pbemtest.Service) {
			b.Office.Lost(due.Mailbox, b.Clock)
			must(t, b.Pass(3*time.Hour))
			b.Office.Found(due.Mailbox, b.Clock)
			must(t, b.Tick())
		}, 3 * time.Hour, "Fri 20:00"},
		"more time for an hour": {func(t *testing.T, b *pbemtest.Service) {
			must(t, b.Answer("Ana", mailtest.Gmail, "need 1h"))
		}, time.Hour, "Fri 20:00"},
		"a pause, then two days more": {func(t *testing.T, b *pbemtest.Service) {
			must(t, b.Handle("game.pause", admin.ChangeGame{Game: "winter"}, nil))
			must(t, b.Pass(61*time.Minute))
			must(t, b.Handle("game.resume", admin.ChangeGame{Game: "winter"}, nil))
			must(t, b.Handle("game.extend", admin.ExtendGame{Game: "winter", By: "2d"}, nil))
		}, 61*time.Minute + 48*time.Hour, "Sun 20:00"},
	} {
		t.Run(name, func(t *testing.T) {
			b := begun(t, func(p *admin.CreateGame) { p.Rules = []string{"due-at=20:00"} }) // Monday 2 March 10:00
			must(t, b.Pass(time.Hour))
			was := dueRows(t, b)["deadline"]
			c.move(t, b)
			is := dueRows(t, b)["deadline"]
			if got := is.Format("Mon 15:04"); got != c.want || is.Sub(was) < c.least {
				t.Errorf("due %s, before it %s; want %s", got, was.Format("Mon 15:04"), c.want)
			}
		})
	}
}
