package site

import (
	"testing"

	"railpost/engine/rail/log18xx/log18xxtest"
)

func FuzzImport(f *testing.F) {
	log18xxtest.FuzzImport(f, wired, "../testdata/traces/18CZ-2p-1200.jsonl.gz", "../testdata/traces/18CZ-3p-1300.jsonl.gz")
}
