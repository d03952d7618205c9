package templates

import (
	"fmt"
	"slices"

	"railpost/templates/key"
)

// init fills the table of kinds: their common and special parts.
func init() {
	always := func(*letter) bool { return true }
	noPart := func(w *letter) bool { return len(w.Parts) == 0 }
	kinds = map[Kind]Row{
		Invitation: {
			Agrees: true, Draws: true,
			lay: layInvitation, subject: subjectInvitation, howTo: saying(key.HowtoInvitation), inFull: true,
		},
		Start: {
			Tells: true, Carries: true, Shared: true, Begins: true, Draws: true, Shows: true, Whole: true, Ahead: true,
			lay: layStart, subject: subjectTurn, until: untilWords,
		},
		Handover: {
			Tells: true, Carries: true, Shared: true, Begins: true, Agrees: true, Draws: true, Shows: true, Whole: true, Ahead: true,
			lay: layHandover, subject: subjectTurn, until: untilWords,
		},
		Turn: {
			Replaceable: true, Tells: true, Carries: true, Shared: true, Asks: true, Shows: true, Same: true, Ahead: true,
			lay: layTurn, subject: subjectTurn, until: untilWords, undo: true, votes: true, plans: true,
		},
		Receipt: {
			Carries: true, Shared: true, Ahead: true,
			lay: layReceipt, subject: subjectReceipt, mute: func(w *letter) bool { return w.Enclosed == nil && foot{w}.brieflyHow() },
			part: key.SubjectPartDone, present: true, planned: true, votes: true, plans: true,
		},
		Refusal:  {Offers: true, AsksBack: true, lay: layRefusal, subject: subjectRefusal, until: stillUntil, part: key.SubjectPartNot},
		Question: {AsksBack: true, lay: layQuestion, subject: func(w *letter) []string { return one(w.word(key.SubjectQuestion)) }, until: stillUntil},
		Preview:  {Offers: true, AsksBack: true, lay: layPreview, subject: subjectPreview},
		News: {
			Replaceable: true, CanWait: true, Tells: true, Carries: true, Shared: true, Shows: true, Same: true, Ahead: true, unlinked: true,
			lay: layNews, subject: subjectNews, howTo: howToNews, planned: true, undo: true, votes: true,
		},
		Reminder: {
			Replaceable: true, Tells: true, Carries: true, Shared: true, Asks: true, Shows: true, Ahead: true,
			lay: layTurn, subject: subjectTurn, until: untilWords, votes: true, plans: true,
		},
		Stale:    {lay: layStale, part: key.SubjectPartNot, present: true, votes: true},
		Answer:   {Carries: true, lay: layAnswer, mute: (*letter).confirms, present: true, votes: true},
		Enclosed: {unlinked: true, Encloses: true, Offers: true, lay: layEnclosed, howTo: saying(key.HowtoEnclosed), inFull: true},
		Unproven: {unlinked: true, Encloses: true, Offers: true, lay: layUnproven, howTo: howToUnproven, inFull: true},
		Confirm:  {unlinked: true, Anew: true, lay: func(w *letter) { greeting{w}.furtherFacts() }, howTo: saying(key.HowtoConfirm), inFull: true},
		End: {
			Tells: true, Carries: true, Shared: true, Closes: true, Whole: true, Scores: true, unlinked: true,
			lay: layEnd, subject: subjectEnd, howTo: saying(key.HowtoOver, key.HowtoLog), inFull: true, over: true,
		},
		Notice: {unlinked: true, lay: layNotice, subject: subjectTold, mute: always},
		Late:   {unlinked: true, Shared: true, Shows: true, lay: layLate, subject: subjectLate},
		Told:   {unlinked: true, lay: layNotice, subject: subjectTold, mute: func(w *letter) bool { return w.Game == "" }},
		Guest: {
			unlinked: true, Anew: true,
			lay: layGuest, subject: subjectTold, howTo: howToGuest, inFull: true,
			mute: func(w *letter) bool { return w.Invite == nil }, over: true,
		},
		Lobby:   {unlinked: true, lay: layLobby, subject: subjectTold, mute: always},
		Digest:  {unlinked: true, lay: layDigest, subject: subjectSeveral, until: untilFirst, howTo: howToParts, mute: noPart, several: true},
		Answers: {unlinked: true, lay: layAnswers, subject: subjectSeveral, howTo: howToParts, mute: noPart, several: true},
		Ended:   {unlinked: true, Carries: true, Shared: true, Closes: true, lay: layEnded, howTo: saying(key.HowtoOver), inFull: true, over: true},
	}
}

// Row is the properties of a kind of letters. The table of all kinds is in kinds.go.
type Row struct {
	Replaceable bool // only the latest of such letters matters
	CanWait     bool // it only tells news, so it waits while few letters of the day are left
	Tells       bool // it tells its reader the latest events: their next news begins after it
	Carries     bool // it has facts for its reader alone: news of plans, and messages from others
	Shared      bool // it goes to a seat's player and its substitute; other letters answer one of them
	Asks        bool // it wants orders
	Begins      bool // the first that its reader gets of a running game
	Closes      bool // the last of the game

	Agrees bool // it has the agreement
	Draws  bool // it has the commitment to the draws
	Shows  bool // it shows the position
	Whole  bool // its picture is the whole board
	Same   bool // it omits sheets that the reader's last letter had
	Ahead  bool // it says what plans wait for
	Scores bool // it has the final table, the log and the seed
	Anew   bool // after a restore its answer address is another, so it must come again

	Encloses bool // it encloses orders that "play" sends
	Offers   bool // it may have lines that "play" sends
	AsksBack bool // it may list completions of a line

	lay      func(w *letter)
	subject  func(w *letter) []string // from the longest form to the shortest; nil: its name alone
	until    func(w *letter) string   // the end of its subject; nil: none
	howTo    func(w *letter)          // explains how to answer; nil: with orders
	mute     func(w *letter) bool     // it does not explain how; nil: it does
	inFull   bool                     // it explains how in full, even to a reader who knows
	part     string                   // its words in the subject of a letter about several games
	present  bool                     // the letter that it encloses has a heading
	several  bool                     // it is about several games
	planned  bool                     // it says that a plan will answer
	undo     bool                     // it says whether the move can be taken back
	votes    bool                     // it lists the votes that wait for the reader
	plans    bool                     // it lists the reader's plans
	unlinked bool                     // commands in it are no links: it is for reading, tells what strangers have sent, or is about several games
	over     bool                     // its subject does not say that the game accepts no orders
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
		return fmt.Errorf("templates: unknown kind of letter %q", l.Kind)
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
	default: // the header of HTML asks
		w.add(apart{text: w.layOut(func() { w.head(w.word(key.Present)) })})
	}
	enclosed := *w.Enclosed
	enclosed.Tap = w.Tap
	in := &letter{Letter: &enclosed, voice: w.voice, document: w.document, part: w.part && w.Kind != Answer, within: true, named: w.named}
	in.body()
}
