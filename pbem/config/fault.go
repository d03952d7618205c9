package config

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Fault is one thing wrong in a file.
type Fault struct {
	Line    int    `json:"line"`    // from 1; 0 if it is not about one line
	Key     string `json:"key"`     // full key, "mail.in.port"; "" for the file as a whole
	Problem string `json:"problem"` // the fault, and allowed values
}

// Faults is everything that is wrong in a file, in the order of its lines.
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

// source knows the line of each key and section in the file.
type source struct {
	path  string
	lines map[string]int
}

var section = regexp.MustCompile(`^\s*\[+\s*([A-Za-z0-9_.-]+)\s*\]`)

// locate records the line of every key and section, since the decoder gives positions only
// for its own errors. A key in an inline table has its table's line.
func locate(path, text string) source {
	s := source{path, map[string]int{}}
	in := ""
	for i, line := range strings.Split(text, "\n") {
		if m := section.FindStringSubmatch(line); m != nil {
			in = m[1]
			s.note(in, i+1)
		} else if m := setting.FindStringSubmatch(line); m != nil {
			s.note(join(in, m[1]), i+1)
		}
	}
	return s
}

// note keeps the first line of a key and of the sections above it.
func (s source) note(key string, line int) {
	for ; key != ""; key, _ = split(key) {
		s.lines[key] = cmp.Or(s.lines[key], line)
	}
}

// line returns the line of key, or else of its section; 0 if neither is in the file.
func (s source) line(key string) int {
	for ; key != ""; key, _ = split(key) {
		if line := s.lines[key]; line > 0 {
			return line
		}
	}
	return 0
}

// report gathers faults while a file is read and checked.
type report struct {
	source source
	list   []Fault
}

// add records a fault of key, at its line, or that of its section if the file does not have
// the key.
func (r *report) add(key, format string, args ...any) {
	r.list = append(r.list, Fault{r.source.line(key), key, fmt.Sprintf(format, args...)})
}

func (r *report) found(key string) bool {
	return slices.ContainsFunc(r.list, func(f Fault) bool { return f.Key == key })
}

// err returns nil or *Faults. Faults without a line come last.
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
