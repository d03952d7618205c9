package main

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
)

// TestLeft: how long a queue takes is rounded up to minutes, at the rate in the long run.
func TestLeft(t *testing.T) {
	for want, q := range map[string]admin.Queue{
		"letters to send: 0":                                   {Rate: 15},
		"letters to send: 7":                                   {Left: 7},
		"letters to send: 1, about 1m at 15 a minute":          {Left: 1, Rate: 15},
		"letters to send: 16, about 2m at 15 a minute":         {Left: 16, Rate: 15},
		"letters to send: 10000, about 11h7m at 15 a minute":   {Left: 10_000, Rate: 15},
		"letters to send: 10000, about 6d22h40m at 1 a minute": {Left: 10_000, Rate: 1},
	} {
		expect.Same(t, "left", left(q), want)
	}
}
