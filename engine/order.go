package engine

import "iter"

// Prompt is one question to a seat and the verbs that can answer it.
type Prompt struct {
	Ask   Message
	Verbs []Verb
	Rule  string // section of the rules

	// Within: the answer must stand in the same line as the order that opened
	// the question.
	Within bool
	// Optional: the seat may act, but the game does not wait for it.
	Optional bool
	// Sign precedes the first answer at this Depth: ":", "[", "(", or "" for just a space.
	// Later answers at the same depth follow a comma (or a space).
	Sign  string
	Depth int

	// Turn is an opaque identifier of the turn that asks: the same for all its questions,
	// different for the next turn. With it a mail may end a turn that has already ended by
	// itself, see Verb.Ends; "" if no verb ends anything.
	Turn string
	// Span is the part of the game, as a round, beyond which the lines of a mail do not go on
	// where the next turn may be the same seat's; "" for Turn. It is the name of a company (Headed)
	// if that must answer in the turn of another.
	Span string
}

// Quick is a Position that searches and replays ask at less cost.
type Quick interface {
	// Choices is Prompts with empty Ask and without trailing verbs that only refuse (Verb.Not).
	Choices(seat Seat) []Prompt
	// Recall is Prompts with only what a recorded order needs, to decide it again: with empty Ask
	// and Turn and with only the verbs whose name begins with a word, folded; nil if it does not
	// know the word.
	Recall(seat Seat, word string) []Prompt
	// Within reports whether one of the Prompts is Within a line.
	Within() bool
}

// noneWithin reports that certainly no prompt of a position is Within a line.
func noneWithin(p Position) bool {
	q, ok := p.(Quick)
	return ok && !q.Within()
}

// choices is OpenPrompts for a search.
func choices(p Position, seat Seat, first bool) []Prompt {
	if !first && noneWithin(p) {
		return nil
	}
	if q, ok := p.(Quick); ok {
		return addressed(q.Choices(seat), first)
	}
	return addressed(p.Prompts(seat), first)
}

// Verb is one way to answer a Prompt.
type Verb struct {
	Name   string
	Also   []string // other spellings that are accepted but never written
	Gloss  string   // message key: what it does
	Params []Param
	// Not, if set, returns why this verb cannot answer now: it is read, so that the refusal
	// can cite the rule, but never listed.
	Not func() *Refusal
	// Later: the answer depends on something that is revealed only after the mail
	// (Tx.ShowLater), so it must not be in the same mail.
	Later bool
	// Ends is set for a verb without parameters that merely gives something up: after the
	// end of its turn it does nothing and is not refused.
	Ends Ending
	// Do changes the working copy tx.Pos and reports. A *Refusal stops the line. A search
	// calls it with copies of the position that asked, so it acts on tx.Pos alone.
	Do func(tx *Tx, a Args) error
}

// Because returns the Not of a verb that is refused for r; nil if r is nil.
func Because(r *Refusal) func() *Refusal {
	if r == nil {
		return nil
	}
	return func() *Refusal { return r }
}

// Ending is what an order gives up that does nothing else.
type Ending int

const (
	EndsNothing Ending = iota
	EndsStep           // the open step of a turn: "pass" goes on to the next
	EndsTurn           // all that is left of a turn: "done"
)

// Repeat is how often a parameter may occur.
type Repeat int

const (
	One      Repeat = iota
	Optional        // once or not at all; its value is nil when left out
	Many            // any number of times; its value is a []Value
)

// Param is one parameter of a Verb.
type Param struct {
	Name string // message key suffix, and what help prints in capitals
	Lead string // word or sign before it: "with", ":", ">"; "" for none
	Many Repeat
	// About: the order is about this value, as the hex of a tile. A legal line that
	// replaces a refused one while the rest is checked must agree with it here.
	About bool
	In    func(a Args) Domain // given the values before it
}

// Value is what a Domain reads.
type Value = any

// Args are the values of a verb's parameters, in order.
type Args []Value

// Get returns the value of parameter i; the zero value if it was left out.
func Get[T any](a Args, i int) T {
	var zero T
	if i >= len(a) || a[i] == nil {
		return zero
	}
	return a[i].(T)
}

// Has reports whether parameter i was given.
func Has(a Args, i int) bool { return i < len(a) && a[i] != nil }

// Domain is the vocabulary of a parameter and the rule over it.
type Domain interface {
	// Read consumes the tokens of one value. Otherwise it consumes none and returns a
	// *Refusal of kind NotUnderstood.
	Read(t *Tokens) (Value, error)
	// Rule returns nil, or a *Refusal of kind Forbidden.
	Rule(v Value) error
	// Members is the vocabulary; nil if listing it makes no sense (a price, a long route).
	Members() iter.Seq[Value]
	// Text returns the canonical spelling: Read(Text(v)) == v.
	Text(v Value) string
}

// Sieve is a Domain whose Rule is dear to ask for what it refuses: Allows is Rule(v) == nil.
// Searches ask it, since they drop every reason.
type Sieve interface {
	Allows(v Value) bool
}

// Allows reports whether the rule of a domain allows a value.
func Allows(d Domain, v Value) bool {
	if s, ok := d.(Sieve); ok {
		return s.Allows(v)
	}
	return d.Rule(v) == nil
}

// Recorder is a Domain of which some values are logged differently from how they are listed
// and typed: "run best" is an order, and the log has the routes, so that replay needs no
// search. Its Members may omit values that only occur in the log.
type Recorder interface {
	// Record returns the text of a value in the log; it is called before the order is
	// carried out. In the same position that text reads as a value that has the same effect
	// and the same Record.
	Record(v Value) string
}

// Completed is a Domain whose Rule also searches whether an order can be carried out to its
// end. RuleCompleted is Rule without that search, for an order of which that is known. A title
// has it only if its orders reveal nothing before they settle: one that does ends there.
type Completed interface {
	RuleCompleted(v Value) error
}

// Ranged is a Domain of numbers that are not listed, as the prices of a bargain; its Rule
// may allow only some of the range.
type Ranged interface {
	Range() (from, to int)
}

// Selective is a Domain that may list only some of the values that its Rule allows, as the
// best routes where any may be run.
type Selective interface {
	Selects() bool
}

// Whole is a Domain whose Members are only the likeliest of many values: All yields each that
// its Rule allows.
type Whole interface {
	All() iter.Seq[Value]
}

// Opener is a Domain without Members because each of its values is followed by one that is
// not listed; these are the values.
type Opener interface {
	Opens() iter.Seq[Value]
}
