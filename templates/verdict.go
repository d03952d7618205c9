package templates

import (
	"cmp"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/templates/key"
)

// receipt lays out what is now true, line by line, and whether undo is free. It leaves the
// table to the turn letter: that is no part of the answer to one's own order.
func (w *letter) receipt() {
	stand, of := len(standing(w)), w.meant()
	for _, m := range w.Read {
		w.say(sentence(w.msg(m)))
	}
	if !w.Counts.IsZero() {
		w.told()
		w.whoseTurn()
		w.add(gap{})
		w.fates()
		answers(w)
		w.notRead()
		return
	}
	if stand == of {
		if stand > 0 {
			w.say(w.word(key.Done, engine.Int("n", stand)))
		}
	} else {
		w.say(w.word(key.DonePart, engine.Int("n", stand), engine.Int("of", of)))
	}
	w.told()
	w.afterwards()
	if stand == of && stand > 0 {
		w.add(gap{})
		w.fates()
	} else {
		w.verdicts()
	}
	w.since(key.SinceReceipt)
	answers(w)
	w.notRead()
}

// meant counts the lines of the mail that had an effect.
func (w *letter) meant() int {
	n := 0
	for _, l := range w.Lines {
		if l.Dropped.Empty() {
			n++
		}
	}
	return n
}

// afterwards adds whose turn it is and whether the move can be taken back.
func (w *letter) afterwards() {
	if w.Enclosed == nil {
		w.whoseTurn()
	} else {
		w.say(w.word(key.AgainYou))
	}
	switch {
	case w.Undo:
		w.say(w.word(key.Undo))
	case w.AskUndo:
		w.say(w.word(key.UndoAsk))
	case len(standing(w)) == 0 || w.Halt.Is == Over:
	case w.Aside:
		w.say(w.word(key.UndoAside))
	default:
		w.say(w.word(key.UndoNo))
	}
}

// refusal lays out a working copy: nothing done, why, what would be right, the mail ready
// to send again.
func (w *letter) refusal() {
	w.say(w.word(key.Nothing))
	w.told()
	w.stillOn()
	w.verdicts()
	w.again(key.Again)
	answers(w)
	w.notRead()
}

// stillOn adds that it is the reader's turn as before, and until when.
func (w *letter) stillOn() {
	if waits(w, w.Seat) {
		w.say(w.word(key.Still))
		w.limit()
	}
}

// preview shows what the lines would do.
func (w *letter) preview() {
	bad := wrongLines(w)
	if w.WhatIf {
		w.say(w.word(key.PreviewWhatIf))
		w.told()
		w.verdicts()
		w.section(key.PreviewOwn, w.Own)
		w.section(key.Table, w.Blocks)
		return
	}
	if len(bad) > 0 {
		w.say(w.word(key.PreviewWrong, engine.Int("n", len(bad)), engine.Several("lines", bad...)))
	} else {
		w.say(w.word(key.Preview))
	}
	if len(w.Lines) > 0 && len(bad) == 0 && len(w.numbered()) == 0 {
		w.say(w.word(key.PreviewPlay, engine.Text("code", w.Confirm)))
		w.add(tap{text: w.word(key.TapConfirm), lines: w.answering(w.order("confirm") + " " + w.Confirm)})
	}
	w.stillOn()
	w.told()
	w.verdicts()
	w.section(key.PreviewOwn, w.Own)
	w.again(key.AgainPreview)
	answers(w)
	w.notRead()
}

// stale says that the question has been answered, and shows the current one.
func (w *letter) stale() {
	w.say(w.word(key.Nothing), w.word(key.Stale))
	w.told()
	w.verdicts()
	w.notRead()
}

// enclosedOrders goes to the address on file: somebody wrote with its token.
func (w *letter) enclosedOrders() {
	w.say(w.word(key.Nothing))
	w.told()
	w.again(key.AgainEnclosed)
}

// unproven is enclosedOrders for orders that came without a token.
func (w *letter) unproven() {
	w.enclosedOrders()
	w.add(tap{text: w.word(key.TapAgain), lines: w.answering(w.Again...)})
	w.notRead()
}

// verdicts adds the fate of each line.
func (w *letter) verdicts() {
	if len(w.Lines) == 0 {
		return
	}
	w.head(w.word(key.Lines))
	w.fates()
}

func (w *letter) fates() {
	for i, l := range w.Lines {
		if l.Refusal == nil {
			w.verdict(l, i > 0 && w.Lines[i-1].N == l.N)
			continue
		}
		if i > 0 {
			w.add(gap{})
		}
		if l.Asked != nil {
			w.asked(l)
			continue
		}
		w.refused(l, i+1 == len(w.Lines))
	}
}

// verdict adds the fate of a line; further is set if it is not the first that came of what
// was typed, as with "usual".
func (w *letter) verdict(l Line, further bool) {
	var told []engine.Passage
	e := entry{label: w.word(key.Line, engine.Int("n", l.N)), code: cleanLine(cmp.Or(l.Line, l.Text))}
	if further {
		e.label = ""
	}
	if text := cleanLine(l.Text); l.Line != "" && !further && !w.says(text, l) {
		e.notes = []string{w.word(key.LineTyped, engine.Text("text", text))}
	}
	switch {
	case l.State == engine.Unread:
		e.notes = []string{w.word(key.LineUnread)}
	case !l.Dropped.Empty():
		e.notes = []string{sentence(w.msg(l.Dropped))}
	default:
		told = toldOf(l.Told, l.Reports)
		if of := w.companyOf(l.Reports, told); of != "" {
			e.lead = w.word(key.StepWho, engine.Text("who", of))
		}
		reports := w.reports(sayings(told[:opening(told)]), false, w.Seat, noteColumns)
		if l.State != engine.Played && w.Kind != Preview && w.Counts.IsZero() {
			e.notes = append(e.notes, w.word(key.LineWould, engine.Int("n", len(reports))))
		}
		e.notes = append(e.notes, reports...)
	}
	if l.State == engine.Stopped {
		e.notes = append(e.notes, w.word(key.LineStopped))
	}
	w.add(e)
	w.goesOn(told[opening(told):])
}

// says reports whether what was typed is what was played, spaces and punctuation aside; a
// number or an abbreviated name is not.
func (w *letter) says(typed string, l Line) bool {
	typed = w.inLog(typed)
	if word, rest, _ := strings.Cut(typed, " "); strings.EqualFold(word, "preview") {
		typed = rest
	}
	return spoken(typed) == spoken(w.inLog(cmp.Or(l.Said, l.Line)))
}

func spoken(line string) string {
	var b strings.Builder
	for _, t := range engine.Tokenize(line).All {
		if !strings.Contains(":,;()[]", t.Text) {
			b.WriteString(t.Fold)
		}
	}
	return b.String()
}

// refused shows a wrong line: where, why, by which rule, what would be right.
func (w *letter) refused(l Line, last bool) {
	r := l.Refusal
	shown := cleanLine(cmp.Or(r.Line, l.Text))
	kind := key.LineKindOf + string(r.Kind)
	if l.As == advise.Unsure {
		kind = key.LineUnsure
	}
	w.add(entry{label: w.word(key.Line, engine.Int("n", l.N)), notes: []string{w.word(kind)}})
	if l.As == advise.Unsure && r.Kind == engine.NotUnderstood { // what is possible there rests on the guess
		w.add(fault{line: shown})
		return
	}
	w.add(faultAt(shown, r))
	words := wrongWords(shown, r)
	notes := []string{sentence(w.msg(asTyped(r.Why, words)))}
	if w.Spoken && words != "" {
		notes = append(notes, w.word(key.LineHere, engine.Text("words", words), engine.Int("n", r.Column)))
	}
	if len(r.Expected) > 0 {
		say := key.LineExpected
		if r.Cut {
			say = key.LineExpectedCut
		}
		notes = append(notes, w.word(say, engine.Text("words", clean(strings.Join(r.Expected, ", ")))))
	}
	if r.Rule != "" {
		notes = append(notes, w.citation(r.Rule))
	}
	w.under(notes...)
	w.near(l)
	if len(r.Open) > 0 {
		w.under(w.word(key.LineNearOpen))
		for _, row := range r.Open {
			w.exactly(4, clean(row))
		}
	}
	if last {
		return
	}
	if l.As == advise.LeftOut || l.As == advise.Asking {
		w.under(w.word(key.LineLeftOut))
	}
	if l.Guess == "" {
		return
	}
	if len(r.Near) > 0 && r.Near[0] == l.Guess {
		w.under(w.word(key.LineGuessFirst))
		return
	}
	w.under(w.word(key.LineGuess))
	w.add(choices{rows: []choice{{line: cleanLine(l.Guess)}}, level: 4})
}

func faultAt(line string, r *engine.Refusal) fault {
	f := fault{line: line}
	if r.Column > 0 {
		f.from, f.to = r.Column-1, r.Column-1+max(1, r.Length)
	}
	return f
}

// wrongWords returns the wrong characters, for readers who have the letter read aloud.
func wrongWords(line string, r *engine.Refusal) string {
	chars := []rune(line)
	if r.Column < 1 || r.Column > len(chars) || r.Length < 1 {
		return ""
	}
	return strings.TrimSpace(string(chars[r.Column-1 : min(len(chars), r.Column-1+r.Length)]))
}

// asTyped puts the reader's own words for the one that a refusal names: it was read as another
// language's word, and "a" is not known as "from".
func asTyped(why engine.Message, words string) engine.Message {
	i := slices.IndexFunc(why.Args, func(a engine.Arg) bool { return a.Name == "word" && a.Kind == engine.KindOrder })
	if i < 0 || words == "" {
		return why
	}
	args := slices.Clone(why.Args)
	args[i] = engine.Text("word", words)
	return engine.Msg(why.Key, args...)
}

// near shows the legal lines that are most like a wrong one.
func (w *letter) near(line Line) {
	r := line.Refusal
	if len(r.Near) == 0 {
		return
	}
	say := key.LineNear
	if r.Far {
		say = key.LineNearFar
	}
	w.under(w.word(say))
	var list []advise.Choice
	for _, l := range r.Near {
		c := advise.Choice{Line: l}
		if i := slices.IndexFunc(line.Near, func(c advise.Choice) bool { return c.Line == l }); i >= 0 {
			c = line.Near[i]
		}
		list = append(list, c)
	}
	w.choices(4, list)
}

// again prints a mail so that it can be copied and sent, and says which of its lines differ
// from what was typed.
func (w *letter) again(head string) {
	if len(w.Again) == 0 {
		return
	}
	w.head(w.word(head))
	if w.Ordered {
		w.say(w.word(key.AgainOrdered))
	}
	w.changed()
	list := choices{level: 1}
	for _, l := range w.Again {
		list.rows = append(list.rows, choice{line: cleanLine(l)})
	}
	w.add(list)
	if w.Play {
		w.say(w.word(key.AgainPlay))
	}
	if head == key.Again {
		w.add(tap{text: w.word(key.TapAgain), lines: w.answering(w.Again...)})
	}
}

func (w *letter) changed() {
	var gone []engine.Arg
	mended := false
	for _, l := range w.Lines {
		n := engine.Int("", l.N)
		switch l.Mend {
		case Respelt:
			mended = true
		case Gone:
			gone = append(gone, n)
		}
	}
	if mended {
		w.say(w.word(key.AgainFirst))
	}
	if len(gone) > 0 {
		w.say(w.word(key.AgainGone, engine.Int("n", len(gone)), engine.Several("lines", gone...)))
	}
}

// notRead repeats what was not read as orders.
func (w *letter) notRead() {
	if len(w.Talk) == 0 {
		return
	}
	w.head(w.word(key.Talk))
	for _, t := range w.Talk {
		w.indented(w.word(key.Quote, engine.Text("text", t)))
	}
	w.say(w.word(key.TalkSay))
}
