// Package export writes a game's log as text and reads it back: one JSON object per line,
// first the records in their order, each with the hash that chains it to the one before it,
// then the seed if it may be known.
//
//	{"hash":"5f3c...","record":{"seq":1,...},"beside":[...]}
//	{"hash":"77d0...","record":{"seq":2,...}}
//	{"seed":"00ff..."}
//
// or, if players have added to the seed, with its parts:
//
//	{"seed":"00ff...","service":"41d2...","added":["c09b...","77fa..."]}
//
// What lies beside a record, names and words, is proven by the salted hash in the record, unless
// it was erased. Such a file proves itself: package engine replays it, and with the seed every draw can be
// computed again.
package export

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"railpost/engine"
	"railpost/store"
)

// maxLine is the longest line that Read accepts, in bytes.
const maxLine = 16 << 20

// Log is the content of a file. The chain of its hashes has been verified.
type Log struct {
	Records []*engine.Record // from the first, without gaps
	Last    engine.Hash      // hash of the last record
	Secret
}

// Secret is the seed and its parts.
type Secret struct {
	Seed    engine.Seed // nil if the file does not contain it
	Service []byte      // the service's part, if players have added theirs
	Added   []string    // hashes of contributions, in the order of seats
}

type line struct {
	Hash   string          `json:"hash,omitempty"`
	Record json.RawMessage `json:"record,omitempty"`
	Texts  json.RawMessage `json:"beside,omitempty"`
	Seed   string          `json:"seed,omitempty"`

	Service string   `json:"service,omitempty"`
	Added   []string `json:"added,omitempty"`
}

// Write writes all records of a game, and its seed unless that is empty.
func Write(w io.Writer, records []store.Record, secret Secret) error {
	b := bufio.NewWriter(w)
	for _, r := range records {
		beside := ""
		if r.Texts != nil {
			beside = `,"beside":` + string(r.Texts)
		}
		if !json.Valid(r.Payload) || r.Texts != nil && !json.Valid(r.Texts) || bytes.ContainsAny(r.Payload, "\r\n") || strings.ContainsAny(beside, "\r\n") {
			return fmt.Errorf("export: record %d is not one line of JSON", r.Seq)
		}
		// encoding/json might write the record's bytes differently, and then the hash would
		// not match.
		fmt.Fprintf(b, `{"hash":"%x","record":%s%s}`+"\n", r.Hash, r.Payload, beside)
	}
	if len(secret.Seed) > 0 {
		l, err := json.Marshal(line{Seed: hex.EncodeToString(secret.Seed), Service: hex.EncodeToString(secret.Service), Added: secret.Added})
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		fmt.Fprintf(b, "%s\n", l)
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// Unpacked returns a file as it was before it was compressed, if it is.
func Unpacked(in io.Reader) (io.Reader, error) {
	r := bufio.NewReader(in)
	if magic, _ := r.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return gzip.NewReader(r)
	}
	return r, nil
}

// Read reads the output of Write. Its errors name the line and the fault: it is not JSON, a record was changed,
// one is missing.
func Read(r io.Reader) (*Log, error) {
	s := bufio.NewScanner(r)
	s.Buffer(nil, maxLine)
	log := &Log{}
	n := 0
	for s.Scan() {
		n++
		if len(bytes.TrimSpace(s.Bytes())) == 0 {
			continue
		}
		if err := log.add(s.Bytes()); err != nil {
			return nil, fmt.Errorf("export: line %d: %w", n, err)
		}
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("export: line %d: %w", n+1, err)
	}
	if len(log.Records) == 0 {
		return nil, errors.New("export: the file has no records")
	}
	return log, nil
}

func (l *Log) add(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var in line
	if err := d.Decode(&in); err != nil {
		return fmt.Errorf("not a line of a log: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more than one object on this line")
	}
	switch {
	case l.Seed != nil:
		return errors.New("nothing may follow the seed in a log")
	case in.Record != nil && in.Seed == "":
		return l.addRecord(in)
	case in.Seed != "" && in.Record == nil && in.Texts == nil && in.Hash == "":
		return l.addSeed(in)
	}
	return errors.New("this is neither a record nor a seed")
}

func (l *Log) addRecord(in line) error {
	r, err := engine.ReadSealed(in.Record, in.Texts)
	if err != nil {
		return err
	}
	if want := uint64(len(l.Records) + 1); r.Seq != want {
		return fmt.Errorf("found record %d where record %d should be", r.Seq, want)
	}
	last := engine.Chain(l.Last, in.Record)
	if in.Hash != last.String() {
		return fmt.Errorf("the hash of record %d does not match: it or an earlier record was changed", r.Seq)
	}
	l.Records, l.Last = append(l.Records, r), last
	return nil
}

func (l *Log) addSeed(in line) (err error) {
	if l.Seed, err = hex.DecodeString(in.Seed); err != nil {
		return fmt.Errorf("the seed: %w", err)
	}
	if in.Service == "" {
		return nil
	}
	if l.Service, err = hex.DecodeString(in.Service); err != nil {
		return fmt.Errorf("the service's part of the seed: %w", err)
	}
	l.Added = in.Added
	if !bytes.Equal(l.Seed, engine.Mixed(l.Service, l.Added)) {
		return errors.New("the seed does not match its parts")
	}
	return nil
}
