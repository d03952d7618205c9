package demo_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/reader"
	"railpost/pbem/run/daemon"
	"railpost/pbem/run/demo"
	"railpost/templates"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var counts = regexp.MustCompile(`mails in (\d+), mails out (\d+), orders (\d+), refusals (\d+)`)

// TestRobotsPlayToTheEnd: a service and its robots play whole games by mail, in the full level of
// all titles, in the long one with all numbers of players.
func TestRobotsPlayToTheEnd(t *testing.T) {
	for _, c := range []struct {
		title      string
		seats, all int
	}{{"toy", 3, 3}, {"tram", 3, 3}, {"russian", 2, 4}, {"18mag", 1, 1}, {"18mag", 2, 6}, {"18cz", 2, 6}, {"tycoon", 2, 6}} {
		for last := level.Of(c.seats, c.seats, c.all); c.seats <= last; c.seats++ {
			t.Run(fmt.Sprintf("%s of %d", c.title, c.seats), func(t *testing.T) {
				if titles.Find(c.title) != nil {
					level.NeedFull(t)
				}
				robotsPlay(t, c.title, c.seats)
			})
		}
	}
}

func robotsPlay(t *testing.T, title string, seats int) {
	t.Helper()
	var out strings.Builder
	dir := t.TempDir()
	err := demo.Run(t.Context(), demo.Options{Titles: pbemtest.Find, Title: title, Seats: seats, Seed: 7, Robots: demo.All, Out: &out, Keep: dir})
	expect.NoError(t, err)
	m := counts.FindStringSubmatch(out.String())
	expect.True(t, m != nil && m[3] != "0" && strings.Contains(out.String(), "log verified"), "the report:\n%s", &out)
	page := expect.Get(os.ReadFile("../../../docs/testing.md"))(t)
	if shown := seats == 2 && strings.Contains(string(page), "--title "+title); shown && !strings.Contains(string(page), result(out.String())) {
		t.Errorf("docs/testing.md shows another end than that of seed 7:\n%s", &out)
	}
	expect.True(t, title != "tram" || fewerMails(m[1], m[3]), "usual turns were not sent in one mail:\n%s", &out)
	if log, err := os.ReadFile(filepath.Join(dir, "demo.log")); err != nil || len(log) == 0 {
		t.Errorf("the kept log: %d bytes, %v", len(log), err)
	}
}

// result is the part that is the same at each run: the scores. The counts of mails and the time after them vary.
func result(out string) string {
	_, scores, _ := strings.Cut(out, "The game is over.\n\n")
	scores, _, _ = strings.Cut(scores, "\nmails in")
	return scores
}

// fewerMails says that there were fewer mails than orders.
func fewerMails(mails, orders string) bool {
	m, errM := strconv.Atoi(mails)
	o, errO := strconv.Atoi(orders)
	return errM == nil && errO == nil && m < o
}

// typist is a person who reads the output and types an answer.
type typist struct {
	shown strings.Builder
	typed chan string
}

func (p *typist) Write(b []byte) (int, error) {
	p.shown.Write(b)
	switch text := string(b); {
	case !strings.Contains(text, "Subject: "):
	case strings.Contains(text, "\n  [1] "):
		p.typed <- "1\n"
	case strings.Contains(text, "\n  accept "):
		p.typed <- "accept\n"
	}
	return len(b), nil
}

func (p *typist) write(to io.WriteCloser) {
	for line := range p.typed {
		if _, err := io.WriteString(to, line); err != nil {
			return
		}
	}
}

func TestAPersonPlaysByTyping(t *testing.T) {
	in, keys := io.Pipe()
	p := &typist{typed: make(chan string, 100)}
	go p.write(keys)
	err := demo.Run(t.Context(), demo.Options{Titles: pbemtest.Find, Title: "toy", Seats: 2, Seed: 1, Robots: demo.Others, In: in, Out: p})
	close(p.typed)
	if err := in.Close(); err != nil {
		t.Error(err)
	}
	expect.NoError(t, err, &p.shown)
	expect.Has(t, &p.shown, p.shown.String(),
		"railpost demo --tutor explains", "IMAP  host 127.0.0.1  port ", "user ana@localhost  password railpost", "(mailed: 1)", "The game is over.", "log verified")
}

var port = regexp.MustCompile(`IMAP  host 127.0.0.1  port (\d+)`)

// TestTheLastLetterStays: a mail program fetches it after the end.
func TestTheLastLetterStays(t *testing.T) {
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	at := make(chan string, 1)
	out := writer(func(b []byte) {
		if m := port.FindSubmatch(b); m != nil {
			at <- "127.0.0.1:" + string(m[1])
		}
	})
	ended := make(chan error)
	go func() {
		ended <- demo.Run(ctx, demo.Options{Titles: pbemtest.Find, Title: "toy", Seats: 2, Seed: 1, Robots: demo.All, Stay: true, Out: out})
	}()
	found := false
	box := imapbox.Config{Addr: <-at, User: "ana@localhost", Password: func() (string, error) { return daemon.EmbeddedPassword, nil }, TLS: "none", ReadOnly: true, MaxSize: 8 << 20}
	err := imapbox.Run(ctx, box, func(_ context.Context, ms []imapbox.Mail) ([]imapbox.Verdict, error) {
		verdicts := make([]imapbox.Verdict, len(ms))
		for i, m := range ms {
			verdicts[i] = imapbox.Done
			l, err := reader.Read(m.Raw)
			if err != nil {
				return nil, err
			}
			if l.Kind == string(templates.End) {
				found = true
				leave()
			}
		}
		return verdicts, nil
	}, nil)
	expect.True(t, err == nil && found, "the last letter was found: %v, %v", found, err)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestAPersonMayLeave(t *testing.T) {
	ctx, leave := context.WithCancel(t.Context())
	in, keys := io.Pipe()
	out := writer(func(b []byte) {
		if strings.Contains(string(b), "Subject: ") {
			leave()
		}
	})
	err := demo.Run(ctx, demo.Options{Titles: pbemtest.Find, Title: "toy", Seats: 2, Seed: 1, Robots: demo.Others, In: in, Out: out})
	expect.True(t, err == nil, "leaving is no fault: %v", err)
	if err := keys.Close(); err != nil {
		t.Error(err)
	}
}

type writer func(b []byte)

func (w writer) Write(b []byte) (int, error) { w(b); return len(b), nil }

func TestSeatsThatCannotBe(t *testing.T) {
	for _, seats := range []int{0, 1, 5, 9} {
		err := demo.Run(t.Context(), demo.Options{Titles: pbemtest.Find, Title: "toy", Seats: seats, Robots: demo.All, Out: io.Discard})
		expect.Fails(t, seats, err, "")
	}
}
