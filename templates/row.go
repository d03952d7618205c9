package templates

import "fmt"

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

// Row says what letters of a kind are like. The table of all kinds is in kinds.go.
type Row struct {
	Replaceable bool // only the latest of such letters matters
	Tells       bool // it tells its reader what has happened: their next news begins after it
	Carries     bool // it has what was kept for its reader alone: news of plans, and what others told them
	Shared      bool // it goes to a seat's player and its substitute, whoever wrote; others answer one of them
	Asks        bool // it wants orders
	Begins      bool // it is the first that its reader gets of a running game
	Closes      bool // no letter of the game follows

	Agrees   bool // it says what players agree to
	Draws    bool // it has the commitment to the draws
	Shows    bool // it shows the position
	Whole    bool // its picture is the whole board
	Same     bool // it leaves out what the reader's last letter showed
	Ahead    bool // it says what plans wait for
	Scores   bool // it has the final table, the log and the seed
	Deadline bool // it always brings the deadline for the reader's calendar

	Encloses bool // it encloses orders that "play" sends
	Offers   bool // it may have lines that "play" sends
	AsksBack bool // it may list what a line could become

	lay     func(w *letter)
	subject func(w *letter) (what []string, until string) // nil: its name alone
	howTo   func(w *letter)                               // says how it is answered; nil: with orders
	mute    func(w *letter) bool                          // it does not say how; nil: it does
	inFull  bool                                          // it says how in full, even to a reader who knows
	part    string                                        // what the subject of a letter about several games says of it
	present bool                                          // the letter that it encloses has a heading
	several bool                                          // it is about several games
	planned bool                                          // it says that a plan answers what is asked
	undo    bool                                          // it says whether the move can be taken back
	votes   bool                                          // it says what the reader is asked to agree to
	plans   bool                                          // it lists the reader's plans
	over    bool                                          // its subject does not say that the game accepts no orders
}

// kinds is filled in kinds.go, since what lays out a letter about several games needs it.
var kinds map[Kind]Row

// Row returns what letters of a kind are like; the zero Row for an unknown kind.
func (k Kind) Row() Row { return kinds[k] }

// valid returns an error if the kind of a letter, or of one within it, is unknown.
func (l *Letter) valid() error {
	if l.Kind.Row().lay == nil {
		return fmt.Errorf("templates: a letter of kind %q is unknown", l.Kind)
	}
	if l.Enclosed != nil {
		if err := l.Enclosed.valid(); err != nil {
			return err
		}
	}
	for _, part := range l.Parts {
		if err := part.valid(); err != nil {
			return err
		}
	}
	return nil
}
