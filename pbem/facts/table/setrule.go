package table

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"railpost/engine"
	"railpost/engine/robot"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/near"
)

// RuleError is the error of a rule of a table that cannot be set. Its message says what to write.
type RuleError struct {
	Rule, Fault   string
	Value, Values string // "" if there is no such rule; possible values, in words
}

func (e *RuleError) Error() string { return "rule " + e.Rule + ": " + e.Fault }

// HouseRule is the rule that is the organiser's own words.
const HouseRule = "house"

const houseMost = 600 // its characters

// StepRule begins the names of the rules for kinds of steps: "step.offer".
const StepRule = "step."

// Terms are a table's rules as people write them.
type Terms struct {
	Within    *int64
	HalfTime  *bool
	Reminders []string
	Rules     *Rules
	Players   []Player // whose time banks a rule sets
}

// Terms returns those of the table.
func (t *Table) Terms() Terms { return Terms{&t.Within, &t.HalfTime, t.Reminders, &t.Rules, t.Players} }

// Plan returns when players are reminded. It returns an error for an expression that
// clock.Parse refuses.
func (t Terms) Plan() (clock.Plan, error) {
	p := clock.Plan{HalfTime: *t.HalfTime}
	for _, s := range t.Rules.Before {
		p.Before = append(p.Before, time.Duration(s)*time.Second)
	}
	for _, spec := range t.Reminders {
		e, err := clock.Parse(spec)
		if err != nil {
			return p, err
		}
		p.Reminders = append(p.Reminders, e)
	}
	return p, nil
}

// rule is one of the rules of a table, as people write it.
type rule struct {
	name   string
	values string // possible values, in words
	get    func(t Terms) string
	set    func(t Terms, value string) error
}

// Values that rules of one kind can have.
const (
	yesOrNo      = "yes, no"
	lengths      = "1h to 365d"
	lengthOrNone = "none, or a time such as 2d"
)

// The longest and shortest times that a table can agree on.
const (
	ShortestAnswer = time.Hour
	LongestAnswer  = 365 * 24 * time.Hour
)

var rules = []rule{
	{"answer-within", lengths, func(t Terms) string { return span(*t.Within) }, func(t Terms, v string) error { return within(t.Within, v) }},
	{"half-time", yesOrNo, func(t Terms) string { return yesNo(*t.HalfTime) }, func(t Terms, v string) error { return setYesNo(t.HalfTime, v) }},
	{"remind-before", "none, or times such as 1d,6h", func(t Terms) string { return spans(t.Rules.Before) }, func(t Terms, v string) error { return setSpans(&t.Rules.Before, v) }},
	{"days", "all, or days such as mon-fri", func(t Terms) string { return t.Rules.Days.String() }, func(t Terms, v string) (err error) {
		t.Rules.Days, err = clock.ParseDays(v)
		return err
	}},
	{"holidays", "none, or countries such as es,de", func(t Terms) string { return list(t.Rules.Holidays) }, func(t Terms, v string) error {
		codes := words(strings.ToLower(v))
		for _, code := range codes {
			if err := clock.CheckCountry(code); err != nil {
				return err
			}
		}
		t.Rules.Holidays = codes
		return nil
	}},
	{"days-off", "none, or dates such as 2026-12-24,2026-12-31", func(t Terms) string { return dates(t.Rules.Off) }, func(t Terms, v string) error {
		var off []clock.Date
		for _, w := range words(v) {
			d, err := clock.ParseDate(w)
			if err != nil {
				return err
			}
			off = append(off, d)
		}
		t.Rules.Off = off
		return nil
	}},
	{"due-at", "none, or a time of day such as 20:00", func(t Terms) string { return orNone(t.Rules.At.String()) }, func(t Terms, v string) (err error) {
		t.Rules.At, err = clock.ParseTimeOfDay(ifAny(v))
		return err
	}},
	{"grace", lengthOrNone, func(t Terms) string { return span(t.Rules.Grace) }, func(t Terms, v string) error { return length(&t.Rules.Grace, v) }},
	choice("time-out", TimeOuts(), TimeOutWait, func(t Terms) *TimeOut { return &t.Rules.TimeOut }),
	choice("robot", robot.Levels(), robot.Normal, func(t Terms) *robot.Level { return &t.Rules.Robot }),
	{"extra", lengthOrNone, func(t Terms) string { return span(t.Rules.Extra) }, func(t Terms, v string) error { return length(&t.Rules.Extra, v) }},
	{"bank", lengthOrNone, func(t Terms) string { return span(t.Rules.Bank) }, func(t Terms, v string) error {
		err := length(&t.Rules.Bank, v)
		for i := range t.Players { // all banks begin again
			t.Players[i].Bank = t.Rules.Bank
		}
		return err
	}},
	{"refill", lengthOrNone, func(t Terms) string { return span(t.Rules.Refill) }, func(t Terms, v string) error { return length(&t.Rules.Refill, v) }},
	choice("absence", Absences(), AbsencePause, func(t Terms) *Absence { return &t.Rules.Absence }),
	{"sitter-at-table", yesOrNo, func(t Terms) string { return yesNo(t.Rules.SitterAtTable) }, func(t Terms, v string) error { return setYesNo(&t.Rules.SitterAtTable, v) }},
	{"absence-days", "0 to 365", func(t Terms) string { return fmt.Sprint(t.Rules.AbsenceDays) }, func(t Terms, v string) error { return number(&t.Rules.AbsenceDays, v) }},
	choice("votes", AllVotes(), VotesAll, func(t Terms) *Votes { return &t.Rules.Votes }),
	{"window", lengthOrNone, func(t Terms) string { return span(t.Rules.Window) }, func(t Terms, v string) error { return length(&t.Rules.Window, v) }},
	unless("plan-wait", func(t Terms) *bool { return &t.Rules.PlansAtOnce }),
	unless("watchers", func(t Terms) *bool { return &t.Rules.NoWatchers }),
	unless("page", func(t Terms) *bool { return &t.Rules.NoPage }),
	{"talk", yesOrNo + ", " + openTalk, func(t Terms) string {
		if t.Rules.OpenTalk {
			return openTalk
		}
		return yesNo(!t.Rules.NoTalk)
	}, func(t Terms, v string) error {
		talk := true
		t.Rules.OpenTalk = strings.EqualFold(v, openTalk)
		if !t.Rules.OpenTalk {
			if err := setYesNo(&talk, v); err != nil {
				return fmt.Errorf("%w, or %s", err, openTalk)
			}
		}
		t.Rules.NoTalk = !talk
		return nil
	}},
	choice("deals", AllDeals(), DealsTalk, func(t Terms) *Deals { return &t.Rules.Deals }),
	{HouseRule, "none, or a text such as Be kind", func(t Terms) string { return orNone(t.Rules.House) }, func(t Terms, v string) error {
		text := strings.Join(strings.Fields(ifAny(v)), " ")
		if n := utf8.RuneCountInString(text); n > houseMost {
			return fmt.Errorf("%d characters are too many; allowed: %d", n, houseMost)
		}
		t.Rules.House = text
		return nil
	}},
	{"silence", lengthOrNone, func(t Terms) string { return span(t.Rules.Silence) }, func(t Terms, v string) error { return length(&t.Rules.Silence, v) }},
}

// choice is a rule that is one of some words; "" stands for the usual one.
func choice[T ~string](name string, of []T, usual T, value func(t Terms) *T) rule {
	return rule{name, wordsOf(of), func(t Terms) string { return string(cmp.Or(*value(t), usual)) }, func(t Terms, v string) error {
		x := T(strings.ToLower(v))
		if !slices.Contains(of, x) {
			return fmt.Errorf("%q is not possible; %s", v, near.Advice(v, engine.Each(of, func(x T) string { return string(x) }), "write one of "+wordsOf(of)))
		}
		*value(t) = x
		return nil
	}}
}

// unless is a rule stored as its opposite.
func unless(name string, contrary func(t Terms) *bool) rule {
	return rule{name, yesOrNo, func(t Terms) string { return yesNo(!*contrary(t)) }, func(t Terms, v string) error {
		is := true
		err := setYesNo(&is, v)
		*contrary(t) = err == nil && !is
		return err
	}}
}

// RuleNames lists the rules that every table has, in the order in which they are shown.
func RuleNames() (names []string) {
	for _, r := range rules {
		names = append(names, r.name)
	}
	return names
}

// RuleRow is a rule with its possible values, and its value at a table.
type RuleRow struct {
	Rule   string `json:"rule"`
	Value  string `json:"value"`
	Values string `json:"values"`
}

// List returns the rules of a table, in the order of RuleNames; those for kinds of steps share a row.
func (t Terms) List() (list []RuleRow) {
	for _, r := range rules {
		list = append(list, RuleRow{r.name, r.get(t), r.values})
	}
	return append(list, RuleRow{StepRule + "KIND", span(*t.Within), lengths})
}

// Rule returns a rule's value as Set reads it; "" if there is none of this name.
func (t Terms) Rule(name string) string {
	if step, ok := strings.CutPrefix(name, StepRule); ok {
		if n, ok := t.Rules.Steps[step]; ok {
			return span(n)
		}
		return ""
	}
	for _, r := range rules {
		if r.name == name {
			return r.get(t)
		}
	}
	return ""
}

// Usual are the rules of a table that has agreed on no others.
func Usual() Rules {
	const day = 24 * 3600
	return Rules{Before: []int64{day, day / 4}, Grace: day, TimeOut: TimeOutDefault, Extra: 7 * day, Absence: AbsencePause, AbsenceDays: 30}
}

// Own lists the rules of a table that differ from the defaults, as SetAll reads them, and the time to answer;
// not the house rules.
func (t Terms) Own() (list []string) {
	own := Usual()
	usual := Terms{Within: new(int64), HalfTime: new(bool), Rules: &own}
	for _, r := range rules {
		if value := r.get(t); r.name != HouseRule && value != r.get(usual) {
			list = append(list, r.name+"="+value)
		}
	}
	for _, step := range slices.Sorted(maps.Keys(t.Rules.Steps)) {
		list = append(list, StepRule+step+"="+t.Rule(StepRule+step))
	}
	return list
}

// SetAll sets rules that are written as "grace=2d". steps are as for Set.
func (t Terms) SetAll(list []string, steps []string) error {
	for _, text := range list {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return &RuleError{Rule: text, Fault: "write it as grace=2d"}
		}
		if err := t.Set(strings.TrimSpace(name), value, steps); err != nil {
			return err
		}
	}
	return nil
}

// Set sets a rule by its name. steps are the kinds of steps that the title has. Errors
// are *RuleError, and change nothing.
func (t Terms) Set(name, value string, steps []string) error {
	if step, ok := strings.CutPrefix(name, StepRule); ok {
		if !slices.Contains(steps, step) {
			return &RuleError{Rule: name, Fault: "this game has no such kind of step; it has " + orNone(strings.Join(steps, ", "))}
		}
		var n int64
		if err := within(&n, value); err != nil {
			return &RuleError{name, err.Error(), value, lengths}
		}
		all := map[string]int64{}
		maps.Copy(all, t.Rules.Steps)
		all[step] = n
		t.Rules.Steps = all
		return nil
	}
	for _, r := range rules {
		if r.name == name {
			if err := r.set(t, strings.TrimSpace(value)); err != nil {
				return &RuleError{name, err.Error(), value, r.values}
			}
			return nil
		}
	}
	names := RuleNames()
	slices.Sort(names)
	return &RuleError{Rule: name, Fault: "there is no such rule; " + near.Advice(name, names, "the rules are "+strings.Join(names, ", ")+" and step.KIND")}
}

func span(seconds int64) string {
	if seconds == 0 {
		return "none"
	}
	return clock.FormatDuration(time.Duration(seconds) * time.Second)
}

// length reads a length of time; "none" is 0.
func length(to *int64, v string) error {
	if ifAny(v) == "" {
		*to = 0
		return nil
	}
	d, err := clock.ParseDuration(v)
	if err == nil {
		*to = int64(d / time.Second)
	}
	return err
}

func within(to *int64, v string) error {
	d, err := clock.ParseDuration(v)
	switch {
	case err != nil:
		return err
	case d < ShortestAnswer || d > LongestAnswer:
		return fmt.Errorf("%s is out of range; allowed: %s to %s", v, clock.FormatDuration(ShortestAnswer), clock.FormatDuration(LongestAnswer))
	}
	*to = int64(d / time.Second)
	return nil
}

func spans(list []int64) string { return orNone(joined(list, ",", span)) }

func joined[T any](list []T, sep string, text func(T) string) string {
	var out []string
	for _, x := range list {
		out = append(out, text(x))
	}
	return strings.Join(out, sep)
}

func setSpans(to *[]int64, v string) error {
	var out []int64
	for _, w := range words(v) {
		var n int64
		if err := length(&n, w); err != nil {
			return err
		}
		out = append(out, n)
	}
	*to = out
	return nil
}

// openTalk is the value of "talk" where players talk to the whole table only.
const openTalk = "open"

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func setYesNo(to *bool, v string) error {
	switch strings.ToLower(v) {
	case "yes":
		*to = true
	case "no":
		*to = false
	default:
		return fmt.Errorf("%q is neither yes nor no", v)
	}
	return nil
}

func wordsOf[T ~string](of []T) string {
	return joined(of, ", ", func(x T) string { return string(x) })
}

func number(to *int, v string) error {
	var n int
	if _, err := fmt.Sscanf(v, "%d", &n); err != nil || n < 0 || n > 365 || fmt.Sprint(n) != v {
		return fmt.Errorf("%q is no number from 0 to 365", v)
	}
	*to = n
	return nil
}

// words splits a list at commas and spaces; "none" is empty.
func words(v string) []string {
	return strings.FieldsFunc(ifAny(v), func(r rune) bool { return r == ',' || r == ' ' })
}

func ifAny(v string) string {
	if strings.EqualFold(v, "none") {
		return ""
	}
	return v
}

func orNone(s string) string { return cmp.Or(s, "none") }

func list(words []string) string { return orNone(strings.Join(words, ",")) }

func dates(days []clock.Date) string { return orNone(joined(days, ",", clock.Date.String)) }
