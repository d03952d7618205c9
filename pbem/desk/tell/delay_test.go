package tell_test

import (
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestNewsWaits: the report of a round waits for a letter that asks its reader, also through a restart; without
// one it goes out after the delay, as it is then, and at once if somebody speaks. The last letter of a game has it.
func TestNewsWaits(t *testing.T) {
	for what, c := range map[string]struct {
		then func(b *pbemtest.Service) error
		want []string // Ben's letters after the round, by kind
	}{
		"asked": {func(b *pbemtest.Service) error { return b.Answer("Ana", mailtest.Gmail, "sell red") }, []string{"turn"}},
		"alone": {func(b *pbemtest.Service) error { return b.Pass(8 * time.Minute) }, []string{"news"}},
		"talk":  {func(b *pbemtest.Service) error { return b.Answer("Ana", mailtest.Gmail, "say hello") }, []string{"news"}},
		"over": {func(b *pbemtest.Service) error {
			return b.Handle("game.end", admin.ChangeGame{Game: "winter"}, nil)
		}, []string{"closed"}},
	} {
		b := expect.Get(pbemtest.New(pbemtest.Find, func(c *config.Config) { c.Schedule.NewsDelay.Duration = 10 * time.Minute }))(t)
		expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", StartNow: true, Players: pbemtest.FromAll("Ana", "Ben", "Cleo")}, nil))
		expect.NoError(t, b.Post())
		for _, name := range []string{"Ana", "Ben", "Cleo"} {
			expect.NoError(t, b.Answer(name, mailtest.Gmail, "pass"))
		}
		box := func() []pbemtest.Letter { return b.Boxes[pbemtest.Address("Ben")] }
		before := len(box())
		expect.NoError(t, b.Reopen())
		expect.NoError(t, b.Pass(3*time.Minute))
		expect.Same(t, what+": letters at once", len(box())-before, 0)
		expect.NoError(t, c.then(b))
		expect.NoError(t, b.Post())
		expect.NoError(t, b.Pass(20*time.Minute))
		var kinds []string
		for _, l := range box()[before:] {
			kinds = append(kinds, l.Kind)
			if l.Kind != "closed" {
				expect.Has(t, what, l.Text, "Round 1 is over")
			}
		}
		expect.Same(t, what, kinds, c.want)
	}
}
