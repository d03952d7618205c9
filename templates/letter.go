package templates

import (
	"math"
	"slices"
	"time"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/board"
)

// Course is a figure of the seats, as their points, after each round.
type Course struct {
	Kind engine.ChartKind
	Head engine.Message // zero: the points
	Of   []Standing
}

// Standing is the seats' figures at the end of a round.
type Standing struct {
	After  engine.Message // the status before the end of the round
	Points []int          // by seat
}

// Draws is the data for checking the draws of a game. Numbers are hexadecimal.
type Draws struct {
	Commitment string  // SHA-256 of the seed's bytes; of the service's, if Mixed
	Mixed      bool    // players add to the seed
	Added      []Added // contributions of players, in seat order
	Service    string  // the service's bytes; "" until the end
	Seed       string  // "" until the end
}

// Added is a player's contribution to the seed.
type Added struct {
	Seat engine.Seat
	Hash string // its SHA-256
}

// Letter is everything a letter says. Fields that a kind does not need are zero. Everything
// in it comes from the reader's own view of the position.
type Letter struct {
	Kind    Kind
	Lang    string         // "en"
	Shown   bool           // on a screen, where nobody can answer: omit how
	Foreign bool           // the reader has chosen no language: explain how in all of them
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

	Status engine.Message // the state of the game
	Step   uint64         // number of the last step
	Code   string         // what the answer must bring back in its text; "" if its address does
	Tap    string         // where its answers go, for links that open them; "": it has none
	Hash   string         // its hash, short
	Link   string         // the secret link of the reader's page, if they have asked for it

	Ask     []engine.Message // the question to the reader
	Until   time.Time        // deadline; zero: no limit
	Bank    time.Time        // when the answer begins to use up the reader's time bank; zero: never
	Since   time.Time        // reminder: since when the table waits
	Watches bool             // the reader watches the game, and cannot play
	Waiting []Waiting        // the seats the game waits for

	Standings []engine.Standing // the players, as the header of HTML shows them

	Said

	Happened []Step          // since the reader's last move, oldest first
	Before   Left            // steps omitted to limit the letter's size
	Usual    []advise.Choice // the usual turn: lines sent together, without numbers
	Aim      engine.Message  // of the usual turn
	Table    []engine.Block
	Board    []engine.Block
	Pictures []Picture
	Tiles    map[*board.Tile]Picture // pictures of the tiles of choices
	Same     Sheets                  // sheets omitted because the reader's last letter had them

	Enclosed *Letter   // stale: the current letter; receipt: the sender's own turn letter if they must act again
	Parts    []*Letter // digest, answers: the part of each game
	Versed   bool      // the reader has played before: the instructions are brief
	Taught   bool      // and has had them often enough: there are none

	Lessons    []Lesson // explain Ask to a newcomer to the title
	TutorOffer bool     // mention that there are lessons

	Invite  *Invite
	Also    *Invite // guest: requested rules, options and readings
	Scores  []Score
	Courses []Course       // the points after each round, or other figures
	Numbers engine.Message // end: when it began, how long it took
	Rematch bool           // "rematch" in an answer opens a table

	Decisive *Feat // end: the winner's order that gained most on the closest rival, or the contrary
	Biggest  *Feat // end: the order that gained its player most
	Log      []Step
	LogFile  *LogFile // the log is too long for the letter
	Draws    *Draws   // invitation, start, end: for checking the draws
}

// Said is the part of a letter that does not follow from the log of its game: it is stored with the letter.
type Said struct {
	Lines   []Line           `json:"lines,omitempty"`    // receipt, refusal, preview: the lines of the mail
	Talk    []string         `json:"talk,omitempty"`     // lines not read as orders and not passed on
	Again   []string         `json:"again,omitempty"`    // refusal: the mail ready to send again
	Ordered bool             `json:"ordered,omitempty"`  // Again has its lines in another, legal order
	Play    bool             `json:"play,omitempty"`     // "play" sends Again
	Read    []engine.Message `json:"read,omitempty"`     // receipt: lines that were read as orders by their words
	Confirm string           `json:"confirm,omitempty"`  // preview: the code that plays it
	Counts  time.Time        `json:"counts,omitzero"`    // receipt: when the orders of the mail will count
	WhatIf  bool             `json:"what_if,omitempty"`  // preview: any player's order
	Told    []engine.Message `json:"told,omitempty"`     // further facts: settings changed, why refused, what an organiser should do
	Undo    bool             `json:"undo,omitempty"`     // the move can be taken back freely now
	AskUndo bool             `json:"ask_undo,omitempty"` // receipt: the others can agree to take the move back
	Aside   bool             `json:"aside,omitempty"`    // receipt: only standing answers were given, which undo leaves alone
	Blocks  []engine.Block   `json:"blocks,omitempty"`   // answers to commands
	Own     []engine.Block   `json:"own,omitempty"`      // the reader's position; preview: after the lines of the mail
	Choices []advise.Choice  `json:"choices,omitempty"`
	More    []advise.More    `json:"more,omitempty"` // lines omitted from Choices
	Kept    []string         `json:"kept,omitempty"` // lines that have numbers in an answer to this letter, though they are not listed

	KeptMarks bool             `json:"kept_marks,omitempty"` // Kept has letters in place of numbers
	Help      []engine.Usage   `json:"help,omitempty"`
	HelpIn    string           `json:"help_in,omitempty"` // the language of Help and Meaning; "": the reader's
	Meaning   []engine.Block   `json:"meaning,omitempty"` // meanings of words of the game; also help
	Halt      Halt             `json:"halt,omitzero"`
	Planned   []engine.Message `json:"planned,omitempty"` // news of the reader's plans
	Plans     []engine.Message `json:"plans,omitempty"`   // the plans still waiting
	Votes     []engine.Message `json:"votes,omitempty"`   // votes on which the reader has not decided
	Quiet     time.Time        `json:"quiet,omitzero"`    // when a plan answers for the reader; zero: never
}

// Halt is set if the game accepts no orders, so that nobody is asked for any.
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
	Seq     uint64 // the same number for all readers; 0: none, since only its reader may know of it
	At      time.Time
	Seat    engine.Seat // engine.Nobody: the referee or the organiser
	Line    string
	Public  bool   // all of it is public, even on a lock screen
	Back    uint64 // an undo: the record that is the last again
	Auto    bool   // played by the service: the seat had no other legal order
	By      string // who ordered in place of the seat's player, as engine.Record.By
	Reports []engine.Message
	Told    []engine.Passage // the title's account of Reports
	Players []string         // players at that time, by seat; nil: the current ones
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
	Told    []engine.Passage `json:"-"` // the title's account of Reports
	State   engine.LineState
	Dropped engine.Message // why it was ignored although it is not wrong
	Refusal *engine.Refusal
	advise.Hint
	Mend Mend
}

// TakeBack marks a line that was played and is taken back.
func (l *Line) TakeBack() {
	if l.State == engine.Played {
		l.State = engine.Legal
	}
}

// Mend is the change to a line in Letter.Again; "" if it is unchanged.
type Mend string

const (
	Respelt Mend = "respelt" // corrected spelling
	Moved   Mend = "moved"   // moved to a place where it is legal
	Gone    Mend = "gone"    // removed
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

// lettered reports whether the choices of a letter have letters: those of an answer, since a number always
// means a choice of the turn letter, and those with numbers of their own.
func (l *Letter) lettered() bool {
	return slices.ContainsFunc(l.Lines, func(line Line) bool { return line.Asked != nil || advise.Numbered(line.Near) != nil }) || OwnNumbers(l.numbered())
}

// Lettered reports whether the lines of Numbered have letters.
func (l *Letter) Lettered() bool {
	if l.numbered() == nil && (l.Enclosed == nil || l.Enclosed.numbered() == nil) {
		return l.KeptMarks
	}
	return l.lettered() || l.Enclosed != nil && l.Enclosed.lettered()
}

// Numbered returns the lines of a letter that have numbers: [1] is the first. They are in the letter itself or
// in the one it encloses; a letter about an unclear number keeps those of the letter before.
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

// Invite is the agreement that players accept; an invitation has little of it.
type Invite struct {
	Options  []Setting         // options of the title; invitation: only changed ones
	Rules    []engine.Message  // rules of the table; invitation: the pace
	Declared []engine.Declared // readings of the printed rules; invitation: none
	Readings int               // invitation: their number
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
	Why    engine.Message // the tie-break
}

// Rendered is a finished letter without its headers.
type Rendered struct {
	Subject string
	Text    string   // LF line ends, at most 76 columns
	HTML    string   // "": too large
	Page    []string // lines of HTML as a reader sees them
	Offered []string // lines that can be sent back unchanged
	Remarks []string // lines below choices, if these are not comments
	Log     string   // a log that is too long for the letter, as text; "": none
	Files   []File   // attached as they are

	Pictures []Picture // shown in the HTML part
}

// File is for a player to keep.
type File struct {
	Name  string
	Type  string // media type
	About string // its content, if it is a picture
	Text  string
	Pack  bool // compress it even if it is short

	Method string // of a calendar (RFC 6047, 2.4); "" for other files
}

// Picture is a drawing of the board for the HTML part. The text part tells the same in words.
type Picture struct {
	ID     string // its Content-ID, without angle brackets (RFC 2392)
	Name   string // of the file
	PNG    []byte // nil: only its description counts
	Width  int    // in pixels
	Shows  Shown
	Around []string // hexes of a part of a map
	Graph  *board.Graph
}

// Shown is the content of a picture.
type Shown string

// The values of Shown.
const (
	WholeBoard Shown = "whole"
	PartOfMap  Shown = "part"
	Suggestion Shown = "after" // a part of the map with the suggested turn
	OwnMat     Shown = "mat"
	Boxes      Shown = "boxes"
	Charted    Shown = "chart" // Graph
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
	Start      Kind = "start"      // to every seat when the game begins; includes a turn letter for the seat that must act
	Handover   Kind = "handover"   // to a player who takes over a seat of a running game: the game and a turn letter
	Turn       Kind = "turn"       // to the seat that must act
	Receipt    Kind = "receipt"    // to the sender of a mail that was accepted
	Refusal    Kind = "refusal"    // to the sender of a mail that was refused: a copy to correct
	Question   Kind = "question"   // to the sender of a mail that asks for possible orders: nothing was played
	Preview    Kind = "preview"    // the effect that the lines of a mail would have
	News       Kind = "news"       // to every other seat after a move
	Reminder   Kind = "reminder"   // the full turn letter again, with "waiting since"
	Stale      Kind = "stale"      // the mail answers an old question: encloses the current letter
	Answer     Kind = "answer"     // to help, status, map, log, moves, resend, set ...
	Enclosed   Kind = "enclosed"   // to the address on file: a mail with your token came from another address
	Unproven   Kind = "unproven"   // to the address on file: orders came from it without a token
	Confirm    Kind = "confirm"    // to a new address of the reader, to confirm it
	End        Kind = "end"        // score table, log, seed
	Notice     Kind = "notice"     // to the organiser
	Late       Kind = "late"       // to the table: the deadline of a seat has passed
	Told       Kind = "told"       // to every seat before the game begins: news of the table
	Guest      Kind = "guest"      // to somebody outside the table: offers a seat, or reports on the offer
	Lobby      Kind = "lobby"      // to somebody about tables in formation and their own profile
	Digest     Kind = "digest"     // the daily letter about all games that wait for the reader
	Answers    Kind = "answers"    // to the sender of a mail about several games
	Ended      Kind = "closed"     // the game was called off (declined, ended by the organiser)
)

// Left is the number of steps omitted from a list, oldest first.
type Left struct{ Said, Steps int }

// LogFile is set if the log is not in the letter but in an attached file.
type LogFile struct {
	Steps int
	Left  int // number omitted: talk first, then the oldest steps
}

// isTalk reports whether the step is a player's words to the others.
func (s Step) isTalk() bool {
	return s.Line == "" && len(s.Reports) == 1 && s.Reports[0].Key == saidKey
}

// size returns the approximate size of a step in a letter, in bytes.
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

// passages returns the story of a step.
func (s Step) passages() []engine.Passage { return toldOf(s.Told, s.Reports) }

func toldOf(told []engine.Passage, reports []engine.Message) []engine.Passage {
	if told == nil {
		return engine.OnePassageEach(reports)
	}
	return told
}

// toldByHeading reports whether a step is nobody's action, so that its consequences need no entry of their own.
func (s Step) toldByHeading() bool { return s.Line == "" && s.Back == 0 && len(s.Reports) > 0 }

// opening returns the number of passages before the first that is a table or begins something new.
func opening(list []engine.Passage) int {
	if i := slices.IndexFunc(list, func(p engine.Passage) bool { return p.Block != nil || p.Weight >= engine.Stage }); i >= 0 {
		return i
	}
	return len(list)
}

// Lesson explains a question to a reader who is new to the title.
type Lesson struct {
	Ask       engine.Message // the question; KEY.tutor explains it
	Rule      string         // the section of the rules, by its key
	Paragraph int            // first paragraph of its excerpt
	Known     bool           // an earlier letter has explained it
}

// saidKey is the report of a player's words.
const saidKey = "pbem.said"
