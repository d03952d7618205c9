package templates

import (
	"math"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/templates/key"
)

// story tells the events, step by step.
type story struct{ *letter }

// actor returns the actor's name, or "you" for the reader.
func (w story) actor(s engine.Seat) string {
	if s >= 0 && s == w.Seat {
		return w.word(key.You)
	}
	return w.name(s)
}

// namesActor reports whether a report itself says that a seat acted.
func namesActor(reports []engine.Message, s engine.Seat) bool {
	return slices.ContainsFunc(reports, func(m engine.Message) bool { return isActor(m, s) })
}

// leftOut adds how much is missing before a list of steps.
func (w story) leftOut(l Left) {
	if l.Said > 0 {
		w.indented(w.word(key.LeftSaid, engine.Int("n", l.Said)))
	}
	if l.Steps > 0 {
		w.indented(w.word(key.LeftSteps, engine.Int("n", l.Steps)))
	}
}

func (w story) fileLeaves() {
	if w.LogFile.Left > 0 {
		w.say(w.word(key.LogFileLeft, engine.Int("n", w.LogFile.Left)))
	}
}

// log lists steps of the whole game, or names the file that contains them.
func (w story) log() {
	switch {
	case w.LogFile != nil:
		w.head(w.word(key.Log))
		w.say(w.word(key.LogFile, engine.Int("n", w.LogFile.Steps)))
		w.fileLeaves()
	case len(w.Log) > 0:
		w.head(w.word(key.Log))
		w.steps(w.Log, toldWithTime)
	}
}

// since tells the events, oldest first.
func (w story) since(say string) {
	if list := w.untold(); len(list) > 0 {
		w.sinceHead(say, list)
		w.news(list)
	}
}

// untold returns the events without log notes that only repeat the letter above.
func (w story) untold() []Step {
	above := func(r engine.Message) bool { return slices.ContainsFunc(w.Told, r.Equal) }
	return slices.DeleteFunc(slices.Clone(w.Happened), func(s Step) bool {
		return s.toldByHeading() && !slices.ContainsFunc(s.Reports, func(r engine.Message) bool { return !above(r) })
	})
}

func (w story) sinceHead(say string, list []Step) {
	say = engine.If(list[0].Seq == 1, key.SinceStart, say)
	w.storyHeading = w.word(say, engine.Int("n", len(list)+w.Before.Said+w.Before.Steps))
	w.head(w.storyHeading)
}

// short returns a step in a line.
func (w story) short(s Step) string {
	w.letter = w.as(s)
	told := s.passages()
	if s.toldByHeading() && opening(told) == 0 {
		if len(told) == 0 {
			return ""
		}
		return phrase(w.msg(told[0].Say))
	}
	if s.Line == "" || s.Back > 0 {
		e := w.step(s, told[:opening(told)], toldInLine)
		return strings.TrimSpace(e.lead + " " + w.inLine(e.notes))
	}
	did := w.deed(s)
	by := byWhom(s)
	if did == "" || s.Seat == w.Seat { // words for subjects are about others
		did = cleanLine(s.Line)
	}
	line := w.word(key.StepWho, engine.Text("who", w.actorOf(s))) + " " + did
	if !by.Empty() {
		line += " " + w.msg(by)
	}
	return line
}

// deed returns the last report of a step that has words for subjects (KEY.subject), in these words; "" if none
// has. One about the player who acted comes before those about others, whose orders in advance may have
// followed.
func (w story) deed(s Step) (what string) {
	for _, r := range slices.Backward(s.Reports) {
		words := w.variant(r, ".subject")
		if words == "" {
			continue
		}
		if who, _ := r.Arg("seat"); who.Name == "seat" && engine.Seat(who.Int) == s.Seat {
			return words
		}
		if what == "" {
			what = words
		}
	}
	return what
}

// companyOf returns the company whose order had these reports, if nothing in its account names the company: a
// player has several, and "done" is an order of each. The first report is of the order itself: later ones may
// be of consequences, as the end of a stock round.
func (w story) companyOf(reports []engine.Message, told []engine.Passage) string {
	for _, r := range reports[:min(len(reports), 1)] {
		of, ok := r.Arg("company")
		names := func(p engine.Passage) bool {
			return slices.ContainsFunc(p.Say.Args, func(a engine.Arg) bool { return a.Kind == of.Kind && a.Text == of.Text })
		}
		if ok && of.Kind == engine.KindTerm {
			if slices.ContainsFunc(told[:opening(told)], names) {
				return ""
			}
			return w.argText(of)
		}
	}
	return ""
}

// extent is the detail in which steps are told.
type extent int

const (
	toldInLine   extent = iota // the order and its consequences in one line
	toldWithTime               // with the time, too
)

func (w story) steps(list []Step, how extent) {
	for _, s := range list {
		w := w.as(s)
		told := s.passages()
		n := opening(told)
		if n > 0 || s.Auto || s.By != "" || !s.toldByHeading() {
			w.add(story{w}.step(s, told[:n], how))
		}
		story{w}.consequences(told[n:])
	}
}

// consequences tells the consequences of an order: headings, tables and the lines below them.
func (w story) consequences(told []engine.Passage) {
	for _, p := range told {
		switch {
		case p.Block != nil:
			sheet(w).blocks([]engine.Block{*p.Block})
		case p.Weight >= engine.Stage:
			w.subhead(upperFirst(phrase(w.msg(p.Say))))
		default:
			w.indented(phrase(w.msg(p.Say)))
		}
	}
}

// sayings returns the sentences of passages.
func sayings(told []engine.Passage) []engine.Message {
	return engine.Each(told, func(p engine.Passage) engine.Message { return p.Say })
}

// step returns the entry of one record: number, who, their order, its results.
func (w story) step(s Step, told []engine.Passage, how extent) entry {
	e := entry{code: cleanLine(s.Line)}
	if s.Seq > 0 {
		e.label = w.word(key.StepNumber, engine.Text("n", stepNumber(s.Seq)))
	}
	if how == toldWithTime && !s.At.IsZero() {
		e.label = strings.TrimLeft(e.label+"  "+w.timeBare(s.At), " ")
	}
	columns := engine.If(how == toldInLine, math.MaxInt, noteColumns)
	who, notes, note := w.account(s, w.actorOf(s), w.reports(sayings(told), s.Line != "", s.Seat, columns))
	if e.notes = notes; note != "" {
		e.notes = append(e.notes, note)
	}
	if who != "" {
		e.lead = w.word(key.StepWho, engine.Text("who", who))
	}
	if e.code != "" && len(e.notes) > 0 && !alone(e.notes[0]) && columnsOf(e.first()+e.code+resultSign+e.notes[0]) <= textColumns {
		e.then, e.notes = e.notes[0], e.notes[1:]
	}
	return e
}

// account returns who acted in a step, unless its notes say so; its notes, completed; and a note on who made the move
// in the player's place.
func (w story) account(s Step, actor string, notes []string) (who string, all []string, note string) {
	switch by := byWhom(s); {
	case s.Line != "" && !by.Empty() && s.By != engine.ByTimeOut: // often for many orders
		actor += " " + w.msg(by)
	case !InPlace(s).Empty():
		note = w.msg(InPlace(s))
	}
	switch {
	case s.Back > 0 && s.Seat < 0 && len(notes) > 0: // the note says it
	case s.Back > 0:
		notes = append([]string{w.word(key.StepBack, engine.Text("who", actor), engine.Text("step", stepNumber(s.Back)))}, notes...)
	case len(notes) == 0 && note == "" && s.Line == "":
		notes = []string{w.word(key.StepSecret, engine.Text("who", actor))}
	case s.Line != "", s.Seat >= 0 && !namesActor(s.Reports, s.Seat):
		who = actor
	}
	return who, notes, note
}

// actorOf returns who gave an order, and for which company if its account does not say so.
func (w story) actorOf(s Step) string {
	actor := w.actor(s.Seat)
	if of := w.companyOf(s.Reports, s.passages()); s.Line != "" && of != "" {
		actor += ", " + of
	}
	return actor
}

// byWhom says briefly who made a move in place of its player; the zero Message if nobody did.
func byWhom(s Step) engine.Message {
	switch s.By {
	case "":
		return engine.Message{}
	case engine.ByTimeOut, engine.ByRobot:
		return engine.Msg(key.StepByRailpost)
	case engine.ByOrganiser:
		return engine.Msg(key.StepByOrganiser)
	}
	return engine.Msg(key.StepBy, substitute(s))
}

// substitute returns the name of the person who made a move in place of its player.
func substitute(s Step) engine.Arg {
	name := engine.Arg{Name: "name", Kind: engine.KindPersonal}
	if s.By != engine.ByErased {
		name.Text = s.By
	}
	return name
}

// InPlace says who made a move that is not its player's own; the zero Message for one that
// is.
func InPlace(s Step) engine.Message {
	seat := engine.Player("seat", s.Seat)
	switch {
	case s.Auto:
		return engine.Msg(key.StepAuto, seat)
	case s.By == engine.ByTimeOut:
		return engine.Msg(key.StepTimeOut, seat)
	case s.By == engine.ByRobot:
		return engine.Msg(key.StepRobot, seat)
	case s.By == engine.ByOrganiser:
		return engine.Msg(key.StepOrganiser, seat)
	case s.By != "" && s.Line == "" && s.Back == 0:
		return engine.Msg(key.StepSubstituteSaid, seat, substitute(s))
	case s.By != "":
		return engine.Msg(key.StepSubstitute, seat, substitute(s))
	}
	return engine.Message{}
}

// takenBack returns the step that was taken back last, if nothing has been played since: why the reader is
// asked again.
func takenBack(w *letter) string {
	for _, s := range slices.Backward(w.Happened) {
		switch {
		case s.Back > 0 && s.Seat == w.Seat && w.within: // the receipt says it
			return ""
		case s.Back > 0:
			return newsOf(w, s)
		case s.Line != "":
			return ""
		}
	}
	return ""
}

// newsOf returns a step in the words of a subject; "" if not everybody may know it.
func newsOf(w *letter, s Step) string {
	w = w.as(s)
	switch {
	case !s.Public:
		return ""
	case s.Seat < 0:
		return story{w}.deed(s)
	case s.Back > 0:
		return w.word(key.SubjectBack, engine.Player("seat", s.Seat))
	case s.Line != "":
		return w.word(key.StepWho, engine.Text("who", w.name(s.Seat))) + " " + clean(s.Line)
	case len(s.Reports) == 1 && s.Reports[0].Key == saidKey:
		return phrase(w.msg(s.Reports[0]))
	}
	return ""
}
