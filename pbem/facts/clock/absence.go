package clock

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ParseAbsence reads "24 dec - 2 jan", "until 5 jan", "24 dec" or "3d" as the first and the
// last day of an absence. Days without a year are the next ones from today on; an absence
// without a beginning begins today.
func ParseAbsence(text string, today Date) (from, to Date, err error) {
	fail := func() (Date, Date, error) {
		return Date{}, Date{}, fmt.Errorf("%q is no time to be away: write, for example, 24 dec - 2 jan, until 5 jan or 3d", text)
	}
	s := strings.ToLower(strings.TrimRight(strings.TrimSpace(text), ".!"))
	s = unsaid.Replace(strings.NewReplacer("–", "-", "—", "-", " to ", " - ", " until ", " - ", " and ", " - ").Replace(s))
	if d, err := ParseDuration(s); err == nil {
		return today, today.Add(max(1, int(d/(24*time.Hour))) - 1), nil
	}
	from = today
	if last, ok := strings.CutPrefix(s, "until "); ok {
		s = last
	} else if first, last, ok := cutRange(s); ok {
		if from, ok = dayOf(first, today); !ok {
			return fail()
		}
		s = last
	} else if from, ok = dayOf(s, today); !ok {
		return fail()
	}
	to, ok := dayOf(s, from)
	if !ok || to.Before(from) || from.Before(today) || to.Since(today) > 366 {
		return fail()
	}
	return from, to, nil
}

// unsaid removes words around days that have no meaning of their own: both days are included.
var unsaid = strings.NewReplacer("from ", "", "between ", "", " of ", " ", "the ", "", " inclusive", "", " included", "")

// cutRange splits at the dash between two days, which may be numbers with dashes. In "24-28
// dec" the month of the first is that of the last.
func cutRange(s string) (first, last string, ok bool) {
	if first, last, ok = strings.Cut(s, " - "); !ok && strings.Count(s, "-") == 1 {
		first, last, ok = strings.Cut(s, "-")
	}
	if n, err := strconv.Atoi(last); ok && err == nil && n <= 12 && s == first+"-"+last { // the 5th of March to some, two days to others
		return "", "", true
	}
	if fields := strings.Fields(last); ok && len(fields) > 1 && monthIn(strings.Fields(first)) == "" {
		first += " " + monthIn(fields)
	}
	return first, last, ok
}

// monthIn returns the name of a month among the words of a day, or "". "mar" before the day may
// be a Tuesday.
func monthIn(fields []string) string {
	for i, w := range fields {
		if w = strings.TrimRight(w, ".,"); monthOf(w) != 0 && (i > 0 || len(fields) == 2 && w != "mar") {
			return w
		}
	}
	return ""
}

// dayOf reads "24 dec", "dec 24th", "24.12.", "24/12/26", "2026-12-24" or "24", also after the day of the week,
// which must be the right one: "Thu 24 Dec". Without a year it is the first such day from a given one on.
func dayOf(s string, from Date) (Date, bool) {
	s = strings.TrimSpace(s)
	if d, err := ParseDate(s); err == nil {
		return d, true
	}
	words := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" ./,-", r) })
	day, month, year := 0, time.Month(0), 0
	week := -1
	if len(words) > 1 {
		if week = weekdayOf(words[0], words[1:]); week >= 0 {
			words = words[1:]
		}
	}
	for _, w := range words {
		n, err := strconv.Atoi(strings.TrimRight(w, "thsrnd"))
		switch {
		case err != nil && month == 0:
			month = monthOf(w)
			if month == 0 {
				return Date{}, false
			}
		case err != nil:
			return Date{}, false
		case day == 0:
			day = n
		case month == 0 && n <= 12:
			month = time.Month(n)
		case year == 0 && n >= 2000 && n < 3000:
			year = n
		case year == 0 && month != 0 && len(w) == 2:
			year = 2000 + n
		default:
			return Date{}, false
		}
	}
	if day == 0 {
		return Date{}, false
	}
	for later := range 400 {
		d := from.Add(later)
		if d.Day == day && (month == 0 || d.Month == month) && (year == 0 || d.Year == year) {
			return d, week < 0 || week == int(d.Weekday())
		}
	}
	return Date{}, false
}

// weekdayOf returns the day of the week that a word before a day names, or -1. "mar" is Tuesday
// in Spanish where a month follows: "mar 3 mar".
func weekdayOf(w string, rest []string) int {
	if w == "mar" && slices.ContainsFunc(rest, func(w string) bool { return monthOf(w) != 0 }) {
		return int(time.Tuesday)
	}
	return weekday(w)
}

// monthOf reads the name of a month, or its first three letters or more.
func monthOf(s string) time.Month {
	for m := time.January; m <= time.December; m++ {
		if name := strings.ToLower(m.String()); len(s) >= 3 && strings.HasPrefix(name, s) || s == "sept" && m == time.September {
			return m
		}
	}
	return 0
}
