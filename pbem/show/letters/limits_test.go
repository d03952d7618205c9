package letters_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/templates"
)

// The limits of letters: lines of a turn letter, in the median and at most; the line of its first choice, and its
// row where 40 columns fit; lines of a receipt of at most three orders.
const (
	medianLines, mostLines  = 60, 90
	choiceLine, choiceRow   = 8, 12
	receiptLines, phoneCols = 8, 40
)

// TestLengths: over random games of all titles, in three languages.
func TestLengths(t *testing.T) {
	level.Sequential(t)
	for i, title := range []string{"18mag", "18cz", "russian", "tycoon"} {
		t.Run(title, func(t *testing.T) {
			o := begunOffers(t, title, uint64(i))
			read := map[string]int{}
			var turns []int
			for range level.Of(80, 300, 1000) {
				for _, name := range people {
					box := o.Boxes[pbemtest.Address(name)]
					for _, l := range box[read[name]:] {
						if n := checkLength(t, l); l.Kind == "turn" {
							turns = append(turns, n)
						}
					}
					read[name] = len(box)
				}
				if len(o.table().Waiting) == 0 {
					break
				}
				o.move()
			}
			slices.Sort(turns)
			expect.True(t, turns[len(turns)/2] <= medianLines, "%d lines in the median", turns[len(turns)/2])
		})
	}
}

var (
	offersChoice = regexp.MustCompile(`(?m)^  \[[1a]\] `)
	ordersDone   = regexp.MustCompile(`\A\D*?(\d+)`)
)

// checkLength checks the length of a letter and returns it.
func checkLength(t *testing.T, l pbemtest.Letter) int {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(l.Text, "\n"), "\n")
	first, row := 0, 1
	for first < len(lines)-1 && !strings.HasPrefix(lines[first], "  ") {
		row += max(1, len(templates.Wrap(lines[first], phoneCols)))
		first++
	}
	most := mostLines
	switch again := offersChoice.MatchString(l.Text); {
	case l.Kind == "receipt" && !again:
		most = receiptLines
		if m := ordersDone.FindStringSubmatch(lines[0]); m != nil {
			n, _ := strconv.Atoi(m[1])
			most = receiptLines + max(0, n-3)
		}
	case l.Kind == "turn" && (first >= choiceLine || row > choiceRow):
		t.Errorf("a choice in line %d, row %d\n%s", first+1, row, l.Text)
	case l.Kind != "turn" && l.Kind != "receipt":
		return len(lines)
	}
	expect.True(t, len(lines) <= most, "%s: %d lines\n%s", l.Kind, len(lines), l.Text)
	return len(lines)
}

// TestSettingIsConfirmedInALine: and nothing else.
func TestSettingIsConfirmedInALine(t *testing.T) {
	o := begunOffers(t, "toy", 0)
	for _, typed := range []string{"set zone Europe/Madrid", "set letters turns", "set tap off", "set calendar on", "set pictures off", "set language es", "set view text", "set view spoken"} {
		expect.NoError(t, o.Answer("Ana", mailtest.Bare, typed))
		l, _ := o.Latest("Ana")
		expect.True(t, l.Kind == "answer" && strings.Count(l.Text, "\n") < 5, "%q brings %s", typed, l.Text)
	}
}

// TestHowToIsToldThreeTimes: then never, until the reader asks for help or reads another language.
func TestHowToIsToldThreeTimes(t *testing.T) {
	o := begunOffers(t, "russian", 0)
	read := 0
	told := func(letters int) (times int) { // in the next turn letters of Ana, each after a move of hers
		for letters > 0 {
			o.move()
			box := o.Boxes[pbemtest.Address("Ana")]
			for _, l := range box[min(read, len(box)):] {
				if l.Kind == "turn" && letters > 0 {
					letters--
					if strings.Contains(l.Text, "`help`") || strings.Contains(l.Text, "`ajuda`") {
						times++
					}
				}
			}
			read = len(box)
		}
		return times
	}
	expect.Same(t, "letters that say how to answer", told(8), 3)
	expect.NoError(t, o.Answer("Ana", mailtest.Bare, "help pass"))
	expect.Same(t, "after help", told(5), 3)
	expect.NoError(t, o.Answer("Ana", mailtest.Bare, "set language ca", "resend"))
	expect.Same(t, "in Catalan", told(5), 3)
}
