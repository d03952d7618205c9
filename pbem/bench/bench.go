// Package bench measures the service. Each figure is a ratio whose two sides
// are taken in the same run, with the time one fsync takes beside it, since
// disks differ more than anything else. The functions serve Go benchmarks and
// `railpost bench` alike; no test asserts on what they find.
//
// What is measured is the service as it runs: real files with fsync, real
// replies of mail programs, whole games of Russian Railroads played by chance.
package bench

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// Options of a measurement. The zero value is right for a look at a machine.
type Options struct {
	Dir   string // folder for the files, on the disk that is measured; "": the system's for temporary files
	Games int    // games of 400 records in the file of the cold start; 0: 1000
	Long  bool   // four times as many moves
}

func (o Options) times(n int) int {
	if o.Long {
		return 4 * n
	}
	return n
}

func (o Options) games() int {
	if o.Games > 0 {
		return o.Games
	}
	return 1000
}

// Value is one number of a figure. Most and Least are targets; 0: none.
type Value struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
	Most  float64 `json:"most,omitempty"`
	Least float64 `json:"least,omitempty"`
}

// Missed says that the value does not meet its target.
func (v Value) Missed() bool {
	return v.Most > 0 && v.Value > v.Most || v.Least > 0 && v.Value < v.Least
}

// Figure is what one measurement found.
type Figure struct {
	Name   string  `json:"name"`
	What   string  `json:"what"`
	Values []Value `json:"values"`
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

// Measurement is a function that finds one figure.
type Measurement struct {
	Name    string
	Measure func(context.Context, Options) (Figure, error)
}

// All lists the measurements in the order in which they are reported.
func All() []Measurement {
	return []Measurement{
		{"throughput", MeasureThroughput},
		{"latency", MeasureLatency},
		{"cold-start", MeasureColdStart},
		{"memory", MeasureMemory},
		{"late-move", MeasureLateMove},
		{"cpu", MeasureCPU},
		{"replay", MeasureReplay},
	}
}

// Named finds a measurement. The error lists the names there are.
func Named(name string) (Measurement, error) {
	var names []string
	for _, m := range All() {
		if m.Name == name {
			return m, nil
		}
		names = append(names, m.Name)
	}
	return Measurement{}, fmt.Errorf("bench: there is no figure %q; write one of %s", name, strings.Join(names, ", "))
}

// measure runs a measurement in a folder of its own, which is removed
// afterwards, and adds what a fsync costs there.
func measure(o Options, f *Figure, run func(dir string) error) (err error) {
	dir, err := os.MkdirTemp(o.Dir, "railpost-bench-")
	if err != nil {
		return fmt.Errorf("bench: %s: %w", f.Name, err)
	}
	defer func() {
		if rerr := os.RemoveAll(dir); err == nil && rerr != nil {
			err = fmt.Errorf("bench: %s: %w", f.Name, rerr)
		}
	}()
	sync, err := syncTime(dir)
	if err != nil {
		return fmt.Errorf("bench: %s: %w", f.Name, err)
	}
	if err := run(dir); err != nil {
		return fmt.Errorf("bench: %s: %w", f.Name, err)
	}
	f.add("fsync", millis(sync), "ms")
	return nil
}

// syncTime is the median time of appending a page to a file and syncing it.
func syncTime(dir string) (_ time.Duration, err error) {
	file, err := os.CreateTemp(dir, "sync")
	if err != nil {
		return 0, err
	}
	defer func() {
		if cerr := file.Close(); err == nil {
			err = cerr
		}
	}()
	page := make([]byte, 4096)
	times := make([]time.Duration, 101)
	for i := range times {
		began := time.Now()
		if _, err := file.Write(page); err != nil {
			return 0, err
		}
		if err := file.Sync(); err != nil {
			return 0, err
		}
		times[i] = time.Since(began)
	}
	return quantile(times, 0.5), nil
}

// quantile q of some times, 0 for none.
func quantile(times []time.Duration, q float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	return sorted[int(q*float64(len(sorted)-1)+0.5)]
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }
