// Package words sorts the lines of a mail by their words: orders of the game, words of the service, and talk
// with its possible meanings.
package words

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
	"railpost/templates"
	"railpost/templates/parlance"
)

// Vocabulary distinguishes orders from talk: the service's commands, and the verbs that can answer anybody's
// present question or the one in the answered letter.
type Vocabulary struct {
	said  *templates.Words
	seat  engine.Seat
	book  *parlance.Book
	verbs map[string]bool // folded
	at    []*engine.Game
	reads []func(line string) bool // of the positions
	parts []engine.Part

	open    []string        // possible verbs of the game
	players map[string]bool // words of their names
	names   []string        // of the players
	lexicon lexicon         // see words
	spaces  map[string]bool // names in it that are a line of their own: "open"

	voting   bool              // a yes or no alone is an order
	inviting bool              // a yes or no alone answers the invitation
	marks    int               // number of lettered choices of the answered letter
	choices  chosen            // meanings of marks
	orders   map[string]bool   // lines that were asked about, see Order
	english  map[string]string // the same for English
}

// New returns the vocabulary of a seat. The games are those whose questions count: the present one and the one
// that the answered letter showed; texts are the words of everyday language and of orders, and lang is the
// player's language.
func New(texts *templates.Set, lang string, seat engine.Seat, games ...*engine.Game) *Vocabulary {
	v := &Vocabulary{said: texts.Words(), seat: seat, verbs: map[string]bool{}, orders: map[string]bool{}, english: map[string]string{}}
	title := ""
	for _, g := range games {
		if g != nil {
			title = g.Title.Name()
		}
	}
	v.book = texts.Book(lang, title)
	for _, w := range Table {
		if w.Kind <= Mode && w.Needs == nil {
			v.verbs[w.Name] = true
		}
	}
	for _, g := range games {
		if g == nil || slices.ContainsFunc(v.at, func(at *engine.Game) bool { return at.Pos == g.Pos }) {
			continue
		}
		v.at, v.reads = append(v.at, g), append(v.reads, advise.LooksLikeOrder(g.Title, g.Pos, seat))
		v.parts = g.Title.Parts()
		for s := range engine.Seat(g.Setup.Seats) {
			for _, p := range g.Pos.Prompts(s) {
				for _, verb := range p.Verbs {
					v.verbs[First(verb.Name)] = true // "move turn-1 stay" is one verb
					v.open = append(v.open, First(verb.Name))
					for _, also := range verb.Also { // "no thanks" is the answer to an offer
						if Find(also).Kind == Vote {
							v.verbs[also] = true
						}
					}
				}
			}
		}
	}
	return v
}

// WithPlayers treats the words of the players' names as greetings.
func (v *Vocabulary) WithPlayers(players []table.Player) *Vocabulary {
	v.players, v.names = map[string]bool{}, nil
	for _, p := range players {
		v.names = append(v.names, p.Name)
		for _, w := range strings.Fields(p.Name) {
			v.players[lexKey(w)] = true
		}
	}
	return v
}

// WithVerbsOf adds the first words of lines of a letter: some answer only questions opened by the lines before them.
func (v *Vocabulary) WithVerbsOf(lines []string) *Vocabulary {
	for _, l := range lines {
		v.verbs[First(l)] = true
	}
	return v
}

// WithPlans reads "next: ORDER" as an order.
func (v *Vocabulary) WithPlans(some bool) *Vocabulary {
	if some {
		v.verbs["next"] = true
	}
	return v
}

// WithVotes returns a copy that reads a yes or no alone on its line as the answer to a proposal.
func (v *Vocabulary) WithVotes(some bool) *Vocabulary {
	of := *v
	of.voting, of.orders, of.english = some, map[string]bool{}, map[string]string{}
	return &of
}

// WithInvitation reads a yes or no alone on its line as the answer to an invitation.
func (v *Vocabulary) WithInvitation(open bool) *Vocabulary {
	v.inviting = open
	return v
}

// WithMarks reads the letter of a choice, alone on its line, as an order: n choices have one.
func (v *Vocabulary) WithMarks(n int) *Vocabulary {
	v.marks = n
	return v
}

// chosen returns the order of a choice's mark; "" and the reason, if there is none.
type chosen func(mark string) (string, *engine.Refusal)

// WithChoices lets a line begin with the mark of a choice, as in "[b] and then pass": the mark stands for the
// line that choice returns.
func (v *Vocabulary) WithChoices(choice chosen) *Vocabulary {
	v.choices = choice
	return v
}

// Verb reports whether a line that begins with word is an order.
func (v *Vocabulary) Verb(word string) bool { return v.verbs[engine.Fold(word)] }

// Near reports whether word is one typing error away from a verb of five letters
// or more.
func (v *Vocabulary) Near(word string) bool {
	if v.said.Spared[engine.Fold(word)] {
		return false
	}
	if mended := v.book.Mend(word); mended != word && v.verbs[First(v.book.Read(mended).English)] {
		return true
	}
	for verb := range v.verbs {
		if len([]rune(verb)) >= 5 && engine.Distance(engine.Fold(word), verb) == 1 {
			return true
		}
	}
	return false
}

// Order reports whether a line whose first word is not a verb still reads as an order: its
// first word begins a verb or misses a short one by one letter, and what follows reads as
// that verb's arguments; or it asks for a part of the view.
func (v *Vocabulary) Order(line string) bool {
	known, ok := v.orders[line] // most lines are asked about twice: a letter has two renderings
	if !ok {
		_, _, part := PartOf(v.parts, line)
		known = part || v.isMark(line) || IsDrop(line) || IsVote(line) && (v.voting || !IsBareVote(line)) || IsTurn(line) || v.otherWords(line) != nil || v.needed(line) || slices.ContainsFunc(v.reads, func(reads func(string) bool) bool { return reads(line) })
		v.orders[line] = known
	}
	return known
}

// needed reports whether a line begins with a word of the service that needs the words after it.
func (v *Vocabulary) needed(line string) bool {
	w := Find(First(line))
	return w.Needs != nil && w.Needs(v, After(line))
}

// isMark reports whether a line is the letter of a choice: one in brackets, or one alone.
func (v *Vocabulary) isMark(line string) bool {
	n := Mark(line)
	return n > 0 && n <= v.marks
}

// otherWords returns the commands that a shorthand stands for: "preview LINE" for "try
// LINE", "status" and "map" for "show", "rule" for "rules", "propose" for "vote" and "extend",
// and aliases; nil for other lines. A verb of the game takes precedence.
func (v *Vocabulary) otherWords(line string) []string {
	word, rest := First(line), After(line)
	_, numbered := VoteNumber(rest)
	switch {
	case (word == "agree" || word == "accept") && numbered && !v.inviting: // to a proposal: offers have no numbers
		return []string{"ok " + rest}
	case v.verbs[word]:
		return nil
	case v.inviting && IsBareVote(line):
		return []string{map[string]string{"ok": "accept", "yes": "accept", "no": "decline"}[word]}
	case v.inviting && v.Greeting(strings.Trim(word, ",;.")):
		answer := First(v.English(afterGreeting(line)))
		return linesIf(answer == "accept" || answer == "decline", answer)
	}
	if w := Find(word); w.Stands != nil {
		return w.Stands(v, rest)
	}
	i := slices.IndexFunc(Table, func(w Word) bool { return slices.Contains(w.Sought, word) })
	if i < 0 || rest != "" || slices.ContainsFunc(v.parts, func(p engine.Part) bool { return engine.Fold(p.Name) == word }) {
		return nil
	}
	return []string{Table[i].Name}
}

// afterGreeting returns "accept" of "Hi all! Accept", and the rest after the first word of other lines.
func afterGreeting(line string) string {
	if i := strings.IndexAny(line, ",;.!"); i >= 0 {
		return strings.TrimSpace(line[i+1:])
	}
	return After(line)
}

// Plain replaces shorthands by the commands they stand for.
func (v *Vocabulary) Plain(orders []extract.OrderLine) (list []extract.OrderLine) {
	for _, o := range orders {
		lines := v.otherWords(o.Text)
		if lines == nil {
			lines = []string{o.Text}
		}
		for _, text := range lines {
			list = append(list, extract.OrderLine{N: o.N, Text: text})
		}
	}
	return list
}

// Mode reports whether a line only says how to treat the others.
func (v *Vocabulary) Mode(line string) bool { return IsMode(line) }

// Greeting reports whether a word only greets: such a word is never a misspelt verb.
func (v *Vocabulary) Greeting(word string) bool { return v.said.Greets(word) }

// Wishes returns the good wishes that begin as an order of some game does.
func (v *Vocabulary) Wishes() []string { return v.said.Wishes }

var _ extract.Vocabulary = (*Vocabulary)(nil)
