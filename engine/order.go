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
	// Sign stands before the first answer at this Depth: ":", "[", "(" or "" for
	// a blank only. Later answers at the same depth follow a comma (or a blank).
	Sign  string
	Depth int

	// Turn is an opaque word for the turn that asks, one for all its questions and
	// another for the next turn. With it a mail may end a turn that has ended by
	// itself, see Verb.Ends; "" where no verb ends anything.
	Turn string
}

// Verb is one way to answer a Prompt.
type Verb struct {
	Name   string
	Also   []string // other spellings that are read but never written
	Gloss  string   // message key: what it does
	Params []Param
	// Not, when set, says why this verb cannot answer now: it is read, so that
	// the refusal can cite the rule, and never listed.
	Not func() *Refusal
	// Later: the answer rests on something that is shown only after the mail
	// (Tx.ShowLater), so it must not stand in the same mail.
	Later bool
	// Ends says of a verb without parameters that it only gives something up: one
	// written behind the end of its turn does nothing, and refuses nothing.
	Ends Ending
	// Do changes the working copy tx.Pos and reports. A *Refusal stops the line.
	Do func(tx *Tx, a Args) error
}

// Ending is what an order gives up that does nothing else.
type Ending int

const (
	EndsNothing Ending = iota
	EndsStep           // the open step of a turn: "pass" goes on to the next
	EndsTurn           // all that is left of a turn: "done"
)

// Repeat says how often a parameter stands.
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
	// About: the order is about this, as the hex of a tile. A line that is taken
	// for a refused one, to check what stands behind it, has it in common with that.
	About bool
	In    func(a Args) Domain // given the values that stand before
}

// Value is what a Domain reads.
type Value = any

// Args are the values of a verb's parameters in their order.
type Args []Value

// Get is the value of parameter i; the zero value when it was left out.
func Get[T any](a Args, i int) T {
	var zero T
	if i >= len(a) || a[i] == nil {
		return zero
	}
	return a[i].(T)
}

// Has says whether parameter i was given.
func Has(a Args, i int) bool { return i < len(a) && a[i] != nil }

// Domain is the vocabulary of a parameter and the rule over it.
type Domain interface {
	// Read takes the tokens that are its own, or answers a *Refusal of kind NotUnderstood and takes none.
	Read(t *Tokens) (Value, error)
	// Rule is nil, or a *Refusal of kind Forbidden.
	Rule(v Value) error
	// Members is the vocabulary; nil where listing makes no sense (a price, a long route).
	Members() iter.Seq[Value]
	// Text is the canonical spelling: Read(Text(v)) == v.
	Text(v Value) string
}

// Recorder is a Domain of which some values stand in the log otherwise than they
// are listed and typed: "run best" is an order, and the log has the routes, so
// that replay needs no search. Its Members may leave out what only the log says.
type Recorder interface {
	// Record is the text of a value in the log, asked for before the order is
	// carried out. In the same position it reads as a value that does the same and
	// whose own Record is that text again.
	Record(v Value) string
}

// Ranged is a Domain of numbers that are not listed, as the prices of a bargain;
// its Rule may allow fewer than those of the range.
type Ranged interface {
	Range() (from, to int)
}

// Opener is a Domain without Members since behind each of its values something
// stands that is not listed; these are the values.
type Opener interface {
	Opens() iter.Seq[Value]
}
