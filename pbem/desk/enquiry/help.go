package enquiry

import (
	"slices"
	"strings"

	"railpost/docs/rules"
	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/key"
	"railpost/pbem/mail/extract"
	"railpost/templates"
)

var _ = Answers.Bind("help", (*Enquiry).Help)

// Help lists possible lines: the verbs that can answer now, and the service's commands; "help ca" in another
// language. Several requests in one mail are all answered; no entry is repeated.
func (e *Enquiry) Help(rest string) bool {
	if lang := e.Texts.Language(words.First(rest)); lang != "" {
		e.Facts.HelpIn = lang
		rest = words.After(e.Texts.Book(e.lang(), e.Table.Title).Read("help " + words.After(rest)).English) // it has read "en" as the word
	}
	word := words.First(rest)
	found := e.verbs(word)
	for _, w := range words.Table {
		useless := e.Game == nil && w.Bars(words.Early) || !e.Pages && w.Bars(words.Pageless)
		if w.Form != "" && strings.HasPrefix(w.Name, word) && (word != "" || !useless) {
			found = append(found, w.Usage(e.title()))
		}
	}
	found = append(found, e.partForms(word)...)
	explained := e.explain(rest)
	if len(found)+len(explained) == 0 {
		e.Tell(engine.Msg(key.HelpUnknown, engine.Order("word", rest)))
	}
	e.Facts.Meaning = append(e.Facts.Meaning, explained...)
	for _, u := range found {
		if !slices.ContainsFunc(e.Facts.Help, func(v engine.Usage) bool { return v.Form == u.Form }) {
			e.Facts.Help = append(e.Facts.Help, u)
		}
	}
	return true
}

// explain returns the meaning of a word of the game's letters that begins no order: a
// token, a card, a place.
func (e *Enquiry) explain(word string) []engine.Block {
	if bare := strings.Trim(word, " .?!\"'"); bare != "" || word != "?" { // a title may have something called ?
		word = bare
	}
	if word == "" || e.Game == nil {
		return nil
	}
	return advise.Explain(e.Game.Title, e.Game.Pos.View(e.Seat), e.Seat, word, e.spoken())
}

// title is that of the game, nil until it has begun.
func (e *Enquiry) title() engine.Title {
	if e.Game == nil {
		return nil
	}
	return e.Game.Title
}

// verbs returns the game's verbs that can answer now: for the seat or, while it waits, for the others, from the
// seat's view.
func (e *Enquiry) verbs(word string) []engine.Usage {
	if e.Game == nil {
		return nil
	}
	view := e.Game.Pos.View(e.Seat)
	if list := advise.Guide(e.Game.Title, view, e.Seat, word); len(list) > 0 || len(view.Prompts(e.Seat)) > 0 || word == "" {
		return list
	}
	for s := range engine.Seat(e.Game.Setup.Seats) {
		if list := advise.Help(view, s, word); len(list) > 0 {
			return list
		}
	}
	return nil
}

// partForms returns the usage of the parts whose name begins with word, except those that a command of the same
// name shows.
func (e *Enquiry) partForms(word string) []engine.Usage {
	var out []engine.Usage
	for _, p := range e.parts() {
		if !strings.HasPrefix(engine.Fold(p.Name), word) || words.IsService(engine.Fold(p.Name)) {
			continue
		}
		u := engine.Usage{Verb: p.Name, Form: p.Name, Gloss: p.Gloss}
		if p.Arg != "" {
			u.Form += " [" + p.Arg + "]"
		}
		out = append(out, u)
	}
	return out
}

// rule shows sections of the rules by their citations in letters, from the title's reference; without words its
// table of contents, below the rules of the table.
var _ = Answers.Bind("rule", func(e *Enquiry, words string) bool {
	e.Facts.Agreed.Rules = e.Facts.Agreed.Rules || words == ""
	r := rules.Of(e.Table.Title, e.lang())
	if r == nil {
		e.Tell(engine.Msg(key.NoRules))
		return true
	}
	blocks, _ := r.Look(words)
	e.Facts.Blocks = append(e.Facts.Blocks, blocks...)
	return true
})

// lang is the reader's language.
func (e *Enquiry) lang() string {
	if v := e.Facts.Visitor; v != nil && v.Lang != "" {
		return v.Lang
	}
	return e.Table.LangOf(e.Seat)
}

// options shows all options of the game, and the rules of the table.
var _ = Answers.Bind("options", func(e *Enquiry, _ string) bool {
	e.Facts.Agreed.Options, e.Facts.Agreed.Rules = true, true
	return true
})

// readings shows the points that the printed rules leave open, and how Railpost plays them.
var _ = Answers.Bind("readings", func(e *Enquiry, _ string) bool {
	e.Facts.Agreed.Readings = true
	return true
})

// topicsMost limits the words of a mail's questions that are explained; topicsTried those of no order that are
// looked up.
const (
	topicsMost  = 2
	topicsTried = 20
)

// Topics returns the words in questions that help knows, in English, the names of the
// game's words first.
func (e *Enquiry) Topics(said *templates.Words, questions []extract.Unread) []string {
	var exact, other []string
	tries := topicsTried
	book := e.Texts.Book(e.lang(), e.Table.Title)
	for _, l := range questions {
		for _, t := range engine.Tokenize(l.Text).All {
			word := strings.Trim(t.Fold, "!¡¿?'\"")
			if inSentence(said, word) { // "de", before it is read as an order's "from"
				continue
			}
			if english := words.First(words.After(book.Read("help " + word).English)); english != "" {
				word = english
			}
			if inSentence(said, word) || slices.Contains(append(exact, other...), word) {
				continue
			}
			switch e.knows(word) {
			case 2:
				exact = append(exact, word)
			case 1:
				other = append(other, word)
			default: // a card, a token, a place; "des" is no city
				if tries--; tries >= 0 && len(other) < topicsMost && len([]rune(word)) > words.NameLetters && len(e.explain(word)) > 0 {
					other = append(other, word)
				}
			}
		}
	}
	found := append(exact, other...)
	return found[:min(topicsMost, len(found))]
}

// inSentence reports whether a folded word is too common to be a topic.
func inSentence(said *templates.Words, word string) bool {
	return len([]rune(word)) < words.NameLetters || said.SentenceVerbs[word] || said.Openings[word] || said.Between[word]
}

// knows returns 2 if help has a word, 1 if it has one that begins so, otherwise 0.
func (e *Enquiry) knows(word string) int {
	best := 0
	note := func(name string) {
		switch fold := engine.Fold(name); {
		case fold == word, fold == strings.TrimSuffix(word, "s"):
			best = 2
		case strings.HasPrefix(fold, word):
			best = max(best, 1)
		}
	}
	for _, u := range e.verbs(word) {
		note(u.Verb)
		for _, also := range u.Also {
			note(also)
		}
	}
	for _, p := range e.parts() {
		note(p.Name)
	}
	return best
}
