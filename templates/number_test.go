package templates

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"railpost/engine/advise"
)

// A bare number is taken for a choice only where no choice is told by a number of its own.
func TestOwnNumbers(t *testing.T) {
	for _, c := range []struct {
		list string
		want bool
	}{
		{"take 1/take 3/take SIK", true},
		{"lay 3 D13 E12/lay 4 D13 E12/scrap 2/done", false}, // one such order alone is not chosen by its number
		{"scrap 2/buy 2/done", false},
		{"buy 2/buy 3", true},
		{"place black-1: black t 2/place ind-1", false},
		{"", false},
	} {
		if got := OwnNumbers(strings.Split(c.list, "/")); got != c.want {
			t.Errorf("%s: %v, want %v", c.list, got, c.want)
		}
	}
	list := []string{"take SIK", "take 13", "buy 3 from 5 for 13"}
	if got := OwnNumber(list, 13); got != "take 13" {
		t.Errorf("the choice that says 13 is %q", got)
	}
	if got := OwnNumber(list, 3); got != "" {
		t.Errorf("the choice that says 3 is %q", got)
	}
}

// The numbers of choices stand in one column, but for those of very long orders; what
// does not fit after them follows below.
func TestChoicesInLine(t *testing.T) {
	s := testSet(t)
	l := turnLetter()
	l.More = nil
	l.Choices = nil
	for i, order := range []string{"token C8", "token D19.2", "pay 10", "pay 30", "pass", "place black-1 with o+r: black t 2, black k, grey t"} {
		l.Choices = append(l.Choices, advise.Choice{N: i + 1, Line: order, Remark: turnLetter().Choices[i%2].Remark})
	}
	text := render(t, s, l).Text
	column := regexp.MustCompile(`(?m)^  (\S.*?) +# \[(\d)\]`)
	at := map[int]int{}
	for _, m := range column.FindAllStringSubmatchIndex(text, -1) {
		at[strings.IndexByte(text[m[0]:], '#')]++
	}
	if n := at[len("  token D19.2   ")]; n != 5 || len(at) != 2 {
		t.Errorf("%v\n%s", at, text)
	}
	if !strings.Contains(text, fmt.Sprintf("  pay 30%s   # [4]", strings.Repeat(" ", 5))) {
		t.Error(text)
	}
}
