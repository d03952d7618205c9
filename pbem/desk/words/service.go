package words

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/pbem/facts/table"
)

// Word is a word of the service, understood at any time, which players write among their orders.
type Word struct {
	Name   string
	Form   string // how it is written; "" for one that help leaves out
	Gloss  string // message key
	Alone  string // Gloss where no turn is a company's; "" for the same
	Kind   Kind
	Not    Limit                                     // when and by whom it cannot be written
	Even   Limit                                     // when it can, though little else
	Sought []string                                  // players' own words for it, alone on a line
	Stands func(v *Vocabulary, rest string) []string // the lines that it means before some words; nil for none
	Needs  func(v *Vocabulary, rest string) bool     // whether it counts before some words: sentences begin so, too; nil for always
}

// Kind is the kind of a word's effect.
type Kind int

// Words of the first three are understood alone; orders of the game come first. The others are
// no words of the service without what follows them.
const (
	Asks   Kind = iota // only asks
	Acts               // changes something, which a preview must not
	Mode               // controls the other lines
	Phrase             // counts with the words after it
	Vote               // answers a proposal; in games some answer an offer, and in mails they open a sentence
	Short              // is replaced by other lines
)

// Limit is a set of circumstances in which a word counts or not.
type Limit uint

// The circumstances.
const (
	Early    Limit = 1 << iota // the game has not begun, so that the word is refused, and no help names it
	Paused                     // the game is paused
	Ended                      // the game is over
	Sitter                     // a substitute writes
	Resigned                   // a player writes who has resigned
	Stale                      // the answered letter shows steps that a restore has undone
	Pageless                   // the service has no pages
	Unproven                   // the answer to a letter proves nothing: who takes the word for their own loses nothing
	NoToken                    // mail from an address on file without a token
	Guest                      // the writer was offered the seat, or asked to substitute
)

// Idle are the limits in which nothing is played.
const Idle = Early | Paused | Ended

// Stage returns the circumstances of a table at which a game has begun or not.
func Stage(t *table.Table, begun bool) (l Limit) {
	if !begun {
		l = Early
	}
	switch {
	case t.Ended():
		l |= Ended
	case t.State == table.Paused:
		l |= Paused
	}
	return l
}

// Find returns the word of the service with a name, the zero Word for none.
func Find(name string) Word {
	if i := slices.IndexFunc(Table, func(w Word) bool { return w.Name == name }); i >= 0 {
		return Table[i]
	}
	return Word{}
}

// Bars reports whether a word does not count in some circumstance.
func (w Word) Bars(l Limit) bool { return w.Not&l != 0 }

// Allows reports whether a word counts where little else does.
func (w Word) Allows(l Limit) bool { return w.Even&l != 0 }

// Usage explains a word in a game of a title, or before the game: nil. In some games no turn is a company's.
func (w Word) Usage(t engine.Title) engine.Usage {
	u := engine.Usage{Verb: w.Name, Form: w.Form, Gloss: w.Gloss}
	if w.Alone != "" && t != nil && len(t.Turns()) == 0 {
		u.Form, u.Gloss = strings.Replace(w.Form, " [COMPANY]", "", 1), w.Alone
	}
	return u
}

// Deeds are the effects of words, by their names. Each is bound in its room: var _ = deed.Bind("say",
// func...).
type Deeds[F any] map[string]F

// Bind has a word of the table do something.
func (d Deeds[F]) Bind(name string, do F) Word {
	w := Find(name)
	if _, twice := d[name]; twice || w.Name == "" {
		panic("words: " + name + " is no word of the service, or does something already")
	}
	d[name] = do
	return w
}

// IsDrop reports whether a line deletes plans or notes; games have an order "drop", too.
func IsDrop(line string) bool {
	what := First(After(line))
	return First(line) == "drop" && slices.Contains([]string{"plan", "plans", "note", "notes"}, what)
}

// Dropped reads which of so many things a line deletes: "plan 2"; without a number, all.
func Dropped(rest string, of int) (n int, all, ok bool) {
	number := After(rest)
	if number == "" {
		return 0, true, true
	}
	n, err := strconv.Atoi(strings.Trim(number, "[]. "))
	return n, false, err == nil && n >= 1 && n <= of
}

// VoteNumber returns the number of the proposal that a line answers: "3" after "ok".
func VoteNumber(rest string) (int, bool) {
	return Number(strings.TrimPrefix(strings.TrimPrefix(engine.Fold(rest), "proposal "), "#"))
}

// IsVote reports whether a line answers a proposal by its number, or is nothing but a yes or no.
func IsVote(line string) bool {
	if Find(First(line)).Kind != Vote {
		return false
	}
	_, numbered := VoteNumber(After(line))
	return numbered || IsBareVote(line)
}

// IsBareVote reports whether a line is nothing but a yes or no.
func IsBareVote(line string) bool { return Find(engine.Fold(strings.Trim(line, " .,!"))).Kind == Vote }

// IsService reports whether a word is one of the service.
func IsService(word string) bool {
	w := Find(word)
	return w.Name != "" && w.Kind <= Mode
}

// Every part of a title's view is a word of the service, too: "market", "company
// 4", "map F17".

// partWords is the maximum number of words after the name of a part: names of players have
// spaces.
const partWords = 3

// PartOf returns the part that a line asks for, and the words after its name. A line
// with more words than a part takes is talk.
func PartOf(parts []engine.Part, line string) (p engine.Part, arg string, ok bool) {
	word, arg := First(line), strings.Trim(After(line), " .?!")
	i := slices.IndexFunc(parts, func(p engine.Part) bool { return engine.Fold(p.Name) == word })
	if i < 0 {
		return engine.Part{}, "", false
	}
	most := partWords
	if parts[i].Arg == "" {
		most = 1
	}
	return parts[i], arg, len(strings.Fields(arg)) <= most
}
