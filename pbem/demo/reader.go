package demo

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"railpost/pbem/mailtest"
	"railpost/templates"
)

// reader is a player that knows only its letters: it shows that they are enough to play.
type reader struct {
	mailtest.Chooser
	name  string
	done  uint64 // the step answered last
	taken uint64 // the step of the last receipt
	sent  string // Message-ID of the last answer
	mails int
	no    *mailtest.Received // the last refusal
}

func newReader(name string, seed, seat uint64) *reader {
	return &reader{name: name, Chooser: mailtest.Chooser{Rng: rand.New(rand.NewPCG(seed, seat))}}
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
func (r *reader) decide(letters []*mailtest.Received) (*answer, error) {
	var out *answer
	for _, l := range letters {
		switch {
		case templates.Kind(l.Kind) == templates.Invitation:
			out = &answer{to: l, style: r.Style(), typed: []string{"accept"}}
		case templates.Kind(l.Kind) == templates.Receipt && len(l.Choices) == 0:
			r.taken = l.Step
		case len(l.Choices) > 0 && l.Step > r.done:
			r.Ask(l)
			out = &answer{to: l}
		case templates.Kind(l.Kind) == templates.Refusal && r.Asked != nil && r.Asked.Step < r.taken:
			// The question had been answered before its letter was delivered again.
		case templates.Kind(l.Kind) == templates.Refusal && r.Asked != nil && l.Answers == r.sent:
			r.no, out = l, &answer{to: r.Asked}
		}
	}
	if out == nil {
		return nil, nil
	}
	if out.typed == nil {
		var ok bool
		if out.style, out.typed, ok = r.Choose(); !ok {
			return nil, fmt.Errorf("demo: every choice of %s was refused; the letter was:\n%s\nand the last refusal:\n%s", r.name, r.Asked.Text, r.no.Text)
		}
		r.done = r.Asked.Step
	}
	r.mails++
	r.sent = fmt.Sprintf("%d.%s@localhost", r.mails, strings.ToLower(r.name))
	out.id = r.sent
	return out, nil
}
