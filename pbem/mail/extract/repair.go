package extract

import (
	"bufio"
	"bytes"
	"slices"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"
)

// Headers are read as mail programs read them: invalid lines are ignored, and so are fields of more than
// maxField bytes, which servers write for each other.

// readFields reads the header of a mail or a part, and returns the rest. over: the header is too long, and only
// the fields that identify the mail were read.
func readFields(raw []byte, work *meter) (h message.Header, body []byte, over bool, err error) {
	fields, body, err := splitFields(raw, work)
	if err != nil {
		return h, nil, false, err
	}
	size := 0
	fields = slices.DeleteFunc(fields, func(f []byte) bool {
		long := len(f) > maxField
		over = over || long && strings.HasPrefix(fieldName(f), "content-") // without it the text cannot be decoded
		if !long {
			size += len(f)
		}
		return long
	})
	if over = over || size > headerMost; over {
		fields = identifying(fields)
	}
	head := append(bytes.Join(fields, nil), "\r\n"...)
	h.Header, err = textproto.ReadHeader(bufio.NewReader(bytes.NewReader(head)))
	return h, body, over, err
}

// splitFields returns the fields of a header, each with the lines that continue it. Lines that are no part of a field are
// left out if fields follow; if none does, the text begins with them: its empty line is missing.
func splitFields(raw []byte, work *meter) (fields [][]byte, body []byte, err error) {
	var noise []byte // from the first line on that is no field
	for rest := raw; ; {
		if err := work.step(1); err != nil {
			return nil, nil, err
		}
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		text := bytes.TrimRight(line, "\r")
		switch {
		case len(text) == 0 && noise != nil:
			return fields, noise, nil
		case len(text) == 0:
			return fields, after, nil
		case text[0] == ' ' || text[0] == '\t':
			if n := len(fields); n > 0 && noise == nil {
				fields[n-1] = append(append(fields[n-1], text...), "\r\n"...)
			}
		case fieldName(text) != "":
			fields, noise = append(fields, append(slices.Clone(text), "\r\n"...)), nil
		case noise == nil:
			noise = rest
		}
		rest = after
	}
}

// fieldName returns the name of the field that a line begins, in lower case; "" if it begins none (RFC 5322 2.2).
func fieldName(line []byte) string {
	name, _, ok := bytes.Cut(line, []byte(":"))
	name = bytes.TrimRight(name, " \t")
	if !ok || bytes.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return ""
	}
	return strings.ToLower(string(name))
}

// identifyingFields are the fields that name the writer, the recipient and the answered letter.
var identifyingFields = []string{"from", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "to", "cc", "message-id", "in-reply-to",
	"date", "subject", "authentication-results", "auto-submitted", "return-path", "precedence"}

const (
	whoseEach  = 4       // fields of a name that are read of a header that is too long
	whoseBytes = 4 << 10 // of each at most
)

func identifying(fields [][]byte) (few [][]byte) {
	read := map[string]int{}
	for _, f := range fields {
		name := fieldName(f)
		if read[name]++; slices.Contains(identifyingFields, name) && len(f) <= whoseBytes && read[name] <= whoseEach {
			few = append(few, f)
		}
	}
	return few
}

// usualEnds returns a message without any lines before its header, and with the usual line ends.
func usualEnds(raw []byte) []byte {
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	if !bytes.Contains(raw, []byte("\n")) {
		raw = bytes.ReplaceAll(raw, []byte("\r"), []byte("\n"))
	}
	raw = bytes.ReplaceAll(raw, []byte("\r\r\n"), []byte("\r\n"))
	return bytes.TrimLeft(raw, "\r\n")
}
