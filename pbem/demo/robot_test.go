package demo

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"railpost/templates"
)

func TestChoicesAsTheyArePrinted(t *testing.T) {
	text := `Ana, it is your turn: round 2 of 7.

SINCE YOUR LAST MOVE (1 STEP)
  12  Ben: place black-1: black t
      you may like this   not a choice

YOUR CHOICES
  place black-2: black t 2          # [1] +2 points
  place loco-1: loco 3 t over 2,
    fac over 1                      # [2]
  pass   # [3]
    # nothing is left
    # to be done
  place card (
    again grey-2)
    # [4] a long remark about
    # 5 points

HOW TO ANSWER
What stands behind # is not read.
`
	want := []choice{
		{1, []string{"place black-2: black t 2"}, "+2 points"},
		{2, []string{"place loco-1: loco 3 t over 2,", "fac over 1"}, ""},
		{3, []string{"pass"}, "nothing is left to be done"},
		{4, []string{"place card (", "again grey-2)"}, "a long remark about 5 points"},
	}
	if diff := cmp.Diff(want, readChoices(text), cmp.AllowUnexported(choice{})); diff != "" {
		t.Error(diff)
	}
}

func asking(step uint64, lines ...string) *letter {
	l := &letter{kind: templates.Turn, step: step}
	for i, line := range lines {
		l.choices = append(l.choices, choice{n: i + 1, lines: []string{line}})
	}
	return l
}

// answers lets a robot decide and gives back the order it wrote.
func answers(t *testing.T, r *robot, letters ...*letter) string {
	t.Helper()
	a, err := r.decide(letters)
	if err != nil {
		t.Fatal(err)
	}
	if a == nil {
		return ""
	}
	return strings.Join(a.typed, " ")
}

func TestARobotAnswersEachQuestionOnce(t *testing.T) {
	r := newRobot("Ana", 1, 0)
	if got := answers(t, r, &letter{kind: templates.Invitation}); got != "accept" {
		t.Errorf("an invitation: %q", got)
	}
	first := asking(3, "lay a", "lay b")
	if got := answers(t, r, first); got == "" {
		t.Error("a question: no answer")
	}
	if got := answers(t, r, first); got != "" {
		t.Errorf("the same once more: %q", got)
	}
	if got := answers(t, r, &letter{kind: templates.News, step: 4}); got != "" {
		t.Errorf("news: %q", got)
	}
	a, err := r.decide([]*letter{asking(5, "old"), asking(6, "new")})
	if err != nil || a == nil || a.to.step != 6 {
		t.Errorf("two questions: %v, %v", a, err)
	}
}

func TestARobotTriesAnotherChoiceWhenRefused(t *testing.T) {
	r := newRobot("Ana", 1, 0)
	lines := []string{"lay a", "lay b", "lay c"}
	answers(t, r, asking(3, lines...))
	for range 2 {
		if got := answers(t, r, &letter{kind: templates.Refusal, step: 3, answers: r.sent}); !slices.Contains(lines, got) {
			t.Errorf("after a refusal: %q", got)
		}
	}
	if len(r.tried) != 3 {
		t.Errorf("tried: %v", r.tried)
	}
	if got := answers(t, r, &letter{kind: templates.Refusal, step: 3, answers: "another"}); got != "" {
		t.Errorf("a refusal of an earlier mail: %q", got)
	}
	if _, err := r.decide([]*letter{{kind: templates.Refusal, step: 3, answers: r.sent}}); err == nil {
		t.Error("all are refused, and the robot goes on")
	}
}

func TestWhatARobotLikes(t *testing.T) {
	pass := choice{lines: []string{"Pass"}}
	plain := choice{lines: []string{"lay a"}, remark: "free"}
	rich := choice{lines: []string{"lay b"}, remark: "+12 points"}
	huge := choice{lines: []string{"lay c"}, remark: "99999999999999999999 points, 4000 rubles"}
	if !(weight(pass) < weight(plain) && weight(plain) < weight(rich) && weight(huge) <= busy+gain*gains) {
		t.Error(weight(pass), weight(plain), weight(rich), weight(huge))
	}
}
