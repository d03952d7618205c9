package bench

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
)

func TestMissed(t *testing.T) {
	for _, c := range []struct {
		v    Value
		want bool
	}{
		{Value{Value: 5}, false},
		{Value{Value: 5, Most: 5}, false},
		{Value{Value: 5.1, Most: 5}, true},
		{Value{Value: 0.8, Least: 0.8}, false},
		{Value{Value: 0.7, Least: 0.8}, true},
	} {
		expect.Same(t, fmt.Sprintf("%+v: missed", c.v), c.v.Missed(), c.want)
	}
}

func TestQuantile(t *testing.T) {
	times := []time.Duration{50, 10, 40, 20, 30}
	for q, want := range map[float64]time.Duration{0: 10, 0.5: 30, 0.99: 50, 1: 50} {
		expect.Same(t, fmt.Sprintf("quantile %v is", q), quantile(times, q), want)
	}
	expect.Same(t, "the median of nothing is", quantile(nil, 0.5), 0)
}

// A game played at random goes the same way each time, otherwise the two sides of a figure
// would not do the same.
func TestGamesRepeat(t *testing.T) {
	one := playGames("again", 3, 20)
	two := playGames("again", 3, 20)
	for i := range one {
		expect.Must(t, i, len(one[i].records), 21)
		for n, r := range one[i].records {
			if other := two[i].records[n]; r.Line != other.Line || r.Digest != other.Digest {
				t.Fatalf("game %d, record %d: %q and %q", i, n+1, r.Line, other.Line)
			}
		}
	}
}

// The smallest measurement finds its values and leaves nothing behind.
func TestColdStart(t *testing.T) {
	m := expect.Get(Named("cold-start"))(t)
	dir := t.TempDir()
	f := expect.Get(m[0].Measure(t.Context(), Options{Dir: dir, Games: 3}))(t)
	got := map[string]bool{}
	for _, v := range f.Values {
		got[v.Name] = v.Value > 0
	}
	for _, name := range []string{"file", "first move played after", "reading the file", "start / reading", "fsync"} {
		expect.True(t, got[name], "no %q in %+v", name, f.Values)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// TestFiguresOfTitles: figures by title cover every title, here in short games; pictures, which come late in a
// game, in the full level.
func TestFiguresOfTitles(t *testing.T) {
	for _, v := range []*int{&mailGames, &mailOrders, &letterGames, &replayGames, &letterOrders, &pageOrders, &replayOrders, &pictureOrders} {
		defer func(was int) { *v = was }(*v)
	}
	mailGames, letterGames, replayGames = 1, 1, 1
	mailOrders = 6
	letterOrders, pageOrders, replayOrders, pictureOrders = 40, 16, 16, 60
	for figure, want := range map[string][]string{
		"mail":     {"objects", "time"},
		"letters":  {"turn, letters", "receipt, letters", "news, letters"},
		"pages":    {"first look, the game is read, size", "a page that is kept, size"},
		"replay":   {"orders a game"},
		"pictures": {`letters "rounds", letters with pictures`, `letters "moves", letters with pictures`},
	} {
		if figure == "pictures" && !level.Full() {
			continue
		}
		m := expect.Get(Named(figure))(t)
		f := expect.Get(m[0].Measure(t.Context(), Options{Dir: t.TempDir()}))(t)
		got := map[string]bool{}
		for _, v := range f.Values {
			got[v.Name] = v.Value > 0
		}
		for _, title := range titles.All() {
			for _, name := range want {
				if name = title.Name() + ", " + name; !got[name] {
					t.Errorf("%s: no %q", figure, name)
				}
			}
		}
	}
}

// TestTablesCostNothing: no number of objects depends on the number of tables. Times are for those who measure.
func TestTablesCostNothing(t *testing.T) {
	defer func(few, many int) { fewTables, manyTables = few, many }(fewTables, manyTables)
	fewTables, manyTables = 10, 200
	m := expect.Get(Named("tables"))(t)
	f := expect.Get(m[0].Measure(t.Context(), Options{Dir: t.TempDir()}))(t)
	for _, v := range f.Values {
		expect.True(t, !strings.HasSuffix(v.Name, ", objects") || !v.Missed(), "%+v", v)
	}
}

// TestDocumented: docs/testing.md explains each figure.
func TestDocumented(t *testing.T) {
	doc := expect.Get(os.ReadFile("../../../docs/testing.md"))(t)
	for _, m := range All() {
		expect.Has(t, m.Name, string(doc), "\n| `"+m.Name+"` | ")
	}
}
