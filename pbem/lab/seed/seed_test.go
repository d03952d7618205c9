package seed

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/cryptotest"
	"testing/synctest"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
	"railpost/pbem/lab/people"
)

var (
	oneSeed = flag.Uint64("seed", 0, "play this seed alone")
	seeds   = flag.Uint64("seeds", 0, "how many seeds; 0: as the level says")
	fromK   = flag.Uint64("from", 1, "the first of them")
	days    = flag.Int("days", 0, "simulated days of a seed; 0: as the level says")
	tables  = flag.Int("tables", 0, "0: as the level says")
	less    = flag.Bool("less", false, "shrink the events of a run that fails, and print them")
	script  = flag.String("script", "", "file of events, in place of those that the seed draws")
	daemons = flag.Int("daemons", 0, "0: as the seed says")
	logs    = flag.Bool("daemonlog", false, "print what the daemon logs")
)

// TestMain leaves one processor to the tests, so that goroutines run one after the other.
func TestMain(m *testing.M) {
	runtime.GOMAXPROCS(1)
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	os.Exit(m.Run())
}

func daemonLog(w *world) io.Writer {
	if *logs {
		return w.t.Output()
	}
	return io.Discard
}

// run is the play of a seed.
type run struct {
	seed                         uint64
	days, tables, daemons, boxes int
	plan                         []event
}

// play plays, until the first breach if that is enough.
func (r run) play(t *testing.T, first bool) (w *world) {
	cryptotest.SetGlobalRandom(t, r.seed)
	synctest.Test(t, func(t *testing.T) {
		w = newWorld(t, r.seed, r.daemons, r.boxes)
		if i := slices.IndexFunc(r.plan, func(e event) bool { return e.Kind == "upgrade" }); i >= 0 {
			w.titles = people.Older(titles.Find, r.plan[i].Arg)
		}
		for _, m := range w.machines {
			m.start()
			w.later(time.Minute, m.beat)
		}
		w.sit(r.tables)
		w.later(time.Minute, w.watch)
		for _, e := range r.plan {
			w.later(e.At, func() { w.happen(e) })
		}
		enough := func() bool { return first && len(w.wrong) > 0 }
		w.run(time.Duration(r.days)*24*time.Hour, enough)
		w.heal()
		w.later(time.Hour, func() { w.until(w.retry) })
		w.run(8*time.Hour, enough)
		w.closing = true
		w.run(8*time.Hour, func() bool { return enough() || w.drained() == "" })
		if rest := w.drained(); rest != "" {
			w.breach("after the last fault there still waits: %s", rest)
		}
		w.audit()
		for _, m := range w.machines {
			m.quit(event{Arg: "the end"})
		}
		w.todo = people.Agenda[func()]{}
		w.ended.Wait()
		w.must(w.post.Close())
		time.Sleep(time.Minute) // mails and letters in flight do not arrive
	})
	return w
}

// shrink returns as few of a run's events as still fail, removing ever smaller pieces.
func (r run) shrink(fails func(run) bool) run {
	for n := len(r.plan); n > 0; n /= 2 {
		for i := 0; i < len(r.plan); {
			less := r
			if less.plan = slices.Delete(slices.Clone(r.plan), i, min(i+n, len(r.plan))); fails(less) {
				r = less
			} else {
				i += n
			}
		}
	}
	return r
}

// breaks reports whether a run breaks a law.
func (r run) breaks(t *testing.T) bool {
	var w *world
	t.Run("less", func(t *testing.T) { w = r.play(t, true) })
	return w == nil || len(w.wrong) > 0
}

// runs are the runs of this test: from the flags, or else by level.
func runs(t *testing.T) (list []run) {
	r := run{days: cmp.Or(*days, level.Of(2, 7, 7)), tables: cmp.Or(*tables, level.Of(3, 5, 5))}
	first, n := *fromK, cmp.Or(*seeds, level.Of[uint64](3, 4, 100))
	if *oneSeed > 0 {
		first, n = *oneSeed, 1
	}
	for r.seed = first; r.seed < first+n; r.seed++ {
		r.daemons = cmp.Or(*daemons, []int{1, 1, 2, 1, 3}[r.seed%5]) // several cost more than twice as much
		r.boxes = 1 + int(r.seed/3%2)*(r.daemons-1)
		r.plan = draw(rand.New(rand.NewPCG(r.seed, 34)), time.Duration(r.days)*24*time.Hour, r.daemons)
		list = append(list, r)
	}
	if *script != "" {
		return []run{read(t, *script)}
	}
	return list
}

// TestSeeds: the laws hold under any events of a seed.
func TestSeeds(t *testing.T) {
	level.Sequential(t)
	for _, r := range runs(t) {
		t.Run(fmt.Sprint(r.seed), func(t *testing.T) {
			began := time.Now()
			w := r.play(t, false)
			t.Logf("seed %d: %d events, %d lives, %d mails, %d letters, %d goroutines, log %016x, %s",
				r.seed, len(r.plan), w.lives, len(w.mails), len(w.letters), w.most, w.sum, time.Since(began).Round(time.Millisecond))
			if *oneSeed > 0 {
				t.Log(strings.Join(w.lines, "\n"))
			}
			if len(w.wrong) == 0 {
				return
			}
			t.Errorf("play this again by -seed %d -days %d -tables %d -daemons %d; with -less it is shrunk\n%s", r.seed, r.days, r.tables, r.daemons, strings.Join(w.wrong, "\n"))
			if *less {
				fmt.Print(r.shrink(func(less run) bool { return less.breaks(t) }).script())
			}
		})
	}
}

// heading is the first line of a script that is kept.
const heading = "# seed %d days %d tables %d daemons %d boxes %d\n"

// read reads a run that was kept.
func read(t *testing.T, file string) run {
	return expect.Get(parse(string(expect.Get(os.ReadFile(file))(t))))(t)
}

// script returns a run in the form that testdata keeps.
func (r run) script() string {
	text := fmt.Sprintf(heading, r.seed, r.days, r.tables, r.daemons, r.boxes)
	for _, e := range r.plan {
		text += e.String() + "\n"
	}
	return text
}

// TestKept: runs that once broke a law no longer do. Each file of testdata is a fault that was found, shrunk,
// or has events that few seeds draw; long ones are played in the full level.
func TestKept(t *testing.T) {
	level.Sequential(t)
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			r := read(t, file)
			if r.days > 2 {
				level.NeedFull(t)
			}
			if w := r.play(t, false); len(w.wrong) > 0 {
				t.Error(strings.Join(w.wrong, "\n"))
			}
		})
	}
}

// TestTheSeedDecides: a seed and its own script play the same, byte for byte, and another seed differs.
func TestTheSeedDecides(t *testing.T) {
	level.Sequential(t)
	drawn := runs(t)[0]
	drawn.days = 1
	scripted := expect.Get(parse(drawn.script()))(t)
	sums := map[uint64]bool{}
	for _, r := range []run{drawn, scripted, {seed: drawn.seed + 1, days: 1, tables: 1, daemons: 1, boxes: 1}} {
		t.Run(fmt.Sprint(r.seed), func(t *testing.T) { sums[r.play(t, false).sum] = true })
	}
	expect.Same(t, "a seed, its script and another seed gave", len(sums), 2)
}

// TestScripts: runs are printed as they are read.
func TestScripts(t *testing.T) {
	r := run{1, 42, 4, 3, 2, draw(rand.New(rand.NewPCG(1, 1)), 1000*time.Hour, 3)}
	if got, err := parse(r.script()); err != nil || got.script() != r.script() || !slices.Equal(got.plan, r.plan) {
		t.Errorf("%v: %v", err, got)
	}
	_, events, _ := strings.Cut(r.script(), "\n")
	expect.Fails(t, "events alone", expect.Err(parse(events)), "no heading")
}

// TestShrink: of many events, those that make a run fail remain.
func TestShrink(t *testing.T) {
	r := run{plan: draw(rand.New(rand.NewPCG(1, 1)), 1000*time.Hour, 3)}
	has := func(r run, kind string) bool {
		return slices.ContainsFunc(r.plan, func(e event) bool { return e.Kind == kind })
	}
	less := r.shrink(func(r run) bool { return has(r, "restore") && has(r, "hole") })
	expect.Same(t, "events", len(less.plan), 2)
}
