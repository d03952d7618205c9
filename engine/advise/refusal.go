package advise

import (
	"slices"
	"unicode/utf8"

	"railpost/engine"
)

// Codes of refusals that were reworded.
const (
	notNow   engine.Code = "not-now"  // the word begins orders at other times
	courtesy engine.Code = "courtesy" // the word only accompanies an order
)

// explained returns a refusal as it is told: orders of other times and courtesies are named
// as such, and the title may know what was meant.
func (m *mail) explained(r *engine.Refusal) *engine.Refusal {
	tokens := engine.Tokenize(r.Line)
	prompts := engine.OpenPrompts(m.on.Pos, m.seat, true)
	out := *r
	switch word, polite := courtesyAt(tokens, r); {
	case r.Code == engine.UnknownVerb && !engine.BeginsVerb(prompts, tokens) && m.ordersAtTimes(tokens.Peek().Fold):
		if !slices.ContainsFunc(prompts, func(p engine.Prompt) bool { return !p.Optional }) {
			out = *engine.NothingAsked() // what the seat may say at any time is beside the point
			out.Line = r.Line
			return &out
		}
		ask, _ := r.Why.Arg("ask")
		out.Kind, out.Code, out.Why = engine.Forbidden, notNow, engine.Msg("engine.not-now", engine.Text("word", tokens.Peek().Text), ask)
	case polite:
		if r.Code != engine.UnknownWithin {
			out = engine.Refusal{Kind: engine.Forbidden, Line: r.Line, Column: word.Column, Length: utf8.RuneCountInString(word.Text)}
		}
		out.Code, out.Why, out.Expected = courtesy, engine.Msg("engine.courtesy", engine.Text("word", word.Text)), nil
	case out.Near == nil:
		out.Near = m.on.Title.Near(m.on.Pos, m.seat, &out)
	}
	return &out
}

// ordersAtTimes reports whether some order of the title begins with a word.
func (m *mail) ordersAtTimes(fold string) bool {
	return slices.ContainsFunc(m.on.Title.Glossary(m.on.Pos), func(u engine.Usage) bool { return begins(u) && firstFold(u.Verb) == fold })
}

// courtesyAt returns the courtesy because of which a line was refused, if there is one: as
// an answer to what the line has opened, or after a complete order.
func courtesyAt(t *engine.Tokens, r *engine.Refusal) (engine.Token, bool) {
	column := r.Column
	switch {
	case r.Code == engine.UnknownWithin:
	case r.End > 0 && (r.Code == engine.AfterOrder || r.Kind == engine.NotUnderstood):
		column = r.End
	default:
		return engine.Token{}, false
	}
	i := slices.IndexFunc(t.All, func(tok engine.Token) bool { return tok.Column == column && courtesies[tok.Fold] })
	if i < 0 {
		return engine.Token{}, false
	}
	return t.All[i], true
}

// courtesies are what people write after an order without meaning the order.
var courtesies = map[string]bool{"please": true, "pls": true, "plz": true, "thanks": true, "thank": true, "thx": true, "gracias": true, "gracies": true, "then": true}

// subjects are words before an order by which people say what they do.
var subjects = map[string]bool{"i": true, "ill": true, "i'll": true, "we": true}

// Courtesy reports whether a folded word only accompanies an order: "please", or "I".
func Courtesy(word string) bool { return courtesies[word] || subjects[word] }
