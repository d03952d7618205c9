package log18xx

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"railpost/engine"
)

// maxLine is the maximum length of a line of a trace, in bytes; maxTrace that of a whole
// trace, uncompressed.
const (
	maxLine  = 4 << 20
	maxTrace = 256 << 20
)

// Trace reads a recorded game line by line:
//
//	{"header": ..., "state": the full state at the start}
//	{"action": ..., "state": its changes, as a merge patch}, now and then with "full": the whole state
//	{"refused": ..., "why": ...}
//	{"result": ..., "end_reason": ...}
type Trace struct {
	Header Header
	State  any // after the last action read

	lines *bufio.Scanner
	line  int
	ended bool
}

// Entry is a line of a trace: an action, an attempt that was refused, or the
// result.
type Entry struct {
	Line    int
	Action  *Action // nil: none
	Refused *Action // nil: none
	Why     string  // general kind of the refusal
	Note    string
	Result  *Result // nil: none
}

// Result is how a recorded game ended.
type Result struct {
	Worth    map[string]int // by player's id; nil: the recording stops before the end
	Reason   string
	Actions  int
	Refusals int
}

// traceLine is any line but the first.
type traceLine struct {
	Action  *Action         `json:"action"`
	State   any             `json:"state"`
	Full    any             `json:"full"`
	Refused *Action         `json:"refused"`
	Why     string          `json:"why"`
	Note    string          `json:"note"`
	Result  json.RawMessage `json:"result"`
	Reason  *string         `json:"end_reason"`
	Count   int             `json:"actions"`
	Attempt int             `json:"refusals"`
}

// OpenTrace reads the header of a trace, gzipped or not. The error says which line is
// wrong.
func OpenTrace(r io.Reader) (*Trace, error) {
	in := bufio.NewReader(r)
	var from io.Reader = in
	if magic, _ := in.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("log18xx: unpacking a trace: %w", err)
		}
		from = z
	}
	t := &Trace{lines: bufio.NewScanner(io.LimitReader(from, maxTrace))}
	t.lines.Buffer(nil, maxLine)
	var head struct {
		Header *struct {
			Header
			Format int `json:"format"`
		} `json:"header"`
		State any `json:"state"`
	}
	if err := t.read(&head); err != nil {
		return nil, err
	}
	if head.Header == nil || head.Header.Format != 1 {
		return nil, errors.New("log18xx: line 1 is not the header of a trace of format 1")
	}
	t.Header, t.State = head.Header.Header, head.State
	return t, t.Header.check()
}

// read decodes the next line; io.EOF at the end.
func (t *Trace) read(into any) error {
	t.line++
	if !t.lines.Scan() {
		if err := t.lines.Err(); err != nil {
			return fmt.Errorf("log18xx: line %d of the trace: %w", t.line, err)
		}
		return io.EOF
	}
	if err := json.Unmarshal(t.lines.Bytes(), into); err != nil {
		return fmt.Errorf("log18xx: line %d of the trace: %w", t.line, err)
	}
	return nil
}

// Next reads the next line and updates State; it returns io.EOF after the result.
func (t *Trace) Next() (*Entry, error) {
	var in traceLine
	err := t.read(&in)
	if errors.Is(err, io.EOF) && !t.ended {
		return nil, fmt.Errorf("log18xx: the trace ends after line %d, without its result", t.line-1)
	}
	if err != nil {
		return nil, err
	}
	if t.ended {
		return nil, fmt.Errorf("log18xx: line %d comes after the result", t.line)
	}
	e := &Entry{Line: t.line, Action: in.Action, Refused: in.Refused, Why: in.Why, Note: in.Note}
	switch {
	case in.Action != nil:
		t.State = Merge(t.State, in.State)
		if in.Full == nil {
			return e, nil
		}
		if d := Differences(in.Full, t.State); len(d) > 0 {
			return nil, fmt.Errorf("log18xx: line %d of the trace: its patches do not lead to its full state: %s", t.line, d[0])
		}
	case in.Refused != nil:
	case in.Reason != nil:
		t.ended = true
		e.Result = &Result{Reason: *in.Reason, Actions: in.Count, Refusals: in.Attempt}
		if len(in.Result) > 0 {
			if err := json.Unmarshal(in.Result, &e.Result.Worth); err != nil {
				return nil, fmt.Errorf("log18xx: line %d of the trace: its result: %w", t.line, err)
			}
		}
	default:
		return nil, fmt.Errorf("log18xx: line %d of the trace is neither action nor refusal nor result", t.line)
	}
	return e, nil
}

// ReadTrace returns the game of a trace as a file of the site would contain it.
func ReadTrace(r io.Reader) (*File, error) {
	t, err := OpenTrace(r)
	if err != nil {
		return nil, err
	}
	f := &File{Header: t.Header, Status: "active"}
	for {
		e, err := t.Next()
		if errors.Is(err, io.EOF) {
			return f, f.checkActions()
		}
		if err != nil {
			return nil, err
		}
		if e.Action != nil {
			f.Actions = append(f.Actions, e.Action)
		}
		if e.Result != nil {
			f.Result, f.Reason = e.Result.Worth, e.Result.Reason
			if f.Result != nil {
				f.Status = "finished"
			}
		}
	}
}

// Merge applies a merge patch (RFC 7386) to a JSON value and returns the new one; target
// itself may be changed. Objects are merged key by key, null deletes a key, anything else
// replaces the old value.
func Merge(target, patch any) any {
	p, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	t, ok := target.(map[string]any)
	if !ok {
		t = map[string]any{}
	}
	for key, value := range p {
		if value == nil {
			delete(t, key)
			continue
		}
		t[key] = Merge(t[key], value)
	}
	return t
}

// Difference is one value in which two states differ.
type Difference struct {
	Field        string // keys joined by dots, as "minors.4.cash"
	Theirs, Ours string // JSON; "" if the value is missing
}

func (d Difference) String() string {
	return fmt.Sprintf("%s: theirs %s, ours %s", d.Field, cmp.Or(d.Theirs, "nothing"), cmp.Or(d.Ours, "nothing"))
}

// Differences compares two JSON values. Objects are compared key by key, lists
// as a whole.
func Differences(theirs, ours any) []Difference { return differ(nil, "", theirs, ours) }

func differ(out []Difference, field string, theirs, ours any) []Difference {
	a, isA := theirs.(map[string]any)
	b, isB := ours.(map[string]any)
	if same(theirs, ours) {
		return out
	}
	if !isA || !isB {
		return append(out, Difference{field, text(theirs), text(ours)})
	}
	keys := map[string]bool{}
	for key := range a {
		keys[key] = true
	}
	for key := range b {
		keys[key] = true
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		name := engine.If(field != "", field+"."+key, key)
		out = differ(out, name, a[key], b[key])
	}
	return out
}

// same reports whether two JSON values are equal.
func same(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for key, value := range a {
			if other, ok := b[key]; !ok || !same(value, other) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, same)
	}
	switch b.(type) {
	case map[string]any, []any:
		return false
	}
	return a == b
}

// text returns the canonical text of a JSON value; "" for none.
func text(v any) string {
	if v == nil {
		return ""
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

// plain returns a value after a round trip through encoding/json.
func plain(v any) (out any, err error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return out, json.Unmarshal(b, &out)
}
