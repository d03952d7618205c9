package orders_test

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestWhatIfShowsTheTable: thoughts that go to their end show the writer's position after them and
// the table, in which the others are; the subject says where thoughts stop.
func TestWhatIfShowsTheTable(t *testing.T) {
	level.Sequential(t)
	for _, title := range titles.All() {
		for _, view := range []string{"text", "spoken"} {
			b := pbemtest.Begun(t, nil, func(p *admin.CreateGame) {
				p.Title, p.Players = title.Name(), pbemtest.FromAll("Ana", "Ben", "Cleo")
			})
			players := []string{"Ana", "Ben", "Cleo"}
			var who, table string
			for range 9 { // thoughts stop at a draw, and in an auction, as others may have bid in advance
				who = players[slices.IndexFunc(players, func(who string) bool { l, _ := b.Latest(who); return strings.Contains(l.Subject, "our turn") })]
				turn, _ := b.Latest(who)
				expect.NoError(t, b.Answer(who, mailtest.Gmail, "set view "+view))
				expect.NoError(t, b.Answer(who, mailtest.Gmail, "what if", "[1]"))
				thought, _ := b.Latest(who)
				if !strings.Contains(thought.Subject, "What if: nothing has changed") {
					t.Fatalf("%s: %s", title.Name(), thought.Subject)
				}
				_, after, own := strings.Cut(strings.ToLower(thought.Text), "your position after these lines")
				if _, table, _ = strings.Cut(after, "\ntable"); own {
					break
				}
				expect.NoError(t, b.AnswerLetter(who, turn, mailtest.Gmail, "[1]"))
			}
			for _, other := range players {
				if other != who && !strings.Contains(table, strings.ToLower(other)) {
					t.Errorf("%s, %s: %s is not in the table:\n%s", title.Name(), view, other, table)
				}
			}
			expect.NoError(t, b.Answer(who, mailtest.Gmail, "what if", "[1]", who+": nonsense"))
			expect.Has(t, title.Name(), b.Newest(who).Subject, "What if: it stops at line 3")
		}
	}
}

// TestWhatIfGoesPastAnAuction: with the bids that the player writes for the others, thoughts continue to the
// actions after them, and the game is unchanged.
func TestWhatIfGoesPastAnAuction(t *testing.T) {
	level.Sequential(t)
	b := pbemtest.Begun(t, nil, func(p *admin.CreateGame) {
		p.Title, p.Players = "tycoon", pbemtest.FromAll("Ana", "Ben", "Cleo")
	})
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "what if", "bid 1", "Ben: bid 2", "Cleo: pass", "Ana: pass", "Ben: upgrade"))
	thought, _ := b.Latest("Ana")
	expect.Has(t, "the answer", thought.Subject+"\n"+thought.Text,
		"What if: nothing has changed", "Ben wins the auction", "you wrote: Ben: upgrade")
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "what if", "bid 1", "Ben: pass", "upgrade"))
	thought, _ = b.Latest("Ana")
	expect.Has(t, "Cleo has not spoken", thought.Subject, "it stops at line 4")
}
