package templates

import (
	"slices"

	"railpost/engine"
	"railpost/engine/advise"
)

// question answers a mail that asks what is possible: the legal lines, numbered.
func (w *letter) question() error {
	if w.needBrackets() {
		w.say(w.word("letter.question-brackets"))
	} else {
		w.say(w.word("letter.question"))
	}
	if slices.ContainsFunc(w.Lines, func(l Line) bool { return l.Line != "" }) {
		w.say(w.word("letter.question.others"))
	}
	w.told()
	w.stillOn()
	w.verdicts()
	answers(w)
	w.notRead()
	return w.enclose()
}

// asked lists how an order that breaks off can continue.
func (w *letter) asked(l Line) {
	w.add(entry{label: w.word("letter.line", engine.Int("n", l.N)), code: cleanLine(l.Text), notes: []string{w.askedWords(l)}})
	list := choices{level: 1}
	for _, c := range l.Asked.Choices {
		list.rows = append(list.rows, w.choice(c))
	}
	if len(list.rows) > 0 {
		w.add(list)
	}
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
		return w.word("letter.asked.none-as", engine.Text("line", cleanLine(why.Line)), engine.Text("why", sentence(w.msg(why.Why))))
	case shown == 0:
		return w.word("letter.asked.none")
	case l.Refusal.Kind == engine.Unanswered:
		return sentence(w.msg(l.Refusal.Why))
	case least:
		return w.word("letter.asked-least", engine.Int("n", n), engine.Int("shown", shown))
	case n > shown:
		return w.word("letter.asked-some", engine.Int("n", n), engine.Int("shown", shown))
	}
	return w.word("letter.asked", engine.Int("n", n))
}

func (w *letter) moreAsked(m advise.More) string {
	key := "letter.asked.more"
	switch {
	case m.What == advise.Part:
		return w.word("letter.more-part", engine.Text("verb", clean(m.Prefix)))
	case m.Count == 0:
		key = "letter.asked.more-unknown"
	case m.What == advise.AtLeast:
		key = "letter.asked.more-least"
	}
	return w.word(key, engine.Int("n", m.Count), engine.Text("ask", "moves "+clean(m.Prefix)))
}
