package mailtest

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"

	"railpost/pbem/mail/reader"
)

// Chooser is how a robot that knows only its letters answers a question. If a letter prints
// the usual turn, it mostly sends that; otherwise it prefers choices that do something,
// weighted by the gains in their remarks.
type Chooser struct {
	Rng   *rand.Rand
	Asked *reader.Letter  // the last letter with choices
	tried map[string]bool // answers to it so far
}

// Ask makes a letter the one to answer.
func (c *Chooser) Ask(l *reader.Letter) { c.Asked, c.tried = l, map[string]bool{} }

// Choose returns an answer that has not been tried yet, as people type it: a choice
// sometimes by its number. false: all have been.
func (c *Chooser) Choose() (s Style, typed []string, ok bool) {
	if s, typed = c.usual(); typed != nil {
		return s, typed, true
	}
	choice, ok := c.pick()
	if !ok {
		return s, nil, false
	}
	first := len(c.tried) == 0
	c.tried[choice.Order()] = true
	s, typed = c.Style(), choice.Lines
	switch {
	case first && c.Rng.IntN(4) == 0:
		typed = []string{choice.Mark}
	case between[s]:
		typed = []string{choice.Order()} // each line would be an order
	}
	return s, typed, true
}

// habit is how often, in tenths, the usual turn is sent.
const habit = 9

// usual returns the usual turn, if there is one that has not been tried yet.
func (c *Chooser) usual() (s Style, typed []string) {
	block := strings.Join(c.Asked.Usual, "\n")
	if block == "" || c.tried[block] || len(c.tried) == 0 && c.Rng.IntN(10) >= habit {
		return s, nil
	}
	c.tried[block] = true
	if s = c.Style(); between[s] {
		s = Bare
	}
	return s, c.Asked.Usual
}

// between are the styles that spread the lines over the letter.
var between = map[Style]bool{OutlookInline: true, ThunderbirdBetween: true}

// Style draws a style.
func (c *Chooser) Style() Style {
	all := Styles()
	return all[c.Rng.IntN(len(all))]
}

// pick draws one of the untried choices by weight.
func (c *Chooser) pick() (reader.Choice, bool) {
	var open []reader.Choice
	sum := 0
	for _, o := range c.Asked.Choices {
		if !c.tried[o.Order()] {
			open, sum = append(open, o), sum+weight(o)
		}
	}
	if len(open) == 0 {
		return reader.Choice{}, false
	}
	at := c.Rng.IntN(sum)
	for _, o := range open {
		if at -= weight(o); at < 0 {
			return o, true
		}
	}
	return open[len(open)-1], true
}

var number = regexp.MustCompile(`\d+`)

// Weights of a choice: one without effect is rarely taken.
const (
	idle  = 1
	busy  = 50
	gain  = 20 // for each point, step or ruble in the remark
	gains = 20 // of them at most
)

func weight(c reader.Choice) int {
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
