package site

import (
	"testing"

	"railpost/engine/rail/log18xx/log18xxtest"
)

func FuzzImport(f *testing.F) {
	log18xxtest.FuzzImport(f, wired, "../testdata/traces/18Mag-2p-1200.jsonl.gz", "../testdata/traces/18Mag-3p-11320.jsonl.gz")
}
