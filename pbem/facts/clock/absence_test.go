package clock_test

import (
	"testing"

	"railpost/pbem/facts/clock"
)

func TestParseAbsence(t *testing.T) {
	today := must(t, clock.ParseDate, "2026-11-23")
	for text, want := range map[string]string{
		"24 dec - 2 jan":            "2026-12-24 2027-01-02",
		"24 Dec – 2 Jan.":           "2026-12-24 2027-01-02",
		"from 24 dec to 2 jan":      "2026-12-24 2027-01-02",
		"until 5 jan":               "2026-11-23 2027-01-05",
		"24 dec":                    "2026-12-24 2026-12-24",
		"2 - 1":                     "2026-12-02 2027-01-01",
		"24-28 dec":                 "2026-12-24 2026-12-28",
		"24.12. - 2.1.":             "2026-12-24 2027-01-02",
		"2026-12-24 - 2027-01-02":   "2026-12-24 2027-01-02",
		"december 24th until jan 2": "2026-12-24 2027-01-02",
		"until Thu 24 Dec":          "2026-11-23 2026-12-24",
		"Thu 24 Dec - Sat. 2 Jan.":  "2026-12-24 2027-01-02",
		"mar 2 mar":                 "2027-03-02 2027-03-02",
		"until mar 2 feb":           "2026-11-23 2027-02-02",
		"until mar 5":               "2026-11-23 2027-03-05",
		"24th of December":          "2026-12-24 2026-12-24",
		"24/12/26":                  "2026-12-24 2026-12-24",
		"24-12-2026":                "2026-12-24 2026-12-24",
		"24-12 - 2-1":               "2026-12-24 2027-01-02",
		"until 5-3":                 "2026-11-23 2027-03-05",
		"until 5 jan inclusive":     "2026-11-23 2027-01-05",
		"between 24 and 28 dec":     "2026-12-24 2026-12-28",
		"dec 24 - 28 dec":           "2026-12-24 2026-12-28",
		"from 24 dec. to 28 dec.":   "2026-12-24 2026-12-28",
		"from thu 24 to mon 28 dec": "2026-12-24 2026-12-28",
		"3d":                        "2026-11-23 2026-11-25",
		"12h":                       "2026-11-23 2026-11-23",
		"2w":                        "2026-11-23 2026-12-06",
	} {
		from, to, err := clock.ParseAbsence(text, today)
		if got := from.String() + " " + to.String(); err != nil || got != want {
			t.Errorf("%q: %s, %v, want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "until", "soon", "30 feb", "1 foo", "2025-01-01", "until 2025-01-01", "24 dec 3 jan", "-", "until Fri 24 Dec", "thu", "until mar", "until mar 24 dec", "5-3"} {
		if from, to, err := clock.ParseAbsence(text, today); err == nil {
			t.Errorf("%q was read as %s to %s", text, from, to)
		}
	}
}
