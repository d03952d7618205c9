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

// Differs is why a record is not what the rules decide now.
type Differs struct {
	Seq  uint64
	What string // may be told to everyone at the table
	Why  error  // why its line is refused, if it is; nil if only its seat may know the line
}

func (d *Differs) Error() string {
	if d.Why != nil {
		return fmt.Sprintf("engine: record %d: %s: %v", d.Seq, d.What, d.Why)
	}
	return fmt.Sprintf("engine: record %d: %s", d.Seq, d.What)
}

func (d *Differs) Unwrap() error { return d.Why }

// differs returns a Differs that quotes the line of the record, if everyone may read it.
func differs(r *Record, what string, why error) *Differs {
	if line := r.LineFor(Nobody); line != "" {
		return &Differs{Seq: r.Seq, What: fmt.Sprintf("%q %s", line, what), Why: why}
	}
	return &Differs{Seq: r.Seq, What: fmt.Sprintf("a hidden order of seat %d %s", r.Seat, what)}
}

// refusedNow says that the line of a record is refused.
func refusedNow(r *Record, why error) *Differs {
	d := differs(r, "is now refused", why)
	if r.LineFor(Nobody) != r.Line { // the refusal may tell what the line does
		d.Why = nil
	}
	return d
}

// respelt says that the line of a record is another one.
func respelt(r *Record, line string) *Differs {
	if r.LineFor(Nobody) == r.Line {
		return differs(r, fmt.Sprintf("is now spelt %q", line), nil)
	}
	return differs(r, "is now spelt otherwise", nil)
}

// What people are called and what they say lies beside a record, which has only a salted
// hash of it: so it can be erased, and the log still proves itself.

// Apart is one such text.
type Apart struct {
	Hash string `json:"-"`              // what the record has in its place
	Salt string `json:"salt,omitempty"` // in hexadecimal; "" if the text was erased
	Text string `json:"text,omitempty"`
}

// saltLen is the length of a salt in bytes: nobody can find a text by trying.
const saltLen = 16

func hashOf(salt, text string) string {
	h := sha256.Sum256([]byte(salt + text)) // all salts are of one length
	return hex.EncodeToString(h[:])
}

// TextKind says what a text of a record is.
type TextKind int

const (
	TextName TextKind = iota // of the player on Seat, in the first record
	TextDeputy
	TextSaid // an argument of a report
)

// TextAt is a text of a record that is about a person, and what it is.
type TextAt struct {
	Kind TextKind
	Seat Seat // TextName: whose it is
	text *string
}

func (t TextAt) String() string { return *t.text }

// texts returns what lies beside the record, in order, or what would if it had been sealed.
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
	if r.Apart != nil {
		return nil
	}
	for _, t := range r.texts() {
		salt := make([]byte, saltLen)
		if _, err := io.ReadFull(random, salt); err != nil {
			return fmt.Errorf("engine: sealing a record: %w", err)
		}
		a := Apart{Salt: hex.EncodeToString(salt), Text: t.String()}
		a.Hash = hashOf(a.Salt, a.Text)
		r.Apart = append(r.Apart, a)
	}
	return nil
}

// stored is a record as it is written; Apart is how many texts lie beside it.
type stored struct {
	Record
	Apart int `json:"apart,omitempty"`
}

// sealed returns the record with hashes in place of texts.
func (r *Record) sealed() (*stored, error) {
	out := &stored{Record: *r, Apart: len(r.Apart)}
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
	if len(texts) != len(r.Apart) {
		return nil, fmt.Errorf("engine: record %d has %d texts and %d beside it", r.Seq, len(texts), len(r.Apart))
	}
	for i, a := range r.Apart {
		*texts[i].text = a.Hash
	}
	return out, nil
}

// Beside returns what lies beside the record, as it is stored; nil if nothing does.
func (r *Record) Beside() ([]byte, error) {
	if r.Apart == nil {
		return nil, nil
	}
	return json.Marshal(r.Apart)
}

// ReadRecord decodes what Bytes returned, without what lies beside the record: as if that
// had been erased. An unknown field is an error: the record would be that of a newer
// program.
func ReadRecord(b []byte) (*Record, error) { return read(b, nil, false) }

// ReadSealed is ReadRecord with what lies beside the record. A text that does not match its
// hash is an error.
func ReadSealed(b, beside []byte) (*Record, error) { return read(b, beside, true) }

func read(b, beside []byte, whole bool) (*Record, error) {
	in := &stored{}
	if err := strictly(b, in); err != nil {
		return nil, fmt.Errorf("engine: reading a record: %w", err)
	}
	r := &in.Record
	var err error
	switch {
	case in.Apart > 0:
		err = r.unseal(in.Apart, beside, whole)
	case len(beside) > 0, whole && len(r.texts()) > 0:
		err = errors.New("its names and words are in it, not beside it")
	}
	if err != nil {
		return nil, fmt.Errorf("engine: record %d: %w", r.Seq, err)
	}
	return r, nil
}

// strictly decodes JSON in which an unknown field is an error.
func strictly(b []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

// unseal puts the texts of a record in the place of their hashes.
func (r *Record) unseal(n int, beside []byte, whole bool) error {
	texts := r.texts()
	r.Apart = make([]Apart, n)
	if len(beside) > 0 {
		if err := strictly(beside, &r.Apart); err != nil {
			return fmt.Errorf("its names and words: %w", err)
		}
	} else if whole {
		return errors.New("its names and words are missing")
	}
	if len(texts) != n || len(r.Apart) != n {
		return fmt.Errorf("%d names and words belong to it, and %d are there", n, len(r.Apart))
	}
	for i := range r.Apart {
		a := &r.Apart[i]
		if a.Hash = *texts[i].text; a.Salt != "" && hashOf(a.Salt, a.Text) != a.Hash {
			return errors.New("a name or words of it do not match their hash")
		}
		if a.Salt == "" && a.Text != "" {
			return errors.New("a name or words of it lack what proves them")
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

// Erase erases the texts beside the record for which theirs returns true, and returns how many there were.
func (r *Record) Erase(theirs func(TextAt) bool) (erased int) {
	for i, t := range r.texts()[:len(r.Apart)] {
		if r.Apart[i].Salt == "" || !theirs(t) {
			continue
		}
		erased++
		r.Apart[i] = Apart{Hash: r.Apart[i].Hash}
		t.put("")
	}
	return erased
}
