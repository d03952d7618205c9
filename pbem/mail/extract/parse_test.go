package extract

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"railpost/engine/enginetest/expect"
)

func mailOf(lines ...string) []byte { return []byte(strings.Join(lines, "\r\n")) }

func parse(t *testing.T, lines ...string) *Mail {
	t.Helper()
	m := expect.Get(Parse(mailOf(lines...), Limits{}))(t)
	return m
}

func TestHeader(t *testing.T) {
	m := parse(t,
		"From stray line of an mbox",
		"Delivered-To: game+winter.3.ABC@play.example",
		"Authentication-Results: mx.play.example; dkim=pass",
		"Authentication-Results: elsewhere.example; dkim=fail",
		"From: =?utf-8?q?Ana_Mart=C3=AD?= <Ana.Marti@B\u00dcCHER.example>",
		"To: \"Railpost\" <game+winter.3.abc@play.example>, bob@example.org",
		"Cc: carla@example.org",
		"Subject: =?utf-8?q?Re=3A_=5Bwinter=5D_torn?=",
		"Message-ID: <one@example.org>",
		"In-Reply-To: <winter.3.1.turn@play.example>",
		"References: <winter.0.0.root@play.example>",
		" <winter.3.1.turn@play.example>",
		"Date: Fri, 20 Nov 2026 10:00:00 +0100", "", "pass")
	want := &Mail{
		Class: Player, From: "ana.marti@xn--bcher-kva.example", FromName: "Ana Martí",
		To:        []string{"game+winter.3.abc@play.example", "bob@example.org", "carla@example.org"},
		MessageID: "one@example.org", InReplyTo: "winter.3.1.turn@play.example",
		Subject: "Re: [winter] torn",
		Auth:    []string{"mx.play.example; dkim=pass", "elsewhere.example; dkim=fail"},
		Lines:   []string{"pass"},
	}
	opt := cmp.FilterPath(func(p cmp.Path) bool {
		return slices.Contains([]string{"lines", "other", "keyFrom", "keyDate"}, strings.TrimPrefix(p.Last().String(), "."))
	}, cmp.Ignore())
	if diff := cmp.Diff(want, m, opt); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestClass(t *testing.T) {
	const from, to = "From: Ana <ana@example.org>", "To: game+g.1.x@play.example"
	for _, tc := range []struct {
		name   string
		header []string
		want   Class
	}{
		{"a person", nil, Player},
		{"said not to be automatic", []string{"Auto-Submitted: no"}, Player},
		{"vacation", []string{"Auto-Submitted: auto-replied (vacation)"}, Auto},
		{"empty return path", []string{"Return-Path: <>"}, Auto},
		{"a return path", []string{"Return-Path: <ana@example.org>"}, Player},
		{"bulk", []string{"Precedence: bulk"}, Auto},
		{"old autoresponder", []string{"X-Autorespond: yes"}, Auto},
		{"Exchange", []string{"X-Auto-Response-Suppress: All", "Subject: Automatische Antwort turn 5"}, Auto},
		{"Exchange without its header", []string{"Subject: Automatic reply: [g] turn 5"}, Player}, // and Away
		{"a person's words", []string{"Subject: Automatic reply is what I got"}, Player},
		{"a person on Exchange", []string{"X-Auto-Response-Suppress: All", "Subject: Re: turn 5"}, Player},
		{"Preference", []string{"Preference: auto_reply"}, Auto},
		{"Precedence with a hyphen", []string{"Precedence: auto-reply"}, Auto},
		{"X-Precedence", []string{"X-Precedence: bulk"}, Auto},
		{"X-Mail-Autoreply", []string{"X-Mail-Autoreply: autoreply"}, Auto},
		{"X-AutoReply-From", []string{"X-AutoReply-From: ana@example.org"}, Auto},
		{"X-Autoreply-Domain", []string{"X-Autoreply-Domain: example.org"}, Auto},
		{"an empty field", []string{"X-Auto-Replied:"}, Auto},
		{"FirstClass", []string{"X-FC-MachineGenerated: true"}, Auto},
		{"FirstClass of a person", []string{"X-FC-MachineGenerated: no"}, Player},
		{"X-POST-MessageClass", []string{"X-POST-MessageClass: 9; Autoresponder"}, Auto},
		{"another class of message", []string{"X-POST-MessageClass: 1; Person"}, Player},
		{"delivered to an autoresponder", []string{"Delivered-To: Autoresponder"}, Auto},
		{"delivered to a person called so", []string{"Delivered-To: autoresponder@example.org"}, Player},
		{"QQ", []string{"X-QQ-AUTO-REPLY: 1"}, Auto},
		{"said twice", []string{"Auto-Submitted: no", "Auto-Submitted: auto-generated"}, Auto},
		{"X-Precedence of lists", []string{"X-Precedence: list"}, List},
		{"list", []string{"List-Id: <games.example.org>"}, List},
		{"list by precedence", []string{"Precedence: list"}, List},
		{"own letter", []string{LoopHeader + ": play.example"}, Loop},
		{"hops", slices.Repeat([]string{"Received: from a by b; Fri, 20 Nov 2026 10:00:00 +0000"}, 31), Loop},
		{"read receipt's class beats automatic", []string{"Auto-Submitted: auto-replied", "MIME-Version: 1.0", "Content-Type: multipart/report; report-type=disposition-notification; boundary=b"}, MDN},
		{"bounce by report", []string{"MIME-Version: 1.0", "Content-Type: multipart/report; report-type=delivery-status; boundary=b"}, Bounce},
		{"TLS report", []string{"MIME-Version: 1.0", "Content-Type: multipart/report; report-type=tlsrpt; boundary=b"}, Report},
	} {
		m := parse(t, append(append([]string{from, to}, tc.header...), "", "pass")...)
		expect.Same(t, tc.name, m.Class, tc.want)
		expect.Same(t, tc.name, m.Class.Answerable(), tc.want == Player)
	}
}

func TestSender(t *testing.T) {
	for _, tc := range []struct {
		from, to, want string
		class          Class
	}{
		{"Ana <ANA@Example.Org>", "game@play.example", "ana@example.org", Player},
		{"\"bob@example.org\" <ana@example.org>", "game@play.example", "ana@example.org", Player},
		{"ana@example.org, bob@example.org", "game@play.example", "", AmbiguousSender},
		{"friends: ana@example.org;", "game@play.example", "", AmbiguousSender},
		{"x: cleo@c.example; (one: of us)", "game@play.example", "", AmbiguousSender},
		{"\"Ana: \\\"the; boss\\\"\" (at work: now;) <ana@example.org>", "game@play.example", "ana@example.org", Player},
		{"\u212aARL@example.org", "game@play.example", "\u212aarl@example.org", Player}, // the Kelvin sign
		{"undisclosed-recipients:;", "game@play.example", "", AmbiguousSender},
		{"nobody", "game@play.example", "", AmbiguousSender},
		// A faulty field still counts if it has exactly one address.
		{"Doe, Ana <ana@example.org>", "game@play.example", "ana@example.org", Player},
		{"Ana <<ana@example.org>>", "game@play.example", "ana@example.org", Player},
		{"Ana <mailto:ana@example.org>", "game@play.example", "ana@example.org", Player},
		{"Ana [mailto:ana@example.org]", "game@play.example", "ana@example.org", Player},
		{"Ana <ana@example.org.>", "game@play.example", "ana@example.org", Player},
		{"Ana <ana@example.org>;", "game@play.example", "ana@example.org", Player},
		{"Ana@home <ana@example.org>", "game@play.example", "ana@example.org", Player},
		{"Doe, Ana@home <ana@intranet>", "game@play.example", "", AmbiguousSender},
		{"Doe, Ana <ana@intranet>", "game@play.example", "ana@intranet", Player},
		{"Mr: Ana <ana@example.org>", "game@play.example", "ana@example.org", Player},
		{"\"Ana\" ana@example.org", "game@play.example", "ana@example.org", Player},
		{"\"Ana <ana@example.org>", "game@play.example", "ana@example.org", Player},
		{"Ana <ana@example.org", "game@play.example", "ana@example.org", Player},
		{"ana@example.org <ana@Example.org>", "game@play.example", "ana@example.org", Player},
		{"ana@example.org, bob@example.org, carla@example.org <ana@example.org>", "game@play.example", "", AmbiguousSender},
		{"bob@example.org <ana@example.org>", "game@play.example", "", AmbiguousSender},
		{"Doe, \"bob@example.org\" <ana@example.org>", "game@play.example", "ana@example.org", Player},
		{"Doe, Ana (bob@example.org (at home)) <ana@example.org>", "game@play.example", "ana@example.org", Player},
		{"Doe, (ana@example.org)", "game@play.example", "", AmbiguousSender},
		{"\"Ana, ana@example.org\"", "game@play.example", "", AmbiguousSender},
		{"=?utf-8?q?Ana_=3Cana=40example.org=3E?=", "game@play.example", "", AmbiguousSender},
		{"Team: Doe, Ana <ana@example.org>;", "game@play.example", "", AmbiguousSender},
		{"Doe, ana@home@example.org", "game@play.example", "", AmbiguousSender},
		{"(" + strings.Repeat("a(", 9000) + " ana@example.org", "game@play.example", "", AmbiguousSender},
		{"Mail Delivery Subsystem <MAILER-DAEMON@mx.example>", "game@play.example", "mailer-daemon@mx.example", Bounce},
		{"game@play.example", "game+g.1.x@play.example", "game@play.example", Loop},
		{"game@play.example", "game@play.example", "game@play.example", Loop},
		{"ana@example.org", "game@play.example, ana@example.org", "ana@example.org", Player},
	} {
		m := parse(t, "From: "+tc.from, "To: "+tc.to, "", "pass")
		expect.Same(t, fmt.Sprintf("%.40q to %s: sender", tc.from, tc.to), m.From, tc.want)
		expect.Same(t, fmt.Sprintf("%.40q to %s: sender", tc.from, tc.to), m.Class, tc.class)
		expect.True(t, (m.Sender == "") == (m.From != "" || len(tc.from) > maxField),
			"%.40q: sender %q, and as written %q", tc.from, m.From, m.Sender)
	}
}

func TestBounce(t *testing.T) {
	report := func(groups ...string) []string {
		lines := []string{"From: MAILER-DAEMON@mx.example", "MIME-Version: 1.0",
			"Content-Type: multipart/report; report-type=delivery-status; boundary=b", "",
			"--b", "Content-Type: text/plain", "", "Sorry.",
			"--b", "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; mx.example", ""}
		for _, g := range groups {
			lines = append(lines, strings.Split(g, "|")...)
			lines = append(lines, "")
		}
		return append(lines, "--b", "Content-Type: text/rfc822-headers", "", "Message-ID: <g.5.2.turn@play.example>", "Subject: x", "", "--b--")
	}
	for _, tc := range []struct {
		name string
		mail []string
		want *Failure
	}{
		{"one", report("Final-Recipient: rfc822; Ana@Example.org|Action: failed|Status: 5.1.1 (no such user)"),
			&Failure{Recipient: "ana@example.org", Action: "failed", Status: "5.1.1", OriginalMessageID: "g.5.2.turn@play.example"}},
		{"delayed", report("Final-Recipient: rfc822; ana@example.org|Action: delayed|Status: 4.4.1"),
			&Failure{Recipient: "ana@example.org", Action: "delayed", Status: "4.4.1", OriginalMessageID: "g.5.2.turn@play.example"}},
		{"the original address counts, the failed one first",
			report("Final-Recipient: rfc822; x@example.org|Action: delivered|Status: 2.0.0", "Original-Recipient: rfc822;ana@example.org|Final-Recipient: rfc822; ana@other.example|Action: failed|Status: 5.2.2"),
			&Failure{Recipient: "ana@example.org", Action: "failed", Status: "5.2.2", OriginalMessageID: "g.5.2.turn@play.example"}},
		{"Exim's plain text", []string{"From: Mailer-Daemon@mx.example", "X-Failed-Recipients: ana@example.org", "", "Sorry."},
			&Failure{Recipient: "ana@example.org", Action: "failed"}},
		{"nothing to read", []string{"From: Mailer-Daemon@mx.example", "", "Sorry."}, nil},
	} {
		m := parse(t, tc.mail...)
		expect.Same(t, tc.name, m.Class, Bounce)
		if diff := cmp.Diff(tc.want, m.Bounce); diff != "" {
			t.Errorf("%s: -want +got:\n%s", tc.name, diff)
		}
	}
}

func TestKey(t *testing.T) {
	key := func(lines ...string) string { return parse(t, lines...).Key() }
	a := key("From: Ana <ana@example.org>", "Message-ID: <1@example.org>", "", "pass")
	expect.Same(t, a, len(a), 64)
	if b := key("Received: from elsewhere", "From: ANA@example.org", "Subject: other", "Message-ID: <1@example.org>", "", "other"); a != b {
		t.Error("the same sender and Message-ID make two keys")
	}
	if b := key("From: bob@example.org", "Message-ID: <1@example.org>", "", "pass"); a == b {
		t.Error("two senders make one key")
	}
	c := key("From: ana@example.org", "Date: Fri, 20 Nov 2026 10:00:00 +0000", "", "pass")
	if d := key("From: ana@example.org", "Date: Fri, 20 Nov 2026 10:00:00 +0000", "Content-Transfer-Encoding: quoted-printable", "", "p=61ss"); c != d {
		t.Error("the same text in another encoding makes two keys")
	}
	for _, other := range [][]string{
		{"From: ana@example.org", "Date: Fri, 20 Nov 2026 10:00:01 +0000", "", "pass"},
		{"From: ana@example.org", "Date: Fri, 20 Nov 2026 10:00:00 +0000", "", "pass on"},
		{"From: bob@example.org", "Date: Fri, 20 Nov 2026 10:00:00 +0000", "", "pass"},
	} {
		expect.True(t, key(other...) != c, "%q has the key of another mail", other)
	}
}

// TestGarbled: text that cannot be decoded faithfully yields no orders at all, and a reason.
func TestGarbled(t *testing.T) {
	for name, part := range map[string][]string{
		"utf-7":       {"Content-Type: text/plain; charset=utf-7", "", "pass"},
		"base64":      {"Content-Type: text/plain", "Content-Transfer-Encoding: base64", "", "cGFzc!!!"},
		"encoding":    {"Content-Type: text/plain", "Content-Transfer-Encoding: x-uuencode", "", "pass"},
		"encrypted":   {"Content-Type: multipart/encrypted; boundary=b", "", "--b", "", "pass", "--b--"},
		"no boundary": {"Content-Type: multipart/mixed", "", "pass"},
	} {
		m := parse(t, append([]string{"From: ana@example.org", "MIME-Version: 1.0"}, part...)...)
		if m.Class != Player || m.Garbled == "" || len(m.Typed(nil)) > 0 {
			t.Errorf("%s: class %s, garbled %q, typed %q", name, m.Class, m.Garbled, m.Typed(nil))
		}
	}
}

func TestParts(t *testing.T) {
	multi := func(kind string, parts ...string) []string {
		lines := []string{"From: ana@example.org", "MIME-Version: 1.0", "Content-Type: multipart/" + kind + "; boundary=b", ""}
		for _, p := range parts {
			lines = append(append(lines, "--b"), strings.Split(p, "|")...)
		}
		return append(lines, "--b--")
	}
	for _, tc := range []struct {
		name string
		mail []string
		want []string
	}{
		{"attachment", multi("mixed", "Content-Type: text/plain||pass", "Content-Type: text/plain|Content-Disposition: attachment||buy"), []string{"pass"}},
		{"calendar file sent back", multi("mixed", "Content-Type: text/plain||pass", "Content-Type: text/calendar; method=CANCEL|Content-Disposition: attachment; filename=x.ics||BEGIN:VCALENDAR"), []string{"pass"}},
		{"published calendar sent back", multi("mixed", "Content-Type: text/plain||pass", "Content-Type: text/calendar; method=PUBLISH; name=x.ics|Content-Disposition: inline; filename=x.ics||BEGIN:VCALENDAR|buy"), []string{"pass"}},
		{"named text inline", multi("mixed", "Content-Type: text/plain||pass", "Content-Type: text/plain; name=log.txt|Content-Disposition: inline; filename=log.txt||buy"), []string{"pass"}},
		{"enclosed mail", multi("mixed", "Content-Type: text/plain||pass", "Content-Type: message/rfc822||Subject: x||buy"), []string{"pass"}},
		{"two texts", multi("mixed", "Content-Type: text/plain||pass", "Content-Type: text/plain||move"), []string{"pass", "move"}},
		{"signed", multi("signed", "Content-Type: text/plain||pass", "Content-Type: application/pgp-signature; name=x||buy"), []string{"pass"}},
		{"related", multi("related", "Content-Type: text/html||<p>pass</p>", "Content-Type: text/html||<p>buy</p>"), []string{"pass"}},
		{"HTML with a text footer", multi("mixed", "Content-Type: text/html||<div>pass</div>", "Content-Type: text/plain||-- |list footer"), []string{"pass"}},
		{"text preferred", multi("alternative", "Content-Type: text/plain||pass", "Content-Type: text/html||<p>pass</p><p>buy</p>"), []string{"pass"}},
		{"text that only points to HTML", multi("alternative", "Content-Type: text/plain||See the HTML part.", "Content-Type: text/html||<p>pass</p>"), []string{"pass"}},
		{"picture only", []string{"From: ana@example.org", "MIME-Version: 1.0", "Content-Type: image/png", "", "x"}, nil},
		{"hidden HTML", []string{"From: ana@example.org", "MIME-Version: 1.0", "Content-Type: text/html", "", "<style>p{}</style><p style='display: none'>buy</p><p>pass</p>"}, []string{"pass"}},
		{"HTML lines", []string{"From: ana@example.org", "MIME-Version: 1.0", "Content-Type: text/html", "", "<ul><li>place a<li>place\n b</ul>pass<br>move <b>turn-1</b> stay<pre>x\ny</pre><table><tr><td>1<td>2</table>"},
			[]string{"place a", "place b", "pass", "move turn-1 stay", "x", "y", "1 2"}},
		{"indented by a button", []string{"From: ana@example.org", "MIME-Version: 1.0", "Content-Type: text/html", "", `<blockquote style="margin:0 0 0 40px;border:none;padding:0px">pass</blockquote><blockquote>buy</blockquote>`}, []string{"pass"}},
		{"windows-1252 that says utf-8", []string{"From: ana@example.org", "Content-Type: text/plain; charset=utf-8", "", "pass \x96 caf\xe9"}, []string{"pass - café"}},
		{"line ends", []string{"From: ana@example.org", "", "a\rb\nc\u2028d"}, []string{"a", "b", "c", "d"}},
	} {
		expect.Same(t, tc.name, parse(t, tc.mail...).Typed(nil), tc.want)
	}
}

// TestCalendarSentBack: an answer with our own calendar file is a player's; an automatic reply of a calendar
// program is not.
func TestCalendarSentBack(t *testing.T) {
	for part, want := range map[string]Class{
		"Content-Type: text/calendar; method=CANCEL\nContent-Disposition: attachment; filename=x.ics": Player,
		"Content-Type: text/calendar; method=PUBLISH":                                                 Player,
		"Content-Type: text/calendar; method=REPLY":                                                   Calendar,
		"Content-Type: text/calendar; method=CANCEL":                                                  Calendar,
	} {
		lines := []string{"From: ana@example.org", "MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b", "", "--b", "Content-Type: text/plain", "", "pass", "--b"}
		expect.Same(t, part,
			parse(t, append(append(lines, strings.Split(part, "\n")...), "", "BEGIN:VCALENDAR", "--b--")...).Class, want)
	}
}

func TestErrors(t *testing.T) {
	for _, raw := range []string{"", "no header at all", ": x\r\n\r\n\x00"} {
		m, err := Parse([]byte(raw), Limits{})
		var over *LimitError
		expect.True(t, m != nil && !errors.As(err, &over), "%q: mail %v, error %v", raw, m, err)
		if err != nil && (!errors.Is(err, ErrUnreadable) || m.Class != Malformed) {
			t.Errorf("%q: class %s, error %v", raw, m.Class, err)
		}
	}
}

// TestLinksInText: the targets of a letter's links are not part of quoted text.
func TestLinksInText(t *testing.T) {
	got := splitLines("> [1] pass <mailto:g%2Bw.1.t@p.example?subject=Re%3A&body=pass>\n> Ana <mailto:ana@p.example> wrote\n[2] sell <g+w.1.t@p.example?subject=Re&body=sell>")
	want := []string{"> [1] pass", "> Ana <mailto:ana@p.example> wrote", "[2] sell"}
	expect.Same(t, "lines", got, want)
}
