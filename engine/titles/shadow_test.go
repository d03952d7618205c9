package titles_test

import (
	"bufio"
	"compress/gzip"
	"os"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/titles"
)

// TestShadow: version 2 of 18Mag changes a rule about services only for games of the public site, so it decides
// differently in one of two kept games of version 1.
func TestShadow(t *testing.T) {
	for folder, want := range map[string]*engine.Differs{
		"18mag.v1":      nil,
		"18mag.v1-site": {Seq: 29, What: `"service raba" is now refused`},
	} {
		records := kept(t, "../games/g18mag/testdata/games/"+folder+"/players-2.jsonl.gz")
		got, err := engine.Shadow(titles.Find, records, 2)
		switch {
		case err != nil:
			t.Errorf("%s: %v", folder, err)
		case (got == nil) != (want == nil), got != nil && (got.Seq != want.Seq || got.What != want.What || got.Why == nil):
			t.Errorf("%s: %v, want %v", folder, got, want)
		}
	}
}

func kept(t *testing.T, file string) (records []*engine.Record) {
	t.Helper()
	f := expect.Get(os.Open(file))(t)
	defer f.Close()
	z := expect.Get(gzip.NewReader(f))(t)
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		r := expect.Get(engine.ReadRecord(lines.Bytes()))(t)
		records = append(records, r)
	}
	return records
}
