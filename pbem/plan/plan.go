// Package plan holds order lines that a player has given for later turns: which turn they
// wait for, and whether it has come. They are secret, no part of a game's log, and are
// played as any order once their turn comes.
package plan

import (
	"regexp"
	"slices"
	"strings"

	"railpost/engine"
)

// Plan is order lines of a seat for one later turn.
type Plan struct {
	Seat  engine.Seat `json:"seat"`
	Given uint64      `json:"given"`           // last record of the mail that gave it
	Head  string      `json:"head,omitempty"`  // the turn it waits for, as "6"; "" for the seat's next one
	Lines []string    `json:"lines,omitempty"` // each may have alternatives

	// Open: the turn Turn, in which it was given, is not over.
	Open bool   `json:"open,omitempty"`
	Turn string `json:"turn,omitempty"`

	// Reply: the rest of the turn Head, in which another player must answer an offer first.
	// Else is what to play before Lines if they decline, "" for nothing.
	Reply    bool   `json:"reply,omitempty"`
	Else     string `json:"else,omitempty"`
	Declined bool   `json:"declined,omitempty"`
}

// Most is how many plans a seat may have.
const Most = 12

// Text returns the lines as letters show them: on one line.
func (p Plan) Text() string {
	lines := p.Lines
	if p.Else != "" {
		lines = slices.Concat([]string{"else " + p.Else}, lines)
	}
	return strings.Join(lines, "; ")
}

// Begin takes the position that a plan is given in: after the lines of its mail, which
// answered a prompt of the turn answered, "" if none has.
func (p *Plan) Begin(g *engine.Game, played bool, answered string) {
	turn, asked := TurnOf(g, p.Seat)
	p.Open = asked && (!played || turn != "" && turn == answered)
	p.Turn = turn
}

// Reopen makes a plan wait for the end of the turn that its seat is in, as after an undo.
func (p *Plan) Reopen(g *engine.Game) {
	if !p.Reply {
		p.Begin(g, false, "")
	}
}

// Pass takes note of a position that the game has come to; acted reports whether the seat
// has given an order since the plan was, and declined whether somebody has declined.
func (p *Plan) Pass(g *engine.Game, acted, declined bool) {
	turn, asked := TurnOf(g, p.Seat)
	if !asked || turn != p.Turn || turn == "" && acted {
		p.Open = false
	}
	p.Declined = p.Declined || p.Reply && declined
}

// Due reports whether the turn of a plan has come, and over whether it has gone by.
func (p *Plan) Due(g *engine.Game) (due, over bool) {
	heads := Heads(g, p.Seat)
	_, asked := TurnOf(g, p.Seat)
	if p.Reply {
		same := slices.Contains(heads, p.Head)
		return asked && same, !same
	}
	return asked && !p.Open && (p.Head == "" || slices.Contains(heads, p.Head)) && p.meets(g), false
}

// meets reports whether what is asked can be answered by the verb of the first line; other
// questions, as whether to sell a train or what to bid for a turn, are no turn to plan for.
func (p *Plan) meets(g *engine.Game) bool {
	if len(p.Lines) == 0 {
		return true
	}
	for _, line := range engine.Alternatives(p.Lines[0]) {
		if verbOf(g, p.Seat, line) {
			return true
		}
	}
	return false
}

func verbOf(g *engine.Game, s engine.Seat, line string) bool {
	word := engine.FirstFold(line)
	begins := func(name string) bool { return engine.FirstFold(name) == word }
	for _, p := range g.Pos.Prompts(s) {
		for _, v := range p.Verbs {
			if begins(v.Name) || slices.ContainsFunc(v.Also, begins) {
				return v.Not == nil || v.Not().Code != engine.NotYet
			}
		}
	}
	return false
}

// TurnOf returns the word of the turn that asks a seat, "" if it has none, and whether the
// game waits for the seat.
func TurnOf(g *engine.Game, s engine.Seat) (turn string, asked bool) {
	for _, p := range g.Pos.Prompts(s) {
		if !p.Optional {
			return p.Turn, true
		}
	}
	return "", false
}

// Heads returns the names of the turn a seat is in, if the title names turns.
func Heads(g *engine.Game, s engine.Seat) []string {
	if t, ok := g.Title.(engine.Headed); ok {
		return t.Heads(g.Pos, s)
	}
	return nil
}

// Awaits reports whether a seat is in its turn, and another player must answer something
// before it goes on.
func Awaits(g *engine.Game, s engine.Seat) bool {
	_, asked := TurnOf(g, s)
	return !asked && len(Heads(g, s)) > 0
}

// Declined reports whether some orders have declined an offer.
func Declined(t engine.Title, reports []engine.Report) bool {
	headed, ok := t.(engine.Headed)
	return ok && headed.Declined(reports)
}

// head matches "next:", "next 6:" and "next 6: lay 9 C5".
var head = regexp.MustCompile(`(?i)^next(?:\s+(?:for\s+)?([^:]{1,20}?))?\s*:\s*(.*)$`)

// Head reads the line that begins a plan: the turn it is for, and the order after it.
func Head(line string) (turn, order string, ok bool) {
	m := head.FindStringSubmatch(strings.TrimSpace(line))
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}
