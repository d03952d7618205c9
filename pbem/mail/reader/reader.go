// Package reader reads the letters of the service as their players do: by what is printed in them.
package reader

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/emersion/go-message/mail"

	"railpost/pbem/mail/compose"
	"railpost/templates"
)

// Letter is the content of a letter for a player.
type Letter struct {
	Raw     []byte
	ID      string // Message-ID
	Kind    string // purpose of the letter, as templates.Kind
	Step    uint64 // of the game, when it was written
	Subject string
	ReplyTo string // address alone
	Answers string // Message-ID of the mail it answers, "" if none
	Text    string // the text part, LF-separated
	HTML    string // the other one, "" if it has none
	Choices []Choice
	Usual   []string // printed lines of the usual turn, without comments
}

// Choice is a numbered line as it is printed: its pieces, one a printed line.
type Choice struct {
	N      int
	Mark   string // as the letter prints it: "[3]", "[c]"
	Lines  []string
	Remark string
}

// Order is the whole order in one line.
func (c Choice) Order() string { return strings.Join(c.Lines, " ") }

// Read reads the text part of a letter, as a person would, and its kind and step from
// the Message-ID. It fails for a mail that is not one of the service's letters.
func Read(raw []byte) (*Letter, error) {
	r, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("reading a letter: %w", err)
	}
	defer r.Close()
	l := &Letter{Raw: raw}
	if err := l.readHeader(r.Header); err != nil {
		return nil, err
	}
	l.Text, l.HTML, err = Parts(r)
	if err == nil && l.Text == "" {
		err = errors.New("it has no text part")
	}
	if err != nil {
		return nil, fmt.Errorf("letter %s: %w", l.ID, err)
	}
	l.Choices = readChoices(l.Text)
	l.Usual = readUsual(l.Text, l.Choices)
	return l, nil
}

// Parts returns the text and the HTML of a letter, "" for a part that it does not have.
func Parts(r *mail.Reader) (text, html string, err error) {
	for {
		p, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			return text, html, nil
		}
		if err != nil {
			return "", "", fmt.Errorf("its parts: %w", err)
		}
		h, ok := p.Header.(*mail.InlineHeader)
		if !ok {
			continue
		}
		b, err := io.ReadAll(p.Body)
		if err != nil {
			return "", "", fmt.Errorf("a part: %w", err)
		}
		part := strings.ReplaceAll(string(b), "\r\n", "\n")
		switch kind, _, _ := h.ContentType(); kind {
		case "text/plain":
			text += part
		case "text/html":
			html += part
		}
	}
}

func (l *Letter) readHeader(h mail.Header) (err error) {
	if l.ID, err = h.MessageID(); err != nil {
		return fmt.Errorf("the Message-ID of a letter: %w", err)
	}
	named, ok := compose.ParseMessageID(l.ID)
	if !ok {
		return fmt.Errorf("the %q is not a Message-ID of ours", l.ID)
	}
	l.Kind, _, _ = strings.Cut(named.Kind, "-")
	l.Step = named.Step
	if l.Subject, err = h.Subject(); err != nil {
		return fmt.Errorf("letter %s: its subject: %w", l.ID, err)
	}
	to, err := h.AddressList("Reply-To")
	if err != nil || len(to) != 1 {
		return fmt.Errorf("letter %s: %d addresses to answer to: %w", l.ID, len(to), err)
	}
	l.ReplyTo = to[0].Address
	answered, err := h.MsgIDList("In-Reply-To")
	if err != nil {
		return fmt.Errorf("letter %s: its In-Reply-To: %w", l.ID, err)
	}
	l.Answers = strings.Join(answered, " ")
	return nil
}

var numbered = regexp.MustCompile(`^ +\[(\d+|[a-z]+)\] (.*)$`)

// readChoices returns the numbered lines: "[1] lay 8 F17   # remark". A long order consists
// of pieces, all but the last of which are left open, and a long remark continues in lines
// that begin with "#".
func readChoices(text string) []Choice {
	var out []Choice
	var last *Choice // it may have more lines
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if m := numbered.FindStringSubmatch(line); m != nil {
			n, err := strconv.Atoi(m[1])
			if err != nil {
				n = templates.MarkOf(m[1])
			}
			out = append(out, Choice{N: n, Mark: "[" + m[1] + "]"})
			last, line = &out[len(out)-1], m[2]
		}
		order, comment, _ := strings.Cut(line, "#")
		order, comment = strings.TrimSpace(order), strings.TrimSpace(comment)
		switch {
		case last == nil:
		case order != "" && len(last.Lines) > 0 && !Continues(last.Lines), order+comment == "":
			last = nil
			continue
		case order != "":
			last.Lines = append(last.Lines, order)
		}
		if last != nil {
			last.Remark = strings.TrimSpace(last.Remark + " " + comment)
		}
	}
	slices.SortStableFunc(out, func(a, b Choice) int { return a.N - b.N })
	return out
}

// usualHeading is printed above the lines that play the usual turn.
const usualHeading = "SUGGESTED TURN"

var usualChoice = regexp.MustCompile(`(?m)^Suggested: (\[\w+\])`)

// readUsual returns the lines of the usual turn: those of a choice, or indented lines of its own that end with
// an empty line.
func readUsual(text string, choices []Choice) []string {
	if m := usualChoice.FindStringSubmatch(text); m != nil {
		i := slices.IndexFunc(choices, func(c Choice) bool { return c.Mark == m[1] })
		if i >= 0 {
			return choices[i].Lines
		}
	}
	var out []string
	_, block, _ := strings.Cut("\n"+text, "\n"+usualHeading+"\n")
	for line := range strings.Lines(block) {
		order, _, _ := strings.Cut(line, "#")
		switch {
		case strings.TrimSpace(line) == "":
			return out
		case strings.HasPrefix(line, " ") && strings.TrimSpace(order) != "":
			out = append(out, strings.TrimSpace(order))
		}
	}
	return out
}

// Continues reports whether the line after these belongs to the same order, because ":", ","
// or ">" or a bracket leaves them open.
func Continues(pieces []string) bool {
	all := strings.Join(pieces, " ")
	open := strings.Count(all, "[") + strings.Count(all, "(") - strings.Count(all, "]") - strings.Count(all, ")")
	return open > 0 || all != "" && strings.ContainsRune(":,>", rune(all[len(all)-1]))
}
