package templates

import (
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// TestNoPastUntil: a subject has no past deadline, and nothing is "0 minutes ago".
func TestNoPastUntil(t *testing.T) {
	s := testSet(t)
	for _, kind := range []Kind{Turn, Reminder, Start, Late, Refusal, Question} {
		for _, ago := range []time.Duration{0, 20 * time.Second, time.Minute, 50 * time.Hour} {
			l := position(base(kind))
			l.Until = noon.Add(-ago)
			l.Waiting = []Waiting{{Seat: 1, Until: l.Until}}
			l.Ask = []engine.Message{engine.Msg("rail.ask")}
			l.Lines = []Line{{N: 1, Text: "pass", Refusal: &engine.Refusal{Why: line("no")}}}
			r := render(t, s, l)
			if strings.Contains(r.Subject, "until") || strings.Contains(r.Text, " 0 minute") {
				t.Errorf("%s, %s late: %s\n%s", kind, ago, r.Subject, r.Text)
			}
			if ago < time.Minute && !strings.Contains(r.Text, "just now") && (kind == Turn || kind == Late) {
				t.Errorf("%s, %s late:\n%s", kind, ago, r.Text)
			}
		}
	}
}

// TestNoticeSubject: the subject of a notice names its topic, and its commands can be copied.
func TestNoticeSubject(t *testing.T) {
	s := expect.Get(New())(t)
	for _, c := range []struct {
		told    engine.Message
		subject string
		command string
	}{
		{engine.Msg("pbem.late-default", engine.Player("seat", 3)), "[winter] Notice: Dan is late", ""},
		{engine.Msg("pbem.organiser-bounce", engine.Text("address", "ana@example.org"), engine.Text("status", "5.1.1")), "[winter] Notice: letters to ana@example.org come back", "`address ana@example.org NEW`"},
		{engine.Msg("pbem.organiser-put-aside", engine.Text("from", "ana@example.org"), engine.Text("key", strings.Repeat("4f", 32)), engine.Say("why", engine.Msg("pbem.unreadable"))),
			"[winter] Notice: a message was set aside", "railpost mail show " + strings.Repeat("4f", 32)},
		{engine.Msg("pbem.paused", engine.Text("why", "")), "[winter] Notice to the organiser", ""},
	} {
		l := base(Notice)
		l.Told = []engine.Message{c.told}
		r := render(t, s, l)
		if r.Subject != c.subject || !strings.Contains(r.Text, c.command) || !strings.Contains(r.HTML, strings.Trim(c.command, "`")) {
			t.Errorf("%q, want %q with %q:\n%s", r.Subject, c.subject, c.command, r.Text)
		}
	}
}
