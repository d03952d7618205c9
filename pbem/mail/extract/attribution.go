package extract

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Attribution lines: "On Thu, 19 Nov 2026 at 21:14, Game Master <game@play.example> wrote:", in
// any language, on one line or wrapped over several.

const (
	attributionLines = 5   // at most
	attributionBytes = 500 // at most, joined
)

var (
	mailPattern  = regexp.MustCompile(`[^\s<>"@(\[]+@[^\s<>"@)\]]+`)
	datePattern  = regexp.MustCompile(`\b(19|20)\d\d\b|\d{1,2}[:.h]\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d年|\d月`)
	datedPattern = regexp.MustCompile(`\b(19|20)\d\d[-./]\d{1,2}[-./]\d{1,2}\b|\b\d{1,2}[-./]\d{1,2}[-./](19|20)\d\d\b`)
	timePattern  = regexp.MustCompile(`\d{1,2}[:.h]\d\d\b`)
	dayPattern   = regexp.MustCompile(`^\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4}`)
)

// attribution looks for an attribution that ends in line end; start is its first line.
func (c *cutter) attribution(end int) (start int, ok bool) {
	joined, found := "", false
	start = end
	for i := end; i >= 0 && i > end-attributionLines; i-- {
		text, ok := c.attributionText(i)
		if !ok || len(joined)+len(text) > attributionBytes {
			break
		}
		if found && !continues(joined, text) {
			break
		}
		joined = strings.TrimSpace(text + " " + joined)
		if i == end && !strings.HasSuffix(joined, ":") && !strings.HasSuffix(joined, "-") {
			return 0, false
		}
		if found || isAttribution(joined) {
			start, found = i, true
		}
	}
	return start, found
}

// attributionText returns the text of a line that can be part of an attribution. A lone ":"
// that wrapping has put after the ">" of an address looks like a quotation but is none.
func (c *cutter) attributionText(i int) (string, bool) {
	x := &c.cells[i]
	if x.state == own {
		return x.folded, true
	}
	if x.depth == 1 && x.folded == ":" && i > 0 && c.cells[i-1].depth == 0 && strings.Contains(c.cells[i-1].folded, "<") {
		return ">:", true
	}
	return "", false
}

// isAttribution reports whether a joined text is an attribution: it ends in a colon (or is
// enclosed in dashes) and contains a verb of writing and a date or an address, a date
// and an address, or in any language a day with its time.
func isAttribution(s string) bool {
	bare := strings.Trim(s, "- ")
	between := strings.HasPrefix(s, "--") && strings.HasSuffix(s, "--")
	if !between && !strings.HasSuffix(bare, ":") {
		return false
	}
	low := strings.ToLower(bare)
	verb := false
	for _, l := range languages {
		verb = verb || hasAny(low, l.Wrote)
	}
	date, mail := datePattern.MatchString(low), mailPattern.MatchString(low)
	day := datedPattern.FindString(low)
	timed := day != "" && timePattern.MatchString(strings.Replace(low, day, "", 1))
	return verb && (date || mail) || date && mail || timed
}

// continues reports whether the line above belongs to an attribution found below it: it has the date or the
// address, or is a short beginning, and the found lines do not themselves begin like one.
func continues(found, above string) bool {
	if dayPattern.MatchString(found) || opensAttribution(found) && datePattern.MatchString(found) {
		return false
	}
	if strings.HasSuffix(above, ".") || strings.HasSuffix(above, "!") || strings.HasSuffix(above, "?") {
		return false
	}
	return datePattern.MatchString(above) || mailPattern.MatchString(above) || strings.HasSuffix(above, "<") ||
		opensAttribution(above) && len(strings.Fields(above)) <= 6 && strings.HasSuffix(above, ",")
}

func opensAttribution(s string) bool {
	low := strings.TrimLeft(strings.ToLower(s), "- ")
	for _, l := range languages {
		for _, w := range l.Opens {
			if rest, ok := strings.CutPrefix(low, w); ok && strings.HasPrefix(rest, " ") {
				return true
			}
		}
	}
	return false
}

// hasAny reports whether s contains one of the phrases on its own: no letter directly
// before or after it, unless the script does without spaces.
func hasAny(s string, phrases []string) bool {
	for _, p := range phrases {
		for at := 0; ; {
			i := strings.Index(s[at:], p)
			if i < 0 {
				break
			}
			i += at
			if alone(s, i, i+len(p)) {
				return true
			}
			at = i + len(p)
		}
	}
	return false
}

func alone(s string, from, to int) bool {
	if inside, _ := utf8.DecodeRuneInString(s[from:to]); inside >= 0x2E80 { // CJK and Hangul put no spaces between words
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(s[:from])
	after, _ := utf8.DecodeRuneInString(s[to:])
	return !unicode.IsLetter(before) && !unicode.IsLetter(after)
}
