package engine

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	Begun    RecordKind = "begin"  // the first record: title, players, commitment to the seed
	Ordered  RecordKind = "order"  // an order that changed the position
	TookBack RecordKind = "undo"   // the position is the one after record Back again
	Noted    RecordKind = "note"   // information that changes no position: talk, a pause, a look at secrets
	Switched RecordKind = "switch" // from here on the rules are those of Setup
)

// Record is one entry of a game's log.
type Record struct {
	Seq     uint64     `json:"seq"` // from 1
	At      int64      `json:"at"`  // Unix time in milliseconds
	Kind    RecordKind `json:"kind"`
	Seat    Seat       `json:"seat"` // the author; Nobody: organiser or referee
	Line    string     `json:"line,omitempty"`
	Public  string     `json:"public,omitempty"` // what others may read instead of Line (Tx.Public); "" for Line itself
	Back    uint64     `json:"back,omitempty"`   // undo: the record that is the last again
	Draws   []Draw     `json:"draws,omitempty"`
	Reports []Report   `json:"reports,omitempty"`
	Reveal  bool       `json:"reveal,omitempty"` // reveals something hidden: no player can take it back
	Hidden  bool       `json:"aside,omitempty"`  // a standing answer, which only its seat may know of
	Auto    bool       `json:"auto,omitempty"`   // played by the service: the seat had no other legal order
	By      string     `json:"by,omitempty"`     // who played for the seat: ByTimeOut, ByRobot, ByOrganiser or a substitute's name
	Digest  string     `json:"digest,omitempty"` // digest of the position after it
	Group   string     `json:"group,omitempty"`  // records of one mail's group share it
	Begin   *Beginning `json:"begin,omitempty"`
	Setup   *Setup     `json:"setup,omitempty"` // switch: version and options from here on

	SeparateTexts []SeparateText `json:"-"` // names and words of a sealed record, in order
}

// Values of Record.By other than a substitute's name; none can be a name.
const (
	ByTimeOut   = "(time)"  // the table's rule for a player whose time is up
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
	Rules      []string `json:"rules,omitempty"` // rules of the table apart from the game's, in the service's words
}

// LineFor returns the order of a record as seat s may read it: other seats read the text of Tx.Public, or
// nothing if they may not know everything that the order reports: a secret answer shows no words. It is "" if
// the record is no order.
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

// Bytes returns the record as it is stored and hashed; of a sealed one without its separate texts.
func (r *Record) Bytes() ([]byte, error) {
	if r.SeparateTexts == nil {
		return json.Marshal(r)
	}
	sealed, err := r.sealed()
	if err != nil {
		return nil, err
	}
	return json.Marshal(sealed)
}

// Differs is the reason why a record differs from the rules' decision now.
type Differs struct {
	Seq  uint64
	What string // everyone at the table may read it
	Why  error  // the reason for a refusal of its line; nil if only its seat may know the line
}

func (d *Differs) Error() string {
	if d.Why != nil {
		return fmt.Sprintf("engine: record %d: %s: %v", d.Seq, d.What, d.Why)
	}
	return fmt.Sprintf("engine: record %d: %s", d.Seq, d.What)
}

func (d *Differs) Unwrap() error { return d.Why }

// differs returns a Differs, which quotes the line if everyone may read it.
func differs(r *Record, what string, why error) *Differs {
	if line := r.LineFor(Nobody); line != "" {
		return &Differs{Seq: r.Seq, What: fmt.Sprintf("%q %s", line, what), Why: why}
	}
	return &Differs{Seq: r.Seq, What: fmt.Sprintf("a hidden order of seat %d %s", r.Seat, what)}
}

// refusedNow says that the line of a record is refused.
func refusedNow(r *Record, why error) *Differs {
	d := differs(r, "is now refused", why)
	if r.LineFor(Nobody) != r.Line { // the refusal might reveal the effect of the line
		d.Why = nil
	}
	return d
}

// respelt returns a Differs for a line whose canonical form is another.
func respelt(r *Record, line string) *Differs {
	if r.LineFor(Nobody) == r.Line {
		return differs(r, fmt.Sprintf("is now spelt %q", line), nil)
	}
	return differs(r, "is now spelt otherwise", nil)
}

// Names and messages of people are stored next to a record, which has only a salted hash of them: so they can
// be erased, and the log still proves itself.

// SeparateText is one such text.
type SeparateText struct {
	Hash string `json:"-"`              // the hash that the record contains
	Salt string `json:"salt,omitempty"` // in hexadecimal; "" if the text was erased
	Text string `json:"text,omitempty"`
}

// saltLen is the length of a salt in bytes: long enough that no text can be found by trying.
const saltLen = 16

func hashOf(salt, text string) string {
	h := sha256.Sum256([]byte(salt + text)) // all salts are of one length
	return hex.EncodeToString(h[:])
}

// TextKind is the kind of a record's text.
type TextKind int

const (
	TextName TextKind = iota // name of the player on Seat, in the first record
	TextDeputy
	TextSaid // an argument of a report
)

// TextAt is a text of a record that is about a person, and its kind.
type TextAt struct {
	Kind TextKind
	Seat Seat // TextName: the seat with that name
	text *string
}

func (t TextAt) String() string { return *t.text }

// texts returns the texts stored next to the record, in order, or those that sealing it would move there.
func (r *Record) texts() (list []TextAt) {
	if r.Begin != nil {
		for i := range r.Begin.Players {
			list = append(list, TextAt{Kind: TextName, Seat: Seat(i), text: &r.Begin.Players[i]})
		}
	}
	if r.By != "" && !slices.Contains([]string{ByTimeOut, ByRobot, ByOrganiser}, r.By) {
		list = append(list, TextAt{Kind: TextDeputy, text: &r.By})
	}
	for _, rep := range r.Reports {
		for i := range rep.Args {
			if a := &rep.Args[i]; a.Kind == KindPersonal {
				list = append(list, TextAt{Kind: TextSaid, text: &a.Text})
			}
		}
	}
	return list
}

// Seal takes the names and words out of a new record, which has their hashes from now on
// wherever it is written. It does nothing to one that was sealed before.
func (r *Record) Seal(random io.Reader) error {
	if r.SeparateTexts != nil {
		return nil
	}
	for _, t := range r.texts() {
		salt := make([]byte, saltLen)
		if _, err := io.ReadFull(random, salt); err != nil {
			return fmt.Errorf("engine: sealing a record: %w", err)
		}
		a := SeparateText{Salt: hex.EncodeToString(salt), Text: t.String()}
		a.Hash = hashOf(a.Salt, a.Text)
		r.SeparateTexts = append(r.SeparateTexts, a)
	}
	return nil
}

// stored is a record as it is written; SeparateTexts is the number of its separate texts.
type stored struct {
	Record
	SeparateTexts int `json:"apart,omitempty"`
}

// sealed returns the record with hashes in place of texts.
func (r *Record) sealed() (*stored, error) {
	out := &stored{Record: *r, SeparateTexts: len(r.SeparateTexts)}
	if r.Begin != nil {
		begin := *r.Begin
		begin.Players = slices.Clone(begin.Players)
		out.Begin = &begin
	}
	out.Reports = slices.Clone(r.Reports)
	for i := range out.Reports {
		out.Reports[i].Args = slices.Clone(out.Reports[i].Args)
	}
	texts := out.texts()
	if len(texts) != len(r.SeparateTexts) {
		return nil, fmt.Errorf("engine: writing record %d: it has %d names and texts, but hashes for %d", r.Seq, len(texts), len(r.SeparateTexts))
	}
	for i, a := range r.SeparateTexts {
		*texts[i].text = a.Hash
	}
	return out, nil
}

// TextBytes returns the separate texts of the record, as they are stored; nil if there are none.
func (r *Record) TextBytes() ([]byte, error) {
	if r.SeparateTexts == nil {
		return nil, nil
	}
	return json.Marshal(r.SeparateTexts)
}

// ReadRecord decodes the output of Bytes, with every separate text as if it had been erased. An unknown field
// is an error: the record is from a newer program.
func ReadRecord(b []byte) (*Record, error) { return read(b, nil, false) }

// ReadSealed is ReadRecord with the separate texts of the record. A text that does not match its hash is an error.
func ReadSealed(b, beside []byte) (*Record, error) { return read(b, beside, true) }

func read(b, beside []byte, whole bool) (*Record, error) {
	in := &stored{}
	if err := strictly(b, in); err != nil {
		return nil, fmt.Errorf("engine: reading a record: %w", err)
	}
	r := &in.Record
	var err error
	switch {
	case in.SeparateTexts > 0:
		err = r.unseal(in.SeparateTexts, beside, whole)
	case len(beside) > 0, whole && len(r.texts()) > 0:
		err = errors.New("its names and texts are in the record instead of stored separately")
	}
	if err != nil {
		return nil, fmt.Errorf("engine: record %d: %w", r.Seq, err)
	}
	return r, nil
}

// strictly decodes JSON; an unknown field is an error.
func strictly(b []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

// unseal replaces the hashes in a record by its texts.
func (r *Record) unseal(n int, beside []byte, whole bool) error {
	texts := r.texts()
	r.SeparateTexts = make([]SeparateText, min(n, len(texts))) // n may be anything
	if len(beside) > 0 {
		if err := strictly(beside, &r.SeparateTexts); err != nil {
			return fmt.Errorf("reading its names and texts: %w", err)
		}
	} else if whole {
		return errors.New("its names and texts are missing")
	}
	if len(texts) != n || len(r.SeparateTexts) != n {
		return fmt.Errorf("its names and texts do not match: %d expected, %d in the record, %d stored", n, len(texts), len(r.SeparateTexts))
	}
	for i := range r.SeparateTexts {
		a := &r.SeparateTexts[i]
		if a.Hash = *texts[i].text; a.Salt != "" && hashOf(a.Salt, a.Text) != a.Hash {
			return errors.New("a name or text does not match its hash")
		}
		if a.Salt == "" && a.Text != "" {
			return errors.New("a name or text lacks its salt")
		}
		texts[i].put(a.Text)
	}
	return nil
}

func (t TextAt) put(text string) {
	if text == "" && t.Kind == TextDeputy {
		text = ByErased
	}
	*t.text = text
}

// Erase erases the separate texts for which theirs returns true, and returns their number.
func (r *Record) Erase(theirs func(TextAt) bool) (erased int) {
	for i, t := range r.texts()[:len(r.SeparateTexts)] {
		if r.SeparateTexts[i].Salt == "" || !theirs(t) {
			continue
		}
		erased++
		r.SeparateTexts[i] = SeparateText{Hash: r.SeparateTexts[i].Hash}
		t.put("")
	}
	return erased
}
