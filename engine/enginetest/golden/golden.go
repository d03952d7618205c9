// Package golden compares the output of tests with files that a person has read.
//
//	go test PKG -update
//
// rewrites the files of a package. It is the only flag for that in the module. Read
// the difference before you keep it.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

var update = flag.Bool("update", false, "rewrite the golden files; read the difference before you keep it")

// Update reports whether the files are to be rewritten, for tests that do so
// themselves.
func Update() bool { return *update }

// Check fails a test if got differs from the file. With -update it writes the file.
func Check(t testing.TB, file, got string) {
	t.Helper()
	if Update() {
		expect.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		expect.NoError(t, os.WriteFile(file, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	expect.NoError(t, err, "write it with -update")
	if got != string(want) {
		n, is, was := firstDifference(got, string(want))
		t.Errorf("%s differs from line %d on; -update rewrites it\nis  %s\nwas %s\nwhole:\n%s", file, n, is, was, got)
	}
}

// firstDifference returns the number of the first differing line, and both versions of it.
func firstDifference(got, want string) (n int, is, was string) {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	line := func(list []string) string { return strings.Join(list[min(n, len(list)):min(n+1, len(list))], "") }
	return n + 1, line(a), line(b)
}
