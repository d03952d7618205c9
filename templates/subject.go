package templates

import (
	"cmp"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/templates/key"
)

// subjectSeveral names the games and, in an answer, the result for each.
func subjectSeveral(w *letter) []string {
	var games, done, short []string
	for _, l := range w.Parts {
		in := partOf(w, l)
		game := engine.Text("game", clean(l.Game))
		words := subjectWords(in)
		games = append(games, clean(l.Game))
		done = append(done, w.word(key.SubjectPart, game, engine.Text("what", lowerFirst(words[len(words)-1]))))
		short = append(short, w.word(cmp.Or(kinds[l.Kind].part, key.SubjectPartAnswer), game))
	}
	n := engine.Int("n", len(games))
	switch {
	case len(games) == 0:
		return one(cmp.Or(toldWords(w), bareSubject(w)))
	case w.Kind == Answers:
		return []string{strings.Join(done, "; "), strings.Join(short, ", "), bareSubject(w)}
	}
	return []string{w.word(key.SubjectDigest, n, engine.Text("games", strings.Join(games, ", "))), w.word(key.SubjectDigestBare, n)}
}

// untilFirst is until when the first game of a daily letter waits.
func untilFirst(w *letter) string {
	if len(w.Parts) == 0 {
		return ""
	}
	return untilWords(partOf(w, slices.MinFunc(w.Parts, func(a, b *Letter) int { return a.Until.Compare(b.Until) })))
}

const subjectColumns = 78

// subjectLine returns "[tag] what, where, until when": who must do what comes first. It contains nothing that
// a bystander may not read: of the question only the title's words for subjects (KEY.subject), and no orders.
func subjectLine(w *letter) string {
	w = &letter{Letter: w.Letter, voice: w.voice, part: w.part, within: w.within, named: w.named}
	words, row, until := subjectWords(w), kinds[w.Kind], ""
	if w.Halt.Is != "" && !row.over {
		until = w.word(key.SubjectHaltOf + w.Halt.Is)
	} else if row.until != nil {
		until = row.until(w)
	}
	tag := ""
	if w.Game != "" {
		tag = "[" + clean(w.Game) + "] "
	} else if w.Site != "" {
		tag = "[" + clean(w.Site) + "] "
	}
	if until != "" {
		until = w.word(key.ListComma) + until
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
func subjectWords(w *letter) []string {
	if say := kinds[w.Kind].subject; say != nil {
		return say(w)
	}
	return one(bareSubject(w))
}

// bareSubject names the kind of a letter.
func bareSubject(w *letter) string { return w.word(key.SubjectKindOf + string(w.Kind)) }

// statusWords returns the state of the game, or else the title.
func statusWords(w *letter) engine.Arg {
	return engine.Text("status", cmp.Or(phrase(w.msg(w.Status)), gameTitle(w)))
}

func subjectLate(w *letter) []string {
	if waits(w, w.Seat) && len(w.Ask) > 0 {
		return subjectTurn(w)
	}
	return one(w.word(key.SubjectLateOther, engine.Text("players", w.names(overdue(w)))))
}

func subjectInvitation(w *letter) []string {
	title := engine.Text("title", gameTitle(w))
	return []string{w.word(key.SubjectInvitation, title, engine.Text("players", w.allCalled(others(w)))), w.word(key.SubjectInvitationBare, title)}
}

// subjectTold is the first fact of a letter in its form for subjects, if it has one.
func subjectTold(w *letter) []string {
	what, bare := toldWords(w), bareSubject(w)
	if what == "" {
		return one(bare)
	}
	if w.Kind == Notice {
		what = w.word(key.SubjectNoticeOf, engine.Text("what", what))
	}
	return []string{what, bare}
}

func toldWords(w *letter) string {
	if len(w.Told) == 0 {
		return ""
	}
	return w.variant(w.Told[0], ".subject")
}

// subjectTurn returns the question and the state of the game, as far as both fit.
func subjectTurn(w *letter) []string {
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

// subjectNews returns the last event, if a bystander may read it, and whose turn it is: "Ben: place black-1,
// Cleo is next".
func subjectNews(w *letter) []string {
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
	what := cmp.Or(playedFor(w, list), roundOf(w, list), telling(w, list), ofPlan(w, last), newsOf(w, last))
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

// ofPlan says that a step was the reader's own, played for them as they had written.
func ofPlan(w *letter, s Step) string {
	if len(w.Planned) == 0 || s.Seat != w.Seat || s.By != "" || s.Line == "" {
		return ""
	}
	return w.variant(w.Planned[len(w.Planned)-1], ".subject")
}

// untilMove omits records logged with the last move and after it, such as its player's words or the end of a
// proposal: the move matters more.
func untilMove(list []Step) []Step {
	for i, s := range slices.Backward(list) {
		switch {
		case !s.At.Equal(list[len(list)-1].At):
			return list
		case s.By == engine.ByOrganiser: // his note on it comes next
			return list[:min(i+2, len(list))]
		case s.Seat >= 0 && s.Public && (s.Line != "" || s.Back > 0):
			return list[:i+1]
		}
	}
	return list
}

// eventTold returns the latest change for everybody, in the words of a subject (KEY.also, or else the
// sentence); "" if there was none.
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

// alsoTold returns a subject's addition about the last step (KEY.also).
func alsoTold(w *letter, s Step) string {
	for _, r := range slices.Backward(s.Reports) {
		if also := w.variant(r, ".also"); s.Public && s.Back == 0 && also != "" {
			return also
		}
	}
	return ""
}

// roundOf returns the heading of the last round in the steps; "" if there is none.
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

// newsColumns limits an order or talk in a subject.
const newsColumns = 44

// playedFor returns the last automatic move for the reader: "Played for you: run best, done".
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

// telling returns the important event in the last actor's recent steps: a report with words for subjects
// (KEY.subject), also of orders of one word, because "done" ends many turns and says nothing.
func telling(w *letter, list []Step) string {
	actor := list[len(list)-1].Seat
	for _, s := range slices.Backward(list) {
		if s.Seat != actor || actor < 0 || !s.Public || s.Back > 0 {
			return ""
		}
		if what := (story{w.as(s)}).deed(s); what != "" {
			return w.word(key.StepWho, engine.Text("who", w.as(s).name(actor))) + " " + what
		}
		if s.Line == "" || strings.Contains(s.Line, " ") {
			return ""
		}
	}
	return ""
}

func subjectReceipt(w *letter) []string {
	next := engine.Text("next", nextWords(w))
	if !w.Counts.IsZero() {
		return one(w.word(key.SubjectCounts, engine.Text("time", w.timeBare(w.Counts))))
	}
	if n := len(standing(w)); n > 0 {
		return one(w.word(key.SubjectReceipt, engine.Int("n", n), next))
	}
	return one(w.word(key.SubjectReceiptBare, next))
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

// subjectPreview puts refused lines of a preview first, or the place where it stops.
func subjectPreview(w *letter) []string {
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

func subjectRefusal(w *letter) []string {
	bad := wrongLines(w)
	if len(bad) == 0 {
		return one(w.word(key.SubjectRefusalBare))
	}
	n := engine.Int("n", len(bad))
	return []string{w.word(key.SubjectRefusal, n, engine.Several("lines", bad...)), w.word(key.SubjectRefusalMany, n)}
}

// stillUntil is until when the game still waits for the reader.
func stillUntil(w *letter) string {
	until := untilWords(w)
	if until == "" || !waits(w, w.Seat) {
		return ""
	}
	return w.word(key.SubjectStill, engine.Text("until", until))
}

func subjectEnd(w *letter) []string {
	list, _ := winners(w)
	if len(list) == 0 {
		return one(w.word(key.SubjectEndBare))
	}
	return one(w.word(key.SubjectEnd, engine.Text("players", w.allCalled(list)), engine.Int("n", len(list))))
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
