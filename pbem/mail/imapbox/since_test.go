package imapbox

import (
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/liar"
)

// listed is the numbers and folders of messages.
func listed(all []Kept) string {
	var out []string
	for _, k := range all {
		out = append(out, strings.Repeat("i", number(append(k.Raw, k.Header...)))+" "+k.Folder)
	}
	return strings.Join(out, ", ")
}

// TestSince: the messages of all three folders are read, those that wait at any age; nothing is moved or marked.
func TestSince(t *testing.T) {
	p := newPost(t, nil)
	c := config(p)
	none := expect.Get(Since(t.Context(), c, time.Now()))(t)
	expect.Same(t, "without folders", len(none), 0)
	d := newDaemon()
	d.verdict = func(m Mail, _ int) Verdict {
		return map[int]Verdict{1: Done, 2: Poison, 3: Later}[number(m.Raw)]
	}
	put(t, p, 1, 2, 3)
	running(t, c, d, func() {
		d.await(t, "two moved", func() bool { return len(p.Messages("game", "Processed"))+len(p.Messages("game", "Quarantine")) == 2 })
	})
	for since, want := range map[time.Duration]string{
		-time.Hour: "i Processed, ii Quarantine, iii INBOX", time.Hour: "iii INBOX", -1e6 * time.Hour: "i Processed, ii Quarantine, iii INBOX",
	} {
		got := expect.Get(Since(t.Context(), c, time.Now().Add(since)))(t)
		expect.Same(t, since.String(), listed(got), want)
	}
	expect.Same(t, "left in the mailbox", len(p.Messages("game", "INBOX")), 1)
	c.Password = func() (string, error) { return "wrong", nil }
	expect.Fails(t, "a wrong password", expect.Err(Since(t.Context(), c, time.Time{})), "log in")
}

// TestSinceWithoutText: of a message whose text never comes, the header is there; a lost connection is an error.
func TestSinceWithoutText(t *testing.T) {
	whole := string(mail(4))
	s, c := lied(t, func(o *liar.Command) {
		if fetches(o, textOf) {
			o.Lines = []string{"* 1 FETCH (UID 1 BODY[] NIL)"}
		}
	})
	s.Size = func([]byte) int { return len(whole) }
	s.Put(mail(4))
	got := expect.Get(Since(t.Context(), c, time.Time{}))(t)
	expect.True(t, len(got) == 1 && got[0].Short && number(got[0].Header) == 4, "read %+v", got)
	s.Lie = func(o *liar.Command) {
		if fetches(o, textOf) {
			hangsUp(o)
		}
	}
	_, err := Since(t.Context(), c, time.Time{})
	expect.True(t, err != nil, "a lost connection is no error")
}
