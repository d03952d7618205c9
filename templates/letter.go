package templates

import (
	"time"

	"railpost/engine"
)

// Kind is what a letter is for.
type Kind string

const (
	Invitation Kind = "invitation" // to a seat, before the game: rules, options, project choices; accept or decline
	Start      Kind = "start"      // to every seat when the game begins; holds the turn letter's parts for the seat that is to act
	Handover   Kind = "handover"   // to whoever takes a seat of a game that has begun: what the game is, and the turn letter's parts
	Turn       Kind = "turn"       // to the seat that must act
	Receipt    Kind = "receipt"    // to the sender of a mail that was taken
	Refusal    Kind = "refusal"    // to the sender of a mail that was not: a working copy
	Question   Kind = "question"   // to the sender of a mail that asks what there is: nothing was played
	Preview    Kind = "preview"    // what the lines of a mail would do
	News       Kind = "news"       // to every other seat after a move
	Reminder   Kind = "reminder"   // the full turn letter again, with "waiting since"
	Stale      Kind = "stale"      // the mail answers a question of the past: the present letter enclosed
	Answer     Kind = "answer"     // to help, status, map, log, moves, resend, set ...
	Enclosed   Kind = "enclosed"   // to the address on file: somebody wrote with your token from another address
	Confirm    Kind = "confirm"    // to an address that is to be the reader's: is it?
	End        Kind = "end"        // score table, log, seed
	Notice     Kind = "notice"     // to the organiser
	Late       Kind = "late"       // to the table: the deadline of a seat has passed
	Told       Kind = "told"       // to every seat before the game begins: what the table should know
	Ended      Kind = "closed"     // the game was called off (declined, ended by the organiser)
)

// Letter is all that a letter says. Fields that a kind does not need are zero.
// Everything in it comes from the reader's own view of the position.
type Letter struct {
	Kind    Kind
	Lang    string         // "en"
	Zone    *time.Location // the reader's
	Now     time.Time      // when the letter is written
	Site    string         // the service's name
	Contact string         // the organiser's address

	Game    string   // tag, as in [winter]
	Title   string   // the title's name, as "russian"
	Players []string // names by seat
	Seat    engine.Seat
	Name    string // the reader's name

	Status engine.Message // where the game stands
	Step   uint64         // number of the last step
	Hash   string         // its hash, short

	Ask     []engine.Message // what is asked of the reader
	Until   time.Time        // by when; zero: no limit
	Since   time.Time        // reminder: since when the table waits
	Waiting []Waiting        // whom the game waits for

	Halt     Halt
	Happened []Step // since the reader's last move, oldest first
	Before   Left   // what of it is left out for the letter's size
	Own      []engine.Block
	Choices  []Choice
	More     []More   // what the list leaves out
	Usual    []Choice // the usual turn: lines that are sent together; without numbers
	Table    []engine.Block
	Board    []engine.Block

	LessShown bool // news: what has not changed since the reader's last letter is left out

	Lines    []Line           // receipt, refusal, preview: the lines of the mail
	Talk     []string         // lines not read as orders and not passed on
	Again    []string         // refusal: the mail ready to send again
	Ordered  bool             // Again has its lines in another order, in which they are legal
	Told     []engine.Message // further facts: settings changed, why refused, what an organiser should do
	Enclosed *Letter          // stale: the present letter; receipt: the sender is to act again, so his turn letter is part of it
	Undo     bool             // receipt: the move can be taken back freely now
	Aside    bool             // receipt: only standing answers were given, which undo leaves alone
	Versed   bool             // the reader has played before: how to answer is said in short

	Kept []string // lines that stand for numbers in an answer to this letter, though they are not listed

	Blocks []engine.Block // answers to commands
	Help   []engine.Usage

	Invite  *Invite
	Scores  []Score
	Log     []Step
	LogFile *LogFile // the log is too long for the letter
	Draws   *Draws   // invitation, start, end: what lets everybody check the draws
}

// Halt says that the game takes no orders, so that nobody is asked for any.
type Halt struct {
	Is    string    `json:"is"`             // Paused, CalledOff; "" when the game goes on
	Since time.Time `json:"since,omitzero"` // Paused only
}

// What a Halt is: ends of message keys.
const (
	Paused    = "paused"
	CalledOff = "called-off"
)

// Waiting is a seat the game waits for.
type Waiting struct {
	Seat  engine.Seat
	Until time.Time
}

// Step is one record as its reader may know it.
type Step struct {
	Seq     uint64 // its number for all readers; 0: it has none, since its reader alone may know of it
	At      time.Time
	Seat    engine.Seat // engine.Nobody: the referee or the organiser
	Line    string
	Public  bool   // all of it may be read by everybody, as on a locked screen
	Back    uint64 // an undo: the record that is the last again
	Reports []engine.Message
}

// Choice is a legal line with its number in this letter.
type Choice struct {
	N      int
	Line   string
	Remark []engine.Message
	Under  engine.Message // heading it stands under; empty: none
}

// More says what a list of choices leaves out: the lines that begin with Prefix.
type More struct {
	Prefix string // "" for all
	Count  int
	Least  bool // Count is what was found before the search ended
	Firsts bool // Count is how many orders begin with Prefix beside those listed
	Open   bool // Prefix is an order with a range: each of its values may stand there
	Part   bool // no list shows all orders that begin with Prefix
}

// Line is what became of one line of a mail.
type Line struct {
	N       int    // its number in the mail, from 1
	Text    string // as given
	Line    string // canonical, when accepted
	Reports []engine.Message
	Refusal *engine.Refusal
	Unread  bool
	Said    string         // Line as it is listed, where the log has it otherwise: "run best"
	Guess   string         // the line it was taken for while the rest was checked
	Same    bool           // Guess is the line itself in the right spelling
	LeftOut bool           // the rest was checked as if it did not stand there
	Asked   *Asked         // it asks what there is, and is refused for that only
	Near    []Choice       // those of Refusal.Near that are legal, with what they would do
	Unsure  bool           // refused behind such a line, or a guessed one, which may be why
	Dropped engine.Message // why it was left out although nothing is wrong with it
	Stands  bool           // it has been played
	Stopped bool           // preview: ends here, something hidden would be shown
	Mended  bool           // in Again it stands in the right spelling
	Moved   bool           // in Again it stands at a place where it is legal
	Gone    bool           // it does not stand in Again
}

// Asked lists the legal lines with which an order could go on that asks for them.
type Asked struct {
	Choices []Choice // numbered on from those of the lines before
	More    []More
	Why     *engine.Refusal // where there is none: why its Line is forbidden, for one
}

// numbered are the choices that a letter is answered to with a number, in their order.
func (l *Letter) numbered() []Choice {
	var out []Choice
	add := func(list []Choice) {
		for _, c := range list {
			if c.N > 0 {
				out = append(out, c)
			}
		}
	}
	for _, line := range l.Lines {
		if line.Asked != nil {
			add(line.Asked.Choices)
		}
	}
	add(l.Choices)
	return out
}

// Numbered are the lines of a letter that stand for numbers: [1] is the first. A
// letter has them in itself or in the one it encloses; one about a number that was not
// clear keeps those of the letter before.
func (l *Letter) Numbered() []string {
	var out []string
	for _, from := range []*Letter{l, l.Enclosed} {
		if from == nil {
			continue
		}
		for _, c := range from.numbered() {
			out = append(out, c.Line)
		}
	}
	if out == nil {
		return l.Kept
	}
	return out
}

// Invite is the content of an invitation.
type Invite struct {
	Options  []Setting        // options of the title as agreed
	Rules    []engine.Message // rules of the table: time, reminders, take-back
	Declared []engine.Declared
	Accepted []bool // by seat
}

// Setting is an option with its value.
type Setting struct {
	Key, Value string
	Gloss      string
	Rule       string
}

// Score is one line of the final table.
type Score struct {
	Seat   engine.Seat
	Points int
	Rank   int
	Parts  []engine.Arg
}

// Rendered is a finished letter without its headers.
type Rendered struct {
	Subject string
	Text    string // LF line ends, at most 76 columns
	HTML    string // "": too large
	Log     string // a log that is too long for the letter, as text; "": none
}
