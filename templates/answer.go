package templates

import (
	"sort"
	"strings"

	"railpost/engine"
)

// answer lays out the reply to a command.
func answer(w *letter) error {
	w.told()
	w.again("letter.again")
	if w.Game != "" && w.Enclosed == nil {
		w.standsAt()
		w.whoseTurn()
	}
	answers(w)
	w.notRead()
	if w.Enclosed != nil {
		w.head(enclosedHead(w))
	}
	return w.enclose()
}

// enclosedHead returns the heading of the enclosed letter.
func enclosedHead(w *letter) string {
	if w.Enclosed.Kind == News {
		return w.word("letter.present-news")
	}
	return w.word("letter.present")
}

// answers lays out the replies to commands, in a mail of their own or beside orders.
func answers(w *letter) {
	w.blocks(w.Blocks)
	w.choose()
	usage(w)
	w.log()
}

// usage explains the words that can be written.
func usage(w *letter) {
	if len(w.Help) == 0 {
		return
	}
	w.head(w.word("letter.help"))
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
		w.subhead(w.word("letter.help.not-now"))
		uses(w, later)
	}
	parameters(w, params)
}

// uses explains one word after another.
func uses(w *letter, list []engine.Usage) {
	for _, u := range list {
		e := entry{code: clean(u.Form)}
		if u.Gloss != "" {
			e.notes = []string{w.word("letter.help.gloss", engine.Term("gloss", u.Gloss))}
		}
		if u.Example != "" {
			e.notes = append(e.notes, w.word("engine.help.example", engine.Text("line", u.Example)))
		}
		w.add(e)
	}
}

// parameters explains the words in capitals.
func parameters(w *letter, params map[string]bool) {
	var names []string
	for p := range params {
		if paramKey(w, p) != "" {
			names = append(names, p)
		}
	}
	if len(names) == 0 {
		return
	}
	sort.Strings(names)
	w.subhead(w.word("letter.help.params"))
	for _, p := range names {
		w.indented(w.word("letter.help.param", engine.Text("name", strings.ToUpper(p)), engine.Term("gloss", paramKey(w, p))))
	}
}

// paramKey returns the key of a parameter's explanation: the title's own words first.
func paramKey(w *letter, name string) string {
	for _, key := range []string{w.Title + ".param." + name, "engine.param." + name} {
		if w.messages[key] != nil {
			return key
		}
	}
	return ""
}

// notice lays out a letter to the organiser.
func notice(w *letter) {
	if w.Game != "" {
		w.say(w.word("letter.notice", engine.Text("game", w.Game), engine.Text("title", title(w))))
	}
	w.told()
	w.again("letter.again-enclosed")
	if !w.Status.Empty() {
		w.standsAt()
		w.whoseTurn()
	}
	w.blocks(w.Blocks)
}

// called lays out the news that the game was called off.
func called(w *letter) {
	w.say(w.word("letter.closed", engine.Text("title", title(w))))
	w.told()
}
