package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Fault is one thing wrong in a file.
type Fault struct {
	Line    int    `json:"line"`    // from 1; 0 where nothing in the file can be pointed at
	Key     string `json:"key"`     // full key, "mail.in.port"; "" for the file as a whole
	Problem string `json:"problem"` // what is wrong and what is allowed
}

// Faults is all that is wrong in a file, in the order of its lines.
type Faults struct {
	Path string // "" if the Config came from no file
	List []Fault
}

// Error has one line for each fault: "file:line: key: problem".
func (f *Faults) Error() string {
	path := cmp.Or(f.Path, "configuration")
	lines := make([]string, len(f.List))
	for i, fault := range f.List {
		lines[i] = path
		if fault.Line > 0 {
			lines[i] += fmt.Sprintf(":%d", fault.Line)
		}
		if fault.Key != "" {
			lines[i] += ": " + fault.Key
		}
		lines[i] += ": " + fault.Problem
	}
	return strings.Join(lines, "\n")
}

// report gathers faults while a file is read and checked.
type report struct {
	source source
	list   []Fault
}

// add notes a fault of key, at its line, or that of its section if the file
// does not have the key.
func (r *report) add(key, format string, args ...any) {
	r.list = append(r.list, Fault{r.source.line(key), key, fmt.Sprintf(format, args...)})
}

func (r *report) found(key string) bool {
	return slices.ContainsFunc(r.list, func(f Fault) bool { return f.Key == key })
}

// err is nil or *Faults. Faults that have no line come last.
func (r *report) err() error {
	if len(r.list) == 0 {
		return nil
	}
	slices.SortStableFunc(r.list, func(a, b Fault) int {
		if (a.Line == 0) != (b.Line == 0) {
			return cmp.Compare(b.Line, a.Line)
		}
		return cmp.Compare(a.Line, b.Line)
	})
	return &Faults{r.source.path, r.list}
}
