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
	Name TextKind = iota // of the player on Seat, in the first record
	Deputy
	Said // an argument of a report
)

// TextAt is a text of a record that is about a person, and what it is.
type TextAt struct {
	Kind TextKind
	Seat Seat // Name: whose it is
	text *string
}

func (t TextAt) String() string { return *t.text }

// texts returns what lies beside the record, in order, or what would if it had been sealed.
func (r *Record) texts() (list []TextAt) {
	if r.Begin != nil {
		for i := range r.Begin.Players {
			list = append(list, TextAt{Kind: Name, Seat: Seat(i), text: &r.Begin.Players[i]})
		}
	}
	if r.By != "" && !slices.Contains([]string{ByTimeOut, ByRobot, ByOrganiser}, r.By) {
		list = append(list, TextAt{Kind: Deputy, text: &r.By})
	}
	for _, rep := range r.Reports {
		for i := range rep.Args {
			if a := &rep.Args[i]; a.Kind == KindPersonal {
				list = append(list, TextAt{Kind: Said, text: &a.Text})
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
	if text == "" && t.Kind == Deputy {
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
