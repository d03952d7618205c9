package orders

import (
	"cmp"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
	"railpost/pbem/show/letters"
	"railpost/templates"
	"railpost/templates/parlance"
)

// reading is what was read of a mail, and how its lines are read: by a seat's language, by the letter that they answer,
// and by what the game asks now.
type reading struct {
	texts   *templates.Set
	seat    engine.Seat
	signers []string // names below which the mail may be signed, besides the player's
	letter  offered  // the answered letter

	table *table.Table
	next  *engine.Game // nil before the start
	last  played       // line of the mail

	words *words.Vocabulary // kept by vocabulary; nil after a change of the answered letter
	of    wordsOf           // what words was made for

	typed    []string // the mail
	above    []string // lines above the quotation that were taken for part of it, or for a signature
	sorted   extract.Sorted
	doubtful []templates.Line // orders that may mean one of two things
	long     int              // number of a line that is too long; 0 for none
	plans    plans.Written
}

// isPart reports whether a line asks for a part of the title's view.
func (rd *reading) isPart(line string) bool {
	if rd.next == nil {
		return false
	}
	_, _, ok := words.PartOf(rd.next.Title.Parts(), line)
	return ok
}

// wordsOf are the circumstances that a vocabulary depends on, but for the answered letter.
type wordsOf struct {
	lang            string
	next, then      *engine.Game
	plans, inviting bool
	marks           int
	names           string
}

// vocabulary returns the words that lines are read by. It is made again when they change.
func (rd *reading) vocabulary() *words.Vocabulary {
	of := wordsOf{rd.table.LangOf(rd.seat), rd.next, rd.letter.then, len(rd.plans.Sections) > 0, rd.table.State == table.Inviting, rd.letter.marks(), strings.Join(rd.table.Names(), "\n")}
	if rd.words == nil || rd.of != of {
		chosen := func(mark string) (string, *engine.Refusal) { return rd.chosen(mark, rd.numbered) }
		rd.of, rd.words = of, words.New(rd.texts, of.lang, rd.seat, rd.next, rd.letter.then).
			WithVerbsOf(rd.letter.usual).WithPlayers(rd.table.Players).WithPlans(of.plans).
			WithInvitation(of.inviting).WithMarks(of.marks).WithChoices(chosen)
	}
	return rd.words
}

// readPlans marks the lines of plans in a mail.
func (rd *reading) readPlans(typed []string) []string {
	rd.plans = plans.Written{Words: rd.texts.Words(), Book: rd.vocabularyBook(), Table: rd.table, Next: rd.next, Seat: rd.seat}
	return rd.plans.Read(typed, rd.vocabulary)
}

// takePlans takes them out of its orders.
func (rd *reading) takePlans() {
	v := rd.vocabulary()
	rd.sorted.Orders = rd.plans.Take(rd.sorted.Orders, func(line string) (string, *engine.Refusal) { return rd.chosen(v.English(line), rd.numbered) })
}

// unsign removes the writer's name below the orders.
func (rd *reading) unsign(s *extract.Sorted) {
	words.Unsign(s, append(slices.Clip(rd.signers), rd.table.Players[rd.seat].Name)...)
}

// orders reports whether a mail has lines to work out. "preview" alone is one; above
// talk it is not.
func (rd *reading) orders() bool {
	s := rd.sorted
	order := func(l extract.OrderLine) bool { return !words.IsMode(l.Text) }
	return len(rd.plans.Sections) > 0 || slices.ContainsFunc(s.Orders, order) || len(s.Orders) > 0 && len(s.Talk)+len(s.Unread) == 0
}

// meanings returns the possible meanings of this mail's talk.
func (rd *reading) meanings() *words.Meanings {
	return words.NewMeanings(rd.table, rd.next, rd.seat, rd.vocabulary())
}

// vocabularyBook is the order words of the game, or of the service before it.
func (rd *reading) vocabularyBook() *parlance.Book {
	title := ""
	if rd.next != nil {
		title = rd.next.Title.Name()
	}
	return rd.texts.Book(rd.table.LangOf(rd.seat), title)
}

// isCommand reports whether a line is a word of the service. The game's own words come
// first, except in the answer to a letter that asks for a word of the service. Of another
// spelling of theirs that also asks for a part of the view only routes are an order: "routes
// 4" asks, "routes E10-D9" runs.
func (rd *reading) isCommand(line string) bool {
	word := words.First(line)
	if words.IsDrop(line) || words.IsVote(line) && !words.IsBareVote(line) {
		return true
	}
	if !words.IsBareVote(line) && !words.IsService(word) && !rd.isPart(line) {
		return false
	}
	if rd.next == nil || rd.letter.to.Row().Encloses {
		return true
	}
	for _, p := range rd.next.Pos.Prompts(rd.seat) {
		if slices.ContainsFunc(p.Verbs, func(v engine.Verb) bool { return words.BeginsWith(v, word) }) {
			named := slices.ContainsFunc(p.Verbs, func(v engine.Verb) bool { return words.First(v.Name) == word })
			return !named && rd.isPart(line) && !strings.Contains(words.After(line), "-")
		}
	}
	return true
}

// doubts refuses the orders with ambiguous words.
func (rd *reading) doubts(v *words.Vocabulary) (lines []templates.Line) {
	for _, l := range rd.sorted.Orders {
		own, planned := rd.plans.Own[l.N]
		if _, under := rd.plans.Under[l.N]; under && !planned {
			own = strings.TrimPrefix(l.Text, "next: ")
		}
		if r := v.Doubtful(cmp.Or(own, rd.sorted.Typed(l))); r != nil {
			lines = append(lines, templates.Line{N: l.N, Text: l.Text, Refusal: r})
		}
	}
	return lines
}

// asUnread lists the orders of a mail as not looked at.
func (rd *reading) asUnread() (lines []templates.Line) {
	for _, l := range rd.sorted.Orders {
		lines = append(lines, templates.Line{N: l.N, Text: l.Text, State: engine.Unread})
	}
	return lines
}

func (rd *reading) nearUnread(line string) []string {
	if rd.next == nil {
		return nil
	}
	line = rd.vocabulary().Mended(line)
	near := advise.Nearest(rd.next.Title, rd.next.Pos.View(rd.seat), rd.seat, line, 2)
	same := slices.DeleteFunc(slices.Clone(near), func(l string) bool { return !rd.texts.Words().SameWords(line, l) })
	if len(same) > 0 || !rd.vocabulary().Near(words.First(line)) {
		return same
	}
	return near
}

// ownWords restores the players' own words in lines written in another language, with the fault marked there. The
// order of a number is in the words of that language.
func (rd *reading) ownWords(lines []templates.Line) {
	for i := range lines {
		l := &lines[i]
		own, foreign := rd.sorted.Own[l.N]
		if _, planned := rd.plans.Under[l.N]; planned {
			own = cmp.Or(rd.plans.Own[l.N], strings.TrimPrefix(own, "next: "))
			foreign = own != ""
		}
		if foreign {
			l.Text = own
		}
		if l.Refusal != nil && (foreign || !strings.Contains(l.Text, l.Refusal.Line)) {
			l.Refusal = rd.vocabulary().Own(l.Text, l.Refusal)
		}
	}
}

// offer puts the line without a misspelt word of its language before other suggestions.
func (rd *reading) offer(l *templates.Line, own, line string) {
	mended := rd.vocabulary().Mended(own)
	if engine.Fold(mended) == engine.Fold(line) {
		return
	}
	near := []string{mended}
	if !words.WouldPlay(rd.texts.Words(), rd.next, rd.seat, mended) {
		if near = advise.Nearest(rd.next.Title, rd.next.Pos.View(rd.seat), rd.seat, mended, 2); len(near) == 0 {
			return
		}
	}
	r := *l.Refusal
	r.Near, r.Far = near, false
	l.Refusal = &r
}

// versions returns the lines that the player typed. Where the text and the HTML version of a mail order different things,
// nobody knows which of them its writer has seen: it says so. If only one of them has orders, that one is read.
func (rd *reading) versions(m *extract.Mail, v *words.Vocabulary) (lines []string, differ engine.Message) {
	typed, other := m.Versions(rd.letter.quoted)
	if n := len(typed.Lines) + len(other.Lines); len(other.Lines) > 0 && n <= extract.OwnMost {
		one, two := ordersIn(typed.Lines, v), ordersIn(other.Lines, v)
		switch {
		case one == "" && two != "":
			typed = other
		case two != "" && extract.Key(one) != extract.Key(two):
			differ = engine.Msg(key.VersionsDiffer, engine.Text("text", one), engine.Text("html", two))
		}
	}
	rd.above = typed.Above(func(line string) bool { return ordersIn([]string{line}, v) != "" })
	return typed.Lines, differ
}

// tellAbove repeats the lines above the quoted letter that were taken for part of it, or for a signature.
func (rd *reading) tellAbove(f *content.Facts) {
	if len(rd.above) > 0 {
		f.Told = append(slices.Clip(f.Told), letters.Above(rd.above))
	}
}

func ordersIn(typed []string, v *words.Vocabulary) string { return extract.Orders(typed, v, true) }

// subjectOrders reports whether the subject of a message is an order, and not that of our letter.
func (rd *reading) subjectOrders(subject string) bool {
	subject = extract.BareSubject(subject)
	return !strings.HasPrefix(subject, "[") && ordersIn([]string{subject}, rd.vocabulary()) != ""
}
