package extract

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestBrokenHeaders: with any fault in a header, the rest of it is read, and the text below it.
func TestBrokenHeaders(t *testing.T) {
	const from, to, kind = "From: ana@example.org", "To: game+g.1.x@play.example", "Content-Type: text/plain; charset=utf-8"
	blob := "X-Antispam: " + strings.Repeat("BCL:0;", 12000)
	for name, lines := range map[string][]string{
		"a line without a colon":   {from, "no colon here", to, kind, "", "pass"},
		"several":                  {"first", from, "no colon here", "nor: here", "and here none", to, kind, "", "pass"},
		"and its continuation":     {from, "no colon here", " none: here", to, kind, "", "pass"},
		"a field that goes on":     {"X-Provags-ID:", "V03:K1:abcdef", from, to, kind, "", "pass"},
		"at the end":               {from, to, kind, "X-Provags-ID:", "V03/K1", "", "pass"},
		"no empty line":            {from, to, kind, "pass"},
		"mbox line":                {"From ana@example.org Sat Nov 28 06:40:00 2026", from, to, kind, "", "pass"},
		"mbox line further down":   {"Return-Path: <ana@example.org>", ">From ana@example.org Sat Nov 28 06:40:00 2026", from, to, kind, "", "pass"},
		"blank in a field":         {from, to, "Subject: a", " ", " b", kind, "", "pass"},
		"blanks first":             {"", "  x", from, to, kind, "", "pass"},
		"blank before the colon":   {"From : ana@example.org", to, kind, "", "pass"},
		"other letters":            {from, to, "Betreff-für-Ana: x", kind, "", "pass"},
		"NUL":                      {from, to, "X\x00Y: x", kind, "", "pass"},
		"byte order mark":          {"\ufeff" + from, to, kind, "", "pass"},
		"fields of other servers":  {blob, from, blob, to, blob, kind, blob, "", "pass"},
		"in a part":                {from, to, "Content-Type: multipart/mixed; boundary=b", "", "--b", "no colon here", kind, "", "pass", "--b--"},
		"a field of a part":        {from, to, "Content-Type: multipart/mixed; boundary=b", "", "--b", kind, "X: y;", "name=z", "", "pass", "--b--"},
		"a part without header":    {from, to, "Content-Type: multipart/mixed; boundary=b", "", "--b", "pass", "--b--"},
		"no last boundary":         {from, to, "Content-Type: multipart/mixed; boundary=b", "", "--b", kind, "", "pass"},
		"one boundary in another":  {from, to, "Content-Type: multipart/mixed; boundary=b", "", "--b", "Content-Type: multipart/alternative; boundary=b-b", "", "--b-b", kind, "", "pass", "--b-b--", "--b--"},
		"single quotes":            {from, to, "Content-Type: multipart/mixed; boundary='b'", "", "--b", kind, "", "pass", "--b--"},
		"signs that need quotes":   {from, to, "Content-Type: multipart/mixed; charset=x; boundary==_b?1; x=y", "", "--=_b?1", kind, "", "pass", "--=_b?1--"},
		"quotes without their end": {from, to, `Content-Type: multipart/mixed; boundary="b`, "", "--b", kind, "", "pass", "--b--"},
	} {
		for end, mail := range map[string]string{"CRLF": strings.Join(lines, "\r\n"), "LF": strings.Join(lines, "\n"), "CRCRLF": strings.Join(lines, "\r\r\n"), "CR": strings.Join(lines, "\r")} {
			m, err := Parse([]byte(mail), Limits{})
			if err != nil || m.From != "ana@example.org" || !slices.Equal(m.To, []string{"game+g.1.x@play.example"}) {
				t.Errorf("%s, %s: from %q to %q: %v", name, end, m.From, m.To, err)
				continue
			}
			if typed := m.Typed(nil); len(typed) == 0 || typed[len(typed)-1] != "pass" {
				t.Errorf("%s, %s: typed %q (%s)", name, end, typed, m.Garbled)
			}
		}
	}
}

// TestLongHeader: a header that is too long still shows who wrote, and which letter it answers.
func TestLongHeader(t *testing.T) {
	for name, noise := range map[string]string{
		"many fields":            strings.Repeat("X-Spam: x\r\n", 30000),
		"many addresses":         strings.Repeat("To: x@example.net\r\n", 20000),
		"continuations":          "Content-Type: text/plain" + numbered(";\r\n x*%d=y", 30000) + "\r\n",
		"authentication results": strings.Repeat("Authentication-Results: x; dkim=pass\r\n", 10000),
	} {
		for _, after := range []bool{true, false} {
			mail := "From: ana@example.org\r\nDelivered-To: game+g.1.x@play.example\r\nMessage-ID: <1@x>\r\n"
			if after {
				mail = noise + mail
			} else {
				mail += noise
			}
			m, err := Parse([]byte(mail+"\r\npass"), Limits{})
			var over *LimitError
			if !errors.As(err, &over) || over.What != "header bytes" || m.From != "ana@example.org" || m.To[0] != "game+g.1.x@play.example" || m.MessageID != "1@x" {
				t.Errorf("%s, first %v: from %q to %.3q id %q, %v", name, after, m.From, m.To, m.MessageID, err)
			}
		}
	}
}

// TestEncodings: transfer encodings as others write them.
func TestEncodings(t *testing.T) {
	long := strings.Repeat("eHh4", 19)
	for _, tc := range []struct{ encoding, text, want string }{ // want "": it cannot be read
		{"7-bit", "pass", "pass"}, {"8-bit", "pass", "pass"}, {"utf-8", "pass", "pass"}, {"7bit (ascii)", "pass", "pass"}, {"US-ASCII", "pass", "pass"},
		{"quoted-printable;", "p=61ss", "pass"}, {`"quoted-printable"`, "p=61ss", "pass"}, {"Quoted-Printable (x)", "p=61ss", "pass"}, {"quotedprintable", "p=61ss", "pass"},
		{"base-64", "cGFzcw==", "pass"}, {"'BASE64'", "cGFzcw==", "pass"}, {"base64;", "cGFzcw==", "pass"},
		{"base64", "cGFzcw\r\n", "pass"}, {"base64", "cGFzcwo\r\n\r\n", "pass"},
		{"base64", "cGFzcw==\r\n____\r\nlist at x", "pass"}, {"base64", "cGFzcwo=\r\nlist", "pass"}, {"base64", "cGFz\r\n\r\n____\r\nlist", "pas"},
		{"base64", long + "\r\ncGFz\r\n(list)", strings.Repeat("xxx", 19) + "pas"},
		{"base64", long + "\r\n!" + long, ""}, {"base64", "cGFzcw", ""}, {"base64", "cGFzc\r\n", ""}, {"base64", "(list)\r\n", ""},
		{"x-uuencode", "pass", ""}, {"yenc", "pass", ""},
	} {
		m := parse(t, "From: ana@example.org", "Content-Transfer-Encoding: "+tc.encoding, "", tc.text)
		if got := strings.Join(m.Typed(nil), "|"); got != tc.want || (m.Garbled == "") != (tc.want != "") {
			t.Errorf("%s of %q: typed %q, garbled %q", tc.encoding, tc.text, got, m.Garbled)
		}
	}
}
