package titles_test

import (
	"testing"

	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/log18xx/log18xxtest"
	"railpost/engine/titles"
)

// FuzzImport reads files of the public site, of each title that it has.
func FuzzImport(f *testing.F) {
	var list []log18xx.Title
	for _, t := range titles.All() {
		if t, ok := t.(log18xx.Title); ok {
			list = append(list, t)
		}
	}
	log18xxtest.FuzzImport(f, []string{
		"../games/g18mag/testdata/traces/18Mag-2p-1200.jsonl.gz", "../games/g18mag/testdata/traces/18Mag-3p-11320.jsonl.gz",
		"../games/g18cz/testdata/traces/18CZ-2p-1200.jsonl.gz", "../games/g18cz/testdata/traces/18CZ-3p-1300.jsonl.gz",
	}, list...)
}
