package templates

import (
	"maps"
	"slices"
	"strings"

	"railpost/engine"
	enginekey "railpost/engine/key"
	"railpost/templates/key"
)

// answer lays out the reply to a command.
func answer(w *letter) {
	w.told()
	w.again(key.Again)
	if w.Game != "" && w.Enclosed == nil {
		w.standsAt()
		w.whoseTurn()
	}
	answers(w)
	w.notRead()
}

// answers lays out the replies to commands, in a mail of their own or beside orders.
func answers(w *letter) {
	if w.Invite != nil {
		w.rules(key.Rules)
	}
	w.pictures()
	w.blocks(w.Blocks)
	w.helping().blocks(w.Meaning)
	courses(w)
	if w.Invite != nil {
		w.settings(key.Options)
		w.declared()
	}
	w.choose()
	usage(w)
	w.log()
}

// helping is the letter in the language of its help.
func (w *letter) helping() *letter {
	return &letter{Letter: w.Letter, voice: w.helper(w.Letter), document: w.document}
}

// usage explains the words that can be written.
func usage(w *letter) {
	if len(w.Help) == 0 {
		return
	}
	w = w.helping()
	w.head(w.word(key.Help))
	var now, later []engine.Usage
	params := map[string]bool{}
	for _, u := range w.Help {
		if u.NotNow {
			later = append(later, u)
		} else {
			now = append(now, u)
		}
		for _, p := range u.Params {
			params[p] = true
		}
	}
	uses(w, now)
	if len(later) > 0 {
		w.subhead(w.word(key.HelpNotNow))
		uses(w, later)
	}
	parameters(w, params)
}

// uses explains one word after another.
func uses(w *letter, list []engine.Usage) {
	for _, u := range list {
		e := entry{code: w.choiceOf(clean(u.Form))}
		if u.Gloss != "" {
			e.notes = []string{w.word(key.HelpGloss, engine.Term("gloss", u.Gloss))}
		}
		if u.Example != "" {
			e.notes = append(e.notes, w.word(enginekey.HelpExample, engine.Text("line", u.Example)))
		}
		w.add(e)
	}
}

// choiceOf returns a form as it is read: "set zone|letters" is "set zone or letters" to who
// listens.
func (w *letter) choiceOf(form string) string {
	if !w.Spoken {
		return form
	}
	return strings.ReplaceAll(form, "|", w.word(key.FormOr))
}

// parameters explains the words in capitals.
func parameters(w *letter, params map[string]bool) {
	var lines []string
	for _, p := range slices.Sorted(maps.Keys(params)) {
		if gloss := w.known(w.Title+".param."+p, enginekey.ParamOf+p); gloss != "" {
			lines = append(lines, w.word(key.HelpParam, engine.Text("name", w.param(p)), engine.Term("gloss", gloss)))
		}
	}
	if len(lines) > 0 {
		w.subhead(w.word(key.HelpParams))
		w.indented(lines...)
	}
}

// param returns what a form has in capitals for a parameter.
func (w *letter) param(name string) string {
	capitals := strings.ToUpper(name)
	if own := w.order(capitals); own != capitals {
		return own
	}
	return strings.ToUpper(w.order(name)) // a word of the order itself, as "with"
}

// notice lays out a letter to the organiser.
func notice(w *letter) {
	if w.Game != "" {
		w.say(w.word(key.Notice, engine.Text("game", w.Game), engine.Text("title", title(w))))
	}
	w.told()
	w.again(key.AgainEnclosed)
	if !w.Status.Empty() {
		w.standsAt()
		w.whoseTurn()
	}
	w.blocks(w.Blocks)
	w.log()
	if w.Kind == Notice {
		w.add(gap{})
		w.say(w.word(key.NoticeAnswer))
	}
}

// lobby lays out a letter about tables in formation.
func lobby(w *letter) {
	w.told()
	w.again(key.AgainLobby)
	w.blocks(w.Blocks)
	usage(w)
	if w.other != "" {
		w.add(gap{})
		w.say(w.other)
	}
}

// called lays out the news that the game was called off.
func called(w *letter) {
	w.say(w.word(key.Closed, engine.Text("title", title(w))))
	w.told()
}
