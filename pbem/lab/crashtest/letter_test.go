package crashtest

import (
	"bytes"
	"slices"
	"strings"

	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/reader"
	"railpost/templates"
)

// letter is a letter as a player, or the comparison at the end, reads it.
type letter struct {
	*reader.Letter // without fields added by servers
	game           string
}

func readLetter(raw []byte) (*letter, error) {
	l, err := reader.Read(withoutTrace(raw))
	if err != nil {
		return nil, err
	}
	named, _ := compose.ParseMessageID(l.ID)
	return &letter{l, named.Game}, nil
}

func (l *letter) kind() templates.Kind { return templates.Kind(l.Kind) }

// trace are the fields that mail servers add.
var trace = strings.Fields("return-path delivered-to x-original-to received")

// withoutTrace is the mail as it was handed to the first server.
func withoutTrace(raw []byte) []byte {
	for {
		name, _, ok := bytes.Cut(raw, []byte(":"))
		if !ok || !slices.Contains(trace, strings.ToLower(string(name))) {
			return bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
		}
		raw = afterField(raw)
	}
}

// afterField is the part after the first field with its folded lines.
func afterField(raw []byte) []byte {
	for {
		_, rest, ok := bytes.Cut(raw, []byte("\n"))
		if !ok {
			return nil
		}
		if raw = rest; len(raw) == 0 || raw[0] != ' ' && raw[0] != '\t' {
			return raw
		}
	}
}
