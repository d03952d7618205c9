package people

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/mail/reader"
	"railpost/templates"
)

// Habit is a person's way of playing: after how many hours they answer, and how often, of all their turns, they
// do something else as well or first. In package seed the seeds decide when people answer and which mails come
// twice: From, To and Twice are only for simulate.
type Habit struct {
	Name     string
	From, To float64 // hours
	Vanish   float64 // says nothing for days
	Away     float64 // announces an absence
	Need     float64 // asks for more time
	Resign   float64
	Plan     float64
	Undo     float64
	Talk     float64
	Whisper  float64 // tells one of the others something, or notes it for themselves
	Preview  float64 // sends orders by the code of their preview
	Old      float64 // answers an old letter as well
	Propose  float64
	Twice    float64 // of their mails come twice
	Contrary float64 // of the proposals
	Letters  string  // which they want; "": the usual ones
}

// Habits are those of all kinds of people.
var Habits = []Habit{
	{Name: "prompt", From: 0.2, To: 7, Preview: 0.1},
	{Name: "talking", From: 1, To: 12, Talk: 0.3, Whisper: 0.05, Letters: "moves"},
	{Name: "resigning", From: 2, To: 24, Resign: 0.02, Letters: "turns"},
	{Name: "undoing", From: 0.5, To: 10, Undo: 0.15},
	{Name: "planning", From: 1, To: 14, Plan: 0.3},
	{Name: "careless", From: 1, To: 12, Twice: 0.15, Old: 0.1},
	{Name: "absent", From: 2, To: 20, Vanish: 0.03, Away: 0.03},
	{Name: "political", From: 1, To: 12, Propose: 0.04, Contrary: 0.3, Letters: "moves"},
	{Name: "late", From: 14, To: 44, Need: 0.1},
	{Name: "prompt too", From: 0.5, To: 9, Letters: "turns"},
}

// Turn is a person's reaction when a game waits for them.
type Turn struct {
	To    *reader.Letter // which they answer
	Style mailtest.Style
	Lines []string      // none: they write nothing
	Moves bool          // the lines are only a move
	Again time.Duration // when they look at the question again, because they have not answered it yet; 0: they have
	Undo  time.Duration // when they take it back; 0: never
	Drop  time.Duration // when they drop their plans; 0: never
}

func chance(rng *rand.Rand, of float64) bool { return of > 0 && rng.Float64() < of }

// Turn decides a person's reaction to the question of a game of some title, with other players; false: none.
func (h *Hand) Turn(habit Habit, rng *rand.Rand, title string, others []string) (t Turn, ok bool) {
	h.Rng = rng
	t = Turn{To: h.Asked, Style: mailtest.Bare}
	hours := func(from, to int) time.Duration { return time.Duration(from+rng.IntN(to)) * time.Hour }
	before := func(again time.Duration, lines ...string) (Turn, bool) {
		t.Again, t.Lines = again, lines
		return t, true
	}
	switch {
	case h.leaving:
		t.Lines = []string{"resign"}
		return t, true
	case chance(rng, habit.Vanish):
		return before(hours(3, 6) * 24)
	case chance(rng, habit.Away):
		days := 2 + rng.IntN(4)
		return before(time.Duration(days)*24*time.Hour, fmt.Sprintf("away %dd", days))
	case chance(rng, habit.Need):
		return before(hours(6, 24), "need 1d")
	case chance(rng, habit.Resign):
		h.leaving = true
		return before(time.Hour, "resign")
	case chance(rng, habit.Propose):
		return before(time.Hour, proposes(rng))
	case chance(rng, habit.Whisper):
		return before(time.Hour, whispers(rng, others))
	case h.old != nil && chance(rng, habit.Old):
		old := Hand{Chooser: mailtest.Chooser{Rng: rng}}
		old.Ask(h.old)
		t.Style, t.Lines, _ = old.Choose()
		t.To, t.Again = h.old, 10*time.Minute
		return t, true
	}
	if t.Style, t.Lines, t.Moves = h.Choose(); !t.Moves {
		return t, false // the next reminder asks again
	}
	if chance(rng, habit.Preview) {
		t.Style, t.Moves, t.Lines = mailtest.Bare, false, append([]string{"preview"}, t.Lines...)
		return t, true
	}
	if chance(rng, habit.Talk) {
		t.Style, t.Moves, t.Lines = mailtest.Bare, false, append(t.Lines[:len(t.Lines):len(t.Lines)], "say What a year, step "+fmt.Sprint(t.To.Step))
	}
	if chance(rng, habit.Plan) {
		i := intentOf(rng, title)
		t.Style, t.Moves, t.Lines = mailtest.Bare, false, slices.Concat(t.Lines, i.lines)
		if i.stays {
			t.Drop = hours(48, 144)
		}
	}
	if chance(rng, habit.Undo) {
		t.Undo = time.Duration(2+rng.IntN(20)) * time.Minute
	}
	return t, true
}

// React returns what somebody writes because of a letter, besides a move: an answer to an invitation, which letters they want, votes, the
// code of their preview; and whether a game waits for them and they have not decided when to answer.
func (h *Hand) React(habit Habit, rng *rand.Rand, l *reader.Letter) (lines []string, turn bool) {
	kind := templates.Kind(l.Kind)
	switch {
	case kind == templates.Invitation && rng.IntN(2) == 0:
		return []string{fmt.Sprintf("accept %d blue herons", rng.IntN(1000))}, false
	case kind == templates.Invitation:
		return []string{"accept"}, false
	case kind == templates.Start && habit.Letters != "":
		lines = append(lines, "set letters "+habit.Letters)
	case kind == templates.Preview:
		if m := code.FindStringSubmatch(l.Text); m != nil {
			lines = append(lines, m[1])
		}
	}
	for _, m := range proposal.FindAllStringSubmatch(l.Text, -1) {
		word := engine.If(chance(rng, habit.Contrary), "no ", "ok ")
		if !slices.Contains(h.voted, m[1]) {
			h.voted, lines = append(h.voted, m[1]), append(lines, word+m[1])
		}
	}
	return lines, h.Read(l) && !h.Will && (h.Tries < mostTries || kind == templates.Reminder)
}

// mostTries limits a person's further answers to a question before the next letter.
const mostTries = 5

var (
	proposal = regexp.MustCompile("`ok (\\d+)`")
	code     = regexp.MustCompile("`(confirm [A-Z0-9]+)`")
)

// whispers is a line that only one player reads.
func whispers(rng *rand.Rand, others []string) string {
	for _, name := range others {
		if rng.IntN(2) == 0 {
			return "tell " + name + " It looks like a long year."
		}
	}
	return "note Look at the trains."
}

func proposes(rng *rand.Rand) string {
	switch n := rng.IntN(20); {
	case n == 0:
		return "propose end"
	case n == 1:
		return "propose call off"
	case n < 6:
		return "propose grace=2d"
	case n < 9:
		return "propose grace=1d"
	}
	return "propose extend 1d"
}

// intent is something that a player plans along with a move.
type intent struct {
	titles string   // for which it can be; "": all
	lines  []string // of the plan
	stays  bool     // until it is dropped
}

// intents are plans as people write them: for the next turn, with conditions, and standing ones.
var intents = []intent{
	{lines: []string{"next:", "pass"}},
	{lines: []string{"late:", "pass"}},
	{lines: []string{"always take the usual turn"}, stays: true},
	{titles: "18mag", lines: []string{"next:", "pass", "if SIK < 90"}},
	{titles: "18mag", lines: []string{"plan", "buy SIK", "unless somebody sold SIK", "end"}},
	{titles: "18mag", lines: []string{"pass the stock round until somebody buys SIK"}},
	{titles: "18cz", lines: []string{"next:", "if phase yellow", "pass"}},
	{titles: "18cz", lines: []string{"run best and pay out until a train rusts"}, stays: true},
	{titles: "18mag 18cz", lines: []string{"run best and pay out until the phase changes"}, stays: true},
	{titles: "18mag 18cz", lines: []string{"pass the stock round"}},
	{titles: "tycoon", lines: []string{"pass the auction"}},
	{titles: "tycoon", lines: []string{"next:", "if cash > 3", "pass"}},
	{titles: "russian", lines: []string{"next:", "if round > 3", "usual"}},
	{titles: "russian", lines: []string{"next:", "unless somebody passed", "pass"}},
}

// intentOf draws a plan for a title.
func intentOf(rng *rand.Rand, title string) intent {
	fit := slices.DeleteFunc(slices.Clone(intents), func(i intent) bool {
		return i.titles != "" && !slices.Contains(strings.Fields(i.titles), title)
	})
	return fit[rng.IntN(len(fit))]
}
