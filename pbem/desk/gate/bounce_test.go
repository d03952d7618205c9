package gate_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/imapbox"
)

// report is a delivery report (RFC 3464) or a complaint (RFC 5965) as a provider writes it, about a letter with a header.
func report(n int, kind, recipient, header string) []byte {
	told := "message/delivery-status\n\nReporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; " + recipient + "\nAction: failed\nStatus: 5.1.1\n"
	if kind == "feedback-report" {
		told = "message/feedback-report\n\nFeedback-Type: abuse\nUser-Agent: SomeGenerator/1.0\nVersion: 1\nOriginal-Rcpt-To: <" + recipient + ">\n"
	}
	return []byte(strings.ReplaceAll(fmt.Sprintf(`From: MAILER-DAEMON@mx.example
To: games@post.example
Message-ID: <%d@mx.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=%s; boundary=b

--b
Content-Type: %s
--b
Content-Type: text/rfc822-headers

%s
--b--
`, n, kind, told, header), "\n", "\r\n"))
}

// header is that of a letter, with another Message-ID, and of the other fields those that match a pattern.
func header(raw []byte, keep string) string {
	head, _, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
	lines := strings.Split(strings.ReplaceAll(string(head), "\r\n ", " "), "\r\n")
	out := "Message-ID: <0102018f-rewritten@eu-west-1.amazonses.com>\n"
	for _, line := range lines {
		if !strings.HasPrefix(line, "Message-ID:") && regexp.MustCompile("^("+keep+"):").MatchString(line) {
			out += line + "\n"
		}
	}
	return out
}

// TestReturned: a letter comes back, or its reader calls it spam, after its provider has given it another Message-ID. The
// organiser is told once a day. Only where the letter is known do two such reports end the letters to an address.
func TestReturned(t *testing.T) {
	for name, c := range map[string]struct {
		keep      string // fields of the letter that are left
		recipient string // "": Ana's address
		told      bool
		suspends  bool
	}{
		"whole_header":           {keep: ".*", told: true, suspends: true},
		"our_id":                 {keep: "X-Railpost-Id", told: true, suspends: true},
		"our_id_forwarded":       {keep: "X-Railpost-Id", recipient: "ana@elsewhere.example", told: true, suspends: true},
		"token":                  {keep: "Reply-To", told: true},
		"token_forwarded":        {keep: "Reply-To", recipient: "ana@elsewhere.example", told: true},
		"list":                   {keep: "List-Id|To", told: true},
		"list_of_others":         {keep: "List-Id|To", recipient: "somebody@example.net"},
		"nothing_of_ours":        {keep: "To|Subject|Date"},
		"nothing_of_ours_at_all": {keep: "none"},
	} {
		for _, kind := range []string{"delivery-status", "feedback-report"} {
			t.Run(name+"/"+kind, func(t *testing.T) {
				b := pbemtest.Games(t, "winter")
				b.Glance = time.Hour
				recipient, n := c.recipient, 0
				if recipient == "" {
					recipient = "ana@example.org"
				}
				come := func() {
					t.Helper()
					l, _ := b.Latest("Ana")
					for range 2 {
						n++
						expect.NoError(t, b.Deliver(report(n, kind, recipient, header(l.Raw, c.keep))))
						expect.True(t, b.Last == imapbox.Done && strings.HasPrefix(b.Verdict, "ignored"),
							"the mail is %v, %s", b.Last, b.Verdict)
					}
				}
				come()
				notices := b.Boxes[pbemtest.Host]
				if told := len(notices) == 1 && strings.Contains(notices[0].Text, "ana@example.org"); told != c.told || !c.told && len(notices) > 0 {
					t.Fatalf("%d notices: %v", len(notices), notices)
				}
				expect.NoError(t, b.Pass(60*time.Hour)) // until a reminder
				come()
				suspended := false
				for _, l := range b.Boxes[pbemtest.Host] {
					suspended = suspended || strings.Contains(l.Subject, "no more letters")
				}
				expect.Same(t, "no more letters", c.suspends && kind == "delivery-status", suspended)
			})
		}
	}
}

// TestReports (the DSN cases): a report on a letter's delivery, to the service or to the letter's answer
// address, is never answered and plays nothing; a failure is told once.
func TestReports(t *testing.T) {
	for name, c := range map[string]struct {
		action, status string
		told           bool
	}{
		"delayed": {"delayed", "4.4.7", false}, "relayed": {"relayed", "2.1.9", false},
		"failed": {"failed", "5.1.1", true}, "failed_522": {"failed", "5.2.2", true}, "failed_571": {"failed", "5.7.1", true},
	} {
		for _, to := range []string{"games@post.example", ""} {
			b := pbemtest.Games(t, "winter")
			l, _ := b.Latest("Ana")
			sent := len(b.Boxes["ana@example.org"])
			if to == "" {
				to = l.ReplyTo
			}
			text := strings.NewReplacer("To: games@post.example", "To: "+to, "Action: failed", "Action: "+c.action, "Status: 5.1.1", "Status: "+c.status).
				Replace(string(report(1, "delivery-status", "ana@example.org", header(l.Raw, ".*"))))
			for range 2 {
				expect.NoError(t, b.Deliver([]byte(text)))
				expect.True(t, strings.HasPrefix(b.Verdict, "ignored"), "%s to %s: %s", name, to, b.Verdict)
			}
			expect.NoError(t, b.Post())
			if n := len(b.Boxes[pbemtest.Host]); (n == 1) != c.told || n > 1 {
				t.Errorf("%s to %s: %d notices", name, to, n)
			}
			if sent == 0 || len(b.Boxes["ana@example.org"]) != sent || len(b.Boxes["MAILER-DAEMON@mx.example"]) > 0 {
				t.Errorf("%s to %s: answered", name, to)
			}
		}
	}
}

// TestForgedReturned: reports that anybody can write who knows a table and an address there cause one notice a
// day to the organiser about an address of that table, and end nobody's letters.
func TestForgedReturned(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	l, _ := b.Latest("Ana")
	reply := regexp.MustCompile(`winter\.[0-9]+\.([a-z2-7]{26})`).FindStringSubmatch(string(l.Raw))
	if reply == nil {
		t.Fatal("the letter has no token")
	}
	for day := range 2 {
		for n, fields := range []string{
			"List-Id: <winter.post.example>", "List-Id: x <winter.post.example>\nReply-To: <games+winter.7.aaaaaaaaaaaaaaaaaaaaaaaaaa@post.example>",
			"Reply-To: <games+winter.1." + reply[1] + "@post.example>", "Reply-To: <games+winter.2." + reply[1] + "@post.example>",
			"List-Id: <nowhere.post.example>", "List-Id: <winter.elsewhere.example>", "List-Id: <-.post.example>", "List-Id: <", "X-Railpost-Id: <" + l.ID + "x>",
		} {
			expect.NoError(t, b.Deliver(report(100*day+n, "delivery-status", "ana@example.org", "Message-ID: <x@y>\n"+fields+"\n")))
			expect.Same(t, fmt.Sprintf("%s: the mail is", fields), b.Last, imapbox.Done)
		}
		expect.Same(t, fmt.Sprintf("day %d", day), len(b.Boxes[pbemtest.Host]), day+1)
		expect.NoError(t, b.Pass(24*time.Hour))
	}
	for _, l := range b.Boxes[pbemtest.Host] {
		if !strings.Contains(l.Text, "ana@example.org") || strings.Contains(l.Subject, "no more letters") {
			t.Error(l.Text)
		}
	}
}

// failure is a delivery report about the letter with an ID, as anybody can write one.
func failure(n int, id, recipient string) []byte {
	return report(n, "delivery-status", recipient, "Message-ID: <"+id+">\n")
}

// TestForgedReports: whoever knows the Message-ID of a letter can write
// delivery reports about it. They stop no mail, bring the organiser one notice
// a day, and that names the address the letter really went to.
func TestForgedReports(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	l, _ := b.Latest("Ana")
	for n, recipient := range []string{"somebody@example.net", strings.Repeat("a", 3000) + "@example.org", "x@example.net", "y@example.net"} {
		expect.NoError(t, b.Deliver(failure(n, l.ID, recipient)))
		expect.Same(t, recipient, b.Last, imapbox.Done)
	}
	expect.Must(t, "the organiser", len(b.Boxes[pbemtest.Host]), 1)
	if text := b.Boxes[pbemtest.Host][0].Text; !strings.Contains(text, "ana@example.org") || strings.Contains(text, "somebody") {
		t.Errorf("the notice says %s", text)
	}
}

// TestGuessedReports: a person who has not got a letter cannot name it, whatever he knows of the game, and his
// reports cause no notice.
func TestGuessedReports(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	l, _ := b.Latest("Ana")
	id, ok := compose.ParseMessageID(l.ID)
	kind, mark, _ := strings.Cut(id.Kind, "-")
	if !ok || len(mark) != 8 {
		t.Fatalf("Message-ID %s", l.ID)
	}
	var guesses []string
	for n := range 40 {
		guesses = append(guesses, strconv.Itoa(n))
	}
	other, _ := b.Latest("Ben")
	theirs, _ := compose.ParseMessageID(other.ID)
	_, theirMark, _ := strings.Cut(theirs.Kind, "-")
	for n, guess := range append(guesses, "", "aaaaaaaa", mark[:7], theirMark) {
		expect.NoError(t, b.Deliver(failure(n, compose.MessageID(id.Game, id.Step, id.Seat, kind+"-"+guess, id.Host), "ana@example.org")))
	}
	expect.Same(t, "the organiser", len(b.Boxes[pbemtest.Host]), 0)
	expect.NoError(t, b.Deliver(failure(99, l.ID, "ana@example.org")))
	expect.Same(t, "a true report", len(b.Boxes[pbemtest.Host]), 1)
}
