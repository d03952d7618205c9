package compose

import (
	"regexp"
	"strings"
)

// OrderSubject is the content of the subject of a mail with orders: a game and, if Told, the step for which its orders
// were written. It identifies no seat.
type OrderSubject struct {
	Game string
	Step Step
	Told bool
}

var subjectForm = regexp.MustCompile(`\[(` + tagForm + `)\](?: step (` + numberForm + `)([a-z]{0,8})(?:$|[^a-z0-9]))?`)

// Subject returns the subject of a mail with orders that were made up at a step, as
// "[winter] step 17": it is the same in all languages, so that it can be read again.
func (a OrderSubject) Subject() string { return "[" + a.Game + "] step " + a.Step.String() }

// ParseSubject returns the content of a subject, even with a prefix of a mail program ("Re:").
func ParseSubject(subject string) (a OrderSubject, ok bool) {
	m := subjectForm.FindStringSubmatch(strings.Join(strings.Fields(strings.ToLower(subject)), " "))
	if m == nil {
		return OrderSubject{}, false
	}
	a.Game = m[1]
	if m[2] != "" {
		a.Step, a.Told = parseStep(m[2], m[3])
	}
	return a, true
}
