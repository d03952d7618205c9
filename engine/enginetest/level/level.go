// Package level says how much the tests of a run do. There are three levels:
//
//	go test ./...                    what needs Go alone, in a few minutes
//	RAILPOST_FULL=1 go test ./...    all that CI runs: programs, crash campaigns, more seeds
//	RAILPOST_LONG=1 go test PACKAGE  hours of it
//
// RAILPOST_SEED=N, or random, replaces the fixed seeds of what tests draw.
package level

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// Full reports whether the tests do all that CI does. The long level includes it.
func Full() bool { return os.Getenv("RAILPOST_FULL") == "1" || Long() }

// Long reports whether the tests may take hours.
func Long() bool { return os.Getenv("RAILPOST_LONG") == "1" }

// Of returns the value for the level of this run.
func Of[T any](byDefault, full, long T) T {
	switch {
	case Long():
		return long
	case Full():
		return full
	}
	return byDefault
}

// NeedFull skips a test below the full level.
func NeedFull(t testing.TB) {
	t.Helper()
	if !Full() {
		t.Skip("RAILPOST_FULL=1 runs it")
	}
}

// NeedLong skips a test below the long level.
func NeedLong(t testing.TB) {
	t.Helper()
	if !Long() {
		t.Skip("RAILPOST_LONG=1 runs it")
	}
}

// Sequential skips a test under the race detector, which slows it down ten times: it has no concurrency. All
// other tests run under it.
func Sequential(t testing.TB) {
	t.Helper()
	if raced {
		t.Skip("nothing runs at the same time in it")
	}
}

// CollectLate lets tests, which make much garbage and keep little, collect it less often: a quarter to a third less
// time. Benchmarks collect it at Go's own rate.
func CollectLate() {
	if !slices.ContainsFunc(os.Args, func(a string) bool { return strings.HasPrefix(a, "-test.bench=") }) {
		debug.SetGCPercent(400)
	}
}

// Program returns the path of a program that a test of the full level starts. Below that level the
// test is skipped, whatever is installed; in it, a missing program is a failure.
func Program(t testing.TB, name string) string {
	t.Helper()
	NeedFull(t)
	path, err := exec.LookPath(name)
	expect.NoError(t, err, fmt.Sprintf("the full level needs %s (.ci/run installs it)", name))
	return path
}

// Seed returns the seed of a test's random choices, and prints it: fixed, or RAILPOST_SEED.
func Seed(t testing.TB, fixed uint64) uint64 {
	t.Helper()
	seed := fixed
	switch text := os.Getenv("RAILPOST_SEED"); text {
	case "":
	case "random":
		seed = rand.Uint64()
	default:
		n, err := strconv.ParseUint(text, 10, 64)
		expect.NoError(t, err, "RAILPOST_SEED: want a number or random:")
		seed = n
	}
	t.Logf("RAILPOST_SEED=%d", seed)
	return seed
}
