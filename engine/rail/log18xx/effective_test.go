package log18xx

import (
	"strconv"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// script reads "1 2 undo redo undo:1 msg": numbers are moves with consecutive ids.
func script(text string) []*Action {
	var list []*Action
	for i, word := range strings.Fields(text) {
		a := &Action{Type: "pass", ID: i + 1}
		switch name, back, _ := strings.Cut(word, ":"); name {
		case "undo":
			a.Type = name
			if n, err := strconv.Atoi(back); err == nil {
				a.Back = &n
			}
		case "redo":
			a.Type = name
		case "msg":
			a.Type = "message"
		}
		list = append(list, a)
	}
	return list
}

func ids(list []*Action) string {
	var out []string
	for _, a := range list {
		out = append(out, strconv.Itoa(a.ID))
	}
	return strings.Join(out, " ")
}

func TestEffective(t *testing.T) {
	cases := []struct{ name, in, want string }{
		{"nothing taken back", "m m m", "1 2 3"},
		{"chat does not count", "m msg m", "1 3"},
		{"one back", "m m undo", "1"},
		{"one back over chat", "m m msg undo", "1"},
		{"two back", "m m m undo undo", "1"},
		{"back to an action", "m m m undo:1 m", "1 5"},
		{"back to the start", "m m undo:0 m", "4"},
		{"back to an action whose number chat has", "m msg m undo:2", "1"},
		{"brought back", "m m undo redo", "1 2"},
		{"several brought back at once", "m m m undo:1 redo", "1 2 3"},
		{"brought back one by one", "m m undo undo redo redo", "1 2"},
		{"brought back and taken back again", "m m undo redo undo", "1"},
		{"chat between", "m m undo msg redo", "1 2"},
		{"a move instead", "m m undo m", "1 4"},
	}
	for _, c := range cases {
		got, err := Effective(script(c.in))
		if err != nil || ids(got) != c.want {
			t.Errorf("%s: %q: %q, %v; want %q", c.name, c.in, ids(got), err, c.want)
		}
	}
}

func TestEffectiveRefuses(t *testing.T) {
	cases := []struct{ name, in, want string }{
		{"nothing to take back", "undo", "nothing to undo"},
		{"nothing to bring back", "m redo", "nothing to redo"},
		{"a move ends what can be brought back", "m undo m redo", "nothing to redo"},
	}
	for _, c := range cases {
		expect.Fails(t, []any{c.name, c.in}, expect.Err(Effective(script(c.in))), c.want)
	}
	_, err := Effective([]*Action{{Type: "merge", ID: 7, Entity: "SIK", EntityType: "corporation"}})
	expect.Fails(t, "an unknown type", err, `action 7, merge of corporation SIK: actions of type "merge"`)
}
