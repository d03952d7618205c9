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
	By    string      `json:"by,omitempty"`    // the substitute who gave it
	Lines []string    `json:"lines,omitempty"` // each may have alternatives
	Was   []Spelling  `json:"was,omitempty"`   // how its orders were written before places got other names

	When   []Condition `json:"when,omitempty"`
	Always bool        `json:"always,omitempty"` // it is repeated in later turns
	Words  string      `json:"words,omitempty"`  // as its player called it: "pass the stock round"
	Step   string      `json:"step,omitempty"`   // in steps of this kind only
	Round  bool        `json:"round,omitempty"`  // until a round of such steps is over
	Begun  bool        `json:"begun,omitempty"`  // the round has begun
	Late   bool        `json:"late,omitempty"`   // only when the player's time is up
	Sent   bool        `json:"sent,omitempty"`   // the orders of a mail, which do not count yet

	// Open: the turn Turn, in which it was given, is not over.
	Open bool   `json:"open,omitempty"`
	Turn string `json:"turn,omitempty"`

	// Reply: the rest of the turn Head, in which another player must answer an offer first. If they decline,
	// Else is played before Lines; "" for nothing.
	Reply    bool   `json:"reply,omitempty"`
	Else     string `json:"else,omitempty"`
	Declined bool   `json:"declined,omitempty"`
}

// Most limits the plans of a seat.
const Most = 12

// Longest limits the characters of a plan: no turn needs as many, and each letter to its owner shows it.
const Longest = 2000

// Text returns the lines as letters show them: on one line.
func (p Plan) Text() string {
	lines := p.Lines
	if p.Else != "" {
		lines = slices.Concat([]string{"else " + p.Else}, lines)
	}
	text := strings.Join(lines, "; ")
	if p.Words != "" {
		text = p.Words
	}
	for _, c := range p.When {
		text += ", " + c.String()
	}
	return text
}

// Is reports whether two plans are the same one, however far the game has gone.
func (p Plan) Is(q Plan) bool {
	p, q = p.first(), q.first()
	return p.Seat == q.Seat && p.Given == q.Given && p.Head == q.Head && p.Late == q.Late && p.Sent == q.Sent && p.Text() == q.Text()
}

// OnlyEnds reports whether lines do no more than end a turn.
func OnlyEnds(lines []string) bool {
	return !slices.ContainsFunc(lines, func(l string) bool { return !slices.Contains([]string{"done", "pass"}, engine.Squeeze(l)) })
}

// Certain reports whether a plan is certainly played in its next turn, and then deleted.
func (p Plan) Certain() bool { return !p.Always && !p.Round && len(p.When) == 0 }

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
	p.Begun = p.Begun || p.Round && asked && stepOf(g, p.Seat) == p.Step
}

// roundOver reports whether the round of steps that a plan is for is over: its owner is asked
// for another step, which is no answer to an offer.
func (p *Plan) roundOver(g *engine.Game) bool {
	_, asked := TurnOf(g, p.Seat)
	step := stepOf(g, p.Seat)
	return p.Round && p.Begun && asked && step != p.Step && step != offered
}

// offered is the kind of steps in which another player's offer is answered.
const offered = "offer"

func stepOf(g *engine.Game, s engine.Seat) string { return g.Title.StepOf(g.Pos.View(s), s) }

// Due reports whether the turn of a plan has come, and over whether it has passed.
func (p *Plan) Due(g *engine.Game) (due, over bool) {
	heads := g.Title.Heads(g.Pos, p.Seat)
	_, asked := TurnOf(g, p.Seat)
	if p.Reply {
		same := slices.Contains(heads, p.Head)
		return asked && same, !same
	}
	if p.Sent { // they expire with the question that they answer
		return asked, false
	}
	if p.Late || p.Round && p.roundOver(g) {
		return false, !p.Late
	}
	if p.Step != "" && asked && stepOf(g, p.Seat) != p.Step {
		return false, false
	}
	return asked && !p.Open && (p.Head == "" || slices.Contains(heads, p.Head)) && p.meets(g), false
}

// meets reports whether the verb of the first line can answer the present question; other questions, as whether
// to sell a train or what to bid for a turn, are no turn to plan for.
func (p *Plan) meets(g *engine.Game) bool {
	if len(p.Lines) == 0 || StandsForTurn(p.Lines[0]) {
		return true
	}
	return slices.ContainsFunc(engine.Alternatives(p.Lines[0]), func(line string) bool {
		return verbOf(g, p.Seat, line)
	})
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

// Awaits reports whether a seat is in its turn, and another player must answer something first.
func Awaits(g *engine.Game, s engine.Seat) bool {
	_, asked := TurnOf(g, s)
	return !asked && len(g.Title.Heads(g.Pos, s)) > 0
}

// Lines of a plan that stand for a whole turn.
const (
	UsualTurn = "usual"
	Harmless  = "default" // the default for a player whose time is up
)

// StandsForTurn reports whether a line is one of these.
func StandsForTurn(line string) bool { return line == UsualTurn || line == Harmless }

// Header is the line that begins a plan: "next 6:", "plan", "always:", "late:".
type Header struct {
	Turn   string // the turn it is for; "" for the next one
	Order  string // the rest of the line
	Always bool
	Late   bool
}

var (
	header = regexp.MustCompile(`(?i)^(next|plan|always|late)(?:\s+(?:for\s+)?([^:]{1,20}?))?\s*:\s*(.*)$`)
	begins = regexp.MustCompile(`(?i)^plan(?:\s+(?:for\s+)?([^\s:]{1,20}))?$`)
)

// ReadHeader reads the line that begins a plan.
func ReadHeader(line string) (h Header, ok bool) {
	line = strings.TrimSpace(line)
	if m := begins.FindStringSubmatch(line); m != nil {
		return Header{Turn: m[1]}.parseLate(), true
	}
	m := header.FindStringSubmatch(line)
	if m == nil {
		return h, false
	}
	word := strings.ToLower(m[1])
	h = Header{Turn: m[2], Order: m[3], Always: word == "always", Late: word == "late"}.parseLate()
	return h, !h.Late || h.Turn == ""
}

// parseLate reads "plan late: pass".
func (h Header) parseLate() Header {
	if !h.Always && !h.Late && engine.Fold(h.Turn) == "late" {
		h.Turn, h.Late = "", true
	}
	return h
}

// Ends reports whether a line ends the lines of a plan.
func Ends(line string) bool { return engine.Fold(strings.Trim(line, " .:")) == "end" }
