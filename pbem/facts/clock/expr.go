package clock

import (
	"fmt"
	"strings"
	"time"

	"github.com/robfig/cron/v3"
)

// Expr is a cron expression of five fields: minute, hour, day of month, month, day of week.
// It has no zone of its own: Next takes the zone as an argument. The zero Expr never fires.
type Expr struct {
	spec     string
	schedule cron.Schedule
}

// ExprError is the error of a text that is no cron expression, with a correct one.
type ExprError struct {
	Spec    string // the text
	Fault   string // its fault
	Instead string // a correct expression
}

func (e *ExprError) Error() string {
	return fmt.Sprintf("%q is not a cron expression: %s; %s", e.Spec, e.Fault, e.Instead)
}

const fiveFields = `write five fields: minute, hour, day of month, month, day of week, for instance "0 9 * * *" (every day at 9:00)`

// fields are the five places of an expression, with their allowed values.
var fields = [...]struct{ name, allowed string }{
	{"minute", "0 to 59"},
	{"hour", "0 to 23"},
	{"day of month", "1 to 31"},
	{"month", "1 to 12 or JAN to DEC"},
	{"day of week", "0 to 6 or SUN to SAT (Sunday is 0)"},
}

var parser = cron.NewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow)

// Parse reads a cron expression, which may come from a player's mail. What the
// library would take but a reminder cannot mean is refused: "@every", seconds,
// a zone prefix, dates that never come. Errors are *ExprError.
func Parse(spec string) (Expr, error) {
	refuse := func(fault, instead string) (Expr, error) {
		return Expr{}, &ExprError{spec, fault, instead}
	}
	given := strings.Fields(spec)
	switch {
	case len(spec) > 200:
		return refuse("it is longer than 200 characters", fiveFields)
	case len(given) == 0:
		return refuse("it is empty", fiveFields)
	case strings.Contains(given[0], "TZ="):
		return refuse("it must not name a zone", "leave the zone out")
	case strings.HasPrefix(given[0], "@"):
		return refuse("words with @ are not supported: they do not follow the clocks of a zone", fiveFields)
	case len(given) == 6:
		return refuse("it has six fields; seconds are not supported", fiveFields)
	case len(given) != len(fields):
		return refuse(fmt.Sprintf("the number of fields is %d, not five", len(given)), fiveFields)
	}
	for i, text := range given {
		if !fieldValid(i, text) {
			return refuse(fmt.Sprintf("%s %q cannot be read", fields[i].name, text),
				fmt.Sprintf("write %s, * for any, a list 1,3, a range 1-5 or a step */2", fields[i].allowed))
		}
	}
	spec = strings.Join(given, " ")
	schedule, err := parseSafely(spec)
	if err != nil {
		return refuse(err.Error(), fiveFields)
	}
	// From here the search of five years sees a leap day (2024).
	if schedule.Next(time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC)).IsZero() {
		return refuse("there is no such day in any year", "choose a day that the month has")
	}
	return Expr{spec: spec, schedule: schedule}, nil
}

// MustParse is Parse for expressions written in the source.
func MustParse(spec string) Expr {
	e, err := Parse(spec)
	if err != nil {
		panic(err)
	}
	return e
}

// fieldValid reports whether one field alone is valid, so that a refusal can name it. The
// library takes an empty member of a list for "never".
func fieldValid(place int, text string) bool {
	for member := range strings.SplitSeq(text, ",") {
		if member == "" || strings.HasPrefix(member, "+") {
			return false
		}
	}
	alone := []string{"*", "*", "*", "*", "*"}
	alone[place] = text
	_, err := parseSafely(strings.Join(alone, " "))
	return err == nil
}

// parseSafely keeps a panic of the library (v3.0.1 has one for "TZ=UTC") away from the
// daemon: the text comes from outside.
func parseSafely(spec string) (schedule cron.Schedule, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("it cannot be read (%v)", r)
		}
	}()
	return parser.Parse(spec)
}

// String returns the expression in a form that can be parsed again, with single spaces
// between its fields; "" for the zero Expr.
func (e Expr) String() string { return e.spec }

// Equal reports whether both are written the same way.
func (e Expr) Equal(other Expr) bool { return e.spec == other.spec }

// MarshalText writes the expression for TOML and JSON.
func (e Expr) MarshalText() ([]byte, error) { return []byte(e.spec), nil }

// UnmarshalText reads what MarshalText wrote. Errors are *ExprError.
func (e *Expr) UnmarshalText(text []byte) error {
	parsed, err := Parse(string(text))
	if err != nil {
		return err
	}
	*e = parsed
	return nil
}

// Next returns the first instant strictly after the given one at which the
// expression fires on the clocks of zone, and the zero time if it never does.
// A local time that a clock change leaves out fires at the first instant after
// the gap; one that comes twice fires the first time only. So an expression for
// one time a day fires exactly once on each day.
func (e Expr) Next(after time.Time, zone *time.Location) time.Time {
	if e.schedule == nil {
		return time.Time{}
	}
	// The library walks plain wall times, held as UTC, where no change of clocks
	// can mislead it. Later wall times never give earlier instants, so the first
	// instant later than after is the next one.
	for wall := e.nextWall(wallTime(after, zone)); !wall.IsZero(); wall = e.nextWall(wall) {
		if instant := instantOf(wall, zone); instant.After(after) {
			return instant.In(zone)
		}
	}
	return time.Time{}
}

// nextWall steps over the five years after which the library stops looking:
// between 2096 and 2104 there is no 29 February.
func (e Expr) nextWall(wall time.Time) time.Time {
	for range 3 {
		if next := e.schedule.Next(wall); !next.IsZero() {
			return next
		}
		wall = wall.AddDate(4, 0, 0)
	}
	return time.Time{}
}

// wallTime returns the wall time of t in zone, as if it were UTC.
func wallTime(t time.Time, zone *time.Location) time.Time {
	_, offset := t.In(zone).Zone()
	return t.UTC().Add(time.Duration(offset) * time.Second)
}

// instantOf returns the first instant at which the clocks of zone show wall or, if they
// leap over it, the first instant after the leap.
func instantOf(wall time.Time, zone *time.Location) time.Time {
	// No zone is further than 26 hours from UTC: begin in a period before wall.
	for t := wall.Add(-26 * time.Hour).In(zone); ; {
		start, end := t.ZoneBounds()
		_, offset := t.Zone()
		instant := wall.Add(-time.Duration(offset) * time.Second)
		if end.IsZero() || instant.Before(end) {
			if instant.Before(start) {
				return start
			}
			return instant
		}
		t = end
	}
}
