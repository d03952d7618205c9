package realgame

import (
	"bytes"
	"context"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/extract"
	"railpost/store/bolt"
)

// counts are the numbers of compared things.
type counts struct{ moves, mails, letters int }

// audit compares what the players sent and got with the log and the mailboxes.
// The service has ended.
func audit(t *testing.T, g *game) counts {
	t.Helper()
	db := expect.Get(bolt.Open(g.settings.Store.Path, bolt.Options{ReadOnly: true}))(t)
	defer func() {
		expect.Is(t, "close", db.Close(), nil)
	}()
	a := &auditor{t: t, g: g, db: db}
	a.readLog()
	a.ordersAsTyped()
	a.mailsPlayedOnce()
	a.lettersAsReceived()
	a.outboxEmpty()
	return a.n
}

type auditor struct {
	t       *testing.T
	g       *game
	db      *bolt.DB
	records []*engine.Record // of orders
	n       counts
}

func (a *auditor) readLog() {
	a.t.Helper()
	log, err := a.db.Load(context.Background(), gameName, 0, true)
	if err != nil {
		a.t.Fatal(err)
	}
	for _, r := range log.Records {
		record, err := engine.ReadRecord(r.Payload)
		if err != nil {
			a.t.Fatal(err)
		}
		if record.Kind == engine.Ordered {
			a.records = append(a.records, record)
		}
	}
	a.n.moves = len(a.records)
}

// ordersAsTyped: each seat's orders are in the log once each, in the order in which they were mailed.
func (a *auditor) ordersAsTyped() {
	a.t.Helper()
	for i, s := range a.g.seats {
		var logged []string
		for _, r := range a.records {
			if r.Seat == engine.Seat(i) {
				logged = append(logged, r.Line)
			}
		}
		if diff := cmp.Diff(s.orders, logged); diff != "" {
			a.t.Errorf("%s with %s: mailed (-) and logged (+) differ:\n%s", s.name, s.program, diff)
		}
	}
}

// answered is the address of a letter's seat, as the last server has written
// it down.
var answered = regexp.MustCompile(`(?m)^Delivered-To: game\+winter\.\d+\.[a-z2-7]{26}@pbem\.test\r?$`)

// inLetter occurs in every letter that asks for an order.
const inLetter = "CHOICES"

// mailsPlayedOnce: every mail sent is only in Processed, and was played as one group of records.
func (a *auditor) mailsPlayedOnce() {
	a.t.Helper()
	for _, box := range []string{"INBOX", "Quarantine"} {
		if n := len(a.g.servers.Messages(account, box)); n > 0 {
			a.t.Errorf("%d mails lie in %s", n, box)
		}
	}
	groups := map[string]int{} // records of each mail
	for _, r := range a.records {
		groups[r.Group]++
	}
	by := map[string]int{} // mails of each player
	keys := map[string]bool{}
	for _, raw := range a.g.servers.Messages(account, "Processed") {
		a.n.mails++
		m, err := extract.Parse(raw, extract.Limits{})
		if err != nil {
			a.t.Errorf("%v in\n%s", err, raw)
			continue
		}
		keys[m.Key()] = true
		by[m.From]++
		expect.True(a.t, answered.Match(raw), "no Delivered-To with the part after the plus in\n%s", raw)
		group := m.Key()[:16]
		if n := groups[group]; n > 1 {
			a.t.Errorf("%d orders of one mail:\n%s", n, raw)
		}
		want := "played"
		if groups[group] == 0 {
			want = "answered: accept"
		} else if !bytes.Contains(raw, []byte(inLetter)) {
			a.t.Errorf("the letter is not quoted in\n%s", raw)
		}
		if mark, seen, err := a.db.Seen(context.Background(), m.Key()); err != nil || !seen || mark.Verdict != want {
			a.t.Errorf("verdict %q (%v), want %q, of\n%s", mark.Verdict, err, want, raw)
		}
		delete(groups, group)
	}
	for group := range groups {
		a.t.Errorf("orders of group %s came from no mail", group)
	}
	expect.True(a.t, len(keys) == a.n.mails, "%d mails with %d keys", a.n.mails, len(keys))
	for _, s := range a.g.seats {
		address := s.user() + "@" + a.g.servers.Domain
		if by[address] != s.mails || s.mails != len(s.orders)+1 || len(s.orders) == 0 {
			a.t.Errorf("%s mailed %d times with %s, %d times an order; %d mails lie in Processed", s.name, s.mails, s.program, len(s.orders), by[address])
		}
	}
}

// lettersAsReceived: every letter came to one player once and is well-formed; tokens occur only in Reply-To,
// List-Post and the links that open answers.
func (a *auditor) lettersAsReceived() {
	a.t.Helper()
	var tokens []string
	for _, s := range a.g.seats {
		for _, l := range s.letters {
			local, _, _ := strings.Cut(l.ReplyTo, "@")
			tokens = append(tokens, local[strings.LastIndexByte(local, '.')+1:])
		}
	}
	slices.Sort(tokens)
	tokens = slices.Compact(tokens)
	ids := map[string]bool{}
	for _, s := range a.g.seats {
		for _, l := range s.letters {
			a.n.letters++
			expect.True(a.t, !ids[l.ID], "letter %s came twice", l.ID)
			ids[l.ID] = true
			checkLetter(a.t, l.Raw, tokens)
		}
	}
	if sent := a.g.d.Sent(); sent.Sent != a.n.letters || sent.Deferred+sent.Failed+sent.Again > 0 {
		a.t.Errorf("%d letters came; sent were %+v", a.n.letters, sent)
	}
}

func (a *auditor) outboxEmpty() {
	a.t.Helper()
	left, err := a.db.Letters(context.Background())
	expect.True(a.t, err == nil && len(left) == 0, "%d letters are left in the outbox (%v)", len(left), err)
}

// answers are the links that open answers: the only other place for a token besides Reply-To.
var answers = regexp.MustCompile(`<a href="mailto:[^"@]*@`)

// columns a letter may have.
const columns = 76

// checkLetter reads a letter with the standard library, independently of its writer.
func checkLetter(t *testing.T, raw []byte, tokens []string) {
	t.Helper()
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	expect.NoError(t, err, raw)
	body := expect.Get(io.ReadAll(m.Body))(t)
	if l := longest(string(body)); len(l) > columns {
		t.Errorf("a line of %d characters: %s", len(l), l)
	}
	var outside strings.Builder // of the answer address
	for name, values := range m.Header {
		if name != "Reply-To" && name != "List-Post" {
			outside.WriteString(name + ": " + strings.Join(values, " ") + "\n")
		}
	}
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("Content-Type %q (%v)", kind, err)
	}
	shown := leaves(t, body, params["boundary"])
	var kinds []string
	for _, p := range shown {
		kinds = append(kinds, p.kind)
		if l := longest(p.text); p.kind == "text/plain" && len([]rune(l)) > columns {
			t.Errorf("a line of %d columns: %s", len([]rune(l)), l)
		}
		outside.WriteString(answers.ReplaceAllString(p.text, ""))
	}
	if kinds = slices.Compact(kinds); !slices.Equal(kinds, []string{"text/plain", "text/html"}) && !slices.Equal(kinds, []string{"text/plain", "text/html", "image/png"}) {
		t.Errorf("parts %v", kinds)
	}
	expect.Lacks(t, raw, strings.ToLower(outside.String()), tokens...)
}

// leaf is a part of a letter that has no parts.
type leaf struct{ kind, text string }

// leaves are the parts of a letter in their order, including those of multipart/related, which holds the HTML
// part and its pictures.
func leaves(t *testing.T, body []byte, boundary string) (list []leaf) {
	t.Helper()
	parts := multipart.NewReader(bytes.NewReader(body), boundary)
	for {
		p, err := parts.NextRawPart()
		if err == io.EOF {
			return list
		}
		expect.NoError(t, err, body)
		text, err := decoded(p)
		expect.NoError(t, err, body)
		kind, params, err := mime.ParseMediaType(p.Header.Get("Content-Type"))
		expect.NoError(t, err, body)
		if kind == "multipart/related" {
			list = append(list, leaves(t, []byte(text), params["boundary"])...)
			continue
		}
		list = append(list, leaf{kind, text})
	}
}

func decoded(p *multipart.Part) (string, error) {
	var r io.Reader = p
	if strings.EqualFold(p.Header.Get("Content-Transfer-Encoding"), "quoted-printable") {
		r = quotedprintable.NewReader(p)
	}
	text, err := io.ReadAll(r)
	return string(text), err
}

func longest(text string) (out string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\r\n"); len([]rune(line)) > len([]rune(out)) {
			out = line
		}
	}
	return out
}
