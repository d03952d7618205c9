package advise

import (
	"slices"
	"strings"

	"railpost/engine"
)

const nearShown = 3

// near returns the legal lines most like a refused one, how many of them say the same, and how many may have
// been meant: the lines that the rule or the title has named, if any. If something follows an order, the order
// alone is one.
func (m *mail) near(line string, r *engine.Refusal) (near []nearLine, same, like int) {
	if len(r.Near) > 0 {
		near = nearLines(r.Near)
		r.Near = nil
		return near, 0, len(near)
	}
	if near, same = m.withoutSubject(line, r); near != nil {
		return near, same, len(near)
	}
	if less := m.withoutOption(line, r); less != "" {
		return []nearLine{{line: less}}, 0, 1
	}
	if meant := m.respelt(line, r); meant != "" {
		return []nearLine{{line: meant, question: true}}, 1, 1
	}
	near, r.Open = m.filled(line, r)
	switch {
	case len(near) == 1 && r.Open == nil:
		return near, 1, 1
	case len(near)+len(r.Open) > 0:
		return near, 0, len(near)
	}
	head := m.head(line, r)
	if head == "" {
		return m.words.likeness(line, m.lister().nearest(line, nearShown))
	}
	near, same, like = m.words.likeness(head, m.lister().nearest(head, nearShown))
	if same > 0 {
		return near, same, like
	}
	near = append([]nearLine{{line: head}}, near...)
	return near[:min(nearShown, len(near))], 1, like + 1
}

func nearLines(lines []string) []nearLine {
	return engine.Each(lines, func(line string) nearLine { return nearLine{line: line} })
}

// withoutSubject returns "I build Toledo > Chicago" without its first word: the order, or the answers if it is
// a question; same is 1 for an order.
func (m *mail) withoutSubject(line string, r *engine.Refusal) (near []nearLine, same int) {
	t := engine.Tokenize(line)
	if r.Kind != engine.NotUnderstood || len(t.All) < 2 || !m.words.Subjects[t.All[0].Fold] {
		return nil, 0
	}
	done, no := m.try(string([]rune(line)[t.All[1].Column-1:]))
	switch {
	case no == nil:
		return []nearLine{{line: done.Said}}, 1
	case m.isQuestion(no):
		return nearLines(no.Near), 0
	}
	return nil, 0
}

// withoutOption returns a line without its optional value if that was refused, as pieces that the player does
// not have; "" if the rest is not legal.
func (m *mail) withoutOption(line string, r *engine.Refusal) string {
	all := engine.Tokenize(line).All
	i := slices.IndexFunc(all, func(t engine.Token) bool { return t.Column == r.Column })
	if i < 2 {
		return ""
	}
	leads := func(p engine.Param) bool {
		return p.Many == engine.Optional && p.Lead != "" && engine.Fold(p.Lead) == all[i-1].Fold
	}
	if !slices.ContainsFunc(m.lister().verbs(), func(a engine.Answer) bool { return slices.ContainsFunc(a.Verb.Params, leads) }) {
		return ""
	}
	chars := []rune(line)
	rest := strings.TrimLeft(string(chars[min(len(chars), r.Column-1+r.Length):]), " ")
	head := strings.TrimRight(string(chars[:all[i-1].Column-1]), " ")
	if rest != "" && !strings.ContainsAny(rest[:1], ":,[") {
		rest = " " + rest
	}
	said, _ := m.would(head + rest)
	return said
}

// head returns a refused line without the word after its order if it is legal so; "" if
// more is wrong than a meaningless word.
func (m *mail) head(line string, r *engine.Refusal) string {
	if r.Column < 1 || r.Code != Courtesy && r.Code != engine.AfterOrder {
		return ""
	}
	chars := []rune(line)
	after := strings.Fields(string(chars[min(r.Column-1, len(chars)):]))
	if len(after) != 1 || figures(after[0]) != "" {
		return ""
	}
	said, _ := m.would(strings.TrimSpace(string(chars[:r.Column-1])))
	return said
}

// understood reports whether a line that fails after a guessed line would have been understood without it.
func (m *mail) understood(line string) bool {
	before := *m
	before.on = m.sure
	_, no := before.try(line)
	return no == nil || no.Kind != engine.NotUnderstood
}

// guess continues with the first near line that is legal or a question, and returns it. A
// line that the mail contains further down was not meant here, unless this is one of the
// first same lines, which are the line itself respelt; if two are, either may have been
// meant.
func (m *mail) guess(near []nearLine, same int) (Reading, string) {
	for i, n := range near {
		if i >= same && slices.ContainsFunc(m.rest, func(line string) bool { return engine.Fold(line) == engine.Fold(n.line) }) {
			continue
		}
		r, no := m.try(n.line)
		switch {
		case no == nil && !r.Stopped:
			m.take(r)
			if i < same && same == 1 {
				return Respelt, n.line
			}
			return Guessed, n.line
		case no != nil && n.question && m.isQuestion(no):
			return Asking, n.line
		}
	}
	return LeftOut, ""
}

// lister returns a lister of legal lines at this point of the mail.
func (m *mail) lister() *lister {
	return newLister(m.on.Title, engine.TrialAfter(m.on.Pos, m.seat, m.earlier))
}
