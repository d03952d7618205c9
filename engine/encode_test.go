package engine_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

type colour uint8

type part struct {
	Name  string   `json:"name"`
	Where []string `json:"where"`
	Next  *part    `json:"next"`
}

// everything is a position with all a title may hold.
type everything struct {
	Yes      bool                 `json:"yes"`
	Small    int8                 `json:"small"`
	Big      int64                `json:"big"`
	Seat     engine.Seat          `json:"seat"`
	Count    uint16               `json:"count"`
	Text     string               `json:"text"`
	List     []int                `json:"list"`
	Cubes    []colour             `json:"cubes"`
	Nested   [][]string           `json:"nested"`
	Fixed    [3]int               `json:"fixed"`
	Parts    [2]part              `json:"parts"`
	Named    map[string]int       `json:"named"`
	Counted  map[int]part         `json:"counted"`
	Seats    map[engine.Seat]bool `json:"seats"`
	One      part                 `json:"one"`
	Maybe    *part                `json:"maybe"`
	Untagged int
	Not      string `json:"-"`
	hidden   int
}

// encoding/json reads the output of Encode, and it encodes the same again.
func TestEncodeReadsBack(t *testing.T) {
	level.Check(t, func(t *rapid.T) {
		v := rapid.Make[everything]().Draw(t, "v")
		code := engine.Encode(v)
		var back everything
		expect.NoError(t, json.Unmarshal(code, &back), code)
		if !engine.Same(&v, &back) {
			t.Fatalf("%s is not the same as what was written", code)
		}
		if other := rapid.Make[everything]().Draw(t, "other"); engine.Same(&v, &other) != (string(engine.Encode(&other)) == string(code)) {
			t.Fatalf("%s and %s: same %v", code, engine.Encode(&other), engine.Same(&v, &other))
		}
		if again := engine.Encode(&back); string(again) != string(code) {
			t.Fatalf("%s\nis read back as\n%s", code, again)
		}
		back.Not, back.hidden = v.Not, v.hidden
		if diff := cmp.Diff(v, back, cmpopts.EquateEmpty(), cmp.AllowUnexported(v)); diff != "" {
			t.Fatalf("%s: read back otherwise:\n%s", code, diff)
		}
	})
}

func TestEncode(t *testing.T) {
	cases := []struct {
		v    any
		want string
	}{
		{everything{}, `{}`},
		{&everything{Seat: -1, Not: "x", hidden: 3}, `{"seat":-1}`},
		{everything{Untagged: 1, Text: "a\"b\\\n\u00e9\x7f"}, `{"Untagged":1,"text":"a\"b\\\u000aé` + "\x7f" + `"}`},
		{everything{Named: map[string]int{"b": 0, "a": 1}, List: []int{}}, `{"named":{"a":1,"b":0}}`},
		{everything{Counted: map[int]part{10: {}, 9: {Name: "x"}}}, `{"counted":{"10":{},"9":{"name":"x"}}}`},
		{everything{Cubes: []colour{1, 0}, Fixed: [3]int{0, 0, 1}}, `{"cubes":[1,0],"fixed":[0,0,1]}`},
		{everything{One: part{Where: []string{}}}, `{}`},
		{everything{Parts: [2]part{{Where: []string{}}}}, `{}`},
		{everything{Maybe: &part{}}, `{"maybe":{}}`},
		{everything{Text: "\xff"}, `{"text":"` + "\ufffd" + `"}`},
		{everything{Nested: [][]string{nil, {}}}, `{"nested":[[],[]]}`},
	}
	for _, c := range cases {
		expect.Same(t, c.v, string(engine.Encode(c.v)), c.want)
	}
}

// A field that is new and zero changes no digest.
func TestNewFieldChangesNoDigest(t *testing.T) {
	type v1 struct {
		Cash int `json:"cash"`
	}
	type v2 struct {
		Bonus []string `json:"bonus"`
		Cash  int      `json:"cash"`
		Debt  struct{ Rate int }
	}
	if a, b := engine.Encode(v1{7}), engine.Encode(v2{Cash: 7}); string(a) != string(b) {
		t.Errorf("%s and %s", a, b)
	}
}

func TestEncodeRefusesWhatIsNotReadBack(t *testing.T) {
	type inner struct{ N int }
	for _, v := range []any{
		struct{ F float64 }{1}, struct{ A any }{1}, struct{ inner }{inner{1}}, map[bool]int{true: 1}, struct{ C chan int }{make(chan int)},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%T is encoded as %s", v, engine.Encode(v))
				}
			}()
			engine.Encode(v)
		}()
	}
}

func TestDigestIsKeyed(t *testing.T) {
	g, _ := begin(t)
	one := engine.Digest(engine.Seed("a"), "g", g.Pos)
	for _, other := range []string{engine.Digest(engine.Seed("b"), "g", g.Pos), engine.Digest(engine.Seed("a"), "h", g.Pos)} {
		if other == one || len(one) != 32 {
			t.Errorf("digests %s and %s", one, other)
		}
	}
}
