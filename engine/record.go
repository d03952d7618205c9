package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
)

// Hash is a link of the hash chain over a game's records.
type Hash [sha256.Size]byte

func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Short returns what letters show of a hash: enough to compare by eye.
func (h Hash) Short() string { s := h.String(); return s[:4] + "-" + s[4:8] }

// Chain returns the hash of a record that follows the one with hash prev.
func Chain(prev Hash, record []byte) Hash {
	h := sha256.New()
	h.Write(prev[:])
	h.Write(record)
	var out Hash
	h.Sum(out[:0])
	return out
}

// RecordKind is the kind of a record.
type RecordKind string

const (
	Begun    RecordKind = "begin"  // the first record: what is played, by whom, the seed's commitment
	Ordered  RecordKind = "order"  // an order that changed the position
	TookBack RecordKind = "undo"   // the position is again the one after record Back
	Noted    RecordKind = "note"   // information that changes no position: talk, a pause, a look at secrets
	Switched RecordKind = "switch" // from here on the game goes by the rules of Setup
)

// Record is one entry of a game's log.
type Record struct {
	Seq     uint64     `json:"seq"` // from 1
	At      int64      `json:"at"`  // Unix time in milliseconds
	Kind    RecordKind `json:"kind"`
	Seat    Seat       `json:"seat"` // who ordered or spoke; Nobody: organiser or referee
	Line    string     `json:"line,omitempty"`
	Public  string     `json:"public,omitempty"` // what others may read instead of Line (Tx.Public); "" for Line itself
	Back    uint64     `json:"back,omitempty"`   // undo: the record that is the last again
	Draws   []Draw     `json:"draws,omitempty"`
	Reports []Report   `json:"reports,omitempty"`
	Reveal  bool       `json:"reveal,omitempty"` // something hidden was revealed: no player can take it back
	Aside   bool       `json:"aside,omitempty"`  // answers nothing the game is waiting for, and only its seat may know of it
	Auto    bool       `json:"auto,omitempty"`   // played by the service: the seat had no other legal order
	By      string     `json:"by,omitempty"`     // who ordered in place of the seat's player: ByTimeOut, ByRobot, ByOrganiser or a substitute's name
	Digest  string     `json:"digest,omitempty"` // of the position after it
	Group   string     `json:"group,omitempty"`  // records of one mail's group share it
	Begin   *Beginning `json:"begin,omitempty"`
	Setup   *Setup     `json:"setup,omitempty"` // switch: version and options from here on

	Apart []Apart `json:"-"` // of a sealed record: its names and words, in order
}

// Values of Record.By other than a substitute's name, none of which is a name.
const (
	ByTimeOut   = "(time)"  // the table's rule for a player whose time is over
	ByRobot     = "(robot)" // the usual turn, in place of a player who is away
	ByOrganiser = "(organiser)"
	ByErased    = "(erased)" // a substitute whose name was erased
)

// Beginning is the content of the first record.
type Beginning struct {
	Game       string   `json:"game"`
	Title      string   `json:"title"`
	Setup      Setup    `json:"setup"`
	Players    []string `json:"players"` // names, no addresses
	Commitment string   `json:"commitment"`
	Rules      []string `json:"rules,omitempty"` // of the table, beside the game's, in the words of whoever keeps it
}

// LineFor returns the order of a record as seat s may read it: other seats read what
// Tx.Public gave, or nothing if they may not know everything the order reports: a secret
// answer shows no words. "" if the record is no order.
func (r *Record) LineFor(s Seat) string {
	hidden := slices.ContainsFunc(r.Reports, func(rep Report) bool { return !rep.To.Has(s) })
	switch {
	case s == r.Seat && s != Nobody:
		return r.Line
	case r.Public != "":
		return r.Public
	case hidden:
		return ""
	}
	return r.Line
}

// Bytes returns the record as it is stored and hashed; of a sealed one without what lies
// beside it.
func (r *Record) Bytes() ([]byte, error) {
	if r.Apart == nil {
		return json.Marshal(r)
	}
	sealed, err := r.sealed()
	if err != nil {
		return nil, err
	}
	return json.Marshal(sealed)
}
