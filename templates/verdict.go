package templates

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
)

// receipt lays out what is now true, line by line, and whether undo is free. It leaves the
// table to the turn letter: that is no part of the answer to one's own order.
func (w *letter) receipt() error {
	stand, of := len(standing(w)), w.meant()
	if stand == of {
		if stand > 0 {
			w.say(w.word("letter.done", engine.Int("n", stand)))
		}
	} else {
		w.say(w.word("letter.done-part", engine.Int("n", stand), engine.Int("of", of)))
	}
	w.told()
	w.afterwards()
	w.verdicts()
	answers(w)
	w.notRead()
	if w.Enclosed != nil {
		w.head(enclosedHead(w))
		return w.enclose()
	}
	w.own()
	return nil
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
		w.standsAt()
		w.whoseTurn()
	} else {
		w.say(w.word("letter.again-you"))
	}
	switch {
	case w.Undo:
		w.say(w.word("letter.undo"))
	case len(standing(w)) == 0:
	case w.Aside:
		w.say(w.word("letter.undo-aside"))
	default:
		w.say(w.word("letter.undo-no"))
	}
}

// refusal lays out a working copy: nothing done, why, what would be right, the mail ready
// to send again.
func (w *letter) refusal() error {
	w.say(w.word("letter.nothing"))
	w.told()
	w.stillOn()
	w.verdicts()
	w.again("letter.again")
	answers(w)
	w.notRead()
	return w.enclose()
}

// stillOn adds that it is the reader's turn as before, and until when.
func (w *letter) stillOn() {
	if waits(w, w.Seat) {
		w.say(w.word("letter.still"))
		w.limit()
	}
}

// preview shows what the lines would do.
func (w *letter) preview() error {
	bad := wrongLines(w)
	if len(bad) > 0 {
		w.say(w.word("letter.preview-wrong", engine.Int("n", len(bad)), engine.Several("lines", bad...)))
	} else {
		w.say(w.word("letter.preview"))
	}
	if len(w.Lines) > 0 && len(bad) == 0 && len(w.numbered()) == 0 {
		w.say(w.word("letter.preview.play"))
	}
	w.stillOn()
	w.told()
	w.verdicts()
	w.section("letter.preview.own", w.Own)
	w.again("letter.again-preview")
	answers(w)
	w.notRead()
	return w.enclose()
}

// stale says that the question has been answered, and shows the current one.
func (w *letter) stale() error {
	w.say(w.word("letter.nothing"), w.word("letter.stale"))
	w.told()
	w.verdicts()
	w.notRead()
	if w.Enclosed != nil {
		w.head(enclosedHead(w))
	}
	return w.enclose()
}

// enclosedOrders goes to the address on file: somebody wrote with its token.
func (w *letter) enclosedOrders() {
	w.say(w.word("letter.nothing"))
	w.told()
	w.again("letter.again-enclosed")
}

// verdicts adds the fate of each line.
func (w *letter) verdicts() {
	if len(w.Lines) == 0 {
		return
	}
	w.head(w.word("letter.lines"))
	for i, l := range w.Lines {
		if l.Refusal == nil {
			w.verdict(l)
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

func (w *letter) verdict(l Line) {
	e := entry{label: w.word("letter.line", engine.Int("n", l.N)), code: cleanLine(l.Text)}
	if l.Line != "" {
		e.code = cleanLine(l.Line)
	}
	if text := cleanLine(l.Text); l.Line != "" && !says(text, l) {
		e.notes = []string{w.word("letter.line.typed", engine.Text("text", text))}
	}
	switch {
	case l.State == engine.Unread:
		e.notes = []string{w.word("letter.line.unread")}
	case !l.Dropped.Empty():
		e.notes = []string{sentence(w.msg(l.Dropped))}
	case l.State == engine.Played || w.Kind == Preview:
		e.notes = append(e.notes, w.reports(l.Reports, false, w.Seat)...)
	default:
		e.notes = append(append(e.notes, w.word("letter.line.would")), w.reports(l.Reports, false, w.Seat)...)
	}
	if l.State == engine.Stopped {
		e.notes = append(e.notes, w.word("letter.line.stopped"))
	}
	w.add(e)
}

// says reports whether what was typed is what was played, spaces and punctuation aside; a
// number or an abbreviated name is not.
// beginning of a name is not.
func says(typed string, l Line) bool {
	if word, rest, _ := strings.Cut(typed, " "); strings.EqualFold(word, "preview") {
		typed = rest
	}
	played := l.Line
	if l.Said != "" {
		played = l.Said
	}
	return spoken(typed) == spoken(played)
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
	given := r.Line
	if given == "" {
		given = l.Text
	}
	shown := cleanLine(given)
	kind := "letter.line." + string(r.Kind)
	if l.As == advise.Unsure {
		kind = "letter.line.unsure"
	}
	w.add(entry{label: w.word("letter.line", engine.Int("n", l.N)), notes: []string{w.word(kind)}})
	if l.As == advise.Unsure && r.Kind == engine.NotUnderstood { // what is possible there rests on the guess
		w.add(fault{line: shown})
		return
	}
	w.add(faultAt(shown, r))
	notes := []string{sentence(w.msg(r.Why))}
	if words := wrongWords(shown, r); words != "" {
		notes = append(notes, w.word("letter.line.here", engine.Text("words", words), engine.Int("n", r.Column)))
	}
	if len(r.Expected) > 0 {
		key := "letter.line.expected"
		if r.Cut {
			key = "letter.line.expected-cut"
		}
		notes = append(notes, w.word(key, engine.Text("words", clean(strings.Join(r.Expected, ", ")))))
	}
	if r.Rule != "" {
		notes = append(notes, w.citation(r.Rule))
	}
	w.under(notes...)
	w.near(l)
	if len(r.Open) > 0 {
		w.under(w.word("letter.line.near-open"))
		for _, row := range r.Open {
			w.prose(4, []string{clean(row)})
		}
	}
	if last {
		return
	}
	if l.As == advise.LeftOut || l.As == advise.Asking {
		w.under(w.word("letter.line.left-out"))
	}
	if l.Guess == "" {
		return
	}
	if len(r.Near) > 0 && r.Near[0] == l.Guess {
		w.under(w.word("letter.line.guess-first"))
		return
	}
	w.under(w.word("letter.line.guess"))
	w.add(choices{[]choice{{line: cleanLine(l.Guess)}}, 4})
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

// near shows the legal lines that are most like a wrong one.
func (w *letter) near(line Line) {
	r := line.Refusal
	if len(r.Near) == 0 {
		return
	}
	key := "letter.line.near"
	if r.Far {
		key = "letter.line.near-far"
	}
	w.under(w.word(key))
	list := choices{level: 4}
	for _, l := range r.Near {
		c := advise.Choice{Line: l}
		if i := slices.IndexFunc(line.Near, func(c advise.Choice) bool { return c.Line == l }); i >= 0 {
			c = line.Near[i]
		}
		list.rows = append(list.rows, w.choice(c))
	}
	w.add(list)
}

// again prints a mail so that it can be copied and sent, and says which of its lines differ
// from what was typed.
func (w *letter) again(key string) {
	if len(w.Again) == 0 {
		return
	}
	w.head(w.word(key))
	if w.Ordered {
		w.say(w.word("letter.again.ordered"))
	}
	w.changed()
	list := choices{level: 1}
	for _, l := range w.Again {
		list.rows = append(list.rows, choice{line: cleanLine(l)})
	}
	w.add(list)
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
		w.say(w.word("letter.again.first"))
	}
	if len(gone) > 0 {
		w.say(w.word("letter.again.gone", engine.Int("n", len(gone)), engine.Several("lines", gone...)))
	}
}

// notRead repeats what was not read as orders.
func (w *letter) notRead() {
	if len(w.Talk) == 0 {
		return
	}
	w.head(w.word("letter.talk"))
	for _, t := range w.Talk {
		w.indented(w.word("letter.quote", engine.Text("text", t)))
	}
	w.say(w.word("letter.talk-say"))
}
