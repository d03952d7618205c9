package words

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
	"railpost/pbem/show/letters"
	"railpost/templates"
)

// talkCompared limits the lines of talk that are compared with the legal ones; a single match refuses the mail.
const talkCompared = 5

// refused returns the refusal of a line that may have been meant as an order, with the
// legal lines near it; if the game waits for others, with their names instead.
func (m *Meanings) refused(l extract.Unread, why engine.Message, near []string) templates.Line {
	if len(m.waits) > 0 {
		why, near = engine.Msg(key.NotYourTurn, engine.Several("seats", m.waits...)), nil
	}
	return Unclear(l, why, near)
}

// Unclear returns the refusal of a line that was not read, with the legal lines near it: those that keep figures of the
// line, or else those that do not contradict them, as "bid 2" contradicts "bid 3", and "open" contradicts "eng-7".
func Unclear(l extract.Unread, why engine.Message, near []string) templates.Line {
	r := &engine.Refusal{Kind: engine.NotUnderstood, Line: l.Text, Column: 1, Why: why, Near: near}
	typed := figured(l.Text)
	for _, drop := range []func(map[string]string) bool{
		func(have map[string]string) bool { return !keeps(typed, have) },
		func(have map[string]string) bool { return contradicts(typed, have) },
	} {
		if kept := slices.DeleteFunc(slices.Clone(near), func(line string) bool { return drop(figured(line)) }); len(kept) > 0 {
			r.Near = kept
			return templates.Line{N: l.N, Text: l.Text, Refusal: r}
		}
	}
	if len(near) > 0 {
		r.Why, r.Far = engine.Msg(key.UnreadLine), true
	}
	return templates.Line{N: l.N, Text: l.Text, Refusal: r}
}

// figured returns the words of a line that have figures, and the word before each.
func figured(line string) map[string]string {
	out, before := map[string]string{}, ""
	for _, t := range engine.Tokenize(line).All {
		if f := engine.Fold(t.Text); strings.ContainsAny(f, "0123456789") {
			out[f] = before
		}
		before = engine.Fold(t.Text)
	}
	return out
}

func keeps(typed, have map[string]string) bool {
	for f := range have {
		if _, ok := typed[f]; ok {
			return true
		}
	}
	return false
}

func contradicts(typed, have map[string]string) bool {
	for f, before := range typed {
		if strings.Trim(f, "0123456789.,$") != "" { // a name
			return true
		}
		for _, other := range have {
			if other == before {
				return true
			}
		}
	}
	return false
}

// announced answers a mail of one line that announces its writer's action, as "I take the grant": they need the
// words that begin an order, not their whole letter again.
func (m *Meanings) announced(text string) engine.Message {
	words := strings.Fields(text)
	if len(words) < 2 || len(words) > announcedWords || engine.Fold(words[0]) != "i" || m.view == nil || len(m.waits) > 0 {
		return engine.Message{}
	}
	var list []engine.Arg
	for _, p := range m.view.Prompts(m.seat) {
		for _, v := range p.Verbs {
			if v.Not == nil && !m.title.Hints(m.view, v).Quiet {
				list = append(list, engine.Order("", v.Name))
			}
		}
	}
	if len(list) == 0 {
		return engine.Message{}
	}
	return engine.Msg(key.TalkBegins, engine.Several("words", list...))
}

// announcedWords is the maximum number of words in such a line.
const announcedWords = 10

// Meanings are the words that may have been meant as orders.
type Meanings struct {
	seat  engine.Seat
	view  engine.Position // nil before the game
	title engine.Title
	known []engine.Usage       // the title's order words
	verbs []string             // folded: verbs for the present question, then the title's others
	lines []string             // legal lines
	waits []engine.Arg         // the seats that the game waits for, if not for this one
	right func(...string) bool // reports whether lines are legal, or ask what is possible
	words *Vocabulary
	tries int // lines that may still be tried with a verb before them
}

// verbTries limits the lines of one mail that are tried with a verb before them.
const verbTries = 60

func beginsOrder(example, verb string) bool {
	return First(example) == engine.Fold(verb) && len(verb) >= 3
}

// talkWords is the maximum number of words in a line that one misspelt word makes an order.
// NameLetters is the minimum length of a word that is taken for a name.
const (
	talkWords   = 4
	NameLetters = 3
)

// meant looks at the first two words of a line and returns the lines that may have been
// meant, and why.
func (m *Meanings) meant(text string) ([]string, engine.Message) {
	if m.view != nil && len(m.waits) == 0 && m.words.Greeting(strings.Trim(First(text), ",;.")) {
		if order := m.words.English(afterGreeting(text)); m.right(order) { // "Hi all! I pass"
			return []string{order}, engine.Msg(key.TalkOrder)
		}
	}
	if l := m.words.book.Read(m.words.book.Mend(text)); l.English != text && !l.Loose {
		if near, why := m.meantInEnglish(l.English); !why.Empty() {
			return near, why
		}
	}
	return m.meantInEnglish(text)
}

func (m *Meanings) meantInEnglish(text string) ([]string, engine.Message) {
	words := strings.Fields(text)
	if near := m.withVerb(text); len(near) > 0 {
		return near, engine.Msg(key.TalkOrder)
	}
	for i, w := range words[:min(2, len(words))] {
		word := engine.Fold(strings.Trim(w, "!¡¿?,.;:()\"'*_"))
		rest := strings.Join(words[i:], " ")
		if near := m.order(word, rest, len(words) <= talkWords); len(near) > 0 {
			return near, engine.Msg(key.TalkOrder)
		}
	}
	return nil, engine.Message{}
}

// withVerb returns the legal lines that a line becomes with a verb before it ("hire",
// "open: black t") or in place of another word for it ("engine 3"); if the whole line does
// not, as many of its first words as do. Courtesies do not count.
func (m *Meanings) withVerb(text string) []string {
	if m.view == nil || len(m.waits) > 0 || !m.words.Slip(text) {
		return nil
	}
	words := slices.DeleteFunc(strings.Fields(strings.Trim(AfterSubject(m.words.said, text), " .!")), func(w string) bool { return engine.Fold(w) == "the" })
	if len(words) == 0 || len(words) > verbWords {
		return nil
	}
	for n := len(words); n > 0; n-- {
		var near []string
		for _, p := range m.view.Prompts(m.seat) {
			for _, v := range p.Verbs {
				said := words[:n]
				if m.otherWord(v.Name, words[0]) {
					said = words[1:n]
				}
				line := strings.Join(append([]string{v.Name}, said...), " ")
				if m.tries--; m.tries >= 0 && v.Not == nil && !slices.Contains(near, line) && m.right(line) && m.right(engine.Alternatives(line)[0]) {
					near = append(near, line)
				}
			}
		}
		if near != nil {
			return near
		}
	}
	return nil
}

// verbWords is the maximum number of words in a line that is tried so.
const verbWords = 16

// Unread returns why a line that is neither talk nor an order cannot be played now and, if
// near is set, the legal lines that may have been meant.
func (m *Meanings) Unread(text string, near bool) ([]string, engine.Message) {
	word := First(m.words.Mended(text))
	switch {
	case len(m.waits) > 0 && (m.words.Slip(text) || m.isVerb(word)):
		return nil, engine.Msg(key.NotYourTurn, engine.Several("seats", m.waits...))
	case len(m.waits) > 0:
		return nil, engine.Message{}
	case m.view != nil && m.isVerb(word) && !m.open(word):
		if prompts := m.view.Prompts(m.seat); len(prompts) > 0 {
			return nil, engine.Msg(key.OtherMail, engine.Order("word", word), engine.Say("ask", prompts[0].Ask))
		}
	}
	if !near {
		return nil, engine.Message{}
	}
	return m.meant(text)
}

// open reports whether a word begins an answer to the present question.
func (m *Meanings) open(word string) bool {
	return slices.ContainsFunc(m.view.Prompts(m.seat), func(p engine.Prompt) bool {
		return slices.ContainsFunc(p.Verbs, func(v engine.Verb) bool { return BeginsWith(v, word) })
	})
}

// otherWord reports whether a title's glossary has a word as a synonym of a verb.
func (m *Meanings) otherWord(verb, word string) bool {
	return slices.ContainsFunc(m.known, func(u engine.Usage) bool {
		return u.Verb == verb && slices.Contains(u.Also, engine.Fold(word))
	})
}

// order returns the legal lines that a word begins or belongs to; short is set if the line
// is short enough to allow for typing errors.
func (m *Meanings) order(word, rest string, short bool) []string {
	for _, v := range m.verbs {
		first, _, _ := strings.Cut(v, " ")
		if word == first || short && len([]rune(first)) >= 4 && engine.Distance(word, first) == 1 {
			_, behind, _ := strings.Cut(rest, " ")
			return m.nearest(strings.TrimSpace(first + " " + behind))
		}
	}
	if len([]rune(word)) < NameLetters || m.words.said.Openings[word] {
		return nil
	}
	for _, l := range m.lines {
		tokens := engine.Tokenize(l).All
		i := slices.IndexFunc(tokens, func(t engine.Token) bool {
			return t.Fold == word || short && len([]rune(word)) >= 5 && advise.SameName(advise.WithoutFigures(word), advise.WithoutFigures(t.Fold))
		})
		switch {
		case i == 1:
			return m.nearest(tokens[0].Text + " " + rest)
		case i > 1:
			return []string{l}
		}
	}
	return nil
}

// nearest returns the legal lines most like the intended one; before the game only the word itself.
func (m *Meanings) nearest(line string) []string {
	if m.view == nil {
		word, _, _ := strings.Cut(line, " ")
		return []string{word}
	}
	if len(m.waits) > 0 {
		return []string{line} // not shown: it is not their turn
	}
	if m.right(line) {
		return []string{line}
	}
	near := advise.Nearest(m.title, m.view, m.seat, line, 2)
	if len(near) > 0 && engine.Fold(near[0]) == engine.Fold(line) {
		return near[:1]
	}
	return near
}

// isVerb reports whether a folded word begins an order, now or at another time.
func (m *Meanings) isVerb(word string) bool { return slices.Contains(m.verbs, word) }

// NewMeanings returns the possible meanings of a seat's talk; g is nil until the game has begun.
func NewMeanings(t *table.Table, g *engine.Game, s engine.Seat, v *Vocabulary) *Meanings {
	m := &Meanings{seat: s, words: v, tries: verbTries}
	m.right = func(lines ...string) bool { return WouldPlay(v.said, g, s, lines...) }
	if t.State == table.Inviting {
		m.verbs = []string{"accept", "decline"}
		return m
	}
	if g == nil || t.State != table.Running {
		return m
	}
	m.view = g.Pos.View(s)
	m.title, m.known = g.Title, g.Title.Glossary(m.view)
	if t.WaitFor(s) == nil {
		m.waits = t.WaitedFor()
	} else {
		for _, p := range m.view.Prompts(s) {
			for _, v := range p.Verbs {
				m.verbs = append(m.verbs, engine.Fold(v.Name))
			}
		}
		list, _ := letters.Choices(g, s)
		m.lines = append(m.lines, advise.LinesOf(list)...)
	}
	for _, u := range m.known { // the words that begin the title's orders at other times
		if strings.HasPrefix(u.Form, u.Verb) && u.Verb != "" && beginsOrder(u.Example, u.Verb) && !m.isVerb(engine.Fold(u.Verb)) {
			m.verbs = append(m.verbs, engine.Fold(u.Verb))
		}
	}
	return m
}

// LikeOrders finds, among the lines of a mail without any order, those that may have
// been meant as one: "I pass", "hire", "black-1: black t 2". Better a refusal
// that says how to write it, or whose turn it is, than an answer that looks like
// a receipt.
func (m *Meanings) LikeOrders(lines []extract.Unread, v extract.Vocabulary) (out []templates.Line, talk []extract.Unread) {
	slices.SortFunc(lines, func(a, b extract.Unread) int { return a.N - b.N })
	for _, l := range lines {
		if len(out) == talkCompared {
			break
		}
		if extract.Farewell(l.Text, v) {
			talk = append(talk, l)
		} else if near, why := m.meant(l.Text); why.Empty() {
			talk = append(talk, l)
		} else {
			out = append(out, m.refused(l, why, near))
		}
	}
	if len(lines) == 1 && len(out) == 0 {
		if why := m.announced(lines[0].Text); !why.Empty() {
			out, talk = []templates.Line{m.refused(lines[0], why, nil)}, nil
		}
	}
	return out, talk
}

// WouldPlay reports whether lines would be played, or answered with a list.
func WouldPlay(said *templates.Words, g *engine.Game, s engine.Seat, lines ...string) bool {
	if g == nil {
		return false
	}
	on := g.Clone()
	on.Pos = on.Pos.View(s)
	out, err := advise.Play(on, s, lines, engine.Mode{Preview: true}, said.Words)
	return err == nil && !slices.ContainsFunc(out.Verdicts, func(v advise.Verdict) bool { return v.Refusal != nil && v.Asked == nil })
}

// MeantAny reports whether a question may be an order with a question mark.
func (m *Meanings) MeantAny(asked []extract.Unread) bool {
	return slices.ContainsFunc(asked, func(l extract.Unread) bool {
		_, why := m.meant(l.Text)
		return !why.Empty()
	})
}

// OrderIn returns the order in a question: "build X > Y" of "How much is build X > Y?". It
// may be forbidden: then the preview says why. It may contain words that no order has, as
// "on".
func (m *Meanings) OrderIn(text string) string {
	if m.view == nil || len(m.waits) > 0 {
		return ""
	}
	words := strings.Fields(strings.TrimRight(strings.TrimSpace(text), "?!. "))
	for i, w := range words {
		if !m.open(engine.Fold(strings.Trim(w, ",:"))) {
			continue
		}
		line := strings.Join(words[i:], " ")
		plain := strings.Join(slices.DeleteFunc(slices.Clone(words[i:]), func(w string) bool { return m.words.said.Between[engine.Fold(w)] }), " ")
		for _, try := range []string{line, plain} {
			if m.tries--; m.tries >= 0 && m.right(try) {
				return try
			}
		}
		if i+1 < len(words) && m.words.Slip(plain) {
			return plain
		}
	}
	return ""
}
