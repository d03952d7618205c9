// Package store keeps the log: the records of every game, the letters still to be sent, the
// times at which something is due, and the marks of the mails that have been handled.
//
// Everything that follows from one mail is one Commit: records, game document, snapshot,
// outgoing letters, due times and the dedupe mark become durable together or not at all.
// Three adapters implement Store, bolt (a bbolt file), postgres and mem (for tests); package
// storetest holds the suite that all pass.
//
// Payloads are opaque bytes here. What the store does know is their order and
// their chain: record n of a game is kept with
// SHA-256(hash of record n-1 || payload), so that a flipped byte is found when
// the game is first loaded and by Check (bbolt keeps no checksums of its own).
package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"strconv"
	"time"

	"railpost/engine"
)

// Errors of Commit. Nothing of the refused Commit is kept.
var (
	// ErrStale: another commit was made on the game since it was read; load it again.
	ErrStale = errors.New("store: the game has moved on since it was read")
	// ErrSeen: the mail of the commit has been handled before; nothing remains to be done.
	ErrSeen = errors.New("store: this message has been handled before")
	// ErrExists: a commit would give a game a name that is taken.
	ErrExists = errors.New("store: a game with this name already exists")
	// ErrInvalid: the call contradicts itself, or contains a name that cannot be kept; a
	// bug in the caller. The text says which.
	ErrInvalid = errors.New("store: not a valid call")
)

// Errors of opening and reading.
var (
	// ErrNoGame: there is no game of that name.
	ErrNoGame = errors.New("store: no such game")
	// ErrLocked: another process has the file open.
	ErrLocked = errors.New("store: in use by another process")
	// ErrClosed: the store has been closed.
	ErrClosed = errors.New("store: closed")
	// ErrLayout: written by another version of Railpost, with another layout.
	ErrLayout = errors.New("store: written by another version of railpost; use that version, or restore a backup that this one made")

	// ErrNone: there is no store where one was expected.
	ErrNone = errors.New("there is no store")
	// ErrUnsure: a write was not confirmed, so it is not known whether it was kept. Read the state before continuing.
	ErrUnsure = errors.New("store: a write was not confirmed, so it is not known whether it was kept")
	// ErrReadOnly: the store was opened for reading only.
	ErrReadOnly = errors.New("store: opened for reading only")
)

// ErrNoLetter: the outbox has no letter with that number, or no longer: it was sent, or
// replaced by a later one of its Group before its first attempt.
var ErrNoLetter = errors.New("store: no such letter in the outbox")

// Corrupt says which record does not match its hash.
type Corrupt struct {
	Game string // "" if the fault belongs to no game
	Seq  uint64 // the first bad record; 0 if the fault is outside the records
	What string
}

func (c *Corrupt) Error() string {
	where := ""
	if c.Game != "" {
		where = "game " + c.Game + ": "
	}
	if c.Seq != 0 {
		where += "record " + strconv.FormatUint(c.Seq, 10) + ": "
	}
	return "store: damaged: " + where + c.What
}

// Hash is a link of a game's chain.
type Hash [sha256.Size]byte

// Chain returns the hash of a record with this payload that follows the one with hash prev.
// For the first record of a game prev is the zero Hash.
func Chain(prev Hash, payload []byte) Hash { return Hash(engine.Chain(engine.Hash(prev), payload)) }

// Record is one entry of a game's log. Seq counts from 1 without gaps.
type Record struct {
	Seq     uint64
	Payload []byte
	Hash    Hash
	Texts   []byte // texts of the record that can be replaced, since its Hash does not cover them; nil if there are none
}

// Snapshot is the position after record Seq. It is disposable: without it a game is
// replayed from its first record.
type Snapshot struct {
	Seq  uint64
	Data []byte
}

// Head is the data of a game apart from its records.
type Head struct {
	Game string
	Rev  uint64 // incremented by every Commit on the game; 1 after its creation
	Seq  uint64 // number of records
	Last Hash   // hash of the last record
	Doc  []byte // the game document: seats, settings, state; replaced as a whole
}

// Log is a consistent read of a game.
type Log struct {
	Head
	Snapshot *Snapshot // the newest one with Seq <= the last record; nil if none
	Records  []Record  // those after the Snapshot, or all (see Load)
}

// LetterState is the state of an outgoing letter.
type LetterState string

const (
	Waiting LetterState = "waiting" // not yet attempted; may be replaced
	Sending LetterState = "sending" // finished bytes stored, an attempt is or was in progress
	Failed  LetterState = "failed"  // given up; kept for the organiser
)

// Letter is one outgoing letter, stored by reference until its first attempt: its content
// follows from Game, Seq, Seat, Kind and Data.
type Letter struct {
	ID    uint64 // assigned by the store, increasing
	Game  string // "" for letters of the service itself
	Seq   uint64 // the record after which the letter was written
	Seat  int    // -1 for the organiser or an outsider
	Kind  string // invitation, start, turn, receipt, ...
	To    string // the address the letter goes to, fixed when it is queued
	Data  []byte // facts that do not follow from the game's log
	Group string // letters of one Group replace each other while Waiting; "" never

	Queued   time.Time
	NextTry  time.Time
	State    LetterState
	Attempts int
	LastCode string    // the server's answer to the last attempt
	Bytes    []byte    // the finished message, from the first attempt on; while Waiting only if it was queued with it
	Said     []byte    // stored with Bytes and kept after sending: data that an answer may refer to
	Leased   time.Time // held by a sender until then; zero: not held (see Store.Claim)
}

// LongestPause is the longest time from one attempt at a letter to the next.
const LongestPause = 144 * time.Minute

// Due reports whether the next attempt at a letter has come. One that is further ahead than any pause was set by
// a clock that was wrong.
func (l *Letter) Due(now time.Time) bool {
	ahead := l.NextTry.Sub(now)
	return ahead <= 0 || ahead > LongestPause
}

// Rank is a letter's priority in the queue, before its number: 1 if it only tells news, 0 if a game or a person
// waits for it.
func (l *Letter) Rank() int {
	switch l.Kind {
	case "news", "told", "end", "closed":
		return 1
	}
	return 0
}

// Finished is a letter as it will be sent.
type Finished struct {
	ID    uint64
	Bytes []byte
	Said  []byte
}

// Accepted is the server's answer to a letter that it accepted.
type Accepted struct {
	ID        uint64
	MessageID string
	Code      string
	At        time.Time
}

// SentKept is the number of letters to a seat that are remembered after sending. An answer to an older one is
// told so, and gets the current one.
const SentKept = 20

// Due is something to do at a time: a reminder, a deadline.
type Due struct {
	At   time.Time
	Game string
	Kind string // reminder, deadline, unanswered-invitation, ...
	Seat int
	Data []byte
}

// Mark records that a mail has been handled. Key is the dedupe key (SHA-256 of From and
// Message-ID, see package pbem), Raw the hash of the whole mail, to detect another mail
// with the same key.
type Mark struct {
	Key     string
	Raw     Hash
	Game    string
	Verdict string
	At      time.Time
}

// RawMail is an incoming mail as received, kept for the organiser.
type RawMail struct {
	Key     string // the dedupe key, or a special key for quarantined mail
	At      time.Time
	From    string
	Subject string
	Verdict string // played, refused, ignored, quarantined: ...
	Game    string
	Bytes   []byte
}

// Commit is everything that follows from one mail, one command of the organiser or one due
// time. It is kept whole or not at all.
type Commit struct {
	Game   string // "" for commits that concern no game
	Expect uint64 // Head.Rev as read; 0 creates the game
	Doc    []byte // nil: unchanged

	// Rename gives the game another name, under which its letters, those sent as well, and
	// its due rows are found from then on; ErrExists if that is taken. Delete removes it with
	// its records, letters and due rows. Letters and DuePut bear the new name already.
	Rename string // "": unchanged
	Delete bool

	Append   [][]byte          // payloads of new records
	Texts    map[uint64][]byte // by Seq: new separate texts of records, earlier ones or those of Append
	Snapshot []byte            // position after the last record of Append; nil: none

	Mail *Mark    // nil: no mail caused this
	Raw  *RawMail // nil: nothing kept

	Letters   []Letter // queued; ID, State and times are set by the store (NextTry only if zero, Queued not with Bytes)
	DropGroup []string // Waiting letters of these groups are withdrawn first

	DueDone []Due          // rows that have been carried out; ErrStale if one is gone
	DueDrop func(Due) bool // rows of Game for which it returns true are deleted
	DuePut  []Due

	Put   map[string][]byte // service-wide values; an empty value deletes
	Basis *Basis            // what Put rests on: ErrStale if it has changed. nil: on nothing. Only a Shared store looks

	Forget *Forget // nil: nothing
}

// Forget selects the data about a person that a Commit deletes.
type Forget struct {
	Now  time.Time
	Mail func(RawMail) bool // kept mails; their marks stay
	Sent func(Letter) bool  // facts of sent letters
	Said func(Letter) bool  // of those that remain, the data that answers may refer to
	Left func(Letter) bool  // letters that wait or were given up; if one may be in flight the commit fails: ErrInvalid
}

// CompactKey is the key of a service-wide value: compact the file at the next chance, whatever its size,
// because its free pages still contain erased data.
const CompactKey = "compact"

// BackupKey is the key of a service-wide value: the time of the last copy of the store, in RFC 3339.
const BackupKey = "backup"

// Store is the log. Its methods are safe for concurrent use. Once Commit returns nil for a
// commit, that commit is durable.
type Store interface {
	// Commit keeps the given commits, each whole or not at all, and returns one error (or
	// nil) for each. They share one durable write. Two commits of one call must not concern
	// the same game. The second result is set if the write itself failed: then none of them
	// was kept.
	Commit(ctx context.Context, cs ...Commit) ([]error, error)

	// Heads calls f with the head of every game in the order of names, outside any
	// transaction. It returns f's error.
	Heads(ctx context.Context, f func(Head) error) error
	// Head returns one game's head; ErrNoGame if there is none.
	Head(ctx context.Context, game string) (Head, error)
	// Load returns a consistent read of a game. Its snapshot is the newest at or before
	// record upTo (0: no limit). With full, all records are read, and the chain is verified
	// from the first; otherwise those after the snapshot, to the end of the log (upTo does
	// not limit them). Errors: ErrNoGame, *Corrupt on a bad hash.
	Load(ctx context.Context, game string, upTo uint64, full bool) (Log, error)

	// Records returns records from <= Seq <= to of a game, in order; each is verified
	// against the one before it (Load with full verifies the whole chain).
	Records(ctx context.Context, game string, from, to uint64) ([]Record, error)

	// Seen returns the mark of a mail, if it has one.
	Seen(ctx context.Context, key string) (Mark, bool, error)
	// Attempt durably counts an attempt at a mail, before it is parsed, and returns the
	// number of attempts so far, this one included.
	Attempt(ctx context.Context, key string) (int, error)
	// Mails lists kept incoming mails, newest first, at most n (n <= 0: all); without
	// Bytes.
	Mails(ctx context.Context, n int) ([]RawMail, error)
	// Mail returns one kept mail with its bytes.
	Mail(ctx context.Context, key string) (RawMail, bool, error)
	// DropMails deletes kept mails older than t (their marks stay) and returns how many.
	DropMails(ctx context.Context, t time.Time) (int, error)

	// Claim leases up to n letters, by Rank and then oldest first, which are due (Letter.Due) and which nobody
	// holds, until now+lease. At most one letter for the same recipient address and game is
	// held at a time. A store that one process owns need not write that down: what a process
	// held is free when the next one opens the store. Where several processes send, a lease
	// outlives its process.
	Claim(ctx context.Context, now time.Time, lease time.Duration, n int) ([]Letter, error)
	// MarkSending stores the finished bytes of claimed letters, before DATA, and counts
	// the attempt, with one durable write and one error (or nil) for each. A letter that was
	// attempted keeps its bytes: others are refused with ErrInvalid. ErrNoLetter: it was
	// replaced, send nothing. A store that one process owns need not write down that letters
	// were attempted which were queued with these bytes: for the next process that opens it,
	// every letter with bytes may have been. Where several processes send, it must, and refuses
	// with ErrNoLetter a letter that another holds since its lease ran out; Defer, Fail and Untry
	// then do nothing.
	MarkSending(ctx context.Context, letters ...Finished) []error
	// Unfinish takes their bytes from letters that were queued with them up to t and that
	// nobody has attempted: they are written at their first attempt, and every later process
	// knows that there was none. It writes only if there are any.
	Unfinish(ctx context.Context, t time.Time) error
	// Sent deletes letters that the server has accepted and keeps their Message-IDs, with one
	// durable write and one error (or nil) for each.
	Sent(ctx context.Context, letters ...Accepted) []error
	// SentLetter returns the letter with that Message-ID, without Bytes: an answer may quote it, so its facts
	// are still needed. Leased is the time it was accepted, LastCode the server's answer. The newest SentKept
	// letters to a seat of a game are known, and all others that DropSent has left.
	SentLetter(ctx context.Context, messageID string) (Letter, bool, error)
	// DropSent forgets letters accepted before t, and returns their number.
	DropSent(ctx context.Context, t time.Time) (int, error)
	// DropSentOf forgets the letters to the seats of a game, and returns their number.
	DropSentOf(ctx context.Context, game string) (int, error)
	// Defer puts a letter back until next; Fail gives it up.
	Defer(ctx context.Context, id uint64, next time.Time, code string) error
	Fail(ctx context.Context, id uint64, code string) error
	// Untry is Defer that undoes MarkSending: the server cannot have received a byte of the letter, so it is
	// rendered again at its next attempt, and a later one of its Group replaces it, unless one was queued
	// meanwhile.
	Untry(ctx context.Context, id uint64, next time.Time, code string) error
	// Retry makes a failed or deferred letter due now. One that was given up goes to
	// address to, rendered again if that is a different one.
	Retry(ctx context.Context, id uint64, now time.Time, to string) error
	// Drop deletes a letter that nobody holds; ErrInvalid: it may be in flight.
	Drop(ctx context.Context, id uint64, now time.Time) error
	// Letters lists the outbox in order of ID.
	Letters(ctx context.Context) ([]Letter, error)
	// Outbox returns the number of letters in the outbox without reading them.
	Outbox(ctx context.Context) (int, error)
	// Oldest returns when the first letter that must still be sent was queued; zero if
	// there is none.
	Oldest(ctx context.Context) (time.Time, error)
	// Letter returns one letter, if it is in the outbox.
	Letter(ctx context.Context, id uint64) (Letter, bool, error)

	// DueBefore lists rows with At <= t, earliest first, at most n (0: all). It skips
	// damaged rows and then returns *Corrupt beside the others.
	DueBefore(ctx context.Context, t time.Time, n int) ([]Due, error)
	// DueOf lists the rows of one game, earliest first.
	DueOf(ctx context.Context, game string) ([]Due, error)

	// Get returns a service-wide value; nil if there is none.
	Get(ctx context.Context, key string) ([]byte, error)
	// Values returns all service-wide values whose key begins with prefix.
	Values(ctx context.Context, prefix string) (map[string][]byte, error)

	// Check verifies every chain and everything else that the adapter can verify, and reports each fault.
	Check(ctx context.Context, report func(Corrupt)) error
	// Backup writes a copy of the whole store that Open can read.
	Backup(ctx context.Context, w io.Writer) error
	Close() error
}
