package templates

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

// Choices have letters if some differ only in a number of their own.
func TestOwnNumbers(t *testing.T) {
	for _, c := range []struct {
		list string
		want bool
	}{
		{"take 1/take 3/take SIK", true},
		{"lay 3 D13 E12/lay 4 D13 E12/scrap 2/done", false}, // a single such order is not chosen by its number
		{"scrap 2/buy 2/done", false},
		{"buy 2/buy 3", true},
		{"place black-1: black t 2/place ind-1", false},
		{"bid 2/bid up to 6/pass", true},
		{"", false},
	} {
		expect.Same(t, c.list, OwnNumbers(strings.Split(c.list, "/")), c.want)
	}
	list := []string{"take SIK", "take 13", "buy 3 from 5 for 13"}
	expect.Same(t, "the choice that says 13 is", OwnNumber(list, 13), "take 13")
	expect.Same(t, "the choice that says 3 is", OwnNumber(list, 3), "")
	auction := []string{"bid 2", "bid up to 6", "pass"}
	for n, want := range map[int]string{2: "bid 2", 3: "bid 3", 6: ""} {
		expect.Same(t, fmt.Sprintf("%d alone in an auction is", n), OwnNumber(auction, n), want)
	}
	for n, want := range map[int]string{1: "a", 26: "z", 27: "aa", 28: "bb"} {
		if got := Mark(n, true); got != want || MarkOf("["+got+"]") != n {
			t.Errorf("the mark of %d is %q, want %q", n, got, want)
		}
	}
}

// The mark of a choice precedes its order; the first screen has its remark below.
func TestChoicesInLine(t *testing.T) {
	s := testSet(t)
	l := turnLetter()
	l.Happened, l.More, l.Choices = nil, nil, nil
	for i, order := range []string{"token C8", "token D19.2", "pay 10", "pay 30", "pass", "place black-1 with o+r: black t 2, black k, grey t"} {
		l.Choices = append(l.Choices, advise.Choice{N: i + 1, Line: order, Remark: turnLetter().Choices[i%2].Remark, Best: i < 3})
	}
	text := render(t, s, l).Text
	for _, want := range []string{
		"BEST CHOICES (3 MORE BELOW)",
		"\n  [a] token C8\n      # Transsib: black track now on 8\n",
		"\n  [e] pass   # Transsib: black track now on 8\n",
		"\n  [d] pay 30   # Transsib: black track now on 7\n",
	} {
		expect.Has(t, "the letter", text, want)
	}
}
