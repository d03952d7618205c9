package imapbox

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"railpost/engine/enginetest/expect"
)

// tidied is the output for input in pieces of some size.
func tidied(in string, bodies bool, piece int) (string, error) {
	var from io.Reader = strings.NewReader(in)
	if piece == 1 {
		from = iotest.OneByteReader(from)
	}
	b := &bounded{from: bufio.NewReader(from)}
	b.bodies.Store(bodies)
	var out bytes.Buffer
	_, err := io.CopyBuffer(&out, io.Reader(struct{ io.Reader }{b}), make([]byte, piece))
	return out.String(), err
}

// TestTidy: data that Railpost uses passes unchanged, and the rest is removed.
func TestTidy(t *testing.T) {
	for _, same := range []string{
		"* OK [CAPABILITY IMAP4rev1 IDLE LITERAL+ AUTH=PLAIN] hello [x]", "* OK [UIDVALIDITY 1] ok", "* OK [UIDNEXT 4294967295] ok",
		"T1 OK [READ-WRITE] done", "T2 NO [TRYCREATE] no such folder", "T3 BAD what?", "T4 OK", "* BYE over", "* PREAUTH in",
		"+ idling", "+ ", "* 5 EXISTS", "* 1 EXPUNGE", "* CAPABILITY IMAP4rev1 X-GM-EXT-1 SASL-IR", "* SEARCH", "* SEARCH 1 20 4294967295",
		`* ESEARCH (TAG "T5") UID ALL 1:3,7`, `* ESEARCH (TAG "T5") UID`, `* NAMESPACE (("INBOX." ".")) NIL NIL`, `* LIST () "/" ""`,
		`* 1 FETCH (UID 7 RFC822.SIZE 9 INTERNALDATE "02-Mar-2026 10:00:00 +0000")`, `* 1 FETCH (UID 7 BODY[] NIL)`, "* 1 FETCH (UID 7)",
		`* 1 FETCH (UID 7 BODY[HEADER]<0> "a \" b")`, "* 1 FETCH (UID 7 BODY[]<0> {5}\r\n\r\n* 1)", "* 1 FETCH (UID 7 BODY[] {0}\r\n)",
		"* 1 FETCH (UID 7 BODY[HEADER] {2}\r\n\r\n BODY[TEXT] {1}\r\nx RFC822.SIZE 9)",
	} {
		if out, err := tidied(same+"\r\n", true, 512); out != same+"\r\n" || err != nil {
			t.Errorf("%q became %q, %v", same, out, err)
		}
	}
	for in, want := range map[string]string{
		"* FLAGS (a]b)\r\n* 3 RECENT\r\n* OK [PERMANENTFLAGS (a]b)] limited": "* OK b)] limited",
		"* OK still here {5}":                       "* OK still here {5}",
		"* ok [uidnext 5] x":                        "* OK [UIDNEXT 5] x",
		"T7 no [alert]Too many":                     "T7 NO [ALERT] Too many",
		"T7 NO [X (a)] why\rnot":                    "T7 NO [X] why not",
		"T7 NO [never closed":                       "T7 NO never closed",
		"T7 OK [COPYUID 1 2 3] moved":               "T7 OK moved",
		"+go on":                                    "+ go on",
		"* XWHAT {4}\r\nab\r\n {2}\r\n\r\n":         "",
		"* 1 FETCH (FLAGS (\\Seen ) UID 5)":         "",
		"* 1 FETCH (UID 5 FLAGS (\\Seen))":          "",
		"* 1 FETCH (UID 5 MODSEQ (7))":              "",
		"* 1 FETCH (X-GM-LABELS (a \"b c\") UID 5)": "",
		"* 1 FETCH (UID 5 INTERNALDATE NIL)":        "* 1 FETCH (UID 5)",
		"*  1   fetch  ( rfc822.size 3  uid 5 )":    "* 1 FETCH (UID 5 RFC822.SIZE 3)",
		"* 1 FETCH (X {3}\r\nUID UID 5 BODY[] NIL)": "* 1 FETCH (UID 5 BODY[] NIL)",
		"* 1 FETCH (BODY[] \"UID 6\" UID 5)":        "* 1 FETCH (UID 5 BODY[] \"UID 6\")",
		"* 1 FETCH (UID 5 UID 6 BODY[] {3}\r\nabc)": "",
		"* 1 FETCH (BODY[] ~{3+}\r\nabc UID 5":      "* 1 FETCH (BODY[] {3}\r\nabc)",
		"* 1 FETCH (UID 5 X {2}\r\n() BODY[] {1}\r\nx FLAGS ({3}\r\n) ( {0}\r\n) BODY[TEXT] {1}\r\ny)": "* 1 FETCH (UID 5 BODY[] {1}\r\nx BODY[TEXT] {1}\r\ny)",
		"* CAPABILITY IMAP4rev2 IMAP4rev1 MOVE":                                                        "* CAPABILITY IMAP4rev1 MOVE",
		"* OK [CAPABILITY IMAP4rev1 imap4rev2 X(Y] hi":                                                 "* OK [CAPABILITY IMAP4rev1 XY] hi",
		"* CAPABILITY IMAP4rev2 MOVE":                                                                  "* CAPABILITY IMAP4rev2 MOVE",
		"* SEARCH 3 0 4 (MODSEQ 5)":                                                                    "* SEARCH 3 4",
		"* NAMESPACE ((\"\" \".\" X NIL)) NIL NIL":                                                     "* NAMESPACE ((\"\" \".\")) NIL NIL",
		"* NAMESPACE ((\"\" \"ab\"))":                                                                  "",
		"* LIST (\\Noselect \\A]) nil INBOX":                                                           "* LIST () NIL \"\"",
	} {
		if out, err := tidied(in+"\r\n", true, 512); strings.TrimSuffix(out, "\r\n") != want || err != nil {
			t.Errorf("%q became %q, %v", in, out, err)
		}
	}
	for _, in := range []string{"HTTP/1.1 400 Bad Request\r\n", "T1 BYE\r\n", "* SEARCH 1:3\r\n", "* SEARCH 4294967296\r\n",
		"* ESEARCH (TAG \"T1\") UID ALL 1:*\r\n", "* 1 FETCH (UID 5 BODY[] {3}\r\nab", "* 1 EXISTS"} {
		expect.Fails(t, in, expect.Err(tidied(in, true, 512)), "")
	}
}

// numbers is a SEARCH response with the first mail and many that are not there.
func numbers(n int) string {
	out := []byte("* SEARCH 1")
	for i := range n - 1 {
		out = fmt.Appendf(out, " %d", 3_000_001+2*i)
	}
	return string(out)
}

// TestSearchOfMany: a million mails are listed with little memory.
func TestSearchOfMany(t *testing.T) {
	b := &bounded{from: bufio.NewReader(strings.NewReader(numbers(maxMails) + "\r\n"))}
	n, buf := 0, make([]byte, 4096)
	for {
		m, err := b.Read(buf)
		n += bytes.Count(buf[:m], []byte(" 3")) + bytes.Count(buf[:m], []byte(" 4"))
		if err == io.EOF {
			break
		}
		expect.NoError(t, err)
	}
	if n < maxMails-maxMails/100 || cap(b.part) > 64<<10 { // a number that two pieces share may be missed
		t.Errorf("%d mails, %d bytes held", n, cap(b.part))
	}
}

// read lets go-imap read an answer to some commands, whose tags are T1, T2, ...
func read(answer string) error {
	conn, server := net.Pipe()
	go func() { _, _ = io.Copy(io.Discard, server) }()
	go func() { _, _ = io.WriteString(server, "* OK [CAPABILITY IMAP4rev1 MOVE] hi\r\n") }()
	c := imapclient.New(conn, nil)
	if err := c.WaitGreeting(); err != nil {
		return err
	}
	every := imap.UIDSet{{Start: 1}}
	c.Select("INBOX", nil)
	c.UIDSearch(&imap.SearchCriteria{}, nil)
	list, fetch := c.List("", "", nil), c.Fetch(every, &imap.FetchOptions{UID: true})
	c.Namespace()
	c.Move(every, "Processed")
	c.Noop()
	go func() { _ = fetch.Close() }() // their errors are those of the connection
	go func() { _ = list.Close() }()
	_, _ = io.WriteString(server, answer) // once the commands are known
	_ = server.Close()
	<-c.Closed()
	return c.Close()
}

// FuzzTidy: go-imap can read the output for any data, and it does not depend on where the data was cut.
func FuzzTidy(f *testing.F) {
	for _, seed := range []string{
		"* 1 FETCH (X-GM-LABELS (\\Inbox \"a) b\" [Gmail] {3}\r\n)\" ) UID 5 INTERNALDATE \" 2-Mar-2026 10:00:00 +0000\" BODY[]<0> ~{5}\r\nhello FLAGS (a]b ))\r\n",
		"* FLAGS (\\Answered [css3-page] )\r\n* OK [PERMANENTFLAGS (\\* [x])] l\r\n* 7 EXISTS\r\nT1 OK [READ-WRITE] done\r\n* SEARCH 1 2\r\nT2 ok\r\n",
		"* ESEARCH (TAG \"T2\") UID COUNT 3 ALL 1:3,5\r\n* LIST (\\A) \"\\\\\" {3}\r\nabc\r\n* NAMESPACE ((\"\" \".\")) nil\r\n",
		"T6 OK [COPYUID 1 * *] x\r\n* CAPABILITY A(B \"c\" D]\r\n* BYE [X\r\n+\r\n", "* OK [CLOSED] x\r\n* 3 EXISTS\r\n* 1 EXPUNGE\r\n\r\n*\r\n* 1 FETCH\r\n",
		"* 1 FETCH (BODY[\u212a] NIL)\r\n* O\u212a x\r\n* 1 FETCH (UID 4294967296 BODY[] {2}\r\nab)\r\n", "* \u017fEARCH 5\r\n* LI\u017fT () NIL x\r\n",
		"* SEARCH" + strings.Repeat(" 123456789", 1000) + "\r\n",
	} {
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, in string, bodies bool) {
		out, err := tidied(in, bodies, 4096)
		cut, cutErr := tidied(in, bodies, 1)
		if out != cut || (err == nil) != (cutErr == nil) {
			t.Fatalf("%q became\n%q, %v; cut, it became\n%q, %v", in, out, err, cut, cutErr)
		}
		switch bad := read(out); {
		case bad == nil, err != nil && strings.Contains(bad.Error(), "unexpected EOF"):
		case strings.Contains(bad.Error(), "with unknown tag"), strings.Contains(bad.Error(), "unmatched continuation"):
		default:
			t.Fatalf("%q became %q, %v: %v", in, out, err, bad)
		}
	})
}
