package imapbox

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
)

// tidy rewrites a server's data into the parts that Railpost needs, in the form of RFC 3501. go-imap ends the
// connection at any line it cannot read, and real servers send such lines: odd keywords, unknown data and
// items, dates of another form. Data that Railpost does not use is removed, with its literals.
type tidy struct {
	open  bool   // a literal of the present response was announced: more of it follows
	fetch bool   // the response is a FETCH
	head  string // its beginning, until that is passed on
	uid   string // its UID
	bye   atomic.Pointer[imap.Error]
}

const (
	quoted    = `"(?:[^"\\]|\\.)*"`
	delimiter = `("(?:[ !#-\[\]-~]|\\["\\])"|NIL)`
	uids      = `(?:[1-9]\d{0,8}|[1-3]\d{9}|4[01]\d{8})`
)

var (
	condition    = regexp.MustCompile(`^(\*|[A-Za-z0-9]+) +([Oo][Kk]|(?i:NO|BAD|BYE|PREAUTH))(?: +(.*))?$`)
	untagged     = regexp.MustCompile(`^\* +(?:(\d+) +)?([A-Za-z]+)([ (].*)?$`)
	literalAhead = regexp.MustCompile(`~?\{(\d{1,18})\+?\}$`) // and a literal8 (RFC 9051)
	code         = regexp.MustCompile(`^\[ *([\w.-]+) *([^]]*)\] *(.*)$`)
	notInAtom    = regexp.MustCompile(`[^ !#$&'+-\[^-z|}~]+`)
	namespace    = regexp.MustCompile(`(?i)^ *\(\( *(` + quoted + `) +` + delimiter)
	list         = regexp.MustCompile(`(?i)^ *\([^)]*\) *` + delimiter + ` `)
	esearch      = regexp.MustCompile(`(?i)^ \(TAG "[A-Z0-9]+"\)( UID)?( (MIN|MAX|COUNT) \d{1,9})*` +
		`( ALL ` + uids + `(:` + uids + `)?(,` + uids + `(:` + uids + `)?)*)?$`)
	answers   = regexp.MustCompile(`(?i)[ (](RFC822\.SIZE|INTERNALDATE|BODY)\b|^ *\( *UID +\d+ *\)$`)
	fetchItem = regexp.MustCompile(`(?i)[ (](?:UID +(\d+)\b|RFC822\.SIZE +(\d{1,18})\b|INTERNALDATE +"([^"\\]*)"|` +
		`BODY(?:\.PEEK)?(\[(?-i:[A-Za-z]*)\](?:<\d{1,9}>)?) *(NIL\b|` + quoted + `|$)|` + quoted + `)`)
)

// line returns the line that go-imap reads in place of s, the length of the literal after it, -1 if there is
// none, and whether the literal is passed on.
func (t *tidy) line(s string) (out string, literal int64, keep bool, err error) {
	s, literal = strings.ReplaceAll(strings.TrimSpace(s), "\r", " "), -1
	first := !t.open
	switch m := condition.FindStringSubmatch(s); {
	case !first:
	case s == "":
		return "", -1, false, nil
	case s[0] == '+':
		return "+ " + strings.TrimSpace(s[1:]) + "\r\n", -1, false, nil
	case m != nil && (m[1] == "*" || !strings.Contains("BYE PREAUTH", strings.ToUpper(m[2]))):
		return t.status(strings.ToUpper(m[1]+" "+m[2]), m[3]), -1, false, nil
	case s[0] != '*':
		return "", -1, false, fmt.Errorf("imap: the server sends %.80q, which is not IMAP", s)
	}
	if m := literalAhead.FindStringSubmatch(s[max(0, len(s)-32):]); m != nil {
		s = strings.TrimSuffix(s, m[0])
		literal, _ = strconv.ParseInt(m[1], 10, 64) // at most 18 digits
	}
	if t.open = literal >= 0; first {
		if out, s, err = t.data(s); err != nil {
			return "", -1, false, err
		}
	}
	if t.fetch {
		out, keep = t.items(s)
	}
	if keep {
		out += fmt.Sprintf("{%d}\r\n", literal)
	}
	return out, literal, keep, nil
}

// status tidies a status response (RFC 3501 7.1), which has no literals: it keeps the text, and only codes with
// needed arguments.
func (t *tidy) status(begin, text string) string {
	out, name := begin, ""
	if m := code.FindStringSubmatch(text); m != nil {
		args := strings.TrimSpace(m[2])
		name = strings.ToUpper(m[1])
		_, wrong := strconv.ParseUint(args, 10, 32)
		switch name {
		case "CAPABILITY":
			name += atoms(args)
		case "UIDNEXT", "UIDVALIDITY":
			if name += " " + args; wrong != nil {
				name = ""
			}
		case "PERMANENTFLAGS", "HIGHESTMODSEQ", "COPYUID", "APPENDUID":
			name = ""
		}
		if text = m[3]; name != "" {
			out += " [" + name + "]"
		}
	}
	text = strings.TrimLeft(text, "[ ") // "[" would begin a code
	if strings.HasSuffix(begin, " BYE") {
		t.bye.Store(&imap.Error{Type: imap.StatusResponseTypeBye, Code: imap.ResponseCode(name), Text: text})
	}
	return strings.TrimSuffix(out+" "+text, " ") + "\r\n"
}

// atoms returns the valid words of a list of capabilities. IMAP4rev2 next to IMAP4rev1 is only an offer: until a
// client enables it, names of folders are in modified UTF-7 (RFC 9051 6.3.1), but go-imap would write UTF-8.
func atoms(s string) string {
	words := strings.Fields(notInAtom.ReplaceAllString(s, ""))
	called := func(name string) func(string) bool {
		return func(word string) bool { return strings.EqualFold(word, name) }
	}
	if slices.ContainsFunc(words, called("IMAP4rev1")) {
		words = slices.DeleteFunc(words, called("IMAP4rev2"))
	}
	return strings.Join(append([]string{""}, words...), " ")
}

// data tidies the beginning of an untagged response with data (RFC 3501 7.2 to 7.4). Of a
// FETCH it returns the items.
func (t *tidy) data(s string) (out, items string, err error) {
	t.fetch = false
	m := untagged.FindStringSubmatch(s)
	if m == nil {
		return "", "", nil
	}
	n, wrong := strconv.ParseUint(m[1], 10, 32)
	switch typ, rest := strings.ToUpper(m[2]), m[3]; {
	case typ == "CAPABILITY":
		out = "* CAPABILITY" + atoms(rest) + "\r\n"
	case typ == "SEARCH":
		out, err = found(rest)
	case typ == "ESEARCH": // the answer of a server that knows IMAP4rev2 alone (RFC 9051 7.3.4)
		if out = "* ESEARCH" + strings.ToUpper(rest) + "\r\n"; !esearch.MatchString(rest) {
			err = fmt.Errorf("imap: the server answers a search with %.80q, which Railpost cannot read", s)
		}
	case typ == "NAMESPACE":
		if m := namespace.FindStringSubmatch(rest); m != nil {
			out = "* NAMESPACE ((" + m[1] + " " + strings.ToUpper(m[2]) + ")) NIL NIL\r\n"
		}
	case typ == "LIST":
		if m := list.FindStringSubmatch(rest); m != nil {
			out = "* LIST () " + strings.ToUpper(m[1]) + " \"\"\r\n"
		}
	case wrong != nil:
	case typ == "EXISTS", typ == "EXPUNGE":
		out = fmt.Sprintf("* %d %s\r\n", n, typ)
	case typ == "FETCH":
		t.fetch, t.head, t.uid = true, fmt.Sprintf("* %d FETCH (", n), ""
		return "", rest, nil
	}
	return out, "", err
}

// found tidies numbers of a SEARCH response. One that cannot be read is an error: the mail
// would not be missed.
func found(s string) (string, error) {
	out := append(make([]byte, 0, len(s)+16), "* SEARCH"...)
	for word := range strings.FieldsSeq(s) {
		if word[0] == '(' {
			break // MODSEQ (RFC 7162 3.1.5)
		}
		n, err := strconv.ParseUint(word, 10, 32)
		if err != nil {
			return "", fmt.Errorf("imap: the server lists %.80q among the numbers of messages", word)
		}
		if n > 0 {
			out = append(append(out, ' '), word...)
		}
	}
	return string(append(out, "\r\n"...)), nil
}

// items tidies the items of a FETCH response in one line; if there are more lines, each follows a literal. The
// UID goes first, since go-imap must know it before the text. A response with only flags, labels and other
// unrequested items is removed, as go-imap would take it for the answer.
func (t *tidy) items(s string) (out string, keep bool) {
	begun := t.head == ""
	for _, m := range fetchItem.FindAllStringSubmatch(" "+s, -1) {
		switch uid, size, date, section, text := m[1], m[2], m[3], m[4], m[5]; {
		case uid != "":
			_, wrong := strconv.ParseUint(uid, 10, 32)
			if t.uid == "" && wrong == nil {
				t.uid = uid
			} else if !begun && t.uid != uid {
				t.fetch = false // it belongs to no known mail
				return "", false
			}
		case size != "":
			out += " RFC822.SIZE " + size
		case date != "":
			if when, err := time.Parse("_2-Jan-2006 15:04:05 -0700", date); err == nil && !when.IsZero() {
				out += ` INTERNALDATE "` + date + `"`
			}
		case section != "" && text != "":
			if text[0] != '"' {
				text = "NIL"
			}
			out += " BODY" + section + " " + text
		case section != "" && t.open:
			out += " BODY" + section + " "
			keep = true
		}
	}
	if !begun && (out != "" || !t.open && t.uid != "" && answers.MatchString(s)) {
		if t.uid != "" {
			out = " UID " + t.uid + out
		}
		out, t.head = t.head+strings.TrimPrefix(out, " "), ""
	}
	if t.head == "" && !t.open {
		out += ")\r\n"
	}
	return out, keep
}
