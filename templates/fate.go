package templates

import (
	"cmp"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/templates/key"
)

// fate reports the verdict on each line of a mail, and repeats lines that can be sent again.
type fate struct{ *letter }

// asked lists how an order that breaks off can continue.
func (w fate) asked(l Line) {
	w.add(entry{label: w.word(key.Line, engine.Int("n", l.N)), code: cleanLine(l.Text), notes: []string{w.askedWords(l)}})
	offer(w).choices(1, l.Asked.Choices)
	for _, m := range l.Asked.More {
		w.indented(w.moreAsked(m))
	}
}

// askedWords introduces the list: in the rule's words if it has named the lines.
func (w fate) askedWords(l Line) string {
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

func (w fate) moreAsked(m advise.More) string {
	if m.What == advise.Part {
		return w.word(key.MorePart, engine.Text("verbs", clean(m.Prefix)))
	}
	say := byCount(m, key.AskedMore, key.AskedMoreLeast, key.AskedMoreUnknown)
	return w.word(say, engine.Int("n", m.Count), engine.Text("ask", w.order("moves")+" "+clean(m.Prefix)))
}

// wrongLines returns the numbers of the lines that are certainly refused.
func wrongLines(w *letter) []engine.Arg {
	var bad []engine.Arg
	last := 0 // a line of the mail may hold several orders
	for _, l := range w.Lines {
		if l.Refusal != nil && l.Asked == nil && l.As != advise.Unsure && l.N != last {
			bad, last = append(bad, engine.Int("", l.N)), l.N
		}
	}
	return bad
}

// standing returns the lines of a mail that were played.
func standing(w *letter) []Line {
	return engine.Where(w.Lines, func(l Line) bool { return l.State == engine.Played })
}

// verdicts adds the fate of each line.
func (w fate) verdicts() {
	if len(w.Lines) == 0 {
		return
	}
	w.head(w.word(key.Lines))
	w.fates()
}

func (w fate) fates() {
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

// verdict adds the verdict on a line; further is set if it is not the first line expanded from the typed one,
// as with "usual".
func (w fate) verdict(l Line, further bool) {
	var told []engine.Passage
	e := entry{label: w.word(key.Line, engine.Int("n", l.N)), code: cleanLine(cmp.Or(l.Line, l.Text)), sign: playedSign}
	if further || w.Kind == Receipt && w.Lines[len(w.Lines)-1].N == 1 { // an only line needs no number
		e.label = ""
	}
	if text := cleanLine(l.Text); l.Line != "" && !further && !w.says(text, l) {
		e.typed = w.word(key.LineTyped, engine.Text("text", text))
		e.notes = []string{e.typed}
	}
	switch {
	case l.State == engine.Unread:
		e.sign, e.notes = "–", []string{w.word(key.LineUnread)}
	case !l.Dropped.Empty():
		e.sign, e.notes = "–", []string{sentence(w.msg(l.Dropped))}
	default:
		told = toldOf(l.Told, l.Reports)
		if of := story(w).companyOf(l.Reports, told); of != "" {
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
	told = told[opening(told):]
	if w.Kind != Receipt {
		w.add(e)
		story(w).consequences(told)
		return
	}
	notes := engine.Each(e.notes, func(n string) string { return strings.TrimPrefix(n, "- ") })
	if len(notes) == 1 && columnsOf(e.first()+e.code+resultSign+notes[0]) <= textColumns {
		e.then, e.notes = notes[0], nil
	}
	if e.typed != "" && len(notes) > 1 {
		notes = notes[1:]
	}
	e.run = w.inLine(notes)
	w.add(e)
	w.afterwards(told)
}

// afterwards tells the consequences of an order.
func (w fate) afterwards(told []engine.Passage) {
	out := outcome{of: w.letter, parts: w.layOut(func() { story(w).consequences(told) })}
	for _, p := range told {
		if p.Block == nil && p.Weight < engine.Stage { // the next letter names the round
			out.said = append(out.said, p.Say)
		}
	}
	w.add(out)
}

// says reports whether the typed line equals the played one, apart from spaces and punctuation; a number or an
// abbreviated name does not.
func (w fate) says(typed string, l Line) bool {
	typed = w.inLog(typed)
	if word, rest, _ := strings.Cut(typed, " "); strings.EqualFold(word, "preview") {
		typed = rest
	}
	return folded(typed) == folded(w.inLog(cmp.Or(l.Said, l.Line)))
}

func folded(line string) string {
	var b strings.Builder
	for _, t := range engine.Tokenize(line).All {
		if !strings.Contains(":,;()[]", t.Text) {
			b.WriteString(t.Fold)
		}
	}
	return b.String()
}

// refused shows a wrong line: the place, the reason, the rule, and legal lines.
func (w fate) refused(l Line, last bool) {
	r := l.Refusal
	shown := cleanLine(cmp.Or(r.Line, l.Text))
	kind := engine.If(l.As == advise.Unsure, key.LineUnsure, key.LineKindOf+string(r.Kind))
	w.add(entry{label: w.word(key.Line, engine.Int("n", l.N)), notes: []string{w.word(kind)}, sign: refusedSign})
	if l.As == advise.Unsure && r.Kind == engine.NotUnderstood { // the suggestions there depend on the guess
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
		say := engine.If(r.Cut, key.LineExpectedCut, key.LineExpected)
		notes = append(notes, w.word(say, engine.Text("words", clean(strings.Join(r.Expected, ", ")))))
	}
	if r.Rule != "" {
		notes = append(notes, terms(w).citation(r.Rule))
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

// asTyped replaces the word that a refusal names by the reader's own words: it was read as another language's
// word, and "a" is not known as "from".
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
func (w fate) near(line Line) {
	r := line.Refusal
	if len(r.Near) == 0 {
		return
	}
	w.under(w.word(engine.If(r.Far, key.LineNearFar, key.LineNear)))
	var list []advise.Choice
	for _, l := range r.Near {
		found := engine.Where(line.Near, func(c advise.Choice) bool { return c.Line == l })
		list = append(list, append(found, advise.Choice{Line: l})[0])
	}
	offer(w).choices(4, list)
}

// again prints a mail ready to be copied and sent, and marks the lines that differ from the typed ones.
func (w fate) again(head string) {
	if len(w.Again) == 0 {
		return
	}
	w.head(w.word(head))
	if w.Ordered {
		w.say(w.word(key.AgainOrdered))
	}
	w.changed()
	w.add(choices{level: 1, rows: engine.Each(w.Again, func(l string) choice { return choice{line: cleanLine(l)} })})
	if w.Play {
		w.say(w.word(key.AgainPlay))
	}
	if head == key.Again {
		w.add(tap{text: w.word(key.TapAgain), lines: w.answering(w.Again...), primary: true})
	}
}

func (w fate) changed() {
	if slices.ContainsFunc(w.Lines, func(l Line) bool { return l.Mend == Respelt }) {
		w.say(w.word(key.AgainFirst))
	}
	if gone := engine.Where(w.Lines, func(l Line) bool { return l.Mend == Gone }); len(gone) > 0 {
		lines := engine.Each(gone, func(l Line) engine.Arg { return engine.Int("", l.N) })
		w.say(w.word(key.AgainGone, engine.Int("n", len(gone)), engine.Several("lines", lines...)))
	}
}

// notRead repeats lines that were not read as orders.
func (w fate) notRead() {
	if len(w.Talk) == 0 {
		return
	}
	w.head(w.word(key.Talk))
	for _, t := range w.Talk {
		w.indented(w.word(key.Quote, engine.Text("text", t)))
	}
	w.say(w.word(key.TalkSay))
}
