package demo

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"

	"railpost/pbem/mailtest"
	"railpost/templates"
)

// robot is a player that knows only its letters. If a letter prints the usual turn, it
// mostly sends that; otherwise it prefers choices that do something, weighted by the gains
// in their remarks.
type robot struct {
	name  string
	rng   *rand.Rand
	asked *mailtest.Received // the last letter with choices
	tried map[string]bool    // answers to it so far
	done  uint64             // the step answered last
	taken uint64             // the step of the last receipt
	sent  string             // Message-ID of the last answer
	mails int
	no    *mailtest.Received // the last refusal
}

func newRobot(name string, seed, seat uint64) *robot {
	return &robot{name: name, rng: rand.New(rand.NewPCG(seed, seat))}
}

// answer is a mail to be written: the letter it answers and the style of a mail program.
type answer struct {
	to    *mailtest.Received
	style mailtest.Style
	typed []string
	id    string // its Message-ID; "" for one that follows from the content
}

// decide reads letters, oldest first, and returns an answer to the newest question in them;
// nil if there is none.
func (r *robot) decide(letters []*mailtest.Received) (*answer, error) {
	var out *answer
	for _, l := range letters {
		switch {
		case templates.Kind(l.Kind) == templates.Invitation:
			out = &answer{to: l, style: r.style(), typed: []string{"accept"}}
		case templates.Kind(l.Kind) == templates.Receipt && len(l.Choices) == 0:
			r.taken = l.Step
		case len(l.Choices) > 0 && l.Step > r.done:
			r.asked, r.tried = l, map[string]bool{}
			out = &answer{to: l}
		case templates.Kind(l.Kind) == templates.Refusal && r.asked != nil && r.asked.Step < r.taken:
			// The question had been answered before its letter was delivered again.
		case templates.Kind(l.Kind) == templates.Refusal && r.asked != nil && l.Answers == r.sent:
			r.no, out = l, &answer{to: r.asked}
		}
	}
	if out == nil {
		return nil, nil
	}
	if out.typed == nil {
		if err := r.choose(out); err != nil {
			return nil, err
		}
	}
	r.mails++
	r.sent = fmt.Sprintf("%d.%s@localhost", r.mails, strings.ToLower(r.name))
	out.id = r.sent
	return out, nil
}

// choose fills in a choice that has not been tried yet, sometimes by its number, as people
// do. It fails if all have been refused.
func (r *robot) choose(a *answer) error {
	if r.usual(a) {
		return nil
	}
	c, ok := r.pick()
	if !ok {
		return fmt.Errorf("demo: every choice of %s was refused; the letter was:\n%s\nand the last refusal:\n%s", r.name, r.asked.Text, r.no.Text)
	}
	first := len(r.tried) == 0
	r.tried[c.Order()], r.done = true, r.asked.Step
	a.style, a.typed = r.style(), c.Lines
	switch {
	case first && r.rng.IntN(4) == 0:
		a.typed = []string{fmt.Sprintf("[%d]", c.N)}
	case between[a.style]:
		a.typed = []string{c.Order()} // each line would be an order
	}
	return nil
}

// habit is how often, in tenths, the usual turn is sent.
const habit = 9

// usual fills in the usual turn and reports whether there is one that has not been tried yet.
func (r *robot) usual(a *answer) bool {
	block := strings.Join(r.asked.Usual, "\n")
	if block == "" || r.tried[block] || len(r.tried) == 0 && r.rng.IntN(10) >= habit {
		return false
	}
	r.tried[block], r.done = true, r.asked.Step
	a.style, a.typed = r.style(), r.asked.Usual
	if between[a.style] {
		a.style = mailtest.Bare
	}
	return true
}

// between are the styles that spread the lines over the letter.
var between = map[mailtest.Style]bool{mailtest.OutlookInline: true, mailtest.ThunderbirdBetween: true}

func (r *robot) style() mailtest.Style {
	all := mailtest.Styles()
	return all[r.rng.IntN(len(all))]
}

// pick draws one of the untried choices by weight.
func (r *robot) pick() (mailtest.Choice, bool) {
	var open []mailtest.Choice
	sum := 0
	for _, c := range r.asked.Choices {
		if !r.tried[c.Order()] {
			open, sum = append(open, c), sum+weight(c)
		}
	}
	if len(open) == 0 {
		return mailtest.Choice{}, false
	}
	at := r.rng.IntN(sum)
	for _, c := range open {
		if at -= weight(c); at < 0 {
			return c, true
		}
	}
	return open[len(open)-1], true
}

var number = regexp.MustCompile(`\d+`)

// Weights of a choice: one that does nothing is rarely taken.
const (
	idle  = 1
	busy  = 50
	gain  = 20 // for each point, step or ruble the remark speaks of
	gains = 20 // of them at most
)

func weight(c mailtest.Choice) int {
	if strings.HasPrefix(strings.ToLower(c.Order()), "pass") {
		return idle
	}
	n := 0
	for _, d := range number.FindAllString(c.Remark, -1) {
		v, err := strconv.Atoi(d)
		if err != nil {
			continue // too long to be a gain
		}
		n += min(v, gains)
	}
	return busy + gain*min(n, gains)
}
