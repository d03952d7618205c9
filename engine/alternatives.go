package engine

import (
	"regexp"
	"strings"
)

// otherwise stands between alternatives: "buy 2b from OFE for 100, else buy 2+2b".
var otherwise = regexp.MustCompile(`(?i)\s*[,;]\s*(?:or )?else:?\s+`)

// Alternatives returns the orders of a line "A, else B, else C", of which the first legal
// one is played. A line without "else" is its own only alternative.
func Alternatives(line string) []string {
	if len(line) < len("a, else b") {
		return []string{line}
	}
	return otherwise.Split(line, -1)
}

// alternatives is TryAfter for a line with several; if none is legal, the refusal is that of
// the first.
func (g *Game) alternatives(seat Seat, list []string, dry bool, e Earlier) (*Result, error) {
	var first error
	for i, line := range list {
		r, err := g.TryAfter(seat, line, dry, e)
		if err == nil {
			r.Else = strings.Join(list[i+1:], ", else ")
			return r, nil
		}
		if _, refused := AsRefusal(err); !refused {
			return nil, err
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}
