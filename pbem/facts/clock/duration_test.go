package clock_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/facts/clock"
)

const day = 24 * time.Hour

func TestParseDuration(t *testing.T) {
	for _, c := range []struct {
		text string
		want time.Duration
		back string
	}{
		{"3d", 3 * day, "3d"},
		{"36h", 36 * time.Hour, "1d12h"},
		{"1d12h", 36 * time.Hour, "1d12h"},
		{"2w", 14 * day, "14d"},
		{" 1W2D ", 9 * day, "9d"},
		{"90m", 90 * time.Minute, "1h30m"},
		{"30s", 30 * time.Second, "30s"},
		{"2 days", 2 * day, "2d"},
		{"1 Week 2 d", 9 * day, "9d"},
		{"1 day 12hours", 36 * time.Hour, "1d12h"},
		{"0d1h", time.Hour, "1h"},
		{"3650d", 3650 * day, "3650d"},
	} {
		got, err := clock.ParseDuration(c.text)
		expect.True(t, err == nil && got == c.want, "%q: %v, %v", c.text, got, err)
		if back := clock.FormatDuration(got); back != c.back {
			t.Errorf("%q is written back as %q, want %q", c.text, back, c.back)
		}
	}
}

func TestParseDurationRefuses(t *testing.T) {
	for text, says := range map[string]string{
		"":                         "it is empty",
		"3":                        "3 has no unit (w, d, h, m or s)",
		"d":                        `a whole number is expected before "d"`,
		"3 days off":               `a whole number is expected before "off"`,
		"3 moons":                  `"moons" is not a unit`,
		"3x":                       `"x" is not a unit`,
		"3é":                       `"é" is not a unit`,
		"1.5d":                     `"." is not a unit`,
		"-3d":                      `a whole number is expected before "-3d"`,
		"12h1d":                    "units go from long to short",
		"1d1d":                     "units go from long to short",
		"0d":                       "it is zero",
		"3651d":                    "it is longer than ten years",
		"99999999999999999999999s": "it is longer than ten years",
		"521w3651d":                "it is longer than ten years",
		"1h junk":                  `a whole number is expected before "junk"`,
	} {
		_, err := clock.ParseDuration(text)
		if _, ok := errors.AsType[*clock.DurationError](err); !ok || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
}

func TestDurationRoundTrip(t *testing.T) {
	level.Check(t, func(t *rapid.T) {
		d := time.Duration(rapid.Int64Range(1, 3650*24*3600).Draw(t, "seconds")) * time.Second
		back, err := clock.ParseDuration(clock.FormatDuration(d))
		if err != nil || back != d {
			t.Fatalf("%v is written %q and read as %v, %v", d, clock.FormatDuration(d), back, err)
		}
	})
}

func TestFormatDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", time.Millisecond: "0s", -90 * time.Minute: "-1h30m", day + 1500*time.Millisecond: "1d1s",
	} {
		expect.Same(t, d, clock.FormatDuration(d), want)
	}
}
