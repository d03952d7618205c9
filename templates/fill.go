package templates

import (
	"fmt"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n/template"
)

// filler parses messages for go-i18n. Nearly all only name arguments ({{.n}}); those are split into pieces
// once, which is several times faster than text/template. It handles the others. In both, a missing argument is
// an error, not "<no value>".
type filler struct{ whole template.TextParser }

var fill = &filler{whole: template.TextParser{Option: "missingkey=error", Funcs: functions()}}

func (*filler) Cacheable() bool { return true }

func (f *filler) Parse(src, left, right string) (template.ParsedTemplate, error) {
	if left == "" && right == "" {
		if p, ok := cutPieces(src); ok {
			return p, nil
		}
	}
	return f.whole.Parse(src, left, right)
}

// pieces alternates text and argument names, beginning with text.
type pieces []string

func cutPieces(src string) (pieces, bool) {
	var out pieces
	for {
		before, rest, found := strings.Cut(src, "{{")
		out = append(out, before)
		if !found {
			return out, true
		}
		inside, after, closed := strings.Cut(rest, "}}")
		name, field := strings.CutPrefix(strings.TrimSpace(inside), ".")
		if !closed || !field || name == "" || strings.ContainsAny(name, " .|()$\"-") {
			return nil, false
		}
		out = append(out, name)
		src = after
	}
}

// Execute fills in a map[string]any, for go-i18n; a missing argument is an error.
func (p pieces) Execute(data any) (string, error) {
	args, _ := data.(map[string]any)
	b, err := p.fill(nil, func(b []byte, name string) ([]byte, bool) {
		x, ok := args[name]
		if ok {
			b = fmt.Append(b, x)
		}
		return b, ok
	})
	return string(b), err
}

// fill appends the pieces; add appends an argument, and reports false if there is none.
func (p pieces) fill(b []byte, add func(b []byte, name string) ([]byte, bool)) ([]byte, error) {
	for i, s := range p {
		if i%2 == 0 {
			b = append(b, s...)
			continue
		}
		ok := false
		if b, ok = add(b, s); !ok {
			return nil, fmt.Errorf("argument %q is missing", s)
		}
	}
	return b, nil
}
