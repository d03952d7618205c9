// Package bench measures the service as it runs: real files with fsync, real replies of
// mail programs, whole games of Russian Railroads played at random. The time of one fsync
// is part of every figure, because disks differ more than anything else. No test asserts on
// what is measured. The parts of the service have Go benchmarks of their own.
package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"railpost/engine"
)

// AsService collects garbage as the service does (packaging/railpost.service), whatever the tests' helpers or the
// shell have set.
func AsService() { debug.SetGCPercent(300) }

// Options of a measurement. The zero value suits a look at a machine.
type Options struct {
	Dir   string // folder for the files, on the disk to be measured; "": the system's for temporary files
	Games int    // games of 400 records in the file of the cold start
}

// Value is one number of a figure. Most and Least are targets; 0: none.
type Value struct {
	Name  string
	Value float64
	Unit  string
	Most  float64
	Least float64
}

// Missed reports whether the value misses its target.
func (v Value) Missed() bool {
	return v.Most > 0 && v.Value > v.Most || v.Least > 0 && v.Value < v.Least
}

// Timed reports whether the value is a time or a speed, for which a busy machine is enough to miss a target.
func (v Value) Timed() bool { return slices.Contains([]string{"us", "ms", "moves/s"}, v.Unit) }

// Figure is the result of one measurement.
type Figure struct {
	Name   string
	What   string
	Values []Value

	Letters string // a hash of all letters that were written, where it is the same each time
}

func (f *Figure) add(name string, value float64, unit string) {
	f.Values = append(f.Values, Value{Name: name, Value: value, Unit: unit})
}

func (f *Figure) most(name string, value, most float64, unit string) {
	f.Values = append(f.Values, Value{Name: name, Value: value, Unit: unit, Most: most})
}

func (f *Figure) least(name string, value, least float64, unit string) {
	f.Values = append(f.Values, Value{Name: name, Value: value, Unit: unit, Least: least})
}

// Measurement finds one figure.
type Measurement struct {
	Name, What string
	run        func(ctx context.Context, o Options, f *Figure) // o.Dir is its own; what fails ends it (see check)
}

// All lists the measurements in the order in which they are reported.
func All() []Measurement {
	return []Measurement{
		{"throughput", "moves from their mails to the committed outbox, one mail at a time and 64", throughput},
		{"latency", "a move in the embedded post: from its mail accepted to its last letter accepted", latency},
		{"robots", "a mail with its letters while 20 games wait for hard robots that think, and while these rest, in turn", withRobots},
		{"far", "the same with both mail servers 30 ms away, either way", far},
		{"cold-start", "from opening a file of games to the first move played, against reading the file once", coldStart},
		{"memory", "1000 loaded games, each played half way", memory},
		{"late-move", "a move about record 900 of a game, with its letters, against the same move about record 60", lateMove},
		{"cpu", "processor time of a move: its mail, its letters, and the whole service with both mail servers", cpu},
		{"mail", "processor time and objects of a mail, from the mailbox to its commit, by title", mailCosts},
		{"letters", "processor time of each letter of whole games, from what is queued to its bytes, by title and kind", letterCosts},
		{"pages", "processor time and size of the pages of a long game, by title", pageCosts},
		{"pictures", "processor time and size of letters with pictures of the board, against the same letters without, by title and by what players get", pictureCosts},
		{"transactions", "what the store writes for a move, from its mail to its last letter accepted, and round trips to both mail servers", transactions},
		{"tables", "what a mail, the clock, robots and monitoring cost with many tables, against few, in turn", tableCosts},
		{"growth", "what a game adds to the file; a year is a move a day, with the mails of 90 days", growth},
		{"replay", "deciding every order of whole games again, by title", replay},
	}
}

// Named returns the measurements of some names, all if there are none. If one is not known, the
// error lists all.
func Named(names ...string) (out []Measurement, err error) {
	if len(names) == 0 {
		return All(), nil
	}
	for _, name := range names {
		i := slices.IndexFunc(All(), func(m Measurement) bool { return m.Name == name })
		if i < 0 {
			known := engine.Each(All(), func(m Measurement) string { return m.Name })
			return nil, fmt.Errorf("bench: there is no figure %q; write one of %s", name, strings.Join(known, ", "))
		}
		out = append(out, All()[i])
	}
	return out, nil
}

// Measure measures in a temporary folder.
func (m Measurement) Measure(ctx context.Context, o Options) (Figure, error) {
	f := Figure{Name: m.Name, What: m.What}
	err := m.measure(ctx, o, &f)
	if err != nil {
		err = fmt.Errorf("bench: %s: %w", m.Name, err)
	}
	return f, err
}

func (m Measurement) measure(ctx context.Context, o Options, f *Figure) (err error) {
	if o.Dir, err = os.MkdirTemp(o.Dir, "railpost-bench-"); err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			failed, is := p.(failure)
			if !is {
				panic(p)
			}
			err = failed.error
		}
		err = errors.Join(err, os.RemoveAll(o.Dir))
	}()
	if CPUTime() == 0 && strings.HasPrefix(m.What, "processor time") {
		return errors.New("processor time can only be measured on Unix")
	}
	sync := syncTime(o.Dir)
	m.run(ctx, o, f)
	f.add("fsync", millis(sync), "ms")
	return nil
}

// syncTime returns the median time of appending a page to a file and syncing it.
func syncTime(dir string) time.Duration {
	file := get(os.CreateTemp(dir, "sync"))
	defer file.Close()
	page := make([]byte, 4096)
	times := make([]time.Duration, 101)
	for i := range times {
		began := time.Now()
		get(file.Write(page))
		check(file.Sync())
		times[i] = time.Since(began)
	}
	return quantile(times, 0.5)
}

// quantile returns quantile q of some times, 0 if there are none.
func quantile(times []time.Duration, q float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	return sorted[int(q*float64(len(sorted)-1)+0.5)]
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// failure is what check panics with; measure returns it.
type failure struct{ error }

// check ends a measurement that has failed.
func check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

func failf(format string, args ...any) { check(fmt.Errorf(format, args...)) }

// get returns a value, or ends a measurement that has failed.
func get[T any](v T, err error) T {
	check(err)
	return v
}
