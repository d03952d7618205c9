package talk_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestTalkHasALimit: one player's talk makes nobody's letter larger than servers accept, neither in a day nor
// in many.
func TestTalkHasALimit(t *testing.T) {
	level.Sequential(t)
	b := pbemtest.Playing(t, admin.CreateGame{Seed: []byte("talk"), Players: pbemtest.FromAll("Ana", "Ben", "Cleo")})
	for day := range 10 {
		refused := 0
		for mail := range 4 {
			var lines []string
			for n := range 5 {
				lines = append(lines, fmt.Sprintf("say %d %d %d %s", day, mail, n, strings.Repeat("talk ", 180)))
			}
			expect.NoError(t, b.Answer("Ben", mailtest.Gmail, lines...))
			if b.Verdict == "refused" {
				refused++
			}
			b.Clock = b.Clock.Add(time.Minute)
		}
		expect.Must(t, day, refused, 0)
		expect.NoError(t, b.Answer("Ben", mailtest.Gmail,
			slices.Repeat([]string{"say " + strings.Repeat("more ", 180)}, 4)...))
		l, _ := b.Latest("Ben")
		if b.Verdict != "refused" || !strings.Contains(l.Text, "can say 20000 characters a day") || !strings.Contains(l.Text, "write more at") {
			t.Fatalf("day %d: %s\n%s", day, b.Verdict, l.Text)
		}
		b.Clock = b.Clock.Add(24 * time.Hour)
	}
	expect.NoError(t, b.Answer("Ben", mailtest.Gmail, "say "+strings.Repeat("more ", 180)))
	expect.True(t, b.Verdict != "refused", "the next day: refused")
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "log 500"))
	var largest int
	for _, box := range b.Boxes {
		largest = max(largest, len(slices.MaxFunc(box, func(x, y pbemtest.Letter) int { return len(x.Raw) - len(y.Raw) }).Raw))
	}
	expect.True(t, largest <= 300_000, "a letter of %d bytes", largest)
	l, _ := b.Latest("Ana")
	expect.Has(t, l.Text, string(l.Raw), "winter-log.txt.gz")
}
