package templates

import (
	"slices"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/templates/key"
)

// question answers a mail that asks what is possible: the legal lines, numbered.
func (w *letter) question() {
	w.say(w.word(key.Question))
	if slices.ContainsFunc(w.Lines, func(l Line) bool { return l.Line != "" }) {
		w.say(w.word(key.QuestionOthers))
	}
	w.told()
	w.stillOn()
	w.verdicts()
	answers(w)
	w.notRead()
}

// asked lists how an order that breaks off can continue.
func (w *letter) asked(l Line) {
	w.add(entry{label: w.word(key.Line, engine.Int("n", l.N)), code: cleanLine(l.Text), notes: []string{w.askedWords(l)}})
	w.choices(1, l.Asked.Choices)
	for _, m := range l.Asked.More {
		w.indented(w.moreAsked(m))
	}
}

// askedWords returns what is listed: in the rule's words if it has named the lines.
func (w *letter) askedWords(l Line) string {
	shown := len(l.Asked.Choices)
	n, least := shown, false
	for _, m := range l.Asked.More {
		n, least = n+m.Count, least || m.What == advise.AtLeast
	}
	switch {
	case shown == 0 && l.Asked.Why != nil:
		why := l.Asked.Why
		return w.word(key.AskedNoneAs, engine.Text("line", cleanLine(why.Line)), engine.Text("why", sentence(w.msg(why.Why))))
	case shown == 0:
		return w.word(key.AskedNone)
	case l.Refusal.Kind == engine.Unanswered:
		return sentence(w.msg(l.Refusal.Why))
	case least:
		return w.word(key.AskedLeast, engine.Int("n", n), engine.Int("shown", shown))
	case n > shown:
		return w.word(key.AskedSome, engine.Int("n", n), engine.Int("shown", shown))
	}
	return w.word(key.Asked, engine.Int("n", n))
}

func (w *letter) moreAsked(m advise.More) string {
	if m.What == advise.Part {
		return w.word(key.MorePart, engine.Text("verbs", clean(m.Prefix)))
	}
	say := byCount(m, key.AskedMore, key.AskedMoreLeast, key.AskedMoreUnknown)
	return w.word(say, engine.Int("n", m.Count), engine.Text("ask", w.order("moves")+" "+clean(m.Prefix)))
}
