package templates

import (
	"unicode"

	"railpost/engine"
)

// invitation lays out everything a player should know before they accept.
func (w *letter) invitation() {
	w.say(w.word("letter.invited", engine.Text("name", w.reader()), engine.Text("title", title(w)), engine.Text("game", w.Game)))
	w.say(w.word("letter.invited.players", engine.Text("players", w.names(others(w)))))
	w.say(w.word("letter.invited.answer"))
	w.add(choices{level: 1, rows: []choice{
		{line: "accept", remark: w.word("letter.invited.accept")},
		{line: "decline", remark: w.word("letter.invited.decline")},
	}})
	w.told()
	if w.Invite == nil {
		return
	}
	w.accepted()
	w.rules()
	w.settings()
	w.declared()
	w.fairDraws()
}

func (w *letter) accepted() {
	var list []engine.Seat
	for i, ok := range w.Invite.Accepted {
		if ok {
			list = append(list, engine.Seat(i))
		}
	}
	if len(list) > 0 {
		w.say(w.word("letter.invited.so-far", engine.Text("players", w.names(list))))
	}
}

func (w *letter) rules() {
	if len(w.Invite.Rules) == 0 {
		return
	}
	w.head(w.word("letter.rules"))
	for _, m := range w.Invite.Rules {
		w.indented(sentence(w.msg(m)))
	}
}

func (w *letter) settings() {
	if len(w.Invite.Options) == 0 {
		return
	}
	w.head(w.word("letter.options"))
	for _, o := range w.Invite.Options {
		if said := w.inWords(o); said != "" {
			w.indented(sentence(said))
			continue
		}
		e := entry{lead: w.word("letter.option", engine.Text("key", o.Key), engine.Text("value", o.Value))}
		if o.Gloss != "" {
			e.notes = append(e.notes, sentence(w.word(o.Gloss)))
		}
		if o.Rule != "" {
			e.notes = append(e.notes, w.citation(o.Rule))
		}
		w.add(e)
	}
}

// citation names a section of the rules: by its number, as "18CZ VIII.6", or by its
// heading, as "Russian Railroads, Scoring phase".
func (w *letter) citation(rule string) string {
	key := "letter.line.rule"
	if len(rule) > 1 && unicode.IsLower(rune(rule[1])) {
		key = "letter.line.rule-heading"
	}
	return w.word(key, engine.Text("title", title(w)), engine.Text("rule", rule))
}

// inWords returns the sentence for an option's value (GLOSS.is-VALUE, or GLOSS.is for any);
// "" if there is none.
func (w *letter) inWords(o Setting) string {
	for _, key := range []string{o.Gloss + ".is-" + o.Value, o.Gloss + ".is"} {
		if w.messages[key] != nil {
			return w.word(key, engine.Text("value", o.Value))
		}
	}
	return ""
}

func (w *letter) declared() {
	if len(w.Invite.Declared) == 0 {
		return
	}
	w.head(w.word("letter.declared"))
	w.say(w.word("letter.declared.what"))
	for _, d := range w.Invite.Declared {
		w.add(entry{label: clean(d.Rule), notes: []string{sentence(w.word(d.Gloss))}})
	}
}
