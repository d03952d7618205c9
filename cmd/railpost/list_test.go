package main

import (
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
)

// TestWaitColumns: the players a game waits for, since when, and how late they are.
func TestWaitColumns(t *testing.T) {
	local := time.Local
	time.Local = time.FixedZone("IST", 19800)
	defer func() { time.Local = local }()
	now := time.Date(2026, 11, 22, 12, 0, 30, 0, time.UTC)
	g := admin.GameRow{State: "running", Waiting: []admin.WaitRow{
		{Name: "Ana", Since: now.Add(-74 * time.Hour), Until: now.Add(-2*time.Hour - 30*time.Second), Late: true, LateBy: 7230},
		{Name: "Ben", Since: now.Add(-time.Hour), Until: now.Add(71 * time.Hour), Unsent: true},
	}}
	want := []string{"Ana, Ben (letter not sent)", "2026-11-19 15:30 IST, 2026-11-22 16:30 IST", "2026-11-22 15:30 IST, 2026-11-25 16:30 IST", "2h, -"}
	expect.Same(t, `waitColumns(g)`, waitColumns(g), want)
	expect.Same(t, "nobody", waitColumns(admin.GameRow{State: "over"}), []string{"-", "-", "-", "-"})
}
