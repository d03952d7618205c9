// Package store keeps the log: the records of every game, the letters still
// to be sent, the times at which something is due, and the marks of the mails
// that have been handled.
//
// All that follows from one mail is one Commit: records, game document,
// snapshot, outgoing letters, due times and the dedupe mark become durable
// together or not at all. Two adapters implement Store, bolt (a bbolt file)
// and mem (for tests); package storetest holds the suite both pass.
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

// Errors of Commit. Nothing of the refused Commit has been kept.
var (
	// ErrStale: another commit was made on the game since it was read; load it again.
	ErrStale = errors.New("store: the game has moved on since it was read")
	// ErrSeen: the mail of the commit has been handled before; nothing is left to do.
	ErrSeen = errors.New("store: this mail has been handled before")
	// ErrExists: a commit wants to create a game whose name is taken.
	ErrExists = errors.New("store: a game of this name exists")
	// ErrInvalid: the call contradicts itself, or names something with a name
	// that cannot be kept; a fault of the caller. The text says which.
	ErrInvalid = errors.New("store: not a valid call")
)

// Errors of opening and reading.
var (
	// ErrNoGame: there is no game of that name.
	ErrNoGame = errors.New("store: no such game")
	// ErrLocked: another process has the file open.
	ErrLocked = errors.New("store: the file is in use by another process")
	// ErrClosed: the store has been closed.
	ErrClosed = errors.New("store: closed")
	// ErrReadOnly: the store was opened for reading only.
	ErrReadOnly = errors.New("store: opened for reading only")
)

// ErrNoLetter: the outbox has no letter of that number (any more): it was sent,
// or replaced by a later one of its Group before its first attempt.
var ErrNoLetter = errors.New("store: no such letter in the outbox")

// Corrupt says which record does not fit its hash.
type Corrupt struct {
	Game string // "" when the fault belongs to no game
	Seq  uint64 // the first bad record; 0 when the fault lies outside the records
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

// Chain is the hash of a record with the given payload behind prev.
// The first record of a game stands behind the zero Hash.
func Chain(prev Hash, payload []byte) Hash {
	return Hash(engine.Chain(engine.Hash(prev), payload))
}

// Record is one entry of a game's log. Seq counts from 1 without gaps.
type Record struct {
	Seq     uint64
	Payload []byte
	Hash    Hash
}

// Snapshot is a position as it was after record Seq. It is disposable: without
// it a game is replayed from its first record.
type Snapshot struct {
	Seq  uint64
	Data []byte
}

// Head is what is known of a game without reading its records.
type Head struct {
	Game string
	Rev  uint64 // raised by one by every Commit on the game; 1 after its creation
	Seq  uint64 // number of records
	Last Hash   // hash of the last record
	Doc  []byte // the game document: seats, settings, state; replaced as a whole
}

// Log is one consistent cut of a game.
type Log struct {
	Head
	Snapshot *Snapshot // the newest one with Seq <= the last record; nil if none
	Records  []Record  // those behind the Snapshot, or all (see Load)
}

// LetterState is where an outgoing letter stands.
type LetterState string

const (
	Waiting LetterState = "waiting" // not yet attempted; may be replaced
	Sending LetterState = "sending" // finished bytes stored, an attempt is or was under way
	Failed  LetterState = "failed"  // given up; kept for the organiser
)

// Letter is one outgoing letter, kept by reference until its first attempt:
// what it is to say follows from Game, Seq, Seat, Kind and Data.
type Letter struct {
	ID    uint64 // given by the store, rising
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
	LastCode string    // answer of the server at the last attempt
	Bytes    []byte    // the finished message, from the first attempt on
	Leased   time.Time // held by a sender until then; zero: by nobody
}

// Due is something to be done at a time: a reminder, a deadline.
type Due struct {
	At   time.Time
	Game string
	Kind string // reminder, deadline, unanswered-invitation, ...
	Seat int
	Data []byte
}

// Key names a row of due times: no two rows have the same At, Game, Kind and Seat.
func (d Due) SameKey(o Due) bool {
	return d.At.Equal(o.At) && d.Game == o.Game && d.Kind == o.Kind && d.Seat == o.Seat
}

// Mark says that a mail has been handled. Key is the dedupe key
// (SHA-256 of From and Message-ID, see package pbem), Raw the hash of the whole
// mail, so that another mail with the same key can be told.
type Mark struct {
	Key     string
	Raw     Hash
	Game    string
	Verdict string
	At      time.Time
}

// RawMail is an incoming mail as it came, kept for the organiser.
type RawMail struct {
	Key      string // the dedupe key, or a key of its own kind for quarantined mail
	At       time.Time
	From     string
	Subject  string
	Verdict  string // played, refused, ignored, quarantined: ...
	Game     string
	Bytes    []byte
	Attempts int
}

// Commit is all that follows from one mail, one command of the organiser or
// one due time. It is kept whole or not at all.
type Commit struct {
	Game   string // "" for commits that concern no game
	Expect uint64 // Head.Rev as read; 0 creates the game
	Doc    []byte // nil: unchanged

	Append   [][]byte // payloads of new records
	Snapshot []byte   // position after the last record of Append; nil: none

	Mail *Mark    // nil: no mail led to this
	Raw  *RawMail // nil: nothing kept

	Letters   []Letter // queued; ID, State and times are set by the store (NextTry only if zero)
	DropGroup []string // Waiting letters of these groups are withdrawn first

	DueDone []Due          // rows that have been carried out; ErrStale if one is gone
	DueDrop func(Due) bool // rows of Game for which it says true are deleted
	DuePut  []Due

	Put map[string][]byte // service-wide values; an empty value deletes
}

// Store is the log. Its methods may be called concurrently. When Commit
// returns nil for a commit, that commit is durable.
type Store interface {
	// Commit keeps the given commits, each whole or not at all, and answers with
	// one error (or nil) each. They share one durable write. Two commits of one
	// call must not concern the same game. The second result is set when the
	// write itself failed: then none of them was kept.
	Commit(ctx context.Context, cs ...Commit) ([]error, error)

	// Heads calls f with the head of every game in the order of names.
	Heads(ctx context.Context, f func(Head) error) error
	// Head reads one game's head; ErrNoGame if there is none.
	Head(ctx context.Context, game string) (Head, error)
	// Load reads one consistent cut. Its snapshot is the newest at or before
	// record upTo (0: no limit). With full, all records are read, and the chain
	// is verified from the first; without, those behind the snapshot, to the
	// end of the log (upTo does not cut them). *Corrupt on a bad hash.
	Load(ctx context.Context, game string, upTo uint64, full bool) (Log, error)

	// Records reads records from <= Seq <= to of a game, in order; each is
	// verified against the one before it (Load with full verifies the whole chain).
	Records(ctx context.Context, game string, from, to uint64) ([]Record, error)

	// Seen reads the mark of a mail.
	Seen(ctx context.Context, key string) (Mark, bool, error)
	// Attempt counts an attempt at a mail, durably, before it is parsed, and
	// answers with the number of attempts so far, this one included.
	Attempt(ctx context.Context, key string) (int, error)
	// Mails lists kept incoming mails, newest first, at most n; without Bytes.
	Mails(ctx context.Context, n int) ([]RawMail, error)
	// Mail reads one kept mail with its bytes.
	Mail(ctx context.Context, key string) (RawMail, bool, error)
	// DropMails deletes kept mails older than t (their marks stay).
	DropMails(ctx context.Context, t time.Time) (int, error)

	// Claim takes up to n letters whose NextTry has come and which nobody
	// holds, oldest first, and holds them until now+lease. Of one recipient
	// address and game at most one letter is held at a time.
	Claim(ctx context.Context, now time.Time, lease time.Duration, n int) ([]Letter, error)
	// MarkSending stores the finished bytes of a claimed letter, before DATA, and
	// counts the attempt. A letter that has finished bytes keeps them: other
	// bytes are refused with ErrInvalid. ErrNoLetter: it was replaced, send nothing.
	MarkSending(ctx context.Context, id uint64, finished []byte) error
	// Sent deletes a letter the server has taken and keeps its Message-ID.
	Sent(ctx context.Context, id uint64, messageID, code string, at time.Time) error
	// SentLetter says what the letter with that Message-ID was, without Bytes: an
	// answer may quote it, so that its facts are needed still. Leased is the time
	// it was taken, LastCode the server's answer.
	SentLetter(ctx context.Context, messageID string) (Letter, bool, error)
	// Defer puts a letter back until next; Fail gives it up.
	Defer(ctx context.Context, id uint64, next time.Time, code string) error
	Fail(ctx context.Context, id uint64, code string) error
	// Untry is Defer that takes MarkSending back: the server cannot have got a byte
	// of the letter, so that it is made anew at its next attempt, and is replaced by
	// a later one of its Group, if none was queued meanwhile.
	Untry(ctx context.Context, id uint64, next time.Time, code string) error
	// Retry makes a failed or deferred letter due now. One that was given up goes to
	// the address to, made anew if that is another one.
	Retry(ctx context.Context, id uint64, now time.Time, to string) error
	// Drop deletes a letter that nobody holds; ErrInvalid: it may be on its way.
	Drop(ctx context.Context, id uint64, now time.Time) error
	// Letters lists the outbox in order of ID.
	Letters(ctx context.Context) ([]Letter, error)
	// Outbox counts the letters of the outbox without reading them.
	Outbox(ctx context.Context) (int, error)
	// Oldest is when the first letter that is still to go out was queued; zero: none is.
	Oldest(ctx context.Context) (time.Time, error)
	// Letter reads one.
	Letter(ctx context.Context, id uint64) (Letter, bool, error)

	// DueBefore lists rows with At <= t, earliest first, at most n (0: all). A
	// damaged row is left out; the error is *Corrupt then.
	DueBefore(ctx context.Context, t time.Time, n int) ([]Due, error)
	// DueOf lists the rows of one game, earliest first.
	DueOf(ctx context.Context, game string) ([]Due, error)

	// Get reads a service-wide value; nil if there is none.
	Get(ctx context.Context, key string) ([]byte, error)
	// Values reads all service-wide values whose key begins with prefix.
	Values(ctx context.Context, prefix string) (map[string][]byte, error)

	// Check verifies every chain and whatever the adapter can, and reports each fault.
	Check(ctx context.Context, report func(Corrupt)) error
	// Backup writes a copy of the whole store that Open can read.
	Backup(ctx context.Context, w io.Writer) error
	Close() error
}
