package titles_test

import (
	"bytes"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/log18xx/log18xxtest"
	"railpost/engine/titles"
)

// FuzzImport reads spoilt files of the public site, of each title that it has: each is refused or written back, and an
// import of it can be replayed. They grow out of beginnings of traces.
func FuzzImport(f *testing.F) {
	var list []log18xx.Title
	for _, t := range titles.All() {
		if t, ok := t.(log18xx.Title); ok {
			list = append(list, t)
		}
	}
	for _, name := range []string{"g18mag/testdata/traces/18Mag-2p-1200", "g18mag/testdata/traces/18Mag-3p-11320", "g18cz/testdata/traces/18CZ-2p-1200", "g18cz/testdata/traces/18CZ-3p-1300"} {
		for _, until := range []int{9, 30, 120} {
			file := log18xxtest.ReadTrace(f, "../games/"+name+".jsonl.gz")
			file.Truncate(until)
			var b bytes.Buffer
			expect.NoError(f, file.Write(&b))
			f.Add(b.Bytes())
		}
	}
	f.Add([]byte(`{"title":"18Mag","players":[{"id":1,"name":"a"}],"actions":[{"type":"redo","id":1,"entity":null}]}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		file, err := log18xx.Read(bytes.NewReader(in))
		if err != nil {
			return
		}
		_, _ = log18xx.Effective(file.Actions)
		var b bytes.Buffer
		expect.NoError(t, file.Write(&b), "what was read cannot be written")
		if _, err := log18xx.Read(&b); err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		i := slices.IndexFunc(list, func(t log18xx.Title) bool { return t.Site() == file.Title })
		if i < 0 || len(file.Actions) > 200 {
			return
		}
		g, err := log18xx.Import("fuzz", list[i], file, nil)
		if err != nil {
			return
		}
		if _, err := engine.Replay(titles.Find, g.Records, nil); err != nil {
			t.Fatal(err)
		}
	})
}
