package vote_test

import (
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestAgreedEnd: every title can be ended by its players at any time, with points.
func TestAgreedEnd(t *testing.T) {
	level.Sequential(t)
	for _, title := range []string{"toy", "russian", "18mag", "18cz", "tycoon"} {
		t.Run(title, func(t *testing.T) {
			b := pbemtest.Begun(t, nil, func(p *admin.CreateGame) {
				p.Title = title
				p.Players = pbemtest.FromAll("Ana", "Ben", "Cleo")
			})
			expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "propose end"))
			for _, name := range []string{"Ben", "Cleo"} {
				expect.Same(t, name,
					b.Heard(name, "Ana proposes to end the game now (proposal 1). The points as everyone can see them: "), 1)
				expect.NoError(t, b.Answer(name, mailtest.Gmail, "ok 1"))
			}
			for _, name := range []string{"Ana", "Ben", "Cleo"} {
				expect.Same(t, "count", b.Count(name, "The game is over"), 1)
				expect.Same(t, "heard", b.Heard(name, "PLACES"), 1)
			}
			expect.Same(t, "still due", b.Due(t), nil)
			expect.NoError(t, b.Handle("game.verify", admin.ChangeGame{Game: "winter"}, nil))
		})
	}
}

// TestSilence: the time after which silence counts is stored with the proposal; more time for moves does not move
// it, an outage does.
func TestSilence(t *testing.T) {
	b := pbemtest.Begun(t, nil, func(p *admin.CreateGame) { p.Rules = []string{"silence=12h"} })
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "propose call off"))
	if due := b.Due(t)["silence"]; !due.Equal(b.Clock.Add(12 * time.Hour)) {
		t.Errorf("silence is due at %v, and it is %v", due, b.Clock)
	}
	expect.NoError(t, b.Answer("Ben", mailtest.Gmail, "work mine-1"))
	if _, ok := b.Due(t)["silence"]; !ok {
		t.Error("a mail that leaves the proposal open has withdrawn its time")
	}
	before := b.Due(t)["silence"]
	expect.NoError(t, b.Handle("game.extend", admin.ExtendGame{Game: "winter", By: "1d"}, nil))
	if after := b.Due(t)["silence"]; !after.Equal(before) {
		t.Errorf("more time for moves has moved silence to %v", after)
	}
	b.Clock = b.Clock.Add(24 * time.Hour) // nobody ran the service
	expect.NoError(t, b.Tick())
	expect.NoError(t, b.Post())
	if rows := b.Due(t); !rows["silence"].Equal(before.Add(24 * time.Hour)) {
		t.Errorf("after an outage: %v", rows)
	}
	expect.NoError(t, b.Pass(13*time.Hour))
	expect.Same(t, "silence did not decide", b.Count("Ben", "The game was called off"), 1)
}
