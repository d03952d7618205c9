package templates

import (
	"fmt"
	"slices"

	"railpost/templates/key"
)

// Row is the properties of a kind of letters. The table of all kinds is in kinds.go.
type Row struct {
	Replaceable bool // only the latest of such letters matters
	Tells       bool // it tells its reader the latest events: their next news begins after it
	Carries     bool // it has facts for its reader alone: news of plans, and messages from others
	Shared      bool // it goes to a seat's player and its substitute; other letters answer one of them
	Asks        bool // it wants orders
	Begins      bool // the first that its reader gets of a running game
	Closes      bool // the last of the game

	Agrees   bool // it has the agreement
	Draws    bool // it has the commitment to the draws
	Shows    bool // it shows the position
	Whole    bool // its picture is the whole board
	Same     bool // it omits sheets that the reader's last letter had
	Ahead    bool // it says what plans wait for
	Scores   bool // it has the final table, the log and the seed
	Deadline bool // it always has the deadline for the reader's calendar

	Encloses bool // it encloses orders that "play" sends
	Offers   bool // it may have lines that "play" sends
	AsksBack bool // it may list completions of a line

	lay     func(w *letter)
	subject func(w *letter) []string // from the longest form to the shortest; nil: its name alone
	until   func(w *letter) string   // the end of its subject; nil: none
	howTo   func(w *letter)          // explains how to answer; nil: with orders
	mute    func(w *letter) bool     // it does not explain how; nil: it does
	inFull  bool                     // it explains how in full, even to a reader who knows
	part    string                   // its words in the subject of a letter about several games
	present bool                     // the letter that it encloses has a heading
	several bool                     // it is about several games
	planned bool                     // it says that a plan will answer
	undo    bool                     // it says whether the move can be taken back
	votes   bool                     // it lists the votes that wait for the reader
	plans   bool                     // it lists the reader's plans
	over    bool                     // its subject does not say that the game accepts no orders
}

// kinds is filled in kinds.go, since the layout of a letter about several games needs it.
var kinds map[Kind]Row

// Row returns the properties of a kind of letters; the zero Row for an unknown kind.
func (k Kind) Row() Row { return kinds[k] }

// valid returns an error if the kind of a letter, or of one within it, is unknown.
func valid(l *Letter) error {
	if l == nil {
		return nil
	}
	if kinds[l.Kind].lay == nil {
		return fmt.Errorf("templates: a letter of kind %q is unknown", l.Kind)
	}
	for _, in := range append(slices.Clip(l.Parts), l.Enclosed) {
		if err := valid(in); err != nil {
			return err
		}
	}
	return nil
}

// quiet reports whether a plan will answer the question to the reader of news, or of the answer to their own move.
func (w *letter) quiet() bool { return !w.Quiet.IsZero() && kinds[w.Kind].planned }

// body lays out the special part of the kind of a letter.
func (w *letter) body() { kinds[w.Kind].lay(w) }

// enclose lays out the letter within this one, if there is one.
func (w *letter) enclose() {
	if w.Enclosed == nil {
		return
	}
	switch {
	case !kinds[w.Kind].present:
	case w.Enclosed.Kind == News:
		w.head(w.word(key.PresentNews))
	default:
		w.head(w.word(key.Present))
	}
	in := &letter{Letter: w.Enclosed, voice: w.voice, document: w.document, part: w.part && w.Kind != Answer, within: true, named: w.named}
	in.body()
}
