package config

import (
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// source knows where each key and section stands in the file.
type source struct {
	path  string
	lines map[string]int
}

// line is where key stands, else its section; 0 if neither is in the file.
func (s source) line(key string) int {
	for ; key != ""; key, _ = split(key) {
		if line := s.lines[key]; line > 0 {
			return line
		}
	}
	return 0
}

// locate notes the line of every key and section. The decoder itself tells
// positions of its own errors only. data must be well-formed TOML.
func locate(path string, data []byte) source {
	s := source{path, map[string]int{}}
	var p unstable.Parser
	p.Reset(data)
	table := ""
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = s.note(&p, "", e)
		case unstable.KeyValue:
			s.noteValue(&p, table, e)
		}
	}
	return s
}

func (s source) noteValue(p *unstable.Parser, table string, e *unstable.Node) {
	path := s.note(p, table, e)
	if e.Value().Kind != unstable.InlineTable {
		return
	}
	for inner := e.Value().Children(); inner.Next(); {
		s.noteValue(p, path, inner.Node())
	}
}

// note stores the line of each part of a dotted key and returns its full path.
func (s source) note(p *unstable.Parser, table string, e *unstable.Node) string {
	path := table
	for part := e.Key(); part.Next(); {
		path = join(path, string(part.Node().Data))
		if _, known := s.lines[path]; !known {
			s.lines[path] = p.Shape(part.Node().Raw).Start.Line
		}
	}
	return strings.Clone(path)
}
