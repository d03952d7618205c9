package pbem_test

import (
	"strings"
	"testing"

	"railpost/pbem/desk/admin"
)

// TestRenderAsksOnlyWhoIsAsked: "railpost render" shows the letter a seat would
// get, so a seat that is not asked, now or at the step named, is not told that
// it is their turn.
func TestRenderAsksOnlyWhoIsAsked(t *testing.T) {
	b := games(t, "winter")
	send(t, b, "Ana: sell red")
	for _, c := range []struct {
		seat int
		step uint64
		says string
	}{
		{0, 0, "Now: Ben, until"},
		{1, 0, "Ben, your turn"},
		{0, 1, "Ana, your turn"},
		{1, 1, "Now: Ana."},
	} {
		var got admin.RenderedText
		if err := b.Handle("render", admin.RenderFor{Game: "winter", Seat: c.seat, Step: c.step}, &got); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(got.Text, c.says) {
			t.Errorf("seat %d at step %d: %q is not in\n%s", c.seat, c.step, c.says, got.Text)
		}
	}
}
