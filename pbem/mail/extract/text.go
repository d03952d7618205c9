package extract

import (
	"regexp"
	"slices"
	"strings"
)

// openedBy matches where a link of a letter leads, as programs write it behind the words of
// the link when they quote the letter's HTML part as text. It is no part of the letter as its
// reader sees it, and holds an answer address.
var openedBy = regexp.MustCompile(`[ \t]*<(?:mailto:)?[^<>\s]+@[^<>\s]+\?subject=[^<>\s]*>`)

// splitLines splits decoded text into lines, at any kind of line end in use.
func splitLines(text string) []string {
	text = strings.TrimPrefix(text, "\ufeff")
	if strings.Contains(text, "?subject=") {
		text = openedBy.ReplaceAllString(text, "")
	}
	return strings.Split(lineEnds.Replace(text), "\n")
}

var lineEnds = replacer{"\r\u2028\u2029\f", strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\f", "\n")}

// quoteDepths removes and counts ">" marks.
func quoteDepths(text []string) []line {
	lines := make([]line, len(text))
	for i, t := range text {
		lines[i].text, lines[i].depth = unquote(t)
		lines[i].sign = lines[i].depth == 1
	}
	return lines
}

// unquote counts the ">" before a line; spaces may separate them.
func unquote(t string) (rest string, depth int) {
	rest = t
	for {
		s := strings.TrimLeft(rest, " \t\u00a0")
		if !strings.HasPrefix(s, ">") {
			break
		}
		rest, depth = s[1:], depth+1
	}
	if depth > 0 {
		rest = strings.TrimPrefix(rest, " ")
	}
	return rest, depth
}

// unflow joins the paragraphs of format=flowed (RFC 3676 4.5): it counts the marks before
// it removes the stuffed space, so that a line the person began with ">" remains theirs.
func unflow(text []string, delSp bool) []line {
	var lines []line
	var paragraph strings.Builder
	depth, open := 0, false // the paragraph continues in the next line
	end := func() {
		lines = append(lines, line{text: paragraph.String(), depth: depth})
		paragraph.Reset()
	}
	for i, t := range text {
		rest := strings.TrimLeft(t, ">")
		marks := len(t) - len(rest)
		rest = strings.TrimPrefix(rest, " ")
		isSig := rest == "-- "
		if i > 0 && (!open || isSig || depth != marks) {
			end()
		}
		depth, open = marks, !isSig && strings.HasSuffix(rest, " ")
		if open && delSp {
			rest = rest[:len(rest)-1]
		}
		paragraph.WriteString(rest)
	}
	if len(text) > 0 {
		end()
	}
	return lines
}

// unarmour returns the text of a PGP clear-signed message (RFC 9580 7), without headers,
// signature, and "- " before dashes.
func unarmour(text []string) []string {
	find := func(from int, line string) int {
		i := slices.IndexFunc(text[from:], func(t string) bool { return strings.TrimSpace(t) == line })
		if i < 0 {
			return len(text)
		}
		return from + i
	}
	begin := find(0, "-----BEGIN PGP SIGNED MESSAGE-----")
	if begin == len(text) {
		return text
	}
	blank := find(begin, "") // after the headers, as "Hash: SHA256"
	signature := find(blank, "-----BEGIN PGP SIGNATURE-----")
	end := find(signature, "-----END PGP SIGNATURE-----")
	out := slices.Clone(text[:begin])
	for _, t := range text[blank:signature] {
		out = append(out, strings.TrimPrefix(t, "- "))
	}
	return append(out, text[min(end+1, len(text)):]...)
}
