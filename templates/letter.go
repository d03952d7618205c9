package templates

import (
	"math"
	"slices"
	"time"

	"railpost/engine"
	"railpost/engine/advise"
)

// Course is a figure of the seats, as their points, after each round.
type Course struct {
	Kind engine.ChartKind
	Head engine.Message // zero: the points
	Of   []Standing
}

// Standing is what the seats had when a round had ended.
type Standing struct {
	After  engine.Message // the status before the end of the round
	Points []int          // by seat
}

// Draws is what anybody needs to check the draws of a game. Numbers are hexadecimal.
type Draws struct {
	Commitment string  // SHA-256 of the seed's bytes; of the service's, if Mixed
	Mixed      bool    // players add to the seed
	Added      []Added // what they have added, in seat order
	Service    string  // the service's bytes; "" until the end
	Seed       string  // "" until the end
}

// Added is what the player of a seat added to the seed.
type Added struct {
	Seat engine.Seat
	Hash string // its SHA-256
}

// Letter is everything a letter says. Fields that a kind does not need are zero. Everything
// in it comes from the reader's own view of the position.
type Letter struct {
	Kind    Kind
	Lang    string         // "en"
	Shown   bool           // on a screen, where nobody can answer: leave out how
	Foreign bool           // the reader has chosen no language: say how, in all
	Spoken  bool           // for a reader who listens
	Zone    *time.Location // the reader's
	Now     time.Time      // when the letter is written
	Site    string         // the service's name
	Contact string         // the organiser's address

	Game    string   // tag, as in [winter]
	Title   string   // the title's name, as "russian"
	Players []string // names by seat
	Robots  []string // levels of robots by seat; "" for a person
	Seat    engine.Seat
	Name    string // the reader's name
	Listed  bool   // the reader is on the waiting list

	Status engine.Message // where the game is
	Step   uint64         // number of the last step
	Code   string         // what the answer must bring back in its text; "" if its address does
	Tap    string         // where its answers go, for links that open them; "": it has none
	Hash   string         // its hash, short
	Link   string         // the secret link of the reader's page, if they have asked for it

	Ask     []engine.Message // what is asked of the reader
	Until   time.Time        // by when; zero: no limit
	Bank    time.Time        // from when on the answer uses up what the reader has in their time bank; zero: never
	Since   time.Time        // reminder: since when the table waits
	Watches bool             // the reader watches the game, and cannot play
	Waiting []Waiting        // the seats the game waits for

	Said

	Happened []Step          // since the reader's last move, oldest first
	Before   Left            // what of it is left out to limit the letter's size
	Usual    []advise.Choice // the usual turn: lines that are sent together; without numbers
	Aim      engine.Message  // of the usual turn
	Table    []engine.Block
	Board    []engine.Block
	Pictures []Picture
	Same     Sheets // what is left out since it is as in the reader's last letter

	Enclosed *Letter   // stale: the current letter; receipt: the sender must act again, so this is their turn letter
	Parts    []*Letter // digest, answers: what they say of each game
	Versed   bool      // the reader has played before: the instructions are brief

	Lessons    []Lesson // to somebody who is new to the title: what explains Ask
	TutorOffer bool     // say that there are lessons

	Invite  *Invite
	Also    *Invite // guest: what they have asked to see of the rules, options and readings
	Scores  []Score
	Courses []Course // the points after each round, or other figures
	Charted bool     // the charts are attached as pictures, too
	Log     []Step
	LogFile *LogFile // the log is too long for the letter
	Draws   *Draws   // invitation, start, end: what anybody needs to check the draws
}

// Said is what a letter says that does not follow from the log of its game: it is stored
// with the letter.
type Said struct {
	Lines   []Line           `json:"lines,omitempty"`    // receipt, refusal, preview: the lines of the mail
	Talk    []string         `json:"talk,omitempty"`     // lines not read as orders and not passed on
	Again   []string         `json:"again,omitempty"`    // refusal: the mail ready to send again
	Ordered bool             `json:"ordered,omitempty"`  // Again has its lines in another order, in which they are legal
	Play    bool             `json:"play,omitempty"`     // "play" sends Again
	Read    []engine.Message `json:"read,omitempty"`     // receipt: lines that were read as orders by their words
	Confirm string           `json:"confirm,omitempty"`  // preview: the code that plays it
	Counts  time.Time        `json:"counts,omitzero"`    // receipt: when the orders of the mail will count
	WhatIf  bool             `json:"what_if,omitempty"`  // preview: of what all might do
	Told    []engine.Message `json:"told,omitempty"`     // further facts: settings changed, why refused, what an organiser should do
	Undo    bool             `json:"undo,omitempty"`     // the move can be taken back freely now
	AskUndo bool             `json:"ask_undo,omitempty"` // receipt: the others can agree to take the move back
	Aside   bool             `json:"aside,omitempty"`    // receipt: only standing answers were given, which undo leaves alone
	Blocks  []engine.Block   `json:"blocks,omitempty"`   // answers to commands
	Own     []engine.Block   `json:"own,omitempty"`      // the reader's position; preview: after the lines of the mail
	Choices []advise.Choice  `json:"choices,omitempty"`
	More    []advise.More    `json:"more,omitempty"` // what Choices leaves out
	Kept    []string         `json:"kept,omitempty"` // lines that have numbers in an answer to this letter, though they are not listed

	KeptMarks bool             `json:"kept_marks,omitempty"` // Kept has letters in place of numbers
	Help      []engine.Usage   `json:"help,omitempty"`
	HelpIn    string           `json:"help_in,omitempty"` // the language of Help and Meaning; "": the reader's
	Meaning   []engine.Block   `json:"meaning,omitempty"` // what words of the game are: help, too
	Halt      Halt             `json:"halt,omitzero"`
	Planned   []engine.Message `json:"planned,omitempty"` // what became of the reader's plans
	Plans     []engine.Message `json:"plans,omitempty"`   // those that they still have
	Votes     []engine.Message `json:"votes,omitempty"`   // what the table asks the reader to agree to
	Quiet     time.Time        `json:"quiet,omitzero"`    // by when a plan plays what the reader is asked; zero: none does
}

// Halt is set when the game accepts no orders, so that nobody is asked for any.
type Halt struct {
	Is    string    `json:"is"`             // Paused, CalledOff; "" when the game goes on
	Since time.Time `json:"since,omitzero"` // Paused only
}

// Values of Halt.Is: ends of message keys.
const (
	Paused    = "paused"
	CalledOff = "called-off"
	Over      = "over"
)

// Waiting is a seat the game waits for.
type Waiting struct {
	Seat  engine.Seat
	Until time.Time
	Lost  bool // letters to its player come back
}

// Step is one record as its reader may know it.
type Step struct {
	Seq     uint64 // the same number for all readers; 0: it has none, since only its reader may know of it
	At      time.Time
	Seat    engine.Seat // engine.Nobody: the referee or the organiser
	Line    string
	Public  bool   // everybody may read all of it, as on a lock screen
	Back    uint64 // an undo: the record that is the last again
	Auto    bool   // played by the service: the seat had no other legal order
	By      string // who ordered in place of the seat's player, as engine.Record.By
	Reports []engine.Message
	Told    []engine.Passage // how the title tells Reports
	Players []string         // who sat at the table then, by seat; nil: who sits there now
}

// Names returns who sat at the table at a step; now are the present names.
func (s Step) Names(now []string) []string {
	if s.Players != nil {
		return s.Players
	}
	return now
}

// Sheets are the parts of a letter that show the position.
type Sheets struct{ Own, Table, Board []engine.Block }

// Line is the fate of one line of a mail.
type Line struct {
	N       int    // its number in the mail, from 1
	Text    string // as given
	Line    string // canonical, when accepted
	Said    string // Line as it is listed, if the log has it differently: "run best"
	Reports []engine.Message
	Told    []engine.Passage `json:"-"` // how the title tells Reports
	State   engine.LineState
	Dropped engine.Message // why it was left out although nothing is wrong with it
	Refusal *engine.Refusal
	advise.Hint
	Mend Mend
}

// TakeBack marks a line that was played as one that does not stand.
func (l *Line) TakeBack() {
	if l.State == engine.Played {
		l.State = engine.Legal
	}
}

// Mend is how a line was changed in Letter.Again; "" if it is there as it was given.
type Mend string

const (
	Respelt Mend = "respelt" // in the right spelling
	Moved   Mend = "moved"   // at a place where it is legal
	Gone    Mend = "gone"    // it is not in Again
)

// numbered returns the lines that can be answered by number, in order.
func (l *Letter) numbered() (lines []string) {
	for _, line := range l.Lines {
		if line.Asked != nil {
			lines = append(lines, advise.Numbered(line.Asked.Choices)...)
		}
		lines = append(lines, advise.Numbered(line.Near)...)
	}
	return append(lines, advise.Numbered(l.Choices)...)
}

// lettered reports whether the choices of a letter have letters: those of an answer, since a number
// always stands for a choice of the turn letter, and those with numbers of their own.
func (l *Letter) lettered() bool {
	return slices.ContainsFunc(l.Lines, func(line Line) bool { return line.Asked != nil || advise.Numbered(line.Near) != nil }) || OwnNumbers(l.numbered())
}

// Lettered reports whether what Numbered returns has letters.
func (l *Letter) Lettered() bool {
	if l.numbered() == nil && (l.Enclosed == nil || l.Enclosed.numbered() == nil) {
		return l.KeptMarks
	}
	return l.lettered() || l.Enclosed != nil && l.Enclosed.lettered()
}

// Numbered returns the lines of a letter that have numbers: [1] is the first. They are in
// the letter itself or in the one it encloses; a letter about an unclear number keeps those
// of the letter before.
func (l *Letter) Numbered() []string {
	lines := l.numbered()
	if l.Enclosed != nil {
		lines = append(lines, l.Enclosed.numbered()...)
	}
	if lines == nil {
		return l.Kept
	}
	return lines
}

// Invite is what players agree to by accepting; an invitation has little of it.
type Invite struct {
	Options  []Setting         // options of the title; invitation: those that differ from the default
	Rules    []engine.Message  // rules of the table; invitation: how fast it plays
	Declared []engine.Declared // what the printed rules leave open; invitation: none
	Readings int               // invitation: how many there are
	Accepted []bool            // by seat
}

// Setting is an option with its value.
type Setting struct {
	Key, Value string
	Gloss      string
	Rule       string
}

// Score is one row of the final table.
type Score struct {
	Seat   engine.Seat
	Points int
	Rank   int
	Parts  []engine.Arg
	Why    engine.Message // what broke a tie
}

// Rendered is a finished letter without its headers.
type Rendered struct {
	Subject string
	Text    string   // LF line ends, at most 76 columns
	HTML    string   // "": too large
	Page    []string // lines of HTML as a reader sees them
	Offered []string // lines that can be sent back as they stand
	Remarks []string // lines below choices, if these are not comments
	Log     string   // a log that is too long for the letter, as text; "": none
	Files   []File   // attached as they are

	Pictures []Picture // which HTML shows
}

// File is for a player to keep.
type File struct {
	Name  string
	Type  string // media type
	About string // what it shows, if it is a picture
	Text  string
	Pack  bool // compressed even if it is not very long

	Method string // of a calendar (RFC 6047, 2.4); "" for other files
}

// Picture is a drawing of the board for the HTML part. The text part tells the same in words.
type Picture struct {
	ID     string // its Content-ID, without angle brackets (RFC 2392)
	Name   string // of the file
	PNG    []byte // nil: only what is said of it counts
	Width  int    // in pixels
	Shows  Shown
	Around []string // hexes of a part of a map
}

// Shown is what a picture shows.
type Shown string

// The values of Shown.
const (
	WholeBoard Shown = "whole"
	PartOfMap  Shown = "part"
	OwnMat     Shown = "mat"
	Boxes      Shown = "boxes"
)

// robots returns the seats that are robots'.
func (l *Letter) robots() (seats []engine.Seat) {
	for s, level := range l.Robots {
		if level != "" {
			seats = append(seats, engine.Seat(s))
		}
	}
	return seats
}

// Kind is the purpose of a letter.
type Kind string

const (
	Invitation Kind = "invitation" // to a seat, before the game: rules, options, project choices; accept or decline
	Start      Kind = "start"      // to every seat when the game begins; includes the parts of a turn letter for the seat that must act
	Handover   Kind = "handover"   // to a player who takes over a seat of a game that has begun: what the game is, and the parts of a turn letter
	Turn       Kind = "turn"       // to the seat that must act
	Receipt    Kind = "receipt"    // to the sender of a mail that was accepted
	Refusal    Kind = "refusal"    // to the sender of a mail that was not: a working copy
	Question   Kind = "question"   // to the sender of a mail that asks what is possible: nothing was played
	Preview    Kind = "preview"    // what the lines of a mail would do
	News       Kind = "news"       // to every other seat after a move
	Reminder   Kind = "reminder"   // the full turn letter again, with "waiting since"
	Stale      Kind = "stale"      // the mail answers an old question: encloses the current letter
	Answer     Kind = "answer"     // to help, status, map, log, moves, resend, set ...
	Enclosed   Kind = "enclosed"   // to the address on file: somebody wrote with your token from another address
	Unproven   Kind = "unproven"   // to the address on file: orders came from it without a token
	Confirm    Kind = "confirm"    // to a new address of the reader: is it theirs?
	End        Kind = "end"        // score table, log, seed
	Notice     Kind = "notice"     // to the organiser
	Late       Kind = "late"       // to the table: the deadline of a seat has passed
	Told       Kind = "told"       // to every seat before the game begins: what the table should know
	Guest      Kind = "guest"      // to somebody who does not sit at the table: asks them to take a seat, or tells what became of it
	Lobby      Kind = "lobby"      // to somebody about tables in formation and their own profile
	Digest     Kind = "digest"     // the daily letter about all games that wait for the reader
	Answers    Kind = "answers"    // to the sender of a mail about several games
	Ended      Kind = "closed"     // the game was called off (declined, ended by the organiser)
)

// Left is how much a list of steps leaves out, oldest first.
type Left struct{ Said, Steps int }

// LogFile is set if the log is not in the letter but in an attached file.
type LogFile struct {
	Steps int
	Left  int // how many it leaves out: first what was said, then the oldest steps
}

// isTalk reports whether the step is a player's words to the others.
func (s Step) isTalk() bool {
	return s.Line == "" && len(s.Reports) == 1 && s.Reports[0].Key == saidKey
}

// size returns roughly how many bytes a step takes in a letter.
func (s Step) size() int {
	n := 20 + len(s.Line)
	for _, r := range s.Reports {
		n += 20
		for _, a := range r.Args {
			n += len(a.Text)
		}
	}
	return n
}

// stand returns the steps that were not taken back by a later one.
func stand(list []Step) (kept []Step) {
	last := uint64(math.MaxUint64)
	for _, s := range slices.Backward(list) {
		if s.Seq > last {
			continue
		}
		if s.Back > 0 {
			last = min(last, s.Back)
		}
		kept = append(kept, s)
	}
	slices.Reverse(kept)
	return kept
}

// passages returns how a step is told.
func (s Step) passages() []engine.Passage { return toldOf(s.Told, s.Reports) }

func toldOf(told []engine.Passage, reports []engine.Message) []engine.Passage {
	if told == nil {
		return engine.Plainly(reports)
	}
	return told
}

// toldByHeading reports whether nobody has done anything in a step, so that what follows
// from it is told without an entry of its own.
func (s Step) toldByHeading() bool { return s.Line == "" && s.Back == 0 && len(s.Reports) > 0 }

// opening returns how many passages come before the first that is a table or begins
// something new.
func opening(list []engine.Passage) int {
	if i := slices.IndexFunc(list, func(p engine.Passage) bool { return p.Block != nil || p.Weight >= engine.Stage }); i >= 0 {
		return i
	}
	return len(list)
}

// Lesson explains what is asked of a reader who is new to the title.
type Lesson struct {
	Ask       engine.Message // what is asked; KEY.tutor says what that is
	Rule      string         // the section of the rules, by its key
	Paragraph int            // with which its excerpt begins
	Known     bool           // an earlier letter has explained it
}

// saidKey is the report of what a player said, in their own words.
const saidKey = "pbem.said"
