package plan_test

import (
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/titles"
	"railpost/pbem/facts/plan"
)

// longer returns a position of usual play in a round that another follows without an auction, and a
// delivery of its player that only a larger engine can make.
func longer(t *testing.T) (*engine.Game, engine.Seat, string) {
	t.Helper()
	g, _, err := engine.Begin("x", titles.Find("tycoon"), engine.Setup{Seats: 3}, []string{"Ana", "Ben", "Cleo"}, engine.Seed("plans"))
	for err == nil && !g.Pos.Over() {
		s := g.Pos.(*tycoon.State)
		seat := s.Actor()
		if s.Stage == tycoon.StageActions && s.Round == 1 {
			if r, err := g.Try(seat, "upgrade", true); err == nil && !r.Stopped {
				after := g.After(r).Pos.(*tycoon.State)
				for _, d := range after.Deliveries(seat) {
					if line := after.DeliverLine(seat, &d); len(d.Legs) > s.Player(seat).Engine {
						return g, seat, line
					}
				}
			}
		}
		var out *engine.Outcome
		if out, err = g.Play(seat, g.Title.Usual(g.Pos, seat).Lines, engine.Mode{}); err == nil {
			g = out.Game
		}
	}
	t.Fatalf("no such position: %v", err)
	return nil, 0, ""
}

// TestAheadOneAfterTheOther: the second of two plans is judged as if the first had been played.
func TestAheadOneAfterTheOther(t *testing.T) {
	g, seat, line := longer(t)
	upgrade, deliver := plan.Plan{Seat: seat, Lines: []string{"upgrade"}}, plan.Plan{Seat: seat, Lines: []string{line}}
	if o := plan.Ahead(g, []plan.Plan{deliver}, 0); !o.Known || o.Refusal == nil || !o.Now {
		t.Errorf("%s without a larger engine: %+v", line, o)
	}
	if o := plan.Ahead(g, []plan.Plan{upgrade, deliver}, 1); !o.Known || o.Refusal != nil || o.Now {
		t.Errorf("%s after an upgrade: %+v", line, o)
	}
	if o := plan.Ahead(g, []plan.Plan{{Seat: seat, Lines: []string{"upgrade", "upgrade"}}, deliver}, 1); o.Known {
		t.Errorf("%s after a plan that stops: %+v", line, o)
	}
}

// TestAheadNamesTheBranch: a plan with alternatives, or a usual turn, shows the lines that would be played when
// its turn has come.
func TestAheadNamesTheBranch(t *testing.T) {
	g, seat, line := longer(t)
	o := plan.Ahead(g, []plan.Plan{{Seat: seat, Lines: []string{line + ", else upgrade"}}}, 0)
	if !o.Known || !o.Now || o.Refusal != nil || len(o.Plays) != 1 || o.Plays[0] != "upgrade" {
		t.Errorf("%+v", o)
	}
	if o := plan.Ahead(g, []plan.Plan{{Seat: seat, Lines: []string{"upgrade"}}}, 0); len(o.Plays) != 0 {
		t.Errorf("without alternatives: %+v", o)
	}
	usual := g.Title.Usual(g.Pos.View(seat), seat).Lines
	if o := plan.Ahead(g, []plan.Plan{{Seat: seat, Lines: []string{plan.UsualTurn}}}, 0); !o.Known || !o.Now || len(usual) == 0 || !slices.Equal(o.Plays, usual) {
		t.Errorf("a usual turn: %+v, want %q", o, usual)
	}
}

// TestAheadPromisesOneTurn: rivals may be asked between two placements, so that only the first is promised; in its
// own turn a plan is judged as it would be played.
func TestAheadPromisesOneTurn(t *testing.T) {
	title := titles.Find("russian")
	g, _, err := engine.Begin("x", title, engine.Setup{Seats: 3}, []string{"Ana", "Ben", "Cleo"}, engine.Seed("plans"))
	for range 4 {
		if err != nil {
			t.Fatal(err)
		}
		var out *engine.Outcome
		seat := g.Waiting()[0]
		out, err = g.Play(seat, title.Usual(g.Pos, seat).Lines, engine.Mode{})
		g = out.Game
	}
	asked := g.Waiting()[0]
	for seat := range engine.Seat(3) {
		p := plan.Plan{Seat: seat, Lines: []string{"place rubles", "place temps", "pass"}}
		o := plan.Ahead(g, []plan.Plan{p}, 0)
		if seat != asked && (!o.Known || o.Refusal != nil || o.Now || !o.First) {
			t.Errorf("before its turn: %+v", o)
		}
		if seat == asked && (!o.Now || o.Refusal == nil || o.Refusal.Code != engine.NotAsked || o.First) {
			t.Errorf("in its turn: %+v", o)
		}
	}
}
