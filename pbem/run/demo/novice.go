package demo

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"railpost/pbem/mail/reader"
	"railpost/templates"
)

// novice is a player that knows only its letters: it shows that they are enough to play.
type novice struct {
	name  string
	rng   *rand.Rand
	asked *reader.Letter // the newest question
	left  [][]string     // answers to it that have not been sent
	taken uint64         // the step of the last receipt
	sent  string         // Message-ID of the last answer
	mails int
}

func newNovice(name string, seed, seat uint64) *novice {
	return &novice{name: name, rng: rand.New(rand.NewPCG(seed, seat))}
}

// answer is an answer to a letter.
type answer struct {
	to    *reader.Letter
	typed []string
	id    string // its Message-ID; "" for any
}

// decide reads letters, oldest first, and returns an answer to the newest question in them; nil if there is none.
func (n *novice) decide(letters []*reader.Letter) (*answer, error) {
	var out *answer
	var no string // the text of a refusal
	for _, l := range letters {
		switch kind := templates.Kind(l.Kind); {
		case kind == templates.Invitation:
			out = &answer{to: l, typed: []string{"accept"}}
		case kind == templates.Receipt && len(l.Choices) == 0:
			n.taken = l.Step
		case len(l.Choices) > 0 && (n.asked == nil || l.Step > n.asked.Step):
			n.ask(l)
			out = &answer{to: l}
		case kind == templates.Refusal && n.asked != nil && n.asked.Step < n.taken:
			// The question had been answered before its letter was delivered again.
		case kind == templates.Refusal && n.asked != nil && l.Answers == n.sent:
			no, out = l.Text, &answer{to: n.asked}
		}
	}
	if out == nil {
		return nil, nil
	}
	if out.typed == nil {
		if len(n.left) == 0 {
			return nil, fmt.Errorf("demo: every choice of %s was refused. The letter was:\n%s\nand the last refusal:\n%s", n.name, n.asked.Text, no)
		}
		out.typed, n.left = n.left[0], n.left[1:]
	}
	n.mails++
	n.sent = fmt.Sprintf("%d.%s@localhost", n.mails, strings.ToLower(n.name))
	out.id = n.sent
	return out, nil
}

// ask makes a letter the question: nine times in ten the usual turn is sent first, else any choice.
func (n *novice) ask(l *reader.Letter) {
	n.asked, n.left = l, nil
	for _, c := range l.Choices {
		n.left = append(n.left, c.Lines)
	}
	n.rng.Shuffle(len(n.left), func(i, j int) { n.left[i], n.left[j] = n.left[j], n.left[i] })
	if len(l.Usual) > 0 && n.rng.IntN(10) > 0 {
		n.left = slices.Insert(n.left, 0, l.Usual)
	}
}
