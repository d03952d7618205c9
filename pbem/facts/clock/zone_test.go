package clock_test

import (
	_ "embed"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/clock"
)

//go:embed zones.txt
var zoneList string

func TestLoadZone(t *testing.T) {
	for text, want := range map[string]string{
		"Europe/Madrid":       "Europe/Madrid",
		" europe/madrid ":     "Europe/Madrid",
		"America/New York":    "America/New_York",
		"utc":                 "UTC",
		"australia/LORD_howe": "Australia/Lord_Howe",
	} {
		got, err := clock.LoadZone(text)
		expect.True(t, err == nil && got.String() == want, "%q: %v, %v", text, got, err)
	}
}

func TestLoadZoneRefuses(t *testing.T) {
	for text, near := range map[string][]string{
		"Europe/Madrit":   {"Europe/Madrid"},
		"Madrid":          {"Europe/Madrid"},
		"madrit":          {"Europe/Madrid"},
		"America/NewYork": {"America/New_York"},
		"":                nil,
		"Local":           nil,
		"../etc/passwd":   nil,
		"Middle-earth":    nil,
	} {
		_, err := clock.LoadZone(text)
		zoneErr, ok := errors.AsType[*clock.ZoneError](err)
		if !ok {
			t.Errorf("%q: error %v", text, err)
			continue
		}
		expect.True(t, slices.Equal(zoneErr.Near, near), "%q: near %q, want %q", text, zoneErr.Near, near)
		expect.True(t, near == nil || strings.Contains(err.Error(), "did you mean "+near[0]+"?"),
			"%q: says %q", text, err)
	}
}

// The list offers no zone that cannot be had, and is complete as far as the
// machine's Go knows.
func TestZoneList(t *testing.T) {
	names := strings.Fields(zoneList)
	for _, name := range names {
		if _, err := time.LoadLocation(name); err != nil {
			t.Error(err)
		}
	}
	if len(names) < 500 || !slices.IsSorted(names) {
		t.Errorf("%d names, sorted %v", len(names), slices.IsSorted(names))
	}
}

// TestEndlessZone: an impossible name is treated as an unknown zone.
func TestEndlessZone(t *testing.T) {
	for _, name := range []string{strings.Repeat("A/", 120000), strings.Repeat("\ufdfa", 80000)} {
		_, err := clock.LoadZone(name)
		var unknown *clock.ZoneError
		expect.True(t, errors.As(err, &unknown) && unknown.Near == nil, "%.20q: %.80v", name, err)
	}
}
