package demo

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/emersion/go-message/mail"

	"railpost/pbem/compose"
	"railpost/templates"
)

// letter is what a player takes out of a mail he has fetched.
type letter struct {
	raw     []byte
	subject string
	replyTo string
	answers string // Message-ID of the mail it answers, "" if none
	text    string
	kind    templates.Kind
	step    uint64
	choices []choice
}

// choice is a numbered line as it is printed: its pieces, one a printed line.
type choice struct {
	n      int
	lines  []string
	remark string
}

func (c choice) order() string { return strings.Join(c.lines, " ") }

// readLetter reads the text part, as a person would, and from the Message-ID
// which letter it is.
func readLetter(raw []byte) (*letter, error) {
	r, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("demo: reading a letter: %w", err)
	}
	defer r.Close()
	l := &letter{raw: raw}
	if l.subject, err = r.Header.Subject(); err != nil {
		return nil, fmt.Errorf("demo: the subject of a letter: %w", err)
	}
	to, err := r.Header.AddressList("Reply-To")
	if err != nil || len(to) != 1 {
		return nil, fmt.Errorf("demo: a letter with %d addresses to answer to: %w", len(to), err)
	}
	l.replyTo = to[0].Address
	answered, err := r.Header.MsgIDList("In-Reply-To")
	if err != nil {
		return nil, fmt.Errorf("demo: In-Reply-To of a letter: %w", err)
	}
	l.answers = strings.Join(answered, " ")
	id, err := r.Header.MessageID()
	if err != nil {
		return nil, fmt.Errorf("demo: the Message-ID of a letter: %w", err)
	}
	named, ok := compose.ParseMessageID(id)
	if !ok {
		return nil, fmt.Errorf("demo: the Message-ID %q is none of ours", id)
	}
	kind, _, _ := strings.Cut(named.Kind, "-")
	l.kind, l.step = templates.Kind(kind), named.Step
	if l.text, err = textPart(r); err != nil {
		return nil, err
	}
	l.choices = readChoices(l.text)
	return l, nil
}

func textPart(r *mail.Reader) (string, error) {
	for {
		p, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			return "", errors.New("demo: a letter has no text part")
		}
		if err != nil {
			return "", fmt.Errorf("demo: a part of a letter: %w", err)
		}
		h, ok := p.Header.(*mail.InlineHeader)
		if !ok {
			continue
		}
		if kind, _, err := h.ContentType(); err != nil || kind != "text/plain" {
			continue
		}
		b, err := io.ReadAll(p.Body)
		if err != nil {
			return "", fmt.Errorf("demo: the text of a letter: %w", err)
		}
		return strings.ReplaceAll(string(b), "\r\n", "\n"), nil
	}
}

var numbered = regexp.MustCompile(`^\[(\d+)\] ?(.*)$`)

// readChoices finds the numbered lines: "lay 8 F17   # [1] remark". A long
// order stands in pieces, of which all but the last are left open (by ":" or
// "," or a bracket), and a long remark goes on in lines that begin with "#".
func readChoices(text string) []choice {
	var out []choice
	var pieces []string // of an order whose number is still to come
	var last *choice    // whose remark may go on
	for line := range strings.Lines(text) {
		order, comment, _ := strings.Cut(line, "#")
		order, comment = strings.TrimSpace(order), strings.TrimSpace(comment)
		if order != "" {
			if last = nil; !goesOn(pieces) {
				pieces = nil
			}
			pieces = append(pieces, order)
		}
		m := numbered.FindStringSubmatch(comment)
		switch {
		case m != nil && len(pieces) > 0:
			n, err := strconv.Atoi(m[1])
			if err != nil {
				continue
			}
			out = append(out, choice{n: n, lines: pieces, remark: m[2]})
			last, pieces = &out[len(out)-1], nil
		case comment == "" && order == "":
			last, pieces = nil, nil
		case order == "" && last != nil:
			last.remark = strings.TrimSpace(last.remark + " " + comment)
		}
	}
	return out
}

// goesOn says whether the next printed line belongs to the same order.
func goesOn(pieces []string) bool {
	all := strings.Join(pieces, " ")
	open := strings.Count(all, "[") + strings.Count(all, "(") - strings.Count(all, "]") - strings.Count(all, ")")
	return strings.HasSuffix(all, ":") || strings.HasSuffix(all, ",") || open > 0
}
