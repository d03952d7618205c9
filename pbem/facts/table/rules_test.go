package table

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/clock"
)

func agreed() Terms { return seated().Terms() }

func seated() *Table {
	return &Table{Within: 3 * 24 * 3600, Rules: Usual(), Players: []Player{{Name: "Ana", Zone: "Europe/Madrid"}, {Name: "Ben", Zone: "UTC"}}}
}

// TestRulesReadBack: each rule is read as it was written.
func TestRulesReadBack(t *testing.T) {
	steps := []string{"offer", "bid"}
	for _, set := range []string{
		"answer-within=2d", "half-time=no", "remind-before=2d,12h", "remind-before=none", "days=mon,tue,wed,thu,fri", "days=all", "holidays=es,de",
		"holidays=none", "days-off=2026-12-24,2026-12-31", "days-off=none", "due-at=20:00", "due-at=none", "grace=36h", "grace=none", "time-out=robot",
		"time-out=open", "time-out=wait", "extra=5d", "bank=10d", "refill=1d", "absence=default", "absence-days=14", "step.offer=1d",
	} {
		terms := agreed()
		name, value, _ := strings.Cut(set, "=")
		if err := terms.SetAll([]string{set}, steps); err != nil {
			t.Errorf("%s: %v", set, err)
		}
		want := value
		if value == "36h" || value == "12h" {
			want = "1d12h"
		}
		expect.Same(t, set+" reads back as", terms.Rule(name), want)
		again := agreed()
		if err := again.Set(name, terms.Rule(name), steps); err != nil || again.Rule(name) != terms.Rule(name) {
			t.Errorf("%s is not taken as it is written: %v", set, err)
		}
	}
}

// TestWrongRules: an error names the fault and correct values, and changes nothing.
func TestWrongRules(t *testing.T) {
	for set, says := range map[string]string{
		"grace": "write it as grace=2d", "pace=1d": "there is no such rule; did you mean page?", "colour=red": "the rules are absence, absence-days, answer-within", "grace=soon": "is not a length of time",
		"answer-within=1s": "out of range", "days=xyz": "days of the week", "holidays=xx": "those of these countries", "days-off=24.12.": "not a date",
		"due-at=25:00": "not a time of day", "time-out=kick": "write one of wait, default, robot, plan, open", "time-out=robots": "did you mean robot?", "silnce=2d": "did you mean silence?", "absence-days=-1": "no number", "absence-days=1x": "no number",
		"step.offer=1d": "it has bid", "half-time=maybe": "neither yes nor no",
	} {
		table := seated()
		before, _ := table.Bytes()
		err := table.Terms().SetAll([]string{set}, []string{"bid"})
		if _, ok := errors.AsType[*RuleError](err); !ok || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", set, err, says)
		}
		if after, _ := table.Bytes(); string(after) != string(before) {
			t.Errorf("%s changed the table", set)
		}
	}
}

// TestBank: excess time of an answer comes out of the player's bank.
func TestBank(t *testing.T) {
	table := seated()
	expect.NoError(t, table.Terms().SetAll([]string{"bank=2d", "refill=6h"}, nil))
	asked := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	w := Wait{Since: asked}
	w.Until, w.Plain = table.Clock(w.Seat).Due(w)
	expect.Same(t, "with the bank there are", w.Until.Sub(asked), 5*24*time.Hour)
	for _, c := range []struct{ took, left time.Duration }{
		{24 * time.Hour, 48 * time.Hour},              // in time: the bank stays full
		{4 * 24 * time.Hour, 30 * time.Hour},          // a day over, six hours back
		{4*24*time.Hour + 12*time.Hour, 0},            // 36 hours over
		{3*24*time.Hour + 1*time.Hour, 5 * time.Hour}, // the bank was empty: late, and six hours less one in it
	} {
		if table.Answered(w, asked.Add(c.took)); time.Duration(table.Players[0].Bank)*time.Second != c.left {
			t.Errorf("after an answer in %v the bank holds %v, want %v", c.took, time.Duration(table.Players[0].Bank)*time.Second, c.left)
		}
	}
}

// TestMove: a deadline that moves falls at the table's time of day again, out of quiet hours,
// on a day on which time runs, and never leaves less time than before.
func TestMove(t *testing.T) {
	asked := time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC) // Monday, in Madrid 10:00
	for _, c := range []struct {
		rules string
		quiet clock.Span
		by    time.Duration
		want  string // in Madrid
	}{
		{"grace=1d", clock.Span{}, 61 * time.Minute, "Thu 26 11:01"},
		{"due-at=20:00", clock.Span{}, 61 * time.Minute, "Fri 27 20:00"},
		{"due-at=20:00", clock.Span{}, 24 * time.Hour, "Fri 27 20:00"},
		{"due-at=20:00", clock.Span{}, 0, "Thu 26 20:00"},
		{"due-at=20:00 days=mon-fri", clock.Span{}, 25 * time.Hour, "Mon 30 20:00"},
		{"grace=1d", clock.Span{From: clock.TimeOfDay{Hour: 22, Set: true}, To: clock.TimeOfDay{Hour: 8, Set: true}}, 13 * time.Hour, "Fri 27 08:00"},
	} {
		clock := Clock{agreed(), &Player{Zone: "Europe/Madrid", Quiet: c.quiet}}
		expect.NoError(t, clock.SetAll(strings.Fields(c.rules), nil))
		w := Wait{Since: asked}
		w.Until, w.Plain = clock.Due(w)
		was := w
		clock.Move(&w, c.by)
		expect.Same(t, []any{c.rules, c.by}, w.Until.In(clock.Pace().Zone).Format("Mon 2 15:04"), c.want)
		expect.True(t, w.Until.Sub(was.Until) >= c.by && w.Plain.Equal(w.Until) && w.Since.Sub(asked) == c.by,
			"%s, later by %v: %+v", c.rules, c.by, w)
	}
}

// TestAway: the time of an absent player stands still, or runs out at once.
func TestAway(t *testing.T) {
	ana := Clock{agreed(), &Player{Zone: "Europe/Madrid", Away: []Away{{clock.Date{Year: 2026, Month: 11, Day: 24}, clock.Date{Year: 2026, Month: 11, Day: 26}}}}}
	asked := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	if due, _ := ana.Due(Wait{Since: asked}); due.Sub(asked) != 6*24*time.Hour {
		t.Errorf("away for three days there are %v", due.Sub(asked))
	}
	expect.True(t, ana.AwayFrom(asked).IsZero(), "nobody waits for a player whose time stands still")
	ana.Player.Sitter = &Sitter{Sits: true, From: clock.Date{Year: 2026, Month: 11, Day: 25}, Until: clock.Date{Year: 2026, Month: 11, Day: 25}}
	if due, _ := ana.Due(Wait{Since: asked}); due.Sub(asked) != 5*24*time.Hour {
		t.Errorf("while somebody plays for them, for a day, there are %v", due.Sub(asked))
	}
	ana.Player.Sitter = nil
	ana.Rules.Absence = AbsenceRobot
	if got, want := ana.AwayFrom(asked), time.Date(2026, 11, 23, 23, 0, 0, 0, time.UTC); !got.Equal(want) { // midnight in Madrid
		t.Errorf("nobody waits from %v on, want %v", got, want)
	}
	expect.Same(t, "days away", DaysAway(append(ana.Player.Away, ana.Player.Away...)), 3)
}

// TestListedValues: each value that the list of rules names can be set, and no rule is missing.
func TestListedValues(t *testing.T) {
	list := agreed().List()
	expect.Same(t, len(RuleNames()), len(list), len(RuleNames())+1)
	for _, r := range list {
		name := strings.Replace(r.Rule, "KIND", "offer", 1)
		values := strings.NewReplacer(", or ", "|", " such as ", "|", ", ", "|", " to ", "|").Replace(r.Values)
		if r.Rule != StepRule+"KIND" {
			values += "|" + r.Value
		}
		for _, v := range strings.Split(values, "|") {
			if strings.Contains(r.Values, v+" such as") {
				continue
			}
			if err := agreed().Set(name, v, []string{"offer"}); err != nil {
				t.Errorf("%q: %v", r.Values, err)
			}
		}
		if err := agreed().Set(name, "such as", []string{"offer"}); err == nil && name != HouseRule {
			t.Errorf("%s takes anything", name)
		}
	}
}

// TestExampleHasAllRules: the example of the configuration names each rule with the value that it has.
func TestExampleHasAllRules(t *testing.T) {
	text := expect.Get(os.ReadFile("../../../config.example.toml"))(t)
	for _, name := range RuleNames() {
		if name == "answer-within" || name == "half-time" { // keys of their own
			continue
		}
		expect.Has(t, name, string(text), `"`+name+"=")
	}
}
