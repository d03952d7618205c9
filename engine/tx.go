package engine

import "slices"

// Tx is one line being played: the working copy, who acts, what has been reported and drawn
// so far.
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
	silent   bool // what is reported is dropped, see Silent
	// completed: the order has been carried out before, see Completed.
	completed bool
	answered  Answered // by the first answer of the line
	from      *source
	found     *Explored // of the position, for Look
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

// Silent reports whether nobody will read what is reported, as when a record is decided
// again: a rule need not work out a dear report then.
func (tx *Tx) Silent() bool { return tx.silent }

// Public sets what others may read of a line whose words are secret although its effect is
// not: of "bid up to 5", which bids 1 now, they read "bid 1". The record keeps the words as
// written, for the seat itself and for a replay; every other seat and the public read this
// instead, and see no report that is not for them. Call it for every order that tells its
// seat something in secret, so that all such orders look alike. The text must be one that
// the seat could have written, and must depend only on what everybody knows after the
// order.
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

// Disclose is Reveal for what players have said in secret, which a view does not have: a game that is
// only thought of goes on as if nobody had said anything.
func (tx *Tx) Disclose() error {
	if tx.thought {
		return nil
	}
	return tx.Reveal()
}

// ShowLater marks that the letter which answers the mail reveals something hidden to a
// seat, as when a player may search a deck. The line cannot be taken back, but the group
// continues, since nothing is known yet: verbs with Later are refused in the same mail. A
// preview may continue past it.
func (tx *Tx) ShowLater() { tx.shows, tx.owes = true, true }

// Revealed reports whether an earlier line of the same mail has revealed something hidden:
// a rule must refuse an order about what was drawn since the mail was written, which its
// writer cannot have known. It is false in a replay, so it may only refuse.
func (tx *Tx) Revealed() bool { return tx.before }

// Dry reports whether a line is only tried: by a preview, a list of legal lines, a search.
func (tx *Tx) Dry() bool { return tx.dry }

// Trial returns a dry Tx on a clone of pos, for rules that must look ahead.
func Trial(pos Position, seat Seat) *Tx { return TrialAfter(pos, seat, Earlier{}) }

// Look returns a Tx of a position itself, to search what a seat can answer: a search tries
// answers on copies.
func Look(pos Position, seat Seat) *Tx {
	tx := &Tx{Pos: pos, Seat: seat, dry: true}
	if e, ok := pos.(Memoized); ok {
		tx.found = e.Explored().of(seat)
	}
	return tx
}

// TrialAfter is Trial for a line that follows others in its mail.
func TrialAfter(pos Position, seat Seat, e Earlier) *Tx {
	return &Tx{Pos: pos.Clone(), Seat: seat, dry: true, shows: e.Shows, before: e.Shown}
}

// Earlier is what earlier lines of a mail did.
type Earlier struct {
	Shows bool   // one has promised to reveal something after the mail
	Shown bool   // one has revealed something
	Span  string // to which they belong, see Prompt.Span; "": none is known
}

// Completed reports whether the order is known to have been carried out to its end, so that
// nothing must search whether it can be, see Completed.
func (tx *Tx) Completed() bool { return tx.completed }

// Mark returns the number of reports so far, for Since.
func (tx *Tx) Mark() int { return len(tx.reports) }

// Since returns the reports made after the mark.
func (tx *Tx) Since(mark int) []Report { return tx.reports[mark:] }
