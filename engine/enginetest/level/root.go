package level

import (
	"os"
	"path/filepath"
	"testing"

	"railpost/engine/enginetest/expect"
)

// Path returns the path of a file that is named from the module's root, as RAILPOST_TRACES may name it. It panics
// outside a module; a test runs in its package's folder.
func Path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	start, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, name)
		}
		if dir == filepath.Dir(dir) {
			panic("level: no module above " + start)
		}
	}
}

// Keep writes a file for a person to look at into the folder that a variable names, if it names one.
func Keep(t testing.TB, variable, name string, file []byte) {
	t.Helper()
	if dir := os.Getenv(variable); dir != "" {
		expect.NoError(t, os.WriteFile(filepath.Join(Path(dir), name), file, 0o644))
	}
}
