package templates

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/templates/key"
)

const subjectColumns = 78

// subject returns "[tag] what, where - until when": who must do what comes first. It
// contains nothing that a bystander may not read: of what is asked only what the title has
// written for subjects (KEY.subject), and no orders.
func subject(w *letter) string {
	w = &letter{Letter: w.Letter, voice: w.voice, part: w.part, within: w.within, named: w.named}
	words, until := subjectWords(w)
	if w.Halt.Is != "" && !kinds[w.Kind].over {
		until = w.word(key.SubjectHaltOf + w.Halt.Is)
	}
	tag := ""
	if w.Game != "" {
		tag = "[" + clean(w.Game) + "] "
	} else if w.Site != "" {
		tag = "[" + clean(w.Site) + "] "
	}
	if until != "" {
		until = " - " + until
	}
	room := subjectColumns - columnsOf(tag+until)
	for len(words) > 1 && columnsOf(words[0]) > room {
		words = words[1:]
	}
	what := cut(words[0], room)
	if w.Kind != Answers { // which begins with the name of a game
		what = upperFirst(what)
	}
	return strings.Join(strings.Fields(tag+what+until), " ") // in one line
}

// subjectWords returns the words between the tag and the time, from the longest form to the
// shortest.
func subjectWords(w *letter) (what []string, until string) {
	if say := kinds[w.Kind].subject; say != nil {
		return say(w)
	}
	return one(bareSubject(w)), ""
}

// bareSubject names the kind of a letter.
func bareSubject(w *letter) string { return w.word(key.SubjectKindOf + string(w.Kind)) }

// statusWords returns where the game is, or else what is played.
func statusWords(w *letter) engine.Arg {
	return engine.Text("status", cmp.Or(phrase(w.msg(w.Status)), title(w)))
}

func subjectLate(w *letter) ([]string, string) {
	if waits(w, w.Seat) && len(w.Ask) > 0 {
		return askedWords(w), ""
	}
	return one(w.word(key.SubjectLateOther, engine.Text("players", w.names(overdue(w))))), ""
}

func subjectQuestion(w *letter) ([]string, string) {
	_, until := subjectRefusal(w)
	return one(w.word(key.SubjectQuestion)), until
}

func subjectInvitation(w *letter) ([]string, string) {
	title := engine.Text("title", title(w))
	return []string{w.word(key.SubjectInvitation, title, engine.Text("players", w.allCalled(others(w)))), w.word(key.SubjectInvitationBare, title)}, ""
}

// subjectTold is what the first fact of a letter says to subjects, if anything.
func subjectTold(w *letter) ([]string, string) {
	bare := bareSubject(w)
	if what := toldWords(w); what != "" {
		return []string{what, bare}, ""
	}
	return one(bare), ""
}

func subjectNotice(w *letter) ([]string, string) {
	bare := bareSubject(w)
	if what := toldWords(w); what != "" {
		return []string{w.word(key.SubjectNoticeOf, engine.Text("what", what)), bare}, ""
	}
	return one(bare), ""
}

func toldWords(w *letter) string {
	if len(w.Told) == 0 {
		return ""
	}
	return w.variant(w.Told[0], ".subject")
}

func one(s string) []string { return []string{s} }

func subjectTurn(w *letter) ([]string, string) { return askedWords(w), untilWords(w) }

// askedWords returns what is asked and where the game is, as far as both fit.
func askedWords(w *letter) []string {
	say, status := key.SubjectKindOf+string(w.Kind), statusWords(w)
	if len(w.Ask) == 0 {
		return one(subjectWaits(w, say+"-other", status))
	}
	doing := w.variant(w.Ask[0], ".subject")
	var out []string
	if len(w.Votes) > 0 && w.Kind == Turn {
		for _, with := range []string{doing, status.Text, ""} {
			out = append(out, w.word(say, engine.Text("what", strings.TrimPrefix(with+", ", ", ")+w.word(key.SubjectVote))))
		}
	}
	if event := cmp.Or(takenBack(w), eventTold(w)); event != "" {
		for _, with := range []string{doing + ", " + status.Text + ", ", doing + ", ", ""} {
			out = append(out, w.word(say, engine.Text("what", strings.TrimPrefix(with, ", ")+event)))
		}
	}
	if doing != "" && status.Text != "" {
		out = append(out, w.word(say, engine.Text("what", doing+", "+status.Text)))
	}
	for _, what := range []string{doing, status.Text} {
		if what != "" {
			out = append(out, w.word(say, engine.Text("what", what)))
		}
	}
	return append(out, w.word(say+"-bare"))
}

// subjectNews returns what happened last, if a bystander may read it, and whose turn it is:
// "Ben: place black-1 - Cleo is next".
func subjectNews(w *letter) ([]string, string) { return newsWords(w), "" }

func newsWords(w *letter) []string {
	bare := subjectWaits(w, key.SubjectKindOf+string(News), statusWords(w))
	if list := untilMove(w.Happened); w.quiet() && len(w.Votes) == 0 && (len(list) == 0 || list[len(list)-1].Line != "") {
		return one(w.word(key.SubjectPlanned, engine.Text("time", w.timeBare(w.Quiet))))
	}
	if len(w.Happened) == 0 {
		if last := len(w.Planned) - 1; last >= 0 {
			if what := w.variant(w.Planned[last], ".subject"); what != "" {
				return []string{what, bare}
			}
		}
		return one(bare)
	}
	list := untilMove(w.Happened)
	last := list[len(list)-1]
	what := cmp.Or(playedFor(w, list), roundOf(w, list), telling(w, list), newsOf(w, last))
	if what == "" {
		return one(bare)
	}
	did := func(what string) string {
		return w.word(key.SubjectNewsDid, engine.Text("what", what), engine.Text("next", nextWords(w)))
	}
	what = cut(what, newsColumns)
	if w.Halt.Is != "" {
		return one(what)
	}
	out := []string{did(what), what}
	if also := cmp.Or(eventTold(w), alsoTold(w, last)); also != "" {
		out = append([]string{did(what + w.word(key.ListComma) + also)}, out...)
	}
	return out
}

// untilMove leaves out what was logged with the last move and after it, such as its player's words
// or that it ended a proposal: the move matters more.
func untilMove(list []Step) []Step {
	for i, s := range slices.Backward(list) {
		switch {
		case !s.At.Equal(list[len(list)-1].At):
			return list
		case s.By == engine.ByOrganiser: // whose note on it comes next
			return list[:min(i+2, len(list))]
		case s.Seat >= 0 && s.Public && (s.Line != "" || s.Back > 0):
			return list[:i+1]
		}
	}
	return list
}

// takenBack returns what was taken back last, if nothing has been played since: why the reader is
// asked anew.
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

// eventTold returns what changed the game for everybody last, as a subject puts it (KEY.also,
// or else the sentence); "" if nothing did.
func eventTold(w *letter) string {
	for _, s := range slices.Backward(stand(w.Happened)) {
		if !s.Public || s.Back > 0 {
			continue
		}
		for _, p := range slices.Backward(s.passages()) {
			if p.Weight == engine.Event && p.Block == nil {
				return cmp.Or(w.as(s).variant(p.Say, ".also"), phrase(w.as(s).msg(p.Say)))
			}
		}
	}
	return ""
}

// alsoTold returns what a subject adds about the last step (KEY.also).
func alsoTold(w *letter, s Step) string {
	for _, r := range slices.Backward(s.Reports) {
		if also := w.variant(r, ".also"); s.Public && s.Back == 0 && also != "" {
			return also
		}
	}
	return ""
}

// roundOf returns the heading of the last round that the steps tell of; "" if they tell of none.
func roundOf(w *letter, list []Step) string {
	for _, s := range slices.Backward(list) {
		for _, p := range slices.Backward(s.Told) {
			if p.Weight == engine.Round && s.Public {
				return phrase(w.msg(p.Say))
			}
		}
	}
	return ""
}

// newsColumns is how much of an order or of talk a subject shows.
const newsColumns = 44

// playedFor returns what was played last for the reader, who did not act: "Played for you:
// run best, done".
func playedFor(w *letter, list []Step) string {
	var lines []string
	for _, s := range slices.Backward(list) {
		if s.Seat != w.Seat || s.By == "" || s.Line == "" || !s.Public || s.Back > 0 {
			break
		}
		lines = append(lines, clean(s.Line))
	}
	if len(lines) == 0 {
		return ""
	}
	slices.Reverse(lines)
	return w.word(key.SubjectPlayed, engine.Text("lines", strings.Join(lines, w.word(key.ListComma))))
}

// telling returns what mattered in the last actor's recent steps: a report with words for
// subjects (KEY.subject), also of orders of one word, because "done" ends many turns and
// says nothing.
func telling(w *letter, list []Step) string {
	actor := list[len(list)-1].Seat
	for _, s := range slices.Backward(list) {
		if s.Seat != actor || actor < 0 || !s.Public || s.Back > 0 {
			return ""
		}
		if what := w.as(s).deed(s); what != "" {
			return w.word(key.StepWho, engine.Text("who", w.as(s).name(actor))) + " " + what
		}
		if s.Line == "" || strings.Contains(s.Line, " ") {
			return ""
		}
	}
	return ""
}

// newsOf returns a step as a subject puts it; "" if not everybody may know it.
func newsOf(w *letter, s Step) string {
	w = w.as(s)
	switch {
	case !s.Public:
		return ""
	case s.Seat < 0:
		return w.deed(s)
	case s.Back > 0:
		return w.word(key.SubjectBack, engine.Player("seat", s.Seat))
	case s.Line != "":
		return w.word(key.StepWho, engine.Text("who", w.name(s.Seat))) + " " + clean(s.Line)
	case len(s.Reports) == 1 && s.Reports[0].Key == saidKey:
		return phrase(w.msg(s.Reports[0]))
	}
	return ""
}

func subjectReceipt(w *letter) ([]string, string) { return one(receiptWords(w)), "" }

func receiptWords(w *letter) string {
	next := engine.Text("next", nextWords(w))
	if !w.Counts.IsZero() {
		return w.word(key.SubjectCounts, engine.Text("time", w.timeBare(w.Counts)))
	}
	if n := len(standing(w)); n > 0 {
		return w.word(key.SubjectReceipt, engine.Int("n", n), next)
	}
	return w.word(key.SubjectReceiptBare, next)
}

func untilWords(w *letter) string {
	if w.Until.IsZero() || !w.Until.After(w.Now) {
		return ""
	}
	return w.word(key.SubjectUntil, engine.Text("time", w.timeBare(w.Until)))
}

func subjectWaits(w *letter, say string, status engine.Arg) string {
	if len(w.Waiting) == 0 {
		return w.word(say+"-nobody", status)
	}
	return w.word(say, status, engine.Text("players", w.allCalled(waitingSeats(w))))
}

// subjectPreview puts the lines of a preview that would be refused first, or where thoughts stop.
func subjectPreview(w *letter) ([]string, string) { return previewWords(w), "" }

func previewWords(w *letter) []string {
	say, wrong := key.SubjectPreview, key.SubjectPreviewWrong
	if w.WhatIf {
		say, wrong = key.SubjectWhatIf, key.SubjectWhatIfWrong
	}
	bare := w.word(say)
	bad := wrongLines(w)
	if len(bad) == 0 {
		return one(bare)
	}
	return []string{w.word(wrong, engine.Int("n", len(bad)), engine.Several("lines", bad...)), bare}
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

func subjectRefusal(w *letter) (what []string, until string) {
	bad := wrongLines(w)
	if waits(w, w.Seat) {
		until = untilWords(w)
		if until != "" {
			until = w.word(key.SubjectStill, engine.Text("until", until))
		}
	}
	if len(bad) == 0 {
		return one(w.word(key.SubjectRefusalBare)), until
	}
	n := engine.Int("n", len(bad))
	return []string{w.word(key.SubjectRefusal, n, engine.Several("lines", bad...)), w.word(key.SubjectRefusalMany, n)}, until
}

func subjectEnd(w *letter) ([]string, string) {
	list, _ := winners(w)
	if len(list) == 0 {
		return one(w.word(key.SubjectEndBare)), ""
	}
	return one(w.word(key.SubjectEnd, engine.Text("players", w.allCalled(list)), engine.Int("n", len(list)))), ""
}

// title returns the game's name as printed.
func title(w *letter) string {
	return cmp.Or(w.word(w.known(w.Title+".title")), clean(w.Title))
}

// others returns the seats other than the reader's.
func others(w *letter) []engine.Seat {
	var list []engine.Seat
	for i := range w.Players {
		if s := engine.Seat(i); s != w.Seat {
			list = append(list, s)
		}
	}
	return list
}

func waitingSeats(w *letter) []engine.Seat {
	var list []engine.Seat
	for _, x := range w.Waiting {
		list = append(list, x.Seat)
	}
	return list
}

// waits reports whether the game waits for a person.
func waits(w *letter, s engine.Seat) bool {
	return slices.Contains(waitingSeats(w), s) && !slices.Contains(w.robots(), s)
}

// overdue returns the seats whose deadline has passed; if there is none, all that the game
// waits for.
func overdue(w *letter) []engine.Seat {
	var list []engine.Seat
	for _, x := range w.Waiting {
		if !x.Until.IsZero() && !x.Until.After(w.Now) {
			list = append(list, x.Seat)
		}
	}
	if len(list) == 0 {
		return waitingSeats(w)
	}
	return list
}

// nextWords returns which seats the game waits for: "your turn again", "Ben is next".
func nextWords(w *letter) string {
	switch {
	case waits(w, w.Seat) && w.quiet():
		return w.word(key.NextPlanned)
	case waits(w, w.Seat):
		return w.word(key.NextYou)
	case len(w.Waiting) == 0:
		return w.word(key.NextNobody)
	}
	return w.word(key.Next, engine.Text("players", w.allCalled(waitingSeats(w))), engine.Int("n", len(w.Waiting)))
}

// standing returns the lines of a mail that were played.
func standing(w *letter) []Line {
	return slices.DeleteFunc(slices.Clone(w.Lines), func(l Line) bool { return l.State != engine.Played })
}

func stepNumber(n uint64) string { return fmt.Sprint(n) }
