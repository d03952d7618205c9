package people

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/mail/extract"
	"railpost/pbem/mail/reader"
	"railpost/store"
	"railpost/templates"
)

// Hand is a person's memory of a game: the last question.
type Hand struct {
	mailtest.Chooser
	Open  bool // they have no receipt for an answer
	Tries int  // answers that were refused
	Will  bool // they have decided when to answer

	old     *reader.Letter // the question before
	voted   []string       // on these proposals
	leaving bool
}

// Read reads a letter, and reports whether it needs an answer.
func (h *Hand) Read(l *reader.Letter) bool {
	switch kind := templates.Kind(l.Kind); {
	case len(l.Choices)+len(l.Usual) > 0 && kind != templates.Question && (h.Asked == nil || l.Step > h.Asked.Step):
		h.old = h.Asked
		h.Ask(l)
		h.Tries, h.Open = 0, true
	case kind == templates.Receipt:
		h.Open = h.Open && l.Step < h.Asked.Step // a server may deliver the receipt of an earlier move late
	case kind == templates.Refusal || kind == templates.Stale:
		h.Tries++
	case kind != templates.Reminder:
		return false
	}
	return h.Asked != nil && h.Open
}

// Mail is a mail of a person, in one or more copies.
type Mail struct {
	ID, Key, Game string
	Orders        int    // number of records if it is played; 0: unknown
	Word          string // that it tells the table, and no other mail does; "": none
	Copies        int
	Raw           []byte
}

// Write writes an answer to a letter, from somebody with a name and an address.
func (m *Mail) Write(letter []byte, style mailtest.Style, from string, at time.Time, lines ...string) (err error) {
	if m.Word != "" {
		lines = append(slices.Clone(lines), "say "+m.Word)
	}
	m.Raw, err = mailtest.Reply(style, mailtest.Answer{Letter: letter, From: from, Typed: lines, Date: at, ID: m.ID})
	if err == nil {
		m.Key, err = Key(m.Raw)
	}
	return err
}

// Key returns the service's dedupe key of a mail.
func Key(raw []byte) (string, error) {
	read, err := extract.Parse(raw, extract.Limits{})
	if err != nil {
		return "", err
	}
	return read.Key(), nil
}

// Book is the results of mails: letters that answer them, and the logs.
type Book struct {
	Answers map[string][]string // Message-ID of a mail -> those of the letters that answer it
	Games   int
	Said    map[string]int // records of talk, by their words
	orders  map[string]int // of orders, by the beginning of the mail's key
	once    []templates.Kind
	told    map[string]string
}

// NewBook returns an empty one. Letters of some kinds tell each thing once.
func NewBook(once ...templates.Kind) *Book {
	return &Book{Answers: map[string][]string{}, once: once, told: map[string]string{}}
}

// Came enters a letter that has not come before. It returns an earlier one with the same content, which is a
// fault; "" if there is none.
func (b *Book) Came(l *reader.Letter) (same string) {
	if l.Answers != "" {
		b.Answers[l.Answers] = append(b.Answers[l.Answers], l.ID)
	}
	if slices.Contains(b.once, templates.Kind(l.Kind)) {
		what := fmt.Sprintln(l.Kind, l.Step, l.ReplyTo, l.Text)
		same, b.told[what] = b.told[what], l.ID
	}
	return same
}

// ReadLogs counts the records in the logs of all games.
func (b *Book) ReadLogs(ctx context.Context, s store.Store) error {
	b.Games, b.Said, b.orders = 0, map[string]int{}, map[string]int{}
	return s.Heads(ctx, func(h store.Head) error {
		b.Games++
		records, err := s.Records(ctx, h.Game, 1, h.Seq)
		for _, r := range records {
			read, err := engine.ReadSealed(r.Payload, r.Texts)
			if err != nil {
				return err
			}
			b.count(read)
		}
		return err
	})
}

func (b *Book) count(r *engine.Record) {
	if r.Kind == engine.Ordered {
		b.orders[r.Group]++
	}
	for _, report := range r.Reports {
		for _, arg := range report.Args {
			if arg.Name == "text" && r.Kind == engine.Noted {
				b.Said[arg.Text]++
			}
		}
	}
}

// Wrong returns the faults in the result of a mail, by the logs: it must have one verdict, its words once if it
// was played and never if not, and one answer if it has a Message-ID. more is the excess of its words, or below
// zero the lack.
func (b *Book) Wrong(ctx context.Context, s store.Store, m *Mail) (what string, more int, err error) {
	mark, seen, err := s.Seen(ctx, m.Key)
	want, played := 0, 0
	switch mark.Verdict {
	case "played":
		want, played = 1, m.Orders
	case "answered: say": // after a restore, only the talk in an answer to an unknown letter
		want = 1
	}
	said, orders := b.Said[m.Word]-want, b.orders[m.Key[:16]]-played
	switch {
	case err != nil:
		return "", 0, err
	case !seen:
		return "was never handled", -1, nil
	case strings.HasPrefix(mark.Verdict, "quarantined") || strings.HasPrefix(mark.Verdict, "fault"):
		return "was set aside: " + mark.Verdict, -1, nil
	case m.Word != "" && said != 0:
		return fmt.Sprintf("is %s, and what it says is in the log %d times", mark.Verdict, said+want), said, nil
	case m.Orders > 0 && orders != 0:
		return fmt.Sprintf("is %s, and of its %d orders there are %+d too many in the log", mark.Verdict, m.Orders, orders), orders, nil
	case m.ID != "" && len(b.Answers[m.ID]) != 1:
		return fmt.Sprintf("is %s, and was answered by %v", mark.Verdict, b.Answers[m.ID]), 0, nil
	}
	return "", 0, nil
}
