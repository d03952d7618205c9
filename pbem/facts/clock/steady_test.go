package clock_test

import (
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/clock"
)

// TestSteadyBeforeALook: a step of more than a day has no effect before it was looked at, nor while it is
// distrusted; one that can be true has, and so has any that was confirmed.
func TestSteadyBeforeALook(t *testing.T) {
	begin := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	wall, mono := begin, time.Now()
	s := clock.NewSteady(func() time.Time { return wall }, func() time.Time { return mono })
	pass := func(real, step time.Duration) { wall, mono = wall.Add(real+step), mono.Add(real) }
	is := func(what string, want time.Duration) {
		t.Helper()
		expect.Same(t, what, s.Now().Sub(begin), want)
	}
	pass(0, 40*24*time.Hour)
	is("a step before the first look", 40*24*time.Hour)
	wall = begin
	s.Trust()
	pass(time.Minute, 20*time.Hour)
	is("a step of less than a day", 20*time.Hour+time.Minute)
	s.Trust()
	pass(time.Minute, 40*24*time.Hour)
	is("a step of forty days", 20*time.Hour+2*time.Minute)
	s.Hold(time.Time{})
	pass(time.Minute, 0)
	is("once it is distrusted", 20*time.Hour+3*time.Minute)
	s.Trust()
	is("once it is confirmed", 980*time.Hour+3*time.Minute)
}
