package expect

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// fake records the messages of a test.
type fake struct{ said string }

func (*fake) Helper() {}

func (f *fake) Errorf(form string, args ...any) { f.said += fmt.Sprintf(form, args...) }

func (f *fake) Fatal(args ...any) { f.said += strings.TrimSuffix(fmt.Sprintln(args...), "\n") } // formatted as by *testing.T

// quiet has a String method that hides its value.
type quiet string

func (quiet) String() string { return "?" }

func TestSame(t *testing.T) {
	for want, same := range map[string]func(T){
		"":                               func(t T) { Same(t, "empty", nil, []int{}) },
		`name: got "a", want "b"`:        func(t T) { Same(t, "name", "a", "b") },
		`3: got ["a"], want []`:          func(t T) { Same(t, 3, []string{"a"}, nil) },
		"p: got {X:1}, want {X:2}":       func(t T) { type p struct{ X int }; Same(t, "p", p{1}, p{2}) },
		`b: got "a", want "b"`:           func(t T) { Same(t, "b", []byte("a"), []byte("b")) },
		`j: got "{}", want "[]"`:         func(t T) { Same(t, "j", json.RawMessage("{}"), json.RawMessage("[]")) },
		`bs: got ["a"], want ["b" "c"]`:  func(t T) { Same(t, "bs", [][]byte{[]byte("a")}, [][]byte{[]byte("b"), []byte("c")}) },
		"text: got\na\nb\nwant\nc":       func(t T) { Same(t, "text", "a\nb", "c") },
		"bytes: got\na\nwant\nb\n\nc":    func(t T) { Same(t, "bytes", []byte("a"), []byte("b\n\nc")) },
		`type: got 1, want 2`:            func(t T) { Same[any](t, "type", "1", 2) },
		"kind: got 1, want 0x1":          func(t T) { Same[any](t, "kind", 1, uint8(1)) },
		`said: got "a", want "b"`:        func(t T) { Same(t, "said", quiet("a"), quiet("b")) },
		"e: got <nil>, want it is false": func(t T) { Same(t, "e", nil, errors.New("it is false")) },
		`a: "y" is not in
x`: func(t T) { Has(t, "a", "x", "x", "y") },
		`a: "x" is in
x`: func(t T) { Lacks(t, "a", "x", "x", "y") },
		`e: got bad, want an error with "good"`: func(t T) { Fails(t, "e", errors.New("bad"), "good"); Fails(t, "", errors.New("bad"), "a") },
		"e: got <nil>, want EOF":                func(t T) { Is(t, "e", nil, io.EOF); Is(t, "", Err(1, io.EOF), io.EOF) },
		"n: got 1, want 2":                      func(t T) { Must(t, "n", 1, 2) },
		"3 is odd":                              func(t T) { True(t, true, ""); True(t, false, "%d is odd", 3) },
		"output: none broken":                   func(t T) { NoError(t, errors.New("broken"), "output:", []byte("none")) },
		"broken":                                func(t T) { Get(1, errors.New("broken"))(t) },
		"broken, too":                           func(t T) { Get2(1, 2, errors.New("broken, too"))(t) },
	} {
		f := &fake{}
		if same(f); f.said != want {
			t.Errorf("%q, want %q", f.said, want)
		}
	}
	f, one, other := &fake{}, new(int), new(int)
	if Same(f, "pointers", one, other); f.said == "" {
		t.Error("pointers to different variables are the same")
	}
}
