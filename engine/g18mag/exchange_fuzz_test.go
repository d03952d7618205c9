package g18mag

import (
	"bytes"
	"os"
	"testing"

	"railpost/engine"
	"railpost/engine/log18xx"
)

// FuzzImport takes over spoilt files of the site: an error, or a game that can
// be replayed.
func FuzzImport(f *testing.F) {
	for _, until := range []int{9, 30, 60} {
		f.Add(cutTrace(f, "testdata/traces/18Mag-2p-1200.jsonl.gz", until))
		f.Add(cutTrace(f, "testdata/traces/18Mag-3p-11320.jsonl.gz", 2*until))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		file, err := log18xx.Read(bytes.NewReader(in))
		if err != nil || file.Title != (title{}).Site() || len(file.Actions) > 200 {
			return
		}
		g, err := log18xx.Import("fuzz", title{}, file, nil)
		if err != nil {
			return
		}
		if _, err := engine.Replay(find, g.Records, nil); err != nil {
			t.Fatal(err)
		}
	})
}

// cutTrace is a trace up to an action as a file of the site.
func cutTrace(f *testing.F, name string, until int) []byte {
	f.Helper()
	in, err := os.Open(name)
	if err != nil {
		f.Fatal(err)
	}
	defer in.Close()
	file, err := log18xx.ReadTrace(in)
	if err != nil {
		f.Fatal(err)
	}
	file.Cut(until)
	var b bytes.Buffer
	if err := file.Write(&b); err != nil {
		f.Fatal(err)
	}
	return b.Bytes()
}
