package words

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"railpost/engine/titles"
	"railpost/pbem/mail/extract"
)

// Four times the lines, or lines of four times the length, may allocate five times the bytes, plus a constant.
const (
	growth  = 5
	anyMail = 2_000_000
)

// TestSortWork: for any repetition in a line, and any number of lines, distinguishing orders from talk takes
// proportional work.
func TestSortWork(t *testing.T) {
	g := onTheWay(t, titles.Find("russian"))[0]
	set := texts(t)
	work := func(lines []string) int {
		var before, after runtime.MemStats
		v := New(set, "es", g.Waiting()[0], g)
		runtime.ReadMemStats(&before)
		s := extract.Sort(lines, v, true)
		for _, o := range v.Plain(s.Orders) {
			v.Doubtful(o.Text)
		}
		runtime.ReadMemStats(&after)
		return int(after.TotalAlloc - before.TotalAlloc)
	}
	for _, repeats := range []string{"coloca ", "place ", "(", "a > ", "núm. 3, ", "vendo los cubos rojos ", "no ", "hola, ", "> "} {
		for _, begins := range []string{"place rail-1: ", ""} {
			lines := func(n, times int) (list []string) {
				for i := range n {
					list = append(list, extract.Fold(fmt.Sprintf("%s%s %c%c", begins, strings.Repeat(repeats, times), 'a'+i%26, 'a'+i/26)))
				}
				return list
			}
			few := work(lines(20, 2))
			if many := work(lines(80, 2)); many > growth*few+anyMail {
				t.Errorf("20 lines of %q allocate %d, 80 lines %d", repeats, few, many)
			}
			if long := work(lines(20, 8)); long > growth*few+anyMail {
				t.Errorf("lines of twice %q allocate %d, of eight times %d", repeats, few, long)
			}
		}
	}
}
