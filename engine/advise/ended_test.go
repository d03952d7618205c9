package advise_test

import (
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

// passing is a position of turns, each of which asks the seat named by its letter: "aab" asks seat 0 twice and
// then seat 1. "buy" ends a turn.
type passing struct {
	engine.Position
	turns string
	steps int // left in the first of them
}

func (p *passing) Clone() engine.Position           { c := *p; return &c }
func (p *passing) View(engine.Seat) engine.Position { return p.Clone() }
func (p *passing) Settle(*engine.Tx) error          { return nil }
func (p *passing) Over() bool                       { return p.turns == "" }
func (p *passing) next() error                      { p.turns, p.steps = p.turns[1:], 2; return nil }
func (p *passing) Prompts(s engine.Seat) []engine.Prompt {
	if p.Over() || s != engine.Seat(p.turns[0]-'a') {
		return nil
	}
	return []engine.Prompt{{Turn: p.turns, Verbs: []engine.Verb{
		{Name: "done", Also: []string{"end"}, Ends: engine.EndsTurn, Do: func(tx *engine.Tx, _ engine.Args) error { return tx.Pos.(*passing).next() }},
		{Name: "buy", Do: func(tx *engine.Tx, _ engine.Args) error { return tx.Pos.(*passing).next() }},
		{Name: "pass", Ends: engine.EndsStep, Do: func(tx *engine.Tx, _ engine.Args) error {
			p := tx.Pos.(*passing)
			if p.steps--; p.steps == 0 {
				return p.next()
			}
			return nil
		}},
	}}}
}

// A word that ends a turn does nothing after that turn has ended, and nothing to the turn that comes next.
func TestSurplus(t *testing.T) {
	for _, c := range []struct {
		name  string
		turns string
		lines []string
		want  string // a accepted, r refused, s surplus
	}{
		{"a turn that ended by itself", "ab", []string{"buy", "done"}, "as"},
		{"in other words", "ab", []string{"buy", "End."}, "as"},
		{"the next turn is the own", "aab", []string{"buy", "done", "buy"}, "asr"},
		{"the last step was passed", "aab", []string{"pass", "pass", "done", "pass"}, "aass"},
		{"the turn goes on", "ab", []string{"pass", "done"}, "aa"},
		{"whoever ends a turn in so many words and writes it again has said it twice", "aab", []string{"done", "done"}, "as"},
		{"unless there is none", "ab", []string{"done", "done"}, "as"},
		{"an order is never surplus", "ab", []string{"buy", "buy"}, "ar"},
		{"the first line answers what is asked", "ba", []string{"done"}, "r"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := &engine.Game{Title: engine.Bare{}, Pos: &passing{turns: c.turns, steps: 2}}
			out := expect.Get(advise.Play(g, 0, c.lines, engine.Mode{Preview: true}, advise.Words{}))(t)
			expect.Same(t, `letters(out)`, letters(out), c.want)
			// The same in two pieces, as when a command separates the lines.
			first := expect.Get(advise.Play(g, 0, c.lines[:1], engine.Mode{Partial: true}, advise.Words{}))(t)
			rest, err := advise.Play(first.Game, 0, c.lines[1:], engine.Mode{Preview: true, After: first.Answered}, advise.Words{})
			expect.NoError(t, err)
			expect.Same(t, "in two pieces", letters(first)+letters(rest), c.want)
		})
	}
}

func letters(out *advise.Outcome) string {
	s := ""
	for _, v := range out.Verdicts {
		switch {
		case v.State == engine.Dropped:
			s += "s"
		case v.Refusal != nil:
			s += "r"
		default:
			s += "a"
		}
	}
	return s
}

// While an offer waits for another seat's answer, lines that end the turn are dropped.
func TestSurplusBehindAnOffer(t *testing.T) {
	g := onTram(t)
	out := expect.Get(advise.Play(g, 0, []string{"lay 30", "run best", "buy 2 for 1", "pass"}, engine.Mode{}, advise.Words{}))(t)
	if got := letters(out); got != "aaas" || len(out.Records) != 3 {
		t.Errorf("%s, %d records", got, len(out.Records))
	}
}
