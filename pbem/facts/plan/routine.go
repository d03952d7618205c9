package plan

import (
	"regexp"
	"slices"
	"strings"

	"railpost/engine"
)

// usualTurn is the routine that every title has.
var usualTurn = []string{"take the usual turn", "play the usual turn", "usual turn", "usual"}

// withCondition matches an order with a condition after it.
var withCondition = regexp.MustCompile(`(?i)^(.+?),?\s+((?:if|unless|until)\s.+)$`)

// CutCondition cuts a condition off the end of a line.
func CutCondition(line string) (before string, when []Condition) {
	if m := withCondition.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
		if c, ok := ReadCondition(m[2]); ok {
			return m[1], []Condition{c}
		}
	}
	return line, nil
}

// ReadRoutine reads a line that tells the service to do something turn after turn, as "pass
// the stock round until somebody buys SIK".
func ReadRoutine(t engine.Title, line string) (r engine.Routine, when []Condition, ok bool) {
	line, when = CutCondition(line)
	words, always := strings.CutPrefix(engine.Fold(strings.Trim(line, " .!")), "always ")
	if always && slices.Contains(usualTurn, words) {
		return engine.Routine{Words: "take the usual turn", Lines: []string{UsualTurn}}, when, true
	}
	for _, r := range t.Routines() {
		if engine.Fold(r.Words) == words {
			return r, when, true
		}
	}
	return r, nil, false
}
