package calendar

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-ical"

	"railpost/engine/enginetest/expect"
)

var now = time.Date(2026, 3, 2, 11, 0, 0, 0, time.FixedZone("", 3600))

func bytesOf(t *testing.T, c Calendar) string {
	t.Helper()
	b := expect.Get(c.Bytes())(t)
	again, err := c.Bytes()
	if err != nil || !bytes.Equal(b, again) {
		t.Fatal("other bytes the second time", err)
	}
	return string(b)
}

// A subscribed calendar has a component even while nothing is due.
func TestNothingDue(t *testing.T) {
	text := bytesOf(t, Calendar{Method: Publish, Name: "Railpost: my deadlines", Refresh: time.Hour, Stamp: now, Organizer: "a@b", Site: "Railpost"})
	want := "BEGIN:VCALENDAR|METHOD:PUBLISH|NAME:Railpost: my deadlines|PRODID:-//Railpost//Railpost//EN|REFRESH-INTERVAL;VALUE=DURATION:PT60M|VERSION:2.0|" +
		"X-PUBLISHED-TTL:PT60M|X-WR-CALNAME:Railpost: my deadlines|BEGIN:VTIMEZONE|TZID:UTC|BEGIN:STANDARD|DTSTART:19700101T000000|TZOFFSETFROM:+0000|TZOFFSETTO:+0000|" +
		"END:STANDARD|END:VTIMEZONE|END:VCALENDAR|"
	expect.Same(t, `strings.ReplaceAll(text, "\r\n", "|")`, strings.ReplaceAll(text, "\r\n", "|"), want)
}

// Lines have at most 75 octets, no character is cut, and the text reads back.
func TestFolds(t *testing.T) {
	for n := range 160 {
		said := strings.Repeat("x", n) + strings.Repeat("ž€\U0001F682", 40) + `a, b; c\d` + "\nend"
		text := bytesOf(t, Calendar{Method: Publish, Stamp: now, Organizer: "a@b", Site: "Railpost", Events: []Event{{UID: "u", At: now, Summary: said, Text: said, Alarms: []time.Duration{time.Hour}}}})
		for line := range strings.SplitSeq(strings.TrimSuffix(text, "\r\n"), "\r\n") {
			if len(line) > 75 || strings.ToValidUTF8(line, "") != line {
				t.Fatalf("%d: %d octets: %q", n, len(line), line)
			}
		}
		cal := expect.Get(ical.NewDecoder(strings.NewReader(text)).Decode())(t)
		e := cal.Events()[0]
		for _, name := range []string{ical.PropSummary, ical.PropDescription} {
			if got, err := e.Props.Text(name); got != said || err != nil {
				t.Fatalf("%d: %s is %q, %v", n, name, got, err)
			}
		}
		if at, err := e.Props.DateTime(ical.PropDateTimeStamp, nil); err != nil || !at.Equal(now) || !strings.HasSuffix(e.Props.Get(ical.PropDateTimeStamp).Value, "Z") {
			t.Fatalf("stamp %v %v", at, err)
		}
	}
}

// A withdrawn entry has no alarm.
func TestCancel(t *testing.T) {
	text := bytesOf(t, Calendar{Method: Cancel, Stamp: now, Organizer: "a@b", Site: "Railpost", Events: []Event{{UID: "u", Sequence: 3, At: now, Summary: "s", Alarms: []time.Duration{time.Hour}}}})
	expect.Has(t, "the calendar", text,
		"METHOD:CANCEL\r\n", "STATUS:CANCELLED\r\n", "SEQUENCE:3\r\n", "UID:u\r\n", "DTSTART:20260302T100000Z\r\n")
	expect.Lacks(t, "the calendar", text, "VALARM", "DTEND")
}

// A site's name can hold signs that a parameter cannot.
func TestOrganizerName(t *testing.T) {
	text := bytesOf(t, Calendar{Method: Publish, Stamp: now, Organizer: "a@b", Site: "Ana's \"post\";\n:,", Events: []Event{{UID: "u", At: now, Summary: "s"}}})
	if _, err := ical.NewDecoder(strings.NewReader(text)).Decode(); err != nil {
		t.Error(err)
	}
}
