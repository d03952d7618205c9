package clock

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// unit is a letter of a duration, or a word in its place. A day is 24 hours, even when the clocks change: "3d" to
// answer is equally long for everybody at the table.
type unit struct {
	letter byte
	length time.Duration
	word   string // also with an s
}

var units = []unit{
	{'w', 7 * 24 * time.Hour, "week"},
	{'d', 24 * time.Hour, "day"},
	{'h', time.Hour, "hour"},
	{'m', time.Minute, "minute"},
	{'s', time.Second, "second"},
}

// longest limits a duration so that adding it to a date stays within what letters can show:
// ten years.
const longest = 3650 * 24 * time.Hour

// DurationError is the error of a text that is no duration. Its message says what to write.
type DurationError struct {
	Text  string // the text
	Fault string // its fault
}

func (e *DurationError) Error() string {
	return fmt.Sprintf(`%q is not a length of time: %s; write, for example, "3d", "36h", "1d12h" or "2w"`, e.Text, e.Fault)
}

// ParseDuration parses "2w", "3d", "36h", "1d12h", "90m", "30s", "2 days", "1 day 12 hours":
// whole numbers with units, longer units first. The result is positive and at most ten years. Errors are *DurationError.
func ParseDuration(s string) (time.Duration, error) {
	rest := strings.ToLower(strings.TrimSpace(s))
	if rest == "" {
		return 0, &DurationError{s, "it is empty"}
	}
	var total time.Duration
	for next := 0; rest != ""; {
		tail := strings.TrimLeft(rest, "0123456789")
		number := rest[:len(rest)-len(tail)]
		if number == "" {
			return 0, &DurationError{s, fmt.Sprintf("a whole number is expected before %q", rest)}
		}
		tail = strings.TrimLeft(tail, " ")
		if tail == "" {
			return 0, &DurationError{s, fmt.Sprintf("%s has no unit (w, d, h, m or s)", number)}
		}
		name := tail[:len(tail)-len(strings.TrimLeftFunc(tail, unicode.IsLetter))]
		place := slices.IndexFunc(units, func(u unit) bool {
			return name == string(u.letter) || name == u.word || name == u.word+"s"
		})
		if place < 0 {
			return 0, &DurationError{s, fmt.Sprintf("%q is not a unit (w, d, h, m or s)", cmp.Or(name, string([]rune(tail)[:1])))}
		}
		if place < next {
			return 0, &DurationError{s, "units go from long to short, each at most once"}
		}
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil || time.Duration(n) > (longest-total)/units[place].length {
			return 0, &DurationError{s, "it is longer than ten years"}
		}
		total += time.Duration(n) * units[place].length
		next = place + 1
		rest = strings.TrimLeft(tail[len(name):], " ")
	}
	if total == 0 {
		return 0, &DurationError{s, "it is zero"}
	}
	return total, nil
}

// FormatDuration writes d as ParseDuration reads it, without weeks: "1d12h".
// Parts of a second are dropped; a negative d has a "-", zero is "0s".
func FormatDuration(d time.Duration) string {
	if d < 0 {
		return "-" + FormatDuration(-d)
	}
	var b strings.Builder
	for _, u := range units[1:] {
		if n := d / u.length; n > 0 {
			fmt.Fprintf(&b, "%d%c", n, u.letter)
			d -= n * u.length
		}
	}
	if b.Len() == 0 {
		return "0s"
	}
	return b.String()
}
