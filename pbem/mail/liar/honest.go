package liar

import (
	"bytes"
	"fmt"
	"net/mail"
	"slices"
	"strconv"
	"strings"
)

// honest fills in the answer and the effect of an honest server.
func (s *session) honest(c *Command) {
	switch c.Name {
	case "CAPABILITY":
		c.Lines = []string{"* CAPABILITY " + s.Caps}
	case "LOGIN", "AUTHENTICATE":
		c.End = "OK [CAPABILITY " + s.Caps + "] logged in"
	case "ID":
		c.Lines = []string{`* ID ("name" "liar")`}
	case "NAMESPACE":
		c.Lines = []string{`* NAMESPACE (("" "/")) NIL NIL`}
	case "LIST":
		c.Lines = []string{`* LIST () "/" INBOX`}
	case "LOGOUT":
		c.Lines = []string{"* BYE"}
	case "CREATE":
		s.create(c, unquote(c.Args))
	case "STATUS":
		name, _ := word(c.Args)
		f := s.folders[name]
		if f == nil {
			c.Refuse("NO [NONEXISTENT] no such folder")
			return
		}
		c.Lines = []string{fmt.Sprintf("* STATUS %q (MESSAGES %d UIDNEXT %d UIDVALIDITY %d)", name, len(f.mails), f.next, f.validity)}
	case "SELECT", "EXAMINE":
		s.open(c)
	case "UID SEARCH":
		line := "* SEARCH"
		_, id, _ := strings.Cut(c.Args, `HEADER "Message-Id" `)
		for _, m := range s.selected().mails {
			read, err := mail.ReadMessage(bytes.NewReader(m.Raw))
			if id == "" || err == nil && strings.Contains(read.Header.Get("Message-Id"), unquote(id)) {
				line += " " + strconv.Itoa(m.UID)
			}
		}
		c.Lines = []string{line}
	case "UID FETCH":
		s.fetch(c)
	case "UID MOVE", "UID COPY":
		set, to, _ := strings.Cut(c.Args, " ")
		f := s.folders[unquote(to)]
		if f == nil {
			c.Refuse("NO [TRYCREATE] no such folder")
			return
		}
		from, some := s.selected(), s.chosen(set)
		c.effect = func() {
			for _, m := range some {
				f.add(m.Raw)
			}
			if c.Name == "UID MOVE" && !c.keeps {
				c.Lines = append(c.Lines, from.remove(some)...)
			}
		}
	case "UID STORE":
		set, what, _ := strings.Cut(c.Args, " ")
		_, flags, _ := strings.Cut(strings.TrimSuffix(what, ")"), "(")
		some := s.chosen(set)
		c.effect = func() {
			for _, m := range some {
				m.Flags = append(m.Flags, strings.Fields(flags)...)
			}
		}
	case "EXPUNGE", "UID EXPUNGE":
		f := s.selected()
		some := slices.DeleteFunc(slices.Clone(f.mails), func(m *Mail) bool { return !slices.Contains(m.Flags, `\Deleted`) })
		c.effect = func() { c.Lines = append(c.Lines, f.remove(some)...) }
	}
}

// selected is the folder that is open.
func (s *session) selected() *folder {
	if f := s.folders[s.inbox]; f != nil {
		return f
	}
	return &folder{}
}

func (s *session) create(c *Command, name string) {
	if s.folders[name] != nil {
		c.Refuse("NO [ALREADYEXISTS] there is one")
		return
	}
	c.effect = func() { s.folders[name] = &folder{next: 1, validity: 1} }
}

func (s *session) open(c *Command) {
	name := unquote(c.Args)
	f := s.folders[name]
	if f == nil {
		c.Refuse("NO [NONEXISTENT] no such folder")
		return
	}
	c.Lines = []string{fmt.Sprintf("* %d EXISTS", len(f.mails)), "* 0 RECENT", `* FLAGS (\Answered \Flagged \Deleted \Seen \Draft)`,
		fmt.Sprintf("* OK [UIDVALIDITY %d] x", f.validity), fmt.Sprintf("* OK [UIDNEXT %d] x", f.next)}
	c.End = "OK [READ-WRITE] open"
	c.effect = func() { s.inbox = name }
}

// fetch answers with the size, the date, and the text or the header of mails; for a part, with its beginning.
func (s *session) fetch(c *Command) {
	set, items, _ := strings.Cut(c.Args, " ")
	all := s.selected().mails
	for _, m := range s.chosen(set) {
		line := fmt.Sprintf("* %d FETCH (UID %d", slices.Index(all, m)+1, m.UID)
		if strings.Contains(items, "FLAGS") {
			line += " FLAGS (" + strings.Join(m.Flags, " ") + ")"
		}
		if strings.Contains(items, "RFC822.SIZE") {
			size := len(m.Raw)
			if s.Size != nil {
				size = s.Size(m.Raw)
			}
			line += fmt.Sprintf(" RFC822.SIZE %d", size)
		}
		if strings.Contains(items, "INTERNALDATE") {
			line += m.At.Format(` INTERNALDATE "02-Jan-2006 15:04:05 -0700"`)
		}
		if _, part, ok := strings.Cut(items, "BODY.PEEK"); ok {
			line += " BODY" + text(m.Raw, part)
		}
		c.Lines = append(c.Lines, line+")")
	}
}

// text returns a section with its literal: part is "[]<0.100>)" or "[HEADER])".
func text(raw []byte, part string) string {
	name, partial, _ := strings.Cut(strings.TrimRight(part, ")"), "]")
	out := string(raw)
	if name == "[HEADER" {
		head, _, _ := strings.Cut(out, "\r\n\r\n")
		out = head + "\r\n\r\n"
	}
	origin := ""
	if from, n, ok := strings.Cut(strings.Trim(partial, "<>"), "."); ok {
		begin, _ := strconv.Atoi(from)
		size, _ := strconv.Atoi(n)
		begin = min(begin, len(out))
		out = out[begin:min(len(out), begin+size)]
		origin = "<" + from + ">"
	}
	return fmt.Sprintf("%s]%s {%d}\r\n%s", name, origin, len(out), out)
}

// chosen returns the mails of a set such as "1:3,7,9:*".
func (s *session) chosen(set string) (some []*Mail) {
	mails := s.selected().mails
	if len(mails) == 0 {
		return nil
	}
	last := mails[len(mails)-1].UID
	number := func(text string) int {
		if n, err := strconv.Atoi(text); err == nil {
			return n
		}
		return last // "*"
	}
	for _, m := range mails {
		for part := range strings.SplitSeq(set, ",") {
			from, to, ranged := strings.Cut(part, ":")
			a, b := number(from), number(from)
			if ranged {
				b = number(to)
			}
			if min(a, b) <= m.UID && m.UID <= max(a, b) {
				some = append(some, m)
				break
			}
		}
	}
	return some
}

// remove takes mails out of a folder and returns the lines that say so.
func (f *folder) remove(some []*Mail) (lines []string) {
	for _, m := range some {
		if i := slices.Index(f.mails, m); i >= 0 {
			f.mails = slices.Delete(f.mails, i, i+1)
			lines = append(lines, fmt.Sprintf("* %d EXPUNGE", i+1))
		}
	}
	return lines
}

func word(args string) (first, rest string) {
	if quoted, ok := strings.CutPrefix(args, `"`); ok {
		first, rest, _ = strings.Cut(quoted, `"`)
		return first, strings.TrimSpace(rest)
	}
	first, rest, _ = strings.Cut(args, " ")
	return first, rest
}

func unquote(args string) string {
	first, _ := word(args)
	return first
}
