package templates

import (
	"slices"

	"railpost/docs/rules"
	"railpost/engine"
	"railpost/templates/key"
)

// tutor explains the step to a newcomer.
type tutor struct{ *letter }

// Teaches reports whether there are explanations of a title: its steps are explained with its
// rules reference.
func Teaches(title string) bool { return rules.Of(title, English) != nil }

// excerptRows and excerptColumns are the room for a lesson's citation of the rules.
const (
	excerptRows    = 6
	excerptColumns = 72
)

// tutor explains the step to a newcomer: its purpose, the merits of the first choices and the rules.
func (w tutor) tutor() {
	if w.TutorOffer {
		w.add(gap{})
		w.say(w.word(key.TutorOffer, engine.Text("title", gameTitle(w.letter))))
	}
	if len(w.Lessons) == 0 {
		return
	}
	w.head(w.word(key.Tutor))
	for _, l := range w.Lessons {
		if say := w.known(l.Ask.Key + ".tutor"); say != "" && !l.Known {
			w.say(w.msg(engine.Msg(say, l.Ask.Args...)))
		}
	}
	w.reasons()
	whole := false
	for _, l := range w.Lessons {
		whole = !l.Known || whole
		w.cited(l)
	}
	if whole {
		w.say(w.word(key.TutorOff))
	}
}

// cited adds the rules of a step, or where they are if the reader has seen it before.
func (w tutor) cited(l Lesson) {
	ref := rules.Of(w.Title, w.Lang)
	if ref == nil {
		return
	}
	s, ok := ref.Key(l.Rule)
	if !ok {
		return
	}
	rule, heading := engine.Text("rule", s.Name()), engine.Text("heading", s.Heading)
	if l.Known {
		w.say(w.word(key.TutorAgain, rule, heading))
		return
	}
	w.below(w.word(key.TutorRule, heading), 2)
	for _, m := range s.Excerpt(l.Paragraph, excerptRows, excerptColumns) {
		w.indented(w.msg(m))
	}
	w.say(w.word(key.TutorMore, rule))
}

// reasonsMost limits the choices that the tutor explains.
const reasonsMost = 4

// reasons adds why the usual turn and the first choices are good, grouped by reason. If nothing else is known
// of a choice, it explains the purpose of its verb.
func (w tutor) reasons() {
	var order []string
	of := map[string][]string{}
	note := func(what, verb string, facts ...engine.Message) {
		var why string
		for _, m := range facts {
			if other := w.variant(m, ".why"); why == "" || of[why] != nil && other != "" && of[other] == nil {
				why = other // the first that no choice before it has
			}
		}
		if why == "" {
			why = w.variant(engine.Message{Key: w.Title + ".verb." + verb}, ".why")
		}
		if why == "" {
			return
		}
		if of[why] == nil {
			order = append(order, why)
		}
		of[why] = append(of[why], what)
	}
	if len(w.Usual) > 1 || len(w.Choices) == 0 {
		note("`"+w.order("usual")+"`", "", w.Aim)
	}
	for _, c := range w.Choices[:min(len(w.Choices), reasonsMost)] {
		facts := slices.Concat(c.Remark, c.Does, []engine.Message{c.Group})
		if len(w.Usual) == 1 && w.Usual[0].Line == c.Line {
			facts = slices.Insert(facts, 0, w.Aim)
		}
		note("["+Mark(c.N, w.lettered())+"]", c.Verb, facts...)
	}
	for _, why := range order {
		w.say(w.word(key.TutorReason, engine.Text("choices", w.join(of[why])), engine.Text("why", why)))
	}
}
