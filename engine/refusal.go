package engine

import (
	"errors"
	"fmt"
)

// RefusalKind is one of the reasons to refuse a line.
type RefusalKind string

const (
	// NotUnderstood: the words mean nothing here.
	NotUnderstood RefusalKind = "not-understood"
	// Forbidden: the words are understood, but a rule forbids the order.
	Forbidden RefusalKind = "forbidden"
	// Unanswered: the order leaves a question open that must be answered in the same line.
	Unanswered RefusalKind = "unanswered"
)

// Refusal is why a line was refused. Package templates turns it into text.
type Refusal struct {
	Kind     RefusalKind `json:"kind"`
	Line     string      `json:"line,omitempty"`   // the line as given
	Column   int         `json:"column,omitempty"` // first wrong character, counted from 1; 0: the whole line
	Length   int         `json:"length,omitempty"` // number of wrong characters; 0: one place
	Why      Message     `json:"why"`
	Rule     string      `json:"rule,omitempty"`     // section of the title's rules, as "VIII.6" or "Scoring phase"
	Expected []string    `json:"expected,omitempty"` // words that would fit at Column
	Cut      bool        `json:"cut,omitempty"`      // Expected omits some
	Near     []string    `json:"near,omitempty"`     // nearest legal lines
	Far      bool        `json:"far,omitempty"`      // none of Near may have been meant
	Open     []string    `json:"open,omitempty"`     // rows of legal orders that differ in a number: "buy 2 from 5 for 1-50"

	// Cause is how the rule understood the line, for the title's Adviser.Near.
	Cause any `json:"-"`
	// Code identifies the refusals of the engine itself; "" for those of a title.
	Code Code `json:"-"`
	// Order is the first order of the line as far as its values were read; nil if no verb
	// was. End is the column after an order that was read completely, 0 otherwise.
	Order *Partial `json:"-"`
	End   int      `json:"-"`
}

// Code identifies a kind of refusal more finely than RefusalKind.
type Code string

const (
	Missing       Code = "missing"        // the line or the answer ends where a word is needed
	Unknown       Code = "unknown"        // the word names no value
	UnknownVerb   Code = "unknown-verb"   // the first word of the line begins no open order
	UnknownWithin Code = "unknown-within" // a later word answers no question that the line has opened
	AfterOrder    Code = "after-order"    // the order is complete before Column
	NotAsked      Code = "not-asked"      // the seat has nothing to answer
	OtherTurn     Code = "other-turn"     // the turn to which the lines of a mail belong is over
	OtherHead     Code = "other-head"     // the line names another turn than the current one
	NotYet        Code = "not-yet"        // it is too early, as during an auction before the turns
)

func (r *Refusal) Error() string {
	return fmt.Sprintf("%s at column %d: %s (rule %s)", r.Kind, r.Column, r.Why.Key, r.Rule)
}

// Forbid returns the refusal of a rule: its section and the reason. A rule that knows legal
// lines which may have been meant may set Near; then no others are searched for.
func Forbid(rule, key string, args ...Arg) *Refusal {
	return &Refusal{Kind: Forbidden, Rule: rule, Why: Msg(key, args...)}
}

// Ask returns the refusal for a question that was left open. A rule that knows the answers
// may set Near: then the line is taken as a question, and a letter lists the answers with
// their effects, see advise.Asked.
func Ask(rule, key string, args ...Arg) *Refusal {
	return &Refusal{Kind: Unanswered, Rule: rule, Why: Msg(key, args...)}
}

// AsRefusal returns the Refusal in an error.
func AsRefusal(err error) (*Refusal, bool) {
	if err == nil {
		return nil, false
	}
	return errors.AsType[*Refusal](err)
}

// ErrRevealAhead is returned by Tx.Draw and Tx.Reveal in a dry run: the next step would
// reveal something hidden, so a preview ends here.
var ErrRevealAhead = errors.New("engine: something hidden would be shown")
