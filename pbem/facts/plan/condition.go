package plan

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
)

// World is the owner's knowledge, which decides the conditions of a plan.
type World struct {
	Title engine.Title
	View  engine.Position
	Seat  engine.Seat
	Names []string          // of the players, by seat
	Verbs map[string]string // from a form that sentences have ("bought") to the word of the order
	Since []*engine.Record  // standing orders since the plan was given
}

// Condition is a condition for playing a plan.
type Condition struct {
	Kind string `json:"kind"` // If, Unless or Until
	Text string `json:"text"` // as its player wrote it: "SIK < 80"
}

// Kinds of conditions.
const (
	If     = "if"     // play it only if true
	Unless = "unless" // play it only if false
	Until  = "until"  // when true, drop it
)

var condition = regexp.MustCompile(`(?i)^(if|unless|until)\s+(.+?)[\s.:]*$`)

// ReadCondition reads a line, or the end of one, that is a condition.
func ReadCondition(line string) (Condition, bool) {
	m := condition.FindStringSubmatch(strings.TrimSpace(line))
	if m == nil {
		return Condition{}, false
	}
	return Condition{Kind: strings.ToLower(m[1]), Text: m[2]}, true
}

func (c Condition) String() string { return c.Kind + " " + c.Text }

// Holds reports whether a condition is true. known is false if that cannot be determined.
func (c Condition) Holds(w World) (holds, known bool) {
	text := engine.Fold(c.Text)
	if holds, known = w.event(text); known {
		return holds, true
	}
	if holds, known = w.ordered(strings.Fields(text)); known {
		return holds, true
	}
	return w.compares(text)
}

// event judges an event in the title's words: "a train rusts".
func (w World) event(text string) (holds, known bool) {
	keys, ok := w.Title.Events()[text]
	if !ok {
		return false, false
	}
	return slices.ContainsFunc(w.Since, func(r *engine.Record) bool {
		return slices.ContainsFunc(engine.For(w.Seat, r.Reports), func(said engine.Report) bool { return slices.Contains(keys, said.Key) })
	}), true
}

// Words for any player.
var (
	nobody   = []string{"nobody", "noone", "none"}
	somebody = []string{"somebody", "someone", "anybody", "anyone", "somebody else", "someone else", "anyone else", "anybody else"}
)

// ordered judges somebody's order: "nobody bought SIK", "Ana sells RÁBA".
func (w World) ordered(words []string) (holds, known bool) {
	for n := 1; n < len(words); n++ {
		verb, ok := w.Verbs[words[n]]
		if !ok {
			continue
		}
		who := strings.Join(words[:n], " ")
		seat, any, ok := w.who(who)
		if !ok {
			continue
		}
		done := slices.ContainsFunc(w.Since, func(r *engine.Record) bool {
			return (any && r.Seat != w.Seat || !any && r.Seat == engine.Seat(seat)) && says(r.Line, verb, words[n+1:])
		})
		return done != slices.Contains(nobody, who), true
	}
	return false, false
}

// who reads the subject: a player, or any.
func (w World) who(words string) (seat int, any, ok bool) {
	seat = slices.IndexFunc(w.Names, func(name string) bool { return engine.Fold(name) == words })
	any = slices.Contains(somebody, words) || slices.Contains(nobody, words)
	return seat, any, seat >= 0 || any
}

// says reports whether an order has a verb and some words, in any order.
func says(line, verb string, words []string) bool {
	has := spoken(engine.Fold(line))
	return len(has) > 0 && has[0] == verb && !slices.ContainsFunc(words, func(word string) bool {
		return !articles[word] && !slices.Contains(has[1:], word)
	})
}

// spoken returns the words of an order: "place black-1: black t 2" places black-1.
func spoken(line string) []string {
	return strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" ,:;", r) })
}

var articles = map[string]bool{"a": true, "an": true, "the": true, "of": true, "any": true, "something": true, "anything": true, "share": true, "shares": true}

var comparison = regexp.MustCompile(`^(.+?)\s*(<=|>=|<|>|=)\s*(\d+)$`)

// compares judges a figure or a word of the position: "SIK < 80", "phase green".
func (w World) compares(text string) (holds, known bool) {
	gauges := w.Title.Gauges(w.View, w.Seat)
	find := func(name string) (engine.Gauge, bool) {
		for _, g := range gauges {
			if slices.Contains(w.calls(g), strings.TrimSpace(name)) {
				return g, true
			}
		}
		return engine.Gauge{}, false
	}
	if m := comparison.FindStringSubmatch(text); m != nil {
		g, ok := find(m[1])
		n, err := strconv.Atoi(m[3])
		if !ok || err != nil || g.Word != "" {
			return false, false
		}
		return map[string]bool{"<": g.N < n, "<=": g.N <= n, ">": g.N > n, ">=": g.N >= n, "=": g.N == n}[m[2]], true
	}
	if name, figure, ok := cutLast(text); ok { // "until turn 3"
		if g, ok := find(name); ok && g.Word == "" {
			n, err := strconv.Atoi(figure)
			return err == nil && g.N == n, err == nil
		}
	}
	for _, between := range []string{" is ", " = ", " "} {
		name, word, _ := strings.Cut(text, between)
		if g, ok := find(name); ok && g.Word != "" && word != "" {
			return engine.Fold(g.Word) == strings.TrimSpace(word), true
		}
	}
	return false, false
}

// cutLast cuts a text before its last word.
func cutLast(text string) (before, last string, ok bool) {
	i := strings.LastIndexByte(text, ' ')
	return text[:max(0, i)], text[i+1:], i > 0
}

// calls returns the names of a gauge: "cash" is one's own, "cash Ana" Ana's.
func (w World) calls(g engine.Gauge) []string {
	name := engine.Fold(g.Name)
	switch {
	case g.Of == engine.Nobody, g.Of == w.Seat:
		return []string{name}
	case int(g.Of) < len(w.Names):
		whose := engine.Fold(w.Names[g.Of])
		return []string{name + " " + whose, whose + " " + name}
	}
	return nil
}

// Known lists examples of conditions in this game: three figures, the title's events, and an order.
func (w World) Known() (list []string) {
	for _, g := range w.Title.Gauges(w.View, w.Seat) {
		switch {
		case g.Of != engine.Nobody && g.Of != w.Seat:
		case g.Word != "":
			list = append(list, If+" "+g.Name+" "+g.Word)
		case len(list) < 3:
			list = append(list, fmt.Sprintf("%s %s < %d", If, g.Name, g.N))
		}
	}
	for _, event := range slices.Sorted(maps.Keys(w.Title.Events())) {
		list = append(list, If+" "+event)
	}
	for i, name := range w.Names {
		if engine.Seat(i) != w.Seat {
			return append(list, If+" "+name+" passed")
		}
	}
	return list
}
