package log18xx

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

const traceText = `{"header":{"format":1,"title":"18Mag","players":[{"id":1,"name":"P1"},{"id":2,"name":"P2"}],"settings":{"seed":1300,"optional_rules":[]},"source":"random play"},"state":{"round":["DR",1,1],"players":{"1":{"cash":0},"2":{"cash":5}},"powers":[]}}
{"action":{"type":"bid","entity":1,"entity_type":"player","id":1,"minor":"5","price":0},"state":{"players":{"1":{"cash":50},"2":null},"powers":null}}
{"refused":{"type":"pass","entity":"7","entity_type":"minor"},"why":"not the turn of this one"}
{"action":{"type":"pass","entity":"5","entity_type":"minor","id":4},"state":{"round":["OR",1,1]},"full":{"round":["OR",1,1],"players":{"1":{"cash":50}}},"note":"odd"}
{"result":{"1":50},"end_reason":"final_phase","actions":2,"refusals":1}
`

func readAll(t *Trace) (list []*Entry, err error) {
	for {
		e, err := t.Next()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return list, err
		}
		list = append(list, e)
	}
}

func TestTrace(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	expect.Get(io.WriteString(z, traceText))(t)
	expect.NoError(t, z.Close())
	for name, in := range map[string]io.Reader{"plain": strings.NewReader(traceText), "packed": &packed} {
		trace, err := OpenTrace(in)
		expect.NoError(t, err, name)
		list, err := readAll(trace)
		if err != nil || len(list) != 4 {
			t.Fatalf("%s: %d entries, %v", name, len(list), err)
		}
		if list[0].Action.Minor != "5" || list[1].Why != "not the turn of this one" || list[2].Note != "odd" {
			t.Errorf("%s: %+v", name, list)
		}
		if r := list[3].Result; r == nil || r.Worth["1"] != 50 || r.Reason != "final_phase" || r.Actions != 2 || r.Refusals != 1 {
			t.Errorf("%s: result %+v", name, r)
		}
		want := `{"players":{"1":{"cash":50}},"round":["OR",1,1]}`
		expect.Same(t, name+": state", text(trace.State), want)
	}
}

func TestTraceRefuses(t *testing.T) {
	lines := strings.SplitAfter(traceText, "\n")
	cases := []struct{ name, in, want string }{
		{"no header", lines[1], "line 1 is not the header"},
		{"another format", strings.Replace(lines[0], `"format":1`, `"format":2`, 1), "format 1"},
		{"broken off", lines[0] + lines[1], "ends after line 2"},
		{"no JSON", lines[0] + "{\n", "line 2"},
		{"an unknown line", lines[0] + "{}\n", "line 2 of the trace is neither"},
		{"behind the end", traceText + lines[2], "line 6 comes after the result"},
		{"another full state", strings.Replace(traceText, `"cash":50}}},"note"`, `"cash":40}}},"note"`, 1), "players.1.cash: theirs 40, ours 50"},
	}
	for _, c := range cases {
		trace, err := OpenTrace(strings.NewReader(c.in))
		if err == nil {
			_, err = readAll(trace)
		}
		expect.Fails(t, c.name, err, c.want)
	}
}

func TestReadTrace(t *testing.T) {
	f := expect.Get(ReadTrace(strings.NewReader(traceText)))(t)
	if len(f.Actions) != 2 || f.Status != "finished" || f.Result["1"] != 50 || f.Title != "18Mag" {
		t.Errorf("%+v", f)
	}
}

// TestMerge: the examples of RFC 7386, appendix A, whose values occur in states.
func TestMerge(t *testing.T) {
	cases := [][3]string{
		{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`},
		{`{"a":"b"}`, `{"a":null}`, `{}`},
		{`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`},
		{`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`},
		{`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`},
		{`{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`},
		{`["a","b"]`, `["c","d"]`, `["c","d"]`},
		{`{"a":"b"}`, `["c"]`, `["c"]`},
		{`{"a":"foo"}`, `"bar"`, `"bar"`},
		{`[1,2]`, `{"a":"b","c":null}`, `{"a":"b"}`},
		{`{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`},
	}
	for _, c := range cases {
		var target, patch any
		for in, into := range map[string]*any{c[0]: &target, c[1]: &patch} {
			expect.NoError(t, json.Unmarshal([]byte(in), into))
		}
		expect.Same(t, fmt.Sprintf("%s with %s", c[0], c[1]), text(Merge(target, patch)), c[2])
	}
}

func TestDifferences(t *testing.T) {
	theirs := map[string]any{"a": 1.0, "b": map[string]any{"c": []any{1.0, 2.0}, "d": "x"}, "e": true}
	ours := map[string]any{"a": 1.0, "b": map[string]any{"c": []any{2.0, 1.0}}, "f": false}
	want := []Difference{{"b.c", "[1,2]", "[2,1]"}, {"b.d", `"x"`, ""}, {"e", "true", ""}, {"f", "", "false"}}
	expect.Same(t, `Differences(theirs, ours)`, Differences(theirs, ours), want)
}

func TestTraceHasTitle(t *testing.T) {
	for _, in := range [][]byte{[]byte(traceText), {0x1f, 0x8b, 8, 0}} {
		file, err := ReadTrace(bytes.NewReader(in))
		if err == nil && file.Title == "" {
			t.Fatal("a game without title was read")
		}
	}
}
