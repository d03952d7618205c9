package russian

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/casetest"
)

// TestPrinted compares the data with a second copy of it.
func TestPrinted(t *testing.T) { casetest.Printed(t, printed()) }

// printed writes the data in the words of testdata/printed.txt.
func printed() map[string][]string {
	out := map[string][]string{}
	add := func(part, format string, args ...any) { out[part] = append(out[part], fmt.Sprintf(format, args...)) }
	for _, s := range Book.Spaces {
		part := "spaces"
		if s.Engineer > 0 {
			part = "engineers"
		}
		when := map[bool]string{true: " last"}[s.OnlyLast] + map[bool]string{true: " not-last"}[s.NotLast] + map[bool]string{true: " always"}[s.Open]
		if s.LeastPlayers > 2 {
			when += fmt.Sprint(" from-", s.LeastPlayers)
		}
		add(part, "%s%s %dw%dr%s: %s", s.ID, s.Stack, s.Workers, s.Rubles, when, effectText(s.Effect))
	}
	for n := 1; n <= 9; n++ {
		add("factories", "%d: %s", n, effectText(Book.Factories[n]))
	}
	for i, id := range Book.Tokens {
		add("tokens", "%s: %s", id, effectText(Book.tokenDo[i]))
	}
	for i, id := range Book.QuestionCards {
		add("cards", "%s: %s", id, effectText(Book.qcardDo[i]))
	}
	for i, id := range Book.StartCards {
		add("start", "%s: %s", id, effectText(Book.startDo[i]))
	}
	for _, s := range Book.Specials {
		needs := map[bool]string{true: " reach"}[s.NeedsReach] + map[bool]string{true: " medal"}[s.NeedsMedal]
		add("specials", "%s%d %s%s: %s%s", RailwayLetters[s.Railway], s.Space, ColourNames[s.Colour], needs, effectText(s.Reward),
			map[bool]string{true: "double"}[s.Doubles]+numbered(s.Score))
	}
	for n := 2; n <= 4; n++ {
		add("tables", "%d: %+v", n, *Book.tables[n])
	}
	for _, p := range Book.Industry {
		add("industry", "%+v", p)
	}
	for _, c := range Book.EndCards {
		add("end", "%+v", c)
	}
	add("boards", "lengths %v, places %v, colours %v, start %v %v", Book.Length, Book.places, Book.Accepts, Book.startTrack, Book.startLocos)
	add("boards", "values %v, doublers %d, slots %d, majority %d %d, instead of a card %d", Book.Values, Book.Doublers, Book.FactorySlots, Book.first, Book.second, Book.endPoints)
	return out
}

func effectText(effect []Part) string {
	var list []string
	for _, p := range effect {
		name := ""
		for n, op := range opNames {
			if op == p.Op && (name == "" || len(n) < len(name)) {
				name = n
			}
		}
		if p.Op == OpTrack {
			name = ""
			for c := range Colour(Colours) {
				if p.takes(c) && p.Colours != allColours {
					name += "/" + ColourNames[c]
				}
			}
			name = strings.TrimPrefix(name+map[bool]string{true: "track"}[p.Colours == allColours], "/")
		}
		list = append(list, strings.TrimSpace(fmt.Sprintf("%d %s %s", p.Left, name, numbered(p.Arg))))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// numbered is a number, "" for 0.
func numbered(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}
