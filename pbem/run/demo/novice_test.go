package demo

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/reader"
	"railpost/templates"
)

func asking(step uint64, lines ...string) *reader.Letter {
	l := &reader.Letter{Kind: string(templates.Turn), Step: step}
	for i, line := range lines {
		l.Choices = append(l.Choices, reader.Choice{N: i + 1, Mark: fmt.Sprintf("[%d]", i+1), Lines: []string{line}})
	}
	return l
}

// answers lets a robot decide and returns its order.
func answers(t *testing.T, r *novice, letters ...*reader.Letter) string {
	t.Helper()
	a := expect.Get(r.decide(letters))(t)
	if a == nil {
		return ""
	}
	return strings.Join(a.typed, " ")
}

func TestARobotAnswersEachQuestionOnce(t *testing.T) {
	r := newNovice("Ana", 1, 0)
	expect.Same(t, "an invitation", answers(t, r, &reader.Letter{Kind: string(templates.Invitation)}), "accept")
	first := asking(3, "lay a", "lay b")
	if got := answers(t, r, first); got == "" {
		t.Error("a question: no answer")
	}
	expect.Same(t, "the same once more", answers(t, r, first), "")
	expect.Same(t, "news", answers(t, r, &reader.Letter{Kind: string(templates.News), Step: 4}), "")
	a, err := r.decide([]*reader.Letter{asking(5, "old"), asking(6, "new")})
	expect.True(t, err == nil && a != nil && a.to.Step == 6, "two questions: %v, %v", a, err)
}

func TestARobotTriesAnotherChoiceWhenRefused(t *testing.T) {
	r := newNovice("Ana", 1, 0)
	lines := []string{"lay a", "lay b", "lay c"}
	tried := map[string]bool{answers(t, r, asking(3, lines...)): true}
	for range 2 {
		got := answers(t, r, &reader.Letter{Kind: string(templates.Refusal), Step: 3, Answers: r.sent})
		if tried[got] = true; !slices.Contains(lines, got) {
			t.Errorf("after a refusal: %q", got)
		}
	}
	expect.Same(t, tried, len(tried), 3)
	expect.Same(t, "a refusal of an earlier mail",
		answers(t, r, &reader.Letter{Kind: string(templates.Refusal), Step: 3, Answers: "another"}), "")
	if _, err := r.decide([]*reader.Letter{{Kind: string(templates.Refusal), Step: 3, Answers: r.sent}}); err == nil {
		t.Error("all are refused, and the robot goes on")
	}
}

// The usual turn is mostly sent unchanged, and not a second time when it was refused.
func TestARobotSendsTheUsualTurn(t *testing.T) {
	sent, games := 0, 200
	for seed := range uint64(games) {
		r := newNovice("Ana", seed, 0)
		l := asking(3, "lay a", "lay b", "lay c")
		l.Usual = []string{"lay a", "run best"}
		first := answers(t, r, l)
		if first == "lay a run best" {
			sent++
			for range 3 {
				if got := answers(t, r, &reader.Letter{Kind: string(templates.Refusal), Step: 3, Answers: r.sent}); got == first {
					t.Fatal("a refused turn is sent again")
				}
			}
		}
	}
	expect.True(t, sent >= games*8/10 && sent != games, "sent in %d of %d games", sent, games)
}
