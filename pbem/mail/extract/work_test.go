package extract

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// work is the cost of reading a mail: steps, and bytes allocated.
type work struct{ steps, bytes int }

func workOf(raw string) work {
	var before, after runtime.MemStats
	meter := newMeter(len(raw))
	runtime.ReadMemStats(&before)
	m := &Mail{}
	if m.parse([]byte(raw), Limits{MailBytes: defaultBytes}, meter) == nil {
		Sort(m.Typed(&Letter{Lines: turnLetter, Choices: turnChoices}), words{}, true)
	}
	runtime.ReadMemStats(&after)
	return work{meter.steps, int(after.TotalAlloc - before.TotalAlloc)}
}

// A mail four times as long may take five times the work, plus a constant.
const (
	growth      = 5
	anyMail     = 300_000 // bytes allocated for a mail of any size
	anyMailStep = 100
)

// checkGrowth fails if the work for a mail grows faster than its length.
func checkGrowth(t *testing.T, small, large string) {
	t.Helper()
	a, b := workOf(small), workOf(large)
	if b.steps > growth*a.steps+anyMailStep {
		t.Errorf("%d bytes take %d steps, %d bytes %d", len(small), a.steps, len(large), b.steps)
	}
	if b.bytes > growth*a.bytes+anyMail {
		t.Errorf("%d bytes allocate %d, %d bytes %d", len(small), a.bytes, len(large), b.bytes)
	}
}

// numbered returns n texts with a %d each.
func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// TestWorkGrowsWithLength: attacks that took minutes, and similar ones.
func TestWorkGrowsWithLength(t *testing.T) {
	const from = "From: ana@example.org\r\nMIME-Version: 1.0\r\n"
	const page, flowed, plain = from + "Content-Type: text/html\r\n\r\n", from + "Content-Type: text/plain; format=flowed\r\n\r\n", from + "\r\n"
	for name, mail := range map[string]func(n int) string{
		"attributes copied to the body": func(n int) string {
			return page + "<body " + numbered("a%d ", min(n, attributesMost-1)) + ">" + strings.Repeat("<body a>", n)
		},
		"many attributes":          func(n int) string { return page + "<body " + numbered("a%d ", n) + ">" + strings.Repeat("<body a>", n) },
		"new attributes each time": func(n int) string { return page + numbered("<body b%d=1>", n) },
		"one flowed paragraph":     func(n int) string { return flowed + strings.Repeat("a \n", 20*n) },
		"flowed without spaces": func(n int) string {
			return strings.Replace(flowed, "flowed", "flowed; delsp=yes", 1) + strings.Repeat("a \n", 20*n)
		},
		"open elements":             func(n int) string { return page + strings.Repeat("<div>", min(n, 500)) + strings.Repeat("</p>", n) },
		"formatting":                func(n int) string { return page + strings.Repeat("<b><p>x</b>", n/4) },
		"end tags that end nothing": func(n int) string { return page + strings.Repeat("<i><b>", 200) + strings.Repeat("</u></i>", n) },
		"quotes in quotes": func(n int) string {
			return page + strings.Repeat(`<div class="gmail_quote">`, min(n/4, 400)) + strings.Repeat("<p>x", n/4) + "<blockquote>"
		},
		"quotes after quotes": func(n int) string {
			return page + strings.Repeat(`<div class="gmail_quote"><p>x<blockquote>y</blockquote></div>`, n/8)
		},
		"tables in tables": func(n int) string {
			return page + strings.Repeat("<table><tr><td>", min(n, 160)) + strings.Repeat("<tr><td>x", n/8)
		},
		"lists":              func(n int) string { return page + strings.Repeat("<li>x", n/4) },
		"entities":           func(n int) string { return page + strings.Repeat("&amp;&#x202e;", n) },
		"signs of quotation": func(n int) string { return plain + strings.Repeat(">", 20*n) },
		"attributions": func(n int) string {
			return plain + strings.Repeat("On 1 1 2026 10:00 <a@b.example> wrote\r\na:\r\n", n/8)
		},
		"blank lines below rules": func(n int) string { return plain + strings.Repeat("____________\r\n\r\n", n/8) },
		"alternatives that differ": func(n int) string {
			return from + "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\n" + numbered("x%dy\r\n", n/4) +
				"--b\r\nContent-Type: text/html\r\n\r\n" + numbered("<p>z%d", n/4) + "\r\n--b--\r\n"
		},
		"nested parts": func(n int) string {
			return from + strings.Repeat("Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n", min(n, 19)) + "\r\n" + strings.Repeat("x", 20*n)
		},
		"references": func(n int) string { return "References: " + strings.Repeat("<a@b> ", n) + "\r\n" + plain + "pass" },
		"continuations": func(n int) string {
			return from + "Content-Type: text/plain" + numbered("; a*%d=b", n) + "\r\n\r\npass"
		},
		"authentication": func(n int) string {
			return from + "Authentication-Results: " + strings.Repeat("x; dkim=pass ", n) + "\r\n\r\npass"
		},
		"lines that are no fields": func(n int) string { return from + strings.Repeat("no colon\r\n", n) + "\r\npass" },
		"fields":                   func(n int) string { return from + strings.Repeat("To: a@b.example\r\n", n) + "\r\npass" },
		"base64": func(n int) string {
			return from + "Content-Transfer-Encoding: base64\r\n\r\n" + strings.Repeat("eHh4\r\n", n)
		},
		"boundaries": func(n int) string {
			return from + "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n" + strings.Repeat("--b-\r\n", n)
		},
		"bars":          func(n int) string { return plain + strings.Repeat("| Cash: 320\r\n", min(n/2, 1900)) },
		"quotes":        func(n int) string { return "From: " + strings.Repeat("\"a\\\" <", n) + "\r\n\r\npass" },
		"encoded words": func(n int) string { return "From: " + strings.Repeat("=?u?q?a?= ", n) + "\r\n\r\npass" },
		"comments":      func(n int) string { return "From: " + strings.Repeat("(", n) + "\r\n\r\npass" },
	} {
		t.Run(name, func(t *testing.T) {
			checkGrowth(t, mail(1000), mail(4000))
		})
	}
}

// FuzzHeader: the work for a mail grows no faster than what repeats in one of its header fields or, below the header, in its
// text.
func FuzzHeader(f *testing.F) {
	heads := []string{"From: ", "To: ", "Content-Type: ", "Content-Transfer-Encoding: ", "Content-Disposition: ", "References: ", "Subject: ", "Authentication-Results: ", "X: "}
	fields := len(heads)
	for _, kind := range []string{"text/plain\r\nContent-Transfer-Encoding: base64", "text/plain\r\nContent-Transfer-Encoding: quoted-printable", "text/html", "text/plain; format=flowed", "text/plain", "multipart/mixed; boundary=b", "multipart/alternative; boundary=b"} {
		heads = append(heads, "Content-Type: "+kind+"\r\n\r\n")
	}
	for i, unit := range []string{"(", "<a@b>, ", "; a*0=b", "\"a\\", "=?u?q?a?= ", "\r\nTo: a@b", "\r\nno field", "\r\n ", "boundary=", "[:;", ",", "a@"} {
		for field := range fields {
			f.Add(byte(field), "", unit)
		}
		f.Add(byte(i), "multipart/mixed; ", unit)
	}
	for i, unit := range []string{"<body a>", "a \n", "> x\n", "--b\r\n\r\nx\r\n", "--b\r\nContent-Type: text/html\r\n\r\n<p>x\r\n", "<div class=gmail_quote>", "<b><p></b>", "</i>"} {
		f.Add(byte(fields+i), "<body aaa aab aac>", unit)
		f.Add(byte(fields+2), "<table><tr><td><blockquote>", unit)
		f.Add(byte(fields-1), "", unit)
	}
	f.Fuzz(func(t *testing.T, head byte, begins, repeats string) {
		if len(begins) > 2000 || len(repeats) == 0 || len(repeats) > 200 {
			t.Skip("what is repeated is short")
		}
		mail := func(n int) string {
			at := int(head) % len(heads)
			mail := "From: ana@example.org\r\n" + heads[at] + begins + strings.Repeat(repeats, n)
			if at < fields {
				mail += "\r\nFrom: ana@example.org\r\n\r\npass"
			}
			return mail
		}
		checkGrowth(t, mail(100), mail(400))
	})
}
