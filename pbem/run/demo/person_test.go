package demo_test

import (
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/run/demo"
)

var (
	mailbox = regexp.MustCompile(`IMAP  host (\S+)  port (\S+)`)
	further = regexp.MustCompile(`-- \d+ more lines`)
)

// TestLettersArePaged: on a terminal of eight lines no more than seven are shown
// at a time, and an answer may be typed before the end of a letter.
func TestLettersArePaged(t *testing.T) {
	in, keys := io.Pipe()
	typed := make(chan string, 1000)
	go (&typist{typed: typed}).write(keys)
	var all strings.Builder
	accepted, answered := false, -1
	out := writer(func(b []byte) {
		text := string(b)
		all.WriteString(text)
		if n := strings.Count(text, "\n"); n > 12 && !strings.Contains(text, "Ctrl-C") {
			t.Errorf("%d lines at once:\n%s", n, text)
		}
		choice := strings.LastIndex(all.String(), "  [1] ")
		switch more := further.MatchString(text); {
		case more && !accepted:
			accepted = true
			typed <- "accept\n"
		case choice > answered:
			answered = choice
			typed <- "1\n"
		case more:
			typed <- "\n"
		}
	})
	err := demo.Run(t.Context(), demo.Options{Titles: pbemtest.Find, Title: "toy", Seats: 2, Seed: 1, Robots: demo.Others, In: in, Out: out, Height: func() int { return 8 }})
	close(typed)
	expect.NoError(t, err, &all)
	expect.Has(t, &all, all.String(), "(mailed: accept)", "(mailed: 1)", "log verified")
	_ = in.Close()
}

// TestTheLastLetterCanBeFetched: once a mail program has joined, the mailbox stays
// open until it has the last letter.
func TestTheLastLetterCanBeFetched(t *testing.T) {
	in, keys := io.Pipe()
	p := &typist{typed: make(chan string, 100)}
	go p.write(keys)
	var client *imapclient.Client
	fetched := make(chan error, 1)
	out := writer(func(b []byte) {
		if m := mailbox.FindSubmatch(b); m != nil {
			client = joined(t, string(m[1])+":"+string(m[2]))
		}
		if strings.Contains(string(b), "has not fetched the last letter") {
			go func() { fetched <- fetchLast(client) }()
		}
		if _, err := p.Write(b); err != nil {
			t.Error(err)
		}
	})
	err := demo.Run(t.Context(), demo.Options{Titles: pbemtest.Find, Title: "toy", Seats: 2, Seed: 1, Robots: demo.Others, In: in, Out: out})
	close(p.typed)
	expect.NoError(t, err, &p.shown)
	if !strings.Contains(p.shown.String(), "has not fetched the last letter") {
		t.Fatalf("the demonstration ended before the mail program had the last letter:\n%s", &p.shown)
	}
	if err := <-fetched; err != nil {
		t.Error(err)
	}
	_, _ = client.Close(), in.Close()
}

// joined is a mail program that has opened the mailbox.
func joined(t *testing.T, address string) *imapclient.Client {
	t.Helper()
	c := expect.Get(imapclient.DialInsecure(address, nil))(t)
	expect.NoError(t, c.Login("ana@localhost", "railpost").Wait())
	expect.Get(c.Select("INBOX", nil).Wait())(t)
	return c
}

func fetchLast(c *imapclient.Client) error {
	if err := c.Noop().Wait(); err != nil { // so that the server announces new letters
		return err
	}
	_, err := c.Fetch(imap.SeqSet{{}}, &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{{}}}).Collect()
	return err
}
