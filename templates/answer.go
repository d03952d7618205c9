package templates

import (
	"maps"
	"slices"
	"strings"

	"railpost/engine"
	enginekey "railpost/engine/key"
	"railpost/templates/key"
)

// layAnswer lays out the reply to a command.
func layAnswer(w *letter) {
	greeting{w}.furtherFacts()
	fate{w}.again(key.Again)
	if w.Game != "" && w.Enclosed == nil && !w.confirms() {
		greeting{w}.gameStatus()
		greeting{w}.whoseTurn()
	}
	answers(w)
	fate{w}.notRead()
}

// confirms reports whether an answer only says what was set: it is as short as a receipt.
func (w *letter) confirms() bool {
	set := func(m engine.Message) bool { return strings.HasPrefix(m.Key, "pbem.set-") }
	more := len(w.Blocks) + len(w.Meaning) + len(w.Courses) + len(w.Choices) + len(w.More) + len(w.Help) + len(w.Log) + len(w.Again) + len(w.Talk)
	return w.Kind == Answer && len(w.Told) > 0 && engine.Count(w.Told, set) == len(w.Told) && more == 0 && w.Enclosed == nil && w.Invite == nil && w.LogFile == nil
}

// answers lays out the replies to commands, in a letter of their own or together with orders.
func answers(w *letter) {
	if w.Invite != nil {
		terms{w}.rules(key.Rules)
	}
	sheet{w}.picturesOf(func(p Picture) bool { return p.Graph == nil })
	sheet{w}.blocks(w.Blocks)
	sheet{helping(w)}.blocks(w.Meaning)
	courses(w, w.Courses, 0)
	if w.Invite != nil {
		terms{w}.settings(key.Options)
		terms{w}.declared()
	}
	offer{w}.choose()
	usage(w)
	story{w}.log()
}

// helping is the letter in the language of its help.
func helping(w *letter) *letter {
	return &letter{Letter: w.Letter, voice: w.helper(w.Letter), document: w.document}
}

// usage explains the words that can be written.
func usage(w *letter) {
	if len(w.Help) == 0 {
		return
	}
	w = helping(w)
	w.head(w.word(key.Help))
	params := map[string]bool{}
	for _, u := range w.Help {
		for _, p := range u.Params {
			params[p] = true
		}
	}
	uses(w, engine.Where(w.Help, func(u engine.Usage) bool { return !u.NotNow }))
	if later := engine.Where(w.Help, func(u engine.Usage) bool { return u.NotNow }); len(later) > 0 {
		w.subhead(w.word(key.HelpNotNow))
		uses(w, later)
	}
	parameters(w, params)
}

// uses explains one word after another.
func uses(w *letter, list []engine.Usage) {
	for _, u := range list {
		e := entry{code: choiceOf(w, clean(u.Form))}
		if u.Gloss != "" {
			e.notes = []string{w.word(key.HelpGloss, engine.Term("gloss", u.Gloss))}
		}
		if u.Example != "" {
			e.notes = append(e.notes, w.word(enginekey.HelpExample, engine.Text("line", u.Example)))
		}
		w.add(e)
	}
}

// choiceOf returns a form as it is read: "set zone|letters" is "set zone or letters" for listeners.
func choiceOf(w *letter, form string) string {
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
			lines = append(lines, w.word(key.HelpParam, engine.Text("name", param(w, p)), engine.Term("gloss", gloss)))
		}
	}
	if len(lines) > 0 {
		w.subhead(w.word(key.HelpParams))
		w.indented(lines...)
	}
}

// param returns the placeholder of a parameter, in capitals.
func param(w *letter, name string) string {
	capitals := strings.ToUpper(name)
	if own := w.order(capitals); own != capitals {
		return own
	}
	return strings.ToUpper(w.order(name)) // a word of the order itself, as "with"
}

// layNotice lays out a letter to the organiser.
func layNotice(w *letter) {
	if w.Game != "" {
		w.say(w.word(key.Notice, engine.Text("game", w.Game), engine.Text("title", gameTitle(w))))
	}
	greeting{w}.furtherFacts()
	fate{w}.again(key.AgainEnclosed)
	if !w.Status.Empty() {
		greeting{w}.gameStatus()
		greeting{w}.whoseTurn()
	}
	sheet{w}.blocks(w.Blocks)
	story{w}.log()
	if w.Kind == Notice {
		w.add(gap{})
		w.say(w.word(key.NoticeAnswer))
	}
}

// layLobby lays out a letter about tables in formation.
func layLobby(w *letter) {
	greeting{w}.furtherFacts()
	fate{w}.again(key.AgainLobby)
	sheet{w}.blocks(w.Blocks)
	w.replies()
	if w.other != "" {
		w.add(gap{})
		w.say(w.other)
	}
}

// replies explains the words that can be written: in HTML as buttons, if they are the few answers to a question.
func (w *letter) replies() {
	long := func(u engine.Usage) bool { return !w.whole(u.Form) }
	text := w.layOut(func() { usage(w) })
	if w.Tap == "" || w.Spoken || slices.ContainsFunc(w.Help, long) {
		w.add(text...)
		return
	}
	both := apart{text: text}
	for i, u := range w.Help {
		line := w.order(clean(u.Form))
		both.html = append(both.html, tap{text: upperFirst(line), about: helping(w).word(u.Gloss), lines: w.answering(line), primary: i == 0 && len(w.offered()) == 0})
	}
	w.add(both)
}

// layEnded lays out the news that the game was called off.
func layEnded(w *letter) {
	w.say(w.word(key.Closed, engine.Text("title", gameTitle(w))))
	greeting{w}.furtherFacts()
}
