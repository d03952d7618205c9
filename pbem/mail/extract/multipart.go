package extract

import (
	"bytes"
	"mime"
	"regexp"
	"strings"
)

// splitParts returns the parts of a multipart body (RFC 2046 5.1.1): a boundary is a whole line, so it is never mistaken
// for a longer one that begins with it. What ends without its last boundary is read as far as it goes.
func splitParts(body []byte, boundary string, work *meter) (parts [][]byte, err error) {
	start, at := -1, 0 // of a part, and of a line
	for at < len(body) {
		if err := work.step(1); err != nil {
			return nil, err
		}
		next := len(body)
		if i := bytes.IndexByte(body[at:], '\n'); i >= 0 {
			next = at + i + 1
		}
		rest, ok := bytes.CutPrefix(bytes.TrimRight(body[at:next], " \t\r\n"), []byte("--"+boundary))
		if ok && (len(rest) == 0 || string(rest) == "--") {
			if start >= 0 {
				parts = append(parts, trimEnd(body[start:at]))
			}
			if start = next; len(rest) > 0 {
				return parts, nil
			}
		}
		at = next
	}
	if start >= 0 {
		parts = append(parts, body[start:])
	}
	return parts, nil
}

// trimEnd removes the line end that belongs to the boundary after a part.
func trimEnd(part []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(part, []byte("\n")), []byte("\r"))
}

// boundaryParam matches the boundary in a Content-Type that breaks the grammar.
var boundaryParam = regexp.MustCompile(`(?i)[;\s]boundary\s*=\s*("[^"]*"|[^\s;]+)`)

// boundaryOf returns the boundary of a Content-Type, "" if there is none. If its quotation marks are wrong, it
// takes the form that occurs in the body.
func boundaryOf(contentType string, body []byte) string {
	var said []string
	if _, params, err := mime.ParseMediaType(contentType); err == nil {
		said = append(said, params["boundary"])
	}
	if m := boundaryParam.FindStringSubmatch(contentType); m != nil {
		said = append(said, strings.Trim(m[1], `"`), strings.Trim(m[1], `"'`))
	}
	for _, b := range said {
		if line := []byte("--" + b); b != "" && (bytes.HasPrefix(body, line) || bytes.Contains(body, append([]byte("\n"), line...))) {
			return b
		}
	}
	if len(said) > 0 {
		return said[0]
	}
	return ""
}
