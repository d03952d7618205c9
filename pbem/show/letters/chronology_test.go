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
)

// TestOneChronology: over random games of all titles a letter tells events in one list, in the order of the log
// and each step once, and no two letters of one mail tell their reader the same step.
func TestOneChronology(t *testing.T) {
	level.Sequential(t)
	for i, title := range []string{"toy", "18mag", "18cz", "russian", "tycoon"} {
		t.Run(title, func(t *testing.T) {
			o := begunOffers(t, title, uint64(i))
			c := chronicle{T: t, done: map[string]int{}}
			for n, letters := range []string{"rounds", "moves", "turns"} {
				expect.NoError(t, o.Answer(people[n], mailtest.Bare, "set language en", "set letters "+letters, "resend"))
				c.done[people[n]] = len(o.Boxes[pbemtest.Address(people[n])])
			}
			for range level.Of(30, 200, 600) {
				o.move()
				if len(o.table().Waiting) == 0 {
					break
				}
				for _, name := range people {
					c.read(name, o.Boxes[pbemtest.Address(name)])
				}
			}
			expect.True(t, c.lists >= 10 && c.steps > c.lists, "only %d lists of %d steps were read", c.lists, c.steps)
		})
	}
}

// chronicle reads the events in letters.
type chronicle struct {
	*testing.T
	lists, steps int
	done         map[string]int
}

var (
	newsHead  = regexp.MustCompile(`^(SINCE YOUR LAST (MOVE|LETTER)|SINCE THEN|SO FAR|WHAT HAPPENED|THE LAST (STEP|\d+ STEPS))( \(\d+ STEPS?\))?$`)
	otherHead = regexp.MustCompile(`^\p{Lu}[\p{Lu}' ]+(\(|:|$)`)
	stepEntry = regexp.MustCompile(`^ +(\d+)(?:-(\d+))?  \S`)
)

// read checks the unread letters of a box: those of one mail.
func (c *chronicle) read(name string, box []pbemtest.Letter) {
	var told []int
	for _, l := range box[c.done[name]:] {
		lists := listsOf(l.Text)
		if len(lists) > 1 {
			c.Errorf("%s is told what happened in %d lists:\n%s", name, len(lists), l.Text)
		}
		for _, list := range lists {
			steps := list.steps
			c.lists++
			c.steps += len(steps)
			if !slices.IsSorted(steps) || len(slices.Compact(slices.Clone(steps))) < len(steps) {
				c.Errorf("%s is told the steps %d:\n%s", name, steps, l.Text)
			}
			for _, n := range steps {
				if slices.Contains(told, n) {
					c.Errorf("%s is told step %d twice at once:\n%s", name, n, l.Text)
				}
			}
			told = append(told, steps...)
			for _, line := range list.lines {
				if len(line) > 40 && strings.Contains(list.rest, line) {
					c.Errorf("%s is told %q elsewhere, too:\n%s", name, line, l.Text)
				}
			}
		}
	}
	c.done[name] = len(box)
}

// newsList is a list of events, and the letter without it.
type newsList struct {
	steps []int
	lines []string
	rest  string
}

func listsOf(text string) (lists []newsList) {
	in := -1 // the list
	var rest strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case newsHead.MatchString(line):
			in = len(lists)
			lists = append(lists, newsList{})
			continue
		case otherHead.MatchString(line):
			in = -1
		}
		if in < 0 || in < len(lists)-1 {
			rest.WriteString(line + "\n")
			continue
		}
		if m := stepEntry.FindStringSubmatch(line); m != nil {
			from, _ := strconv.Atoi(m[1])
			to, _ := strconv.Atoi(m[2])
			for n := from; n <= max(from, to); n++ {
				lists[in].steps = append(lists[in].steps, n)
			}
		}
		if line = strings.TrimSpace(line); line != "" {
			lists[in].lines = append(lists[in].lines, line)
		}
	}
	for i := range lists {
		lists[i].rest = rest.String()
	}
	return lists
}

// TestReceiptOfTheLastMove: it says that the game is over, not that it waits for nobody, nor that the
// move cannot be taken back because something was shown.
func TestReceiptOfTheLastMove(t *testing.T) {
	for i, title := range []string{"nim", "toy"} {
		o := begunOffers(t, title, uint64(i))
		name := ""
		for len(o.table().Waiting) > 0 {
			name = o.mover()
			expect.NoError(t, o.Answer(name, mailtest.Bare, "set language en", "resend"))
			o.move()
		}
		box := o.Boxes[pbemtest.Address(name)]
		n := slices.IndexFunc(box, func(l pbemtest.Letter) bool { return l.Kind == "end" })
		if last := box[n-1]; last.Kind != "receipt" || !strings.Contains(last.Text, "The game is over") || strings.Contains(last.Text, "undo") || strings.Contains(last.Text, "nobody.") {
			t.Errorf("%s: %s\n%s", title, last.Kind, last.Text)
		}
	}
}
