// Package enquiry answers the service's commands that only ask: help, status, map, log,
// moves, rule, options, readings, history, export, position, verify, stats, resend, and the parts of a title's view.
package enquiry

import (
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// Enquiry answers the service's commands that only ask. The answers become facts of a
// letter.
type Enquiry struct {
	Seat  engine.Seat
	Game  *engine.Game // nil until it has begun
	Table *table.Table
	Facts *content.Facts
	Texts *templates.Set
	Kind  templates.Kind // of the letter, if it is not an answer
	Pages bool           // the service has pages
	Err   error          // a fault of the title's views

	lists int // lists of legal lines requested so far
}

// Tell says something in the answer.
func (e *Enquiry) Tell(m engine.Message) { e.Facts.Told = append(e.Facts.Told, m) }

// refuse records why a question cannot be answered, and returns false.
func (e *Enquiry) refuse(key string, args ...engine.Arg) bool {
	e.Tell(engine.Msg(key, args...))
	return false
}

// Answers are the replies to words with the rest of their lines; each room binds its own. false: it cannot be answered.
var Answers = words.Deeds[func(e *Enquiry, rest string) bool]{}

// Words returns the words that only ask, those of the title's view included.
func (e *Enquiry) Words() []string {
	var list []string
	for _, w := range words.Table {
		if w.Kind == words.Asks {
			list = append(list, w.Name)
		}
	}
	for _, p := range e.parts() {
		if !slices.Contains(list, p.Name) {
			list = append(list, p.Name)
		}
	}
	return list
}

// Answer answers a line. false: it could not, and the facts say why.
func (e *Enquiry) Answer(line string) bool {
	if answer := Answers[words.First(line)]; answer != nil {
		return answer(e, words.After(line))
	}
	if p, arg, ok := words.PartOf(e.parts(), line); ok {
		return e.showPart(p, arg)
	}
	return e.refuse(key.NotYet, engine.Order("word", words.First(line)))
}
