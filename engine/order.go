package engine

import (
	"slices"
)

// Position is the whole state of a game as plain data. Encode (see encode.go) covers
// exported fields only; the others are not part of the state.
type Position interface {
	// Clone returns a deep copy.
	Clone() Position
	// View returns the position without anything seat may not know; View(Nobody) is what
	// the public may know.
	View(seat Seat) Position
	// Prompts lists what is asked of a seat. Prompts(p.View(s), s) equals Prompts(p, s).
	Prompts(seat Seat) []Prompt
	// Settle ends a line: it carries out what needs no decision, and returns a *Refusal of
	// kind Unanswered if a question that must be answered in the line is open.
	Settle(tx *Tx) error
	// Over reports whether the game has ended.
	Over() bool
}

// Memoized is a Position whose rules take long. Memo says that it will not change any more, so it may remember
// their answers. A clone remembers only answers that stay true when it changes.
type Memoized interface {
	Memo()
	// Explored keeps the results of later searches; nil: they are not kept.
	Explored() *Explored
}

// Memo returns p, which nobody may change from now on.
func Memo(p Position) Position {
	if m, ok := p.(Memoized); ok {
		m.Memo()
	}
	return p
}

// Prompt is one question to a seat and the verbs that can answer it.
type Prompt struct {
	Ask   Message
	Verbs []Verb
	Rule  string // section of the rules

	// Within: the answer must be in the same line as the order that opened the question.
	Within bool
	// Optional: the seat may act, but the game does not wait for it.
	Optional bool
	// Sign precedes the first answer at this Depth: ":", "[", "(", or "" for just a space.
	// Later answers at the same depth follow a comma (or a space).
	Sign  string
	Depth int

	// Turn is an opaque identifier of the turn that asks: the same for all its questions, different for the
	// next turn. With it a mail may end a turn that has already ended, see Verb.Ends; "" if no verb ends
	// anything.
	Turn string
	// Span is the part of the game, as a round, that the lines of a mail do not cross even if the next turn is
	// the same seat's; "" for Turn. It is the name of a company (Headed) if that must answer in the turn of
	// another.
	Span string
}

// Quick is a Position that searches and replays ask at less cost.
type Quick interface {
	// Choices is Prompts with empty Ask and without trailing verbs that only refuse (Verb.Not).
	Choices(seat Seat) []Prompt
	// Recall is Prompts limited to what deciding a recorded order again needs: with empty Ask and Turn and only
	// the verbs whose name begins with a word, folded; nil for an unknown word.
	Recall(seat Seat, word string) []Prompt
	// Within reports whether one of the Prompts is Within a line.
	Within() bool
}

// Binding is a Position that can say, at less cost than Settle, that a line must not end in it.
type Binding interface{ MustGoOn() bool }

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

func addressed(all []Prompt, first bool) []Prompt {
	if first || !slices.ContainsFunc(all, func(p Prompt) bool { return !p.Within }) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(p Prompt) bool { return !p.Within })
}

// OpenPrompts lists the prompts an answer may address: any for the first answer of a line,
// afterwards only those that must be answered within the line.
func OpenPrompts(p Position, s Seat, first bool) []Prompt {
	if !first && noneWithin(p) {
		return nil
	}
	return addressed(p.Prompts(s), first)
}

// Verb is one way to answer a Prompt.
type Verb struct {
	Name   string
	Also   []string // other spellings that are accepted but never written
	Gloss  string   // message key: what it does
	Params []Param
	// Not, if set, returns why this verb cannot answer now: it is read, so that the refusal can cite the rule,
	// but never listed.
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

// Ending says what an order gives up that has no other effect.
type Ending int

const (
	EndsNothing Ending = iota
	EndsStep           // the open step of a turn: "pass" goes on to the next
	EndsTurn           // all that is left of a turn: "done"
)

// Answer is a verb with values, answering one of the open prompts.
type Answer struct {
	*Asked
	Args Args
	Nth  int // number among the answers of Complete, from 0

	of *opening // in a position that keeps search results
	to *point   // the position after it
}

// Asked is a verb that can answer a prompt. Hundreds of answers share it.
type Asked struct {
	Prompt Prompt
	Verb   Verb
	Place  Place
}

// Answered is what the lines of a mail answered last, and whether they revealed anything.
// It serves to recognise an order that ends a turn which has already ended: people write
// "done" after a turn that ended by itself.
type Answered struct {
	Prompt Prompt
	Span   string // of the lines: the last span that a prompt named
	Shown  bool   // some line of the mail has revealed something hidden
}

// Act is one answer of a line: an order and its values.
type Act struct {
	Verb string
	Args Args
}

// Explored keeps the search results of a position that will not change, so that the list of a letter and its
// usual turn try each answer once.
type Explored struct {
	first []opening // the answers that lines may begin with
	asked bool
	seat  Seat // seat of the first search
	kept  int  // points
}

// opening is a verb that can answer, with its answers once they are known.
type opening struct {
	Answer
	listed bool
	list   []Answer
}

// point is where the answers of a line lead.
type point struct {
	tx  *Tx
	err error // error of the last answer

	asked bool
	open  []opening
	last  bool // no question is open: the line ends here

	settled    *Tx // if the line ends here
	settledErr error

	in *Explored // keeps the points after this one; nil: they are not kept
}

// OpenVerbs returns the verbs that can answer prompts now, without values.
func OpenVerbs(tx *Tx, prompts []Prompt) []Answer {
	var list []Answer
	for i, p := range prompts {
		for j, v := range p.Verbs {
			if v.Not == nil && !(v.Later && tx.shows) {
				list = append(list, Answer{Asked: &Asked{p, v, Place{i, j}}})
			}
		}
	}
	return list
}

// Tx is one line being played: the working copy, the acting seat, the reports and draws so far.
type Tx struct {
	Pos  Position
	Seat Seat

	acts     []Act
	reports  []Report
	public   string // what others may read of the line; "" for the line itself
	draws    []Draw
	revealed bool
	shows    bool // something hidden is revealed after the mail: by this line or an earlier one
	owes     bool // by this line
	before   bool // an earlier line of the same mail has revealed something hidden
	dry      bool
	thought  bool // see Game.Thought
	silent   bool // reports are dropped, see Silent
	// completed: the order has been carried out before, see Completed.
	completed bool
	answered  *Prompt // by the first answer of the line; searches need none
	from      *source
	found     *Explored // search results of the position, for Look
}

// Report records a fact for everybody.
func (tx *Tx) Report(key string, args ...Arg) {
	if !tx.silent { // a copy, so that a silent report allocates nothing
		tx.reports = append(tx.reports, Report{Message: Msg(key, slices.Clone(args)...)})
	}
}

// ReportPass records that the rules pass for a seat, the argument "seat", which has
// nothing to decide.
func (tx *Tx) ReportPass(key string, seat Seat) {
	if !tx.silent {
		tx.reports = append(tx.reports, Report{Passed: true, Message: Msg(key, Player("seat", seat))})
	}
}

// Tell records a fact for an audience.
func (tx *Tx) Tell(to Audience, key string, args ...Arg) {
	if !tx.silent {
		tx.reports = append(tx.reports, Report{To: to, Message: Msg(key, slices.Clone(args)...)})
	}
}

// Silent reports whether reports are dropped, as when a record is decided again: a rule can then skip an
// expensive one.
func (tx *Tx) Silent() bool { return tx.silent }

// Public sets the text that others may read instead of a line with secret words but a visible effect: "bid up
// to 5", which bids 1 now, is "bid 1" to them. The record keeps the words as written, for the seat itself and
// for a replay; every other seat and the public read this text, and see no report that is not for them. Call it
// for every order that tells its seat something in secret, so that all such orders look alike. The text must be
// one that the seat could have written, and must depend only on what everybody knows after the order.
func (tx *Tx) Public(line string) { tx.public = line }

// Draw draws a number from 0 to of-1 from a stream. In a dry run it returns ErrRevealAhead,
// which the rule passes on.
func (tx *Tx) Draw(stream string, of int) (int, error) {
	if err := tx.Reveal(); err != nil {
		return 0, err
	}
	d, err := tx.from.draw(stream, of)
	if err != nil {
		return 0, err
	}
	tx.draws = append(tx.draws, d)
	return d.Got, nil
}

// Shuffle returns a random permutation of 0 to n-1, drawn from a stream.
func (tx *Tx) Shuffle(stream string, n int) ([]int, error) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j, err := tx.Draw(stream, i+1)
		if err != nil {
			return nil, err
		}
		order[i], order[j] = order[j], order[i]
	}
	return order, nil
}

// Seats returns the seats of a table in their order, or in one drawn from a stream.
func (tx *Tx) Seats(stream string, n int, atRandom bool) (seats []Seat, err error) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	if atRandom {
		if order, err = tx.Shuffle(stream, n); err != nil {
			return nil, err
		}
	}
	for _, i := range order {
		seats = append(seats, Seat(i))
	}
	return seats, nil
}

// Reveal marks that something hidden is revealed now: the group of orders ends here and
// cannot be taken back. Call it before the rule reveals anything. In a dry run it returns
// ErrRevealAhead, which the rule passes on.
func (tx *Tx) Reveal() error {
	if tx.dry {
		return ErrRevealAhead
	}
	tx.revealed = true
	return nil
}

// Disclose is Reveal for secrets that players have told the referee: a view does not have them, so an imagined
// game continues as if there were none.
func (tx *Tx) Disclose() error {
	if tx.thought {
		return nil
	}
	return tx.Reveal()
}

// ShowLater marks that the letter which answers the mail reveals something hidden to a seat, as when a player
// may search a deck. The line cannot be taken back, but the group continues, since nothing is known yet: verbs
// with Later are refused in the same mail. A preview may continue past it.
func (tx *Tx) ShowLater() { tx.shows, tx.owes = true, true }

// Revealed reports whether an earlier line of the same mail has revealed something hidden:
// a rule must refuse an order about what was drawn since the mail was written, which its
// writer cannot have known. It is false in a replay, so it may only refuse.
func (tx *Tx) Revealed() bool { return tx.before }

// Dry reports whether a line is only tried: by a preview, a list of legal lines, a search.
func (tx *Tx) Dry() bool { return tx.dry }

// Trial returns a dry Tx on a clone of pos, for rules that must look ahead.
func Trial(pos Position, seat Seat) *Tx { return TrialAfter(pos, seat, Earlier{}) }

// TrialAfter is Trial for a line that follows others in its mail.
func TrialAfter(pos Position, seat Seat, e Earlier) *Tx {
	return &Tx{Pos: pos.Clone(), Seat: seat, dry: true, shows: e.Shows, before: e.Shown}
}

// Earlier is the effects of earlier lines of a mail.
type Earlier struct {
	Shows bool   // a line reveals something after the mail
	Shown bool   // a line has revealed something
	Span  string // to which they belong, see Prompt.Span; "": none is known
}

// Completed reports whether the order is known to have been carried out to its end, so that
// nothing must search whether it can be, see Completed.
func (tx *Tx) Completed() bool { return tx.completed }

// Mark returns the number of reports so far, for Since.
func (tx *Tx) Mark() int { return len(tx.reports) }

// Since returns the reports made after the mark.
func (tx *Tx) Since(mark int) []Report { return tx.reports[mark:] }

// branch returns a dry copy of a Tx that keeps what was reported.
func (tx *Tx) branch() *Tx {
	out := &Tx{}
	tx.branchTo(out)
	return out
}

func (tx *Tx) branchTo(out *Tx) {
	*out = Tx{Pos: tx.Pos.Clone(), Seat: tx.Seat, dry: true, shows: tx.shows, before: tx.before, silent: tx.silent, public: tx.public, acts: slices.Clip(tx.acts), reports: slices.Clip(tx.reports)}
}
