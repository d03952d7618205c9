package advise

import (
	"slices"
	"strings"
	"unicode/utf8"

	"railpost/engine"
	"railpost/engine/key"
)

// Codes of refusals that were reworded.
const (
	notNow   engine.Code = "not-now"  // the word begins orders at other times
	Courtesy engine.Code = "courtesy" // the word only accompanies an order
)

// explained returns a refusal as players read it: orders of other times and courtesies are named as such, and
// the title may know what was meant.
func (m *mail) explained(r *engine.Refusal) *engine.Refusal {
	tokens := engine.Tokenize(r.Line)
	prompts := engine.OpenPrompts(m.on.Pos, m.seat, true)
	out := *r
	switch word, polite := m.courtesyAt(tokens, r); {
	case r.Code == engine.UnknownVerb && !engine.BeginsVerb(prompts, tokens) && m.ordersAtTimes(tokens.Peek().Fold):
		if !slices.ContainsFunc(prompts, func(p engine.Prompt) bool { return !p.Optional }) {
			out = *engine.NothingAsked() // orders that are possible at any time do not matter here
			out.Line = r.Line
			return &out
		}
		ask, _ := r.Why.Arg("ask")
		out.Kind, out.Code, out.Why = engine.Forbidden, notNow, engine.Msg(key.NotNow, engine.Order("word", tokens.Peek().Text), ask)
	case polite:
		if r.Code != engine.UnknownWithin {
			out = engine.Refusal{Kind: engine.Forbidden, Line: r.Line, Column: word.Column, Length: utf8.RuneCountInString(word.Text)}
		}
		out.Code, out.Why, out.Expected = Courtesy, engine.Msg(key.Courtesy, engine.Order("word", word.Text)), nil
	case out.Near == nil:
		out.Near = m.on.Title.Near(m.on.Pos, m.seat, &out)
	}
	if at, first := m.secondOrder(tokens, r); at != nil && out.Code == r.Code {
		out.Kind, out.Column, out.Length = engine.Forbidden, at.Column, utf8.RuneCountInString(at.Text)
		out.Why, out.Rule, out.Expected, out.Near = engine.Msg(key.OrderSecond, engine.Order("word", at.Text)), "", nil, nil
		if said, _ := m.would(first); said != "" {
			out.Near = []string{said}
		}
	}
	return &out
}

// secondOrder returns where another order begins in a line, as in "sell 2 SIK, buy RABA", and the line before
// it; nil unless the line was refused just there or the first order is legal.
func (m *mail) secondOrder(t *engine.Tokens, r *engine.Refusal) (at *engine.Token, first string) {
	for i := 1; i < len(t.All); i++ {
		at, before := &t.All[i], t.All[i-1]
		switch {
		case m.words.Joins[at.Fold] && i+1 < len(t.All) && m.ordersAtTimes(t.All[i+1].Fold):
		case strings.Contains(",;", before.Text) && m.ordersAtTimes(at.Fold):
		default:
			continue
		}
		first = strings.TrimRight(string([]rune(r.Line)[:at.Column-1]), " ,;")
		if at.Column == r.Column && (r.Code == engine.AfterOrder || r.Code == engine.UnknownWithin) {
			return at, first
		}
		if said, _ := m.would(first); said != "" {
			return at, first
		}
	}
	return nil, ""
}

// ordersAtTimes reports whether some order of the title begins with a word.
func (m *mail) ordersAtTimes(fold string) bool {
	return slices.ContainsFunc(m.on.Title.Glossary(m.on.Pos), func(u engine.Usage) bool { return begins(u) && engine.FirstFold(u.Verb) == fold })
}

// courtesyAt returns the courtesy that made a line illegal, if there is one: in place of an answer that the
// line needs, or after a complete order.
func (m *mail) courtesyAt(t *engine.Tokens, r *engine.Refusal) (engine.Token, bool) {
	column := r.Column
	switch {
	case r.Code == engine.UnknownWithin:
	case r.End > 0 && (r.Code == engine.AfterOrder || r.Kind == engine.NotUnderstood):
		column = r.End
	default:
		return engine.Token{}, false
	}
	i := slices.IndexFunc(t.All, func(tok engine.Token) bool { return tok.Column == column && m.words.Courtesies[tok.Fold] })
	if i < 0 {
		return engine.Token{}, false
	}
	return t.All[i], true
}

// Words are the words that accompany orders, in all languages that players write, folded
// by engine.Fold. No decision depends on them: they only help to say what a refused line
// was meant to be.
type Words struct {
	Courtesies map[string]bool // written after an order without meaning the order: "please"
	Subjects   map[string]bool // written before an order by people who say what they do: "I"
	Joins      map[string]bool // written between two orders: "and"
}

// IsFiller reports whether a folded word only accompanies an order: "please", or "I".
func (w Words) IsFiller(word string) bool { return w.Courtesies[word] || w.Subjects[word] }
