package letters

import (
	"strings"

	"railpost/engine"
	"railpost/pbem/facts/key"
)

// A sentence of an answer repeats at most linesShown lines of a mail, each of at most lengthShown
// characters.
const (
	linesShown  = 5
	lengthShown = 200
)

// Quoted returns lines of a mail as a sentence repeats them.
func Quoted(lines []string) string {
	var out []string
	for _, l := range lines[:min(len(lines), linesShown)] {
		l = strings.TrimSpace(l)
		if r := []rune(l); len(r) > lengthShown {
			l = string(r[:lengthShown]) + "..."
		}
		out = append(out, "`"+l+"`")
	}
	if len(lines) > linesShown {
		out = append(out, "...")
	}
	return strings.Join(out, ", ")
}

// Above says which lines above the quoted letter were not read, as part of it or as a signature.
func Above(lines []string) engine.Message {
	return engine.Msg(key.NotReadAbove, engine.Text("lines", Quoted(lines)))
}
