package pbem_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/robot"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// withRobots returns a service with a game that has begun: Ana, Ben and a robot.
func withRobots(t *testing.T, find engine.Titles, title, bot string) *pbemtest.Service {
	t.Helper()
	b := expect.Get(pbemtest.New(find, nil))(t)
	expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: title, Game: "bots", Seed: []byte("bots"), Players: pbemtest.FromAll("Ana", "Ben"), Robots: []string{bot}}, nil))
	expect.NoError(t, b.Post())
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "accept"))
	expect.NoError(t, b.Answer("Ben", mailtest.Gmail, "accept"))
	return b
}

func shown(t *testing.T, b *pbemtest.Service) (g admin.Shown) {
	t.Helper()
	expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "bots"}, &g))
	return g
}

// TestRobotPlaysToTheEnd: two people and a robot play a game from the invitation to the end. The
// robot is asked nothing, gets no letter, gives no order that is refused, and after a restart in
// the middle of its turn it answers.
func TestRobotPlaysToTheEnd(t *testing.T) {
	titles := []string{"toy", "russian"}
	for _, title := range titles[:level.Of(1, 2, 2)] {
		t.Run(title, func(t *testing.T) {
			b := withRobots(t, pbemtest.Find, title, "Bot:easy")
			restarts := 0
			for n := 0; shown(t, b).State == string(table.Running); n++ {
				g := shown(t, b)
				if n > 2000 || len(g.Waiting) == 0 {
					t.Fatalf("step %d: the game waits for %v", g.Step, g.Waiting)
				}
				name := g.Waiting[0].Name
				if name == "Bot" {
					t.Fatalf("step %d waits for the robot", g.Step)
				}
				l, _ := b.Latest(name)
				typed := l.Usual
				if len(typed) == 0 {
					typed = l.Choices[0].Lines
				}
				expect.NoError(t, b.Hand(name, mailtest.Gmail, typed...))
				if asked := shown(t, b).Waiting; n%4 == 1 && slices.ContainsFunc(asked, func(w admin.WaitRow) bool { return w.Name == "Bot" }) {
					expect.NoError(t, b.Reopen())
					restarts++
				}
				expect.NoError(t, b.Post())
			}
			if g := shown(t, b); g.State != string(table.Over) || restarts == 0 || b.Office.RefusedRobots() != 0 {
				t.Errorf("the game is %s after %d restarts, %d orders refused", g.State, restarts, b.Office.RefusedRobots())
			}
			for address := range b.Boxes {
				if address != "ana@example.org" && address != "ben@example.org" && address != "host@example.org" {
					t.Errorf("a letter went to %q", address)
				}
			}
		})
	}
}

// thinking is a title that reports requests for a usual turn.
type thinking struct {
	engine.Title
	usual func()
}

func (t thinking) Usual(p engine.Position, s engine.Seat) engine.Turn {
	t.usual()
	return t.Title.Usual(p, s)
}

// TestRobotThinksAgain: while a robot thinks, mails are handled; its result is dropped if the game has moved on
// meanwhile, and it thinks again. One that is stopped while it thinks has done nothing.
func TestRobotThinksAgain(t *testing.T) {
	var during func()
	b := withRobots(t, func(name string) engine.Title {
		return thinking{pbemtest.Find(name), func() {
			if do := during; do != nil {
				during = nil
				do()
			}
		}}
	}, "toy", "Bot")
	for shown(t, b).Waiting[0].Name != "Ben" {
		l, _ := b.Latest("Ana")
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, l.Choices[0].Lines...))
	}
	l, _ := b.Latest("Ben")
	expect.NoError(t, b.Hand("Ben", mailtest.Gmail, l.Choices[0].Lines...))
	before := shown(t, b)
	expect.Must(t, before.Waiting, before.Waiting[0].Name, "Bot")

	ctx, cancel := context.WithCancel(t.Context())
	during = cancel
	if _, err := b.Office.Think(ctx); err == nil || shown(t, b).Step != before.Step {
		t.Fatalf("stopped while it thinks: %v", err)
	}
	during = func() { expect.NoError(t, b.Hand("Ana", mailtest.Gmail, "say hello")) }
	if more, err := b.Office.Think(t.Context()); !more || err != nil || shown(t, b).Waiting[0].Name != "Bot" {
		t.Fatalf("an answer to a step that is over counts: %v", err)
	}
	said := shown(t, b).Step
	if more, err := b.Office.Think(t.Context()); !more || err != nil || shown(t, b).Step <= said {
		t.Fatalf("it does not think again: %v", err)
	}
}

// TestRefusedRobot: an order of a robot that is refused is logged with game, step and order, and
// the harmless order, or any, takes its place.
func TestRefusedRobot(t *testing.T) {
	b := withRobots(t, pbemtest.Find, "toy", "Bot")
	var log bytes.Buffer
	b.Options().Log = slog.New(slog.NewTextHandler(&log, nil))
	expect.NoError(t, b.Reopen())
	for shown(t, b).Waiting[0].Name != "Bot" {
		name := shown(t, b).Waiting[0].Name
		l, _ := b.Latest(name)
		expect.NoError(t, b.Hand(name, mailtest.Gmail, l.Choices[0].Lines...))
		if shown(t, b).Waiting[0].Name != "Bot" {
			expect.NoError(t, b.Post())
		}
	}
	before := shown(t, b)
	expect.NoError(t, b.Office.AnswerForRobot(t.Context(), "fly"))
	if g := shown(t, b); g.Step <= before.Step || b.Office.RefusedRobots() != 1 {
		t.Errorf("the game stands still, or %d orders were refused instead of one", b.Office.RefusedRobots())
	}
	expect.Has(t, "the log", log.String(), "level=ERROR", "game=bots", "orders=[fly]", "step=")
}

// TestReplacedByRobot: a person takes a robot's seat, and a robot a person's, before the game
// begins and later.
func TestReplacedByRobot(t *testing.T) {
	b, err := pbemtest.New(pbemtest.Find, nil)
	expect.NoError(t, err)
	expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "bots", Players: pbemtest.FromAll("Ana", "Ben"), Robots: []string{"Bot:hard"}}, nil))
	expect.NoError(t, b.Post())
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "accept"))
	expect.NoError(t, b.Handle("player.replace", admin.ReplacePlayer{Game: "bots", Player: "Ben",
		Robot: "Bip:easy"}, nil))
	expect.NoError(t, b.Post())
	g := shown(t, b)
	if g.State != string(table.Running) || g.Seats[1].Robot != robot.Easy || g.Seats[1].Name != "Bip" || g.Seats[2].Robot != robot.Hard {
		t.Fatalf("the last missing seat is a robot's, and the game is %s: %+v", g.State, g.Seats)
	}
	if err := b.Handle("player.replace", admin.ReplacePlayer{Game: "bots", Player: "Ana", Robot: "Bop"}, nil); err == nil {
		t.Error("nobody is left to read")
	}
	if err := b.Handle("player.set", admin.SetPlayer{Game: "bots", Player: "Bot", Address: "bot@example.org"}, nil); err == nil {
		t.Error("a robot has an address")
	}
	expect.NoError(t, b.Handle("player.replace", admin.ReplacePlayer{Game: "bots", Player: "Bip", Name: "Cleo", Address: "cleo@example.org"}, nil))
	expect.NoError(t, b.Post())
	expect.NoError(t, b.Answer("Cleo", mailtest.Gmail, "accept"))
	if g = shown(t, b); g.Seats[1].Robot != "" || g.Seats[1].Name != "Cleo" {
		t.Fatalf("Cleo does not sit there: %+v", g.Seats)
	}
	expect.NoError(t, b.Reopen())
	expect.NoError(t, b.Handle("player.replace", admin.ReplacePlayer{Game: "bots", Player: "Ana", Robot: "Bop"}, nil))
	expect.NoError(t, b.Post())
	if g = shown(t, b); g.Seats[0].Robot != robot.Normal || g.Waiting[0].Name != "Cleo" {
		t.Errorf("robots do not play on: %s, %+v", fmt.Sprint(g.Waiting), g.Seats)
	}
}
