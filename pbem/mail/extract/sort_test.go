package extract

import (
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// words is a vocabulary of Russian Railroads, small.
type words struct{}

func (words) Verb(w string) bool {
	switch strings.ToLower(w) {
	case "place", "pass", "say", "move", "preview", "help", "?", "map", "undo":
		return true
	}
	return false
}

func (words) Near(w string) bool {
	switch strings.ToLower(w) {
	case "plase", "plce", "previw", "hello":
		return true
	}
	return false
}

func (words) Order(line string) bool {
	line = strings.ToLower(line)
	return line == "ok" || strings.HasPrefix(line, "mvoe turn-1 ")
}

func (words) Greeting(w string) bool {
	switch strings.ToLower(w) {
	case "hola", "hello", "thanks":
		return true
	}
	return false
}

func (words) Wishes() []string { return nil }

func (words) Slip(line string) bool { return strings.HasPrefix(line, "rail-1") }

func (words) Mode(line string) bool { return line == "preview" }

func (words) English(line string) string { return strings.Replace(line, "coloca ", "place ", 1) }

func TestSort(t *testing.T) {
	for _, tc := range []struct {
		name    string
		typed   string
		numbers bool
		want    Sorted
	}{
		{"orders alone", "place rail-1\nPass.", false, Sorted{Orders: []OrderLine{{1, "place rail-1"}, {2, "Pass"}}}},
		{"talk around", "Hola Anna!\nplace rail-1\nThanks, see you", false,
			Sorted{Orders: []OrderLine{{2, "place rail-1"}}, Talk: []Unread{{1, "Hola Anna!"}, {3, "Thanks, see you"}}}},
		{"talk alone", "I am thinking.", false, Sorted{Talk: []Unread{{1, "I am thinking."}}}},
		{"between orders nothing is talk", "place rail-1\nand then\npass", false,
			Sorted{Orders: []OrderLine{{1, "place rail-1"}, {3, "pass"}}, Unread: []Unread{{2, "and then"}}}},
		{"nearly an order", "plase rail-1", false, Sorted{Unread: []Unread{{1, "plase rail-1"}}}},
		{"a greeting is never nearly an order", "Hello everybody", false, Sorted{Talk: []Unread{{1, "Hello everybody"}}}},
		{"a short verb with an error, by its arguments", "mvoe turn-1 stay", false, Sorted{Orders: []OrderLine{{1, "mvoe turn-1 stay"}}}},
		{"a word that is an order only as a whole line", "ok\nok, I see", false,
			Sorted{Orders: []OrderLine{{1, "ok"}}, Talk: []Unread{{2, "ok, I see"}}}},
		{"comment, bullet, number of a list", "- place rail-1   # [1] cheap\n[3] place rail-2\n2. pass\n• preview", false,
			Sorted{Orders: []OrderLine{{1, "place rail-1"}, {2, "place rail-2"}, {3, "pass"}, {4, "preview"}}}},
		{"numbers of the letter", "3\n[4]\n5.\n(6)", true, Sorted{Orders: []OrderLine{{1, "3"}, {2, "[4]"}, {3, "5"}, {4, "6"}}}},
		{"a number without a list is a question", "3", false, Sorted{Unread: []Unread{{1, "3"}}}},
		{"a number before an order is a question", "3 place rail-1", false, Sorted{Unread: []Unread{{1, "3 place rail-1"}}}},
		{"an order goes on behind a colon, a comma, an open bracket",
			"place rail-3 with 2o :\nblack t 2 [loco k,\nind 1],\n? card actions (place\nrail-1)\npass", false,
			Sorted{Orders: []OrderLine{{1, "place rail-3 with 2o : black t 2 [loco k, ind 1], ? card actions (place rail-1)"}, {6, "pass"}}}},
		{"talk passed on cannot swallow the order under it", "say thanks,\npass", false,
			Sorted{Orders: []OrderLine{{1, "say thanks,"}, {2, "pass"}}}},
		{"a lone ? calls for help", "?", false, Sorted{Orders: []OrderLine{{1, "?"}}}},
		{"rules, smiles and comments are nothing", "place rail-1\n-----\n# and now\n:-)\npass", false,
			Sorted{Orders: []OrderLine{{1, "place rail-1"}, {5, "pass"}}}},
		{"bold and quoted", "*pass*\n\"place rail-1\"", false, Sorted{Orders: []OrderLine{{1, "pass"}, {2, "place rail-1"}}}},
		{"three dots stay", "say so...", false, Sorted{Orders: []OrderLine{{1, "say so..."}}}},
		{"a slip before and behind the orders is asked about", "rail-1: black t\nplace rail-2\nrail-1", false,
			Sorted{Orders: []OrderLine{{2, "place rail-2"}}, Unread: []Unread{{1, "rail-1: black t"}, {3, "rail-1"}}}},
		{"a preview judges talk as the mail does", "preview\nHola Anna!\nplace rail-1\nThanks, see you", false,
			Sorted{Orders: []OrderLine{{1, "preview"}, {3, "place rail-1"}}, Talk: []Unread{{2, "Hola Anna!"}, {4, "Thanks, see you"}}}},
		{"nothing", "", false, Sorted{}},
	} {
		var typed []string
		if tc.typed != "" {
			typed = strings.Split(tc.typed, "\n")
		}
		expect.Same(t, tc.name, Sort(typed, words{}, tc.numbers), tc.want)
	}
}

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"  buy\tNYC   share  ":             "buy NYC share",
		"lay 8 F17 E16–G16":                "lay 8 F17 E16-G16",
		"“say” ‘hi’ «yes» `no`":            `"say" 'hi' "yes" 'no'`,
		"place\u00a0rail\u20111":           "place rail-1",
		"\ufeffpa\u200bss\u200e":           "pass",
		"ｐａｓｓ　１":                           "pass 1",
		"pass\x00\x07":                     "pass",
		"co\u0301rrer":                     "córrer",
		"d\u2019acord\u2026":               "d'acord...",
		"株を買う NYC":                         "株を買う NYC",
		"\u202epass\u202c\u2066 x\u2069 ️": "pass x",
		"":                                 "",
	} {
		expect.Same(t, in, Fold(in), want)
	}
}
