package crashtest

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/emersion/go-message/mail"

	"railpost/pbem/compose"
	"railpost/templates"
)

// letter is what a player, or the comparison at the end, reads in a letter.
type letter struct {
	raw     []byte // without what servers have put before it
	id      string // Message-ID
	answers string // In-Reply-To, "" if none
	replyTo string
	game    string
	step    uint64
	kind    templates.Kind
	text    string
	choices []string // order lines that can be sent back
}

func readLetter(raw []byte) (*letter, error) {
	l := &letter{raw: withoutTrace(raw)}
	r, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("reading a letter: %w", err)
	}
	defer r.Close()
	if l.id, err = r.Header.MessageID(); err != nil {
		return nil, fmt.Errorf("the Message-ID of a letter: %w", err)
	}
	named, ok := compose.ParseMessageID(l.id)
	if !ok {
		return nil, fmt.Errorf("the %q is not a Message-ID of ours:\n%s", l.id, raw)
	}
	kind, _, _ := strings.Cut(named.Kind, "-")
	l.game, l.step, l.kind = named.Game, named.Step, templates.Kind(kind)
	answered, err := r.Header.MsgIDList("In-Reply-To")
	if err != nil {
		return nil, fmt.Errorf("In-Reply-To of %s: %w", l.id, err)
	}
	l.answers = strings.Join(answered, " ")
	if to, err := r.Header.AddressList("Reply-To"); err == nil && len(to) == 1 {
		l.replyTo = to[0].Address
	}
	p, err := r.NextPart()
	if err != nil {
		return nil, fmt.Errorf("the text of %s: %w", l.id, err)
	}
	text, err := io.ReadAll(p.Body)
	if err != nil {
		return nil, fmt.Errorf("the text of %s: %w", l.id, err)
	}
	l.text = strings.ReplaceAll(string(text), "\r\n", "\n")
	for _, m := range choice.FindAllStringSubmatch(l.text, -1) {
		l.choices = append(l.choices, m[1])
	}
	return l, nil
}

// choice is an order with its number before it; those of the toy are short
// enough for one line.
var choice = regexp.MustCompile(`(?m)^ +\[(?:\d+|[a-z]+)\] (\S.*?)(?: +#.*)?$`)

// trace are the fields mail servers put before a mail.
var trace = []string{"return-path", "delivered-to", "x-original-to", "received"}

// withoutTrace is the mail as it was handed to the first server.
func withoutTrace(raw []byte) []byte {
	for {
		name, _, ok := bytes.Cut(raw, []byte(":"))
		if !ok || !isOneOf(string(name), trace) {
			return bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
		}
		raw = afterField(raw)
	}
}

func isOneOf(name string, list []string) bool {
	for _, l := range list {
		if strings.EqualFold(name, l) {
			return true
		}
	}
	return false
}

// afterField is what follows the first field with its folded lines.
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
