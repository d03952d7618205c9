package extract

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

// expectation is one entry of expected.json. An unknown key fails the test.
type expectation struct {
	Kind string `json:"kind"` // body: text after decoding; html: one HTML part; eml: a whole mail

	Lines         *[]string `json:"lines"`          // the person's own text, folded, without empty lines
	Typed         *string   `json:"typed"`          // the same as text
	TypedUnquoted *string   `json:"typed_unquoted"` // Typed without lines that start with ">"
	TypedNospace  *string   `json:"typed_nospace"`
	Whole         bool      `json:"whole"` // nothing is cut
	Prefix        string    `json:"prefix"`
	Contains      []string  `json:"contains"`
	Absent        []string  `json:"absent"`
	Signature     string    `json:"signature"` // the signature according to the source

	Accept       []string `json:"accept"` // other outcomes that are as good
	Classify     string   `json:"classify"`
	Reply        *bool    `json:"reply"` // false: must never be answered
	Sender       string   `json:"sender"`
	Auth         string   `json:"auth"`
	Status       string   `json:"status"`
	Recipient    string   `json:"recipient"`
	About        string   `json:"about"` // the letter a report is about
	MustNotPanic bool     `json:"must_not_panic"`
	MaxMS        int      `json:"max_ms"`

	// Notes for readers.
	Why      string `json:"why"`
	Compare  string `json:"compare"`
	Basis    string `json:"basis"`
	SameAs   string `json:"same_bytes_as"`
	Position string `json:"position"`
	Note     string `json:"note"`
}

// saysNothing is true of entries that only name the mail: it must be read without harm, no more.
func (e expectation) saysNothing() bool {
	e.Kind, e.Why, e.Compare, e.Basis, e.SameAs, e.Position, e.Note = "", "", "", "", "", "", ""
	return reflect.DeepEqual(e, expectation{})
}

// classNames maps the words of the corpora to classes.
var classNames = map[string][]Class{
	"complaint": {Complaint}, "auto": {Auto}, "calendar": {Calendar}, "bounce": {Bounce}, "mdn": {MDN},
	"loop": {Loop}, "reaction": {Reaction}, "ambiguous-sender": {AmbiguousSender}, "list": {List},
	"report": {Report}, "dsn": {Bounce}, "dsn-or-mdn": {Bounce, MDN},
}

// corpusWords is a vocabulary of the orders that stand in the mails of the corpora, typed or quoted.
type corpusWords struct{}

var corpusVerbs = []string{"buy", "par", "pass", "sell", "lay", "run", "place", "bad=zz", "株を買う", "move"}

func (corpusWords) Verb(w string) bool      { return slices.Contains(corpusVerbs, strings.ToLower(w)) }
func (corpusWords) Near(string) bool        { return false }
func (corpusWords) Order(string) bool       { return false }
func (corpusWords) Wishes() []string        { return nil }
func (corpusWords) Slip(string) bool        { return false }
func (corpusWords) Mode(string) bool        { return false }
func (corpusWords) English(l string) string { return l }
func (corpusWords) Greeting(w string) bool {
	return slices.Contains([]string{"hi", "hello", "thanks"}, strings.ToLower(w))
}

type tally struct {
	mails, right, misread, wrongOrders, answered int
	lines, linesRight                            int
}

func TestCorpus(t *testing.T) {
	sum := runCorpus(t, filepath.Join("testdata", "game"), "game", true)
	expect.True(t, sum.linesRight >= 75, "lines exactly right: %d of %d, want at least 75", sum.linesRight, sum.lines)
	dir := os.Getenv("RAILPOST_MAIL")
	if dir == "" {
		return
	}
	found := 0
	err := filepath.WalkDir(level.Path(dir), func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Name() == "expected.json" {
			found++
			folder := filepath.Dir(path)
			runCorpus(t, folder, sourceName(folder), false)
		}
		return err
	})
	if err != nil || found == 0 {
		t.Fatalf("RAILPOST_MAIL=%s: %d folders with an expected.json, error: %v", dir, found, err)
	}
}

// sourceName is the folder's name; corpora keep their mails in a folder public or heldout.
func sourceName(folder string) string {
	name := filepath.Base(folder)
	if name == "public" || name == "heldout" {
		name = filepath.Base(filepath.Dir(folder))
	}
	return name
}

// runCorpus reads all mails of a folder. In strict folders every difference is an error; in
// others a difference is shown, and only wrong orders and answers to machines are errors.
func runCorpus(t *testing.T, folder, name string, strict bool) tally {
	data := expect.Get(os.ReadFile(filepath.Join(folder, "expected.json")))(t)
	dec := json.NewDecoder(strings.NewReader(string(data)))
	dec.DisallowUnknownFields()
	var all map[string]expectation
	expect.NoError(t, dec.Decode(&all), folder)
	var files []string
	for f := range all {
		files = append(files, f)
	}
	sort.Strings(files)
	var sum tally
	for _, f := range files {
		raw := expect.Get(os.ReadFile(filepath.Join(folder, f)))(t)
		c := corpusCase{file: f, want: all[f]}
		c.run(raw)
		sum.mails++
		if want := all[f].Lines; want != nil && len(*want) > 0 {
			sum.lines++
			if slices.Equal(c.typed, *want) {
				sum.linesRight++
			}
		}
		if len(c.faults) == 0 {
			sum.right++
		} else {
			sum.misread++
			report := t.Logf
			if strict {
				report = t.Errorf
			}
			report("%s/%s: %s", name, f, strings.Join(c.faults, "; "))
		}
		if len(c.wrong) > 0 {
			sum.wrongOrders++
			t.Errorf("%s/%s: taken as orders: %q", name, f, c.wrong)
		}
		if c.answered {
			sum.answered++
			t.Errorf("%s/%s: would be answered", name, f)
		}
	}
	fmt.Printf("corpus: %s mails=%d right=%d misread=%d wrong-orders=%d answered=%d\n",
		name, sum.mails, sum.right, sum.misread, sum.wrongOrders, sum.answered)
	return sum
}

type corpusCase struct {
	file     string
	want     expectation
	typed    []string
	faults   []string
	wrong    []string // lines taken as orders that the person did not type
	answered bool
	compared int
}

func (c *corpusCase) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

func (c *corpusCase) run(raw []byte) {
	switch c.want.Kind {
	case "body":
		raw = append([]byte("From: ana@example.org\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"), raw...)
	case "html":
		raw = append([]byte("From: ana@example.org\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"), raw...)
	case "eml":
	default:
		c.fault("kind %q is unknown", c.want.Kind)
		return
	}
	start := time.Now()
	m, err := Parse(raw, Limits{})
	c.typed = m.Typed(nil)
	took := time.Since(start)
	if limit := c.want.MaxMS; limit > 0 {
		c.compared++
		if took > 20*time.Duration(limit)*time.Millisecond { // a hang, not a slow machine
			c.fault("took %s", took)
		}
	}
	if c.want.MustNotPanic {
		c.compared++
	} else if err != nil {
		c.fault("%v", err)
		return
	}
	c.checkHeaders(m)
	if m.Class == Player {
		c.checkText(m)
	} else {
		c.typed = nil // never read
		if c.want.Lines != nil {
			c.compared++
			if len(*c.want.Lines) > 0 {
				c.fault("class %s, but a person wrote it", m.Class)
			}
		}
	}
	if c.compared == 0 && !c.want.saysNothing() {
		c.fault("nothing was compared")
	}
}

func (c *corpusCase) checkHeaders(m *Mail) {
	w := c.want
	if w.Classify != "" {
		c.compared++
		names, ok := classNames[w.Classify]
		if !ok {
			c.fault("class %q of expected.json is unknown", w.Classify)
		} else if !slices.Contains(names, m.Class) {
			c.fault("class %s, want %s", m.Class, w.Classify)
		}
	}
	if w.Reply != nil {
		c.compared++
		c.answered = !*w.Reply && m.Class.Answerable()
	}
	equal := func(what, got, want string) {
		if want != "" {
			c.compared++
			if got != want {
				c.fault("%s %q, want %q", what, got, want)
			}
		}
	}
	equal("sender", m.From, w.Sender)
	if w.Auth != "" {
		equal("auth", strings.Join(m.Auth, "\n"), w.Auth)
	}
	var f Failure
	if m.Bounce != nil {
		f = *m.Bounce
	}
	equal("status", f.Status, w.Status)
	equal("recipient", f.Recipient, w.Recipient)
	equal("about", f.OriginalMessageID, strings.Trim(w.About, "<>"))
}

func (c *corpusCase) checkText(m *Mail) {
	w := c.want
	got := strings.Join(c.typed, "\n")
	switch {
	case w.Lines != nil:
		c.compared++
		c.wrong = strayOrders(c.typed, *w.Lines)
		if !slices.Equal(c.typed, *w.Lines) && !(m.Garbled != "" && slices.Contains(w.Accept, "ask_again")) {
			c.fault("typed %q, want %q", c.typed, *w.Lines)
		}
	case w.Accept != nil:
		c.compared++
		if !acceptable(m, c.typed, w.Accept) {
			c.fault("typed %q, garbled %q, want one of %q", c.typed, m.Garbled, w.Accept)
		}
	}
	if w.Typed != nil {
		c.compared++
		c.wrong = strayOrders(c.typed, folded(*w.Typed))
		if !slices.ContainsFunc(sameTyped(w), func(want []string) bool { return slices.Equal(c.typed, want) }) {
			c.fault("typed %q, want %q", c.typed, folded(*w.Typed))
		}
	}
	if w.TypedNospace != nil {
		c.compared++
		if s := strings.ReplaceAll(strings.Join(c.typed, ""), " ", ""); s != strings.Join(folded(*w.TypedNospace), "") {
			c.fault("typed %q, want %q", s, *w.TypedNospace)
		}
	}
	if w.Whole {
		c.compared++
		if len(c.typed) != len(folded(strings.Join(m.Lines, "\n"))) {
			c.fault("typed %q, want all", c.typed)
		}
	}
	if w.Prefix != "" {
		c.compared++
		if !strings.HasPrefix(got, strings.Join(folded(w.Prefix), "\n")) {
			c.fault("typed %q, want the beginning %q", got, w.Prefix)
		}
	}
	for _, s := range w.Contains {
		c.compared++
		if !strings.Contains(got, Fold(s)) {
			c.fault("typed %q, lacks %q", got, s)
		}
	}
	for _, s := range w.Absent {
		c.compared++
		if strings.Contains(got, Fold(s)) {
			c.fault("typed %q, has %q", got, s)
		}
	}
	if w.Signature != "" {
		// Names and addresses without a delimiter stay: they are talk, and no order can be in them.
		c.compared++
		c.wrong = append(c.wrong, strayOrders(folded(w.Signature), nil)...)
	}
}

// sameTyped lists what counts as the expected text: some sources keep quoted lines at the top, or
// judge quotations only and leave signatures in.
func sameTyped(w expectation) [][]string {
	all := [][]string{folded(*w.Typed), withoutSignature(*w.Typed)}
	if w.TypedUnquoted != nil {
		all = append(all, folded(*w.TypedUnquoted), withoutSignature(*w.TypedUnquoted))
	}
	return all
}

func withoutSignature(text string) []string {
	c := newCutter(quoteDepths(splitLines(text)))
	c.cutSignatures()
	return c.typed()
}

func acceptable(m *Mail, typed, accept []string) bool {
	for _, a := range accept {
		switch a {
		case "ask_again":
			if m.Garbled != "" || len(Sort(typed, corpusWords{}, false).Orders) == 0 {
				return true
			}
		case "lines", "lines_from_html":
			if len(typed) > 0 {
				return true
			}
		}
	}
	return false
}

// strayOrders are the orders in typed that nobody wrote.
func strayOrders(typed, want []string) []string {
	var stray []string
	for _, o := range Sort(typed, corpusWords{}, false).Orders {
		text := o.Text
		if !slices.ContainsFunc(want, func(w string) bool { return trimStop(bareOrder(w)) == text }) && !strings.Contains(strings.Join(want, " "), text) {
			stray = append(stray, text)
		}
	}
	return stray
}

func folded(text string) []string {
	var out []string
	for _, l := range splitLines(text) {
		if l = Fold(l); l != "" {
			out = append(out, l)
		}
	}
	return out
}
