package extract

import "strings"

// Header blocks: the header fields of the quoted mail as Outlook and others write them above it,
// three or more of them, in any language.

// field is what a label of a header block stands for.
type field uint8

const (
	noField field = iota
	fromField
	sentField
	toField
	ccField
	subjectField
	unknownField
)

const (
	labelBytes       = 40
	headerBlockLines = 16
)

var labels = labelTable()

func labelTable() map[string]field {
	t := map[string]field{}
	for _, l := range languages {
		for kind, words := range map[field][]string{fromField: l.from, sentField: l.sent, toField: l.to, ccField: l.cc, subjectField: l.subject} {
			for _, w := range words {
				if _, taken := t[w]; !taken || kind < t[w] {
					t[w] = kind
				}
			}
		}
	}
	return t
}

// label reads a line as a header field.
func label(folded string) (kind field, value string) {
	s := strings.TrimLeft(folded, "*_ ")
	name, value, ok := strings.Cut(s, ":")
	name = strings.ToLower(strings.Trim(name, "*_ "))
	if !ok || name == "" || len(name) > labelBytes {
		return noField, ""
	}
	value = strings.Trim(value, "*_ ")
	if kind, ok := labels[name]; ok {
		return kind, value
	}
	return unknownField, value
}

// headerBlock looks for a header block that begins in line i; end is the line behind it.
func (c *cutter) headerBlock(i int) (end int, ok bool) {
	if kind, _ := c.label(i); kind == noField {
		return 0, false
	}
	known := map[field]bool{}
	fields, date, mail := 0, false, false
	end = i
	for j := i; j < len(c.cells) && j < i+headerBlockLines; j++ {
		if c.cells[j].state == blank {
			if next, _ := c.label(j + 1); next == noField || next == unknownField {
				break
			}
			continue
		}
		kind, value := c.label(j)
		if kind == noField {
			if fields == 0 || c.cells[j].state != own || !mailPattern.MatchString(c.cells[j].folded) {
				break
			}
			end = j + 1 // a list of addresses, wrapped
			continue
		}
		fields++
		known[kind] = true
		date = date || datePattern.MatchString(value)
		mail = mail || mailPattern.MatchString(value)
		end = j + 1
	}
	delete(known, unknownField)
	ok = len(known) >= 3 || len(known) >= 2 && known[fromField] && (mail || date) || fields >= 3 && mail && date
	return end, ok
}

func (c *cutter) label(i int) (field, string) {
	if i >= len(c.cells) || c.cells[i].state != own {
		return noField, ""
	}
	return label(c.cells[i].folded)
}

// originalRule knows "-----Original Message-----": words between dashes, known ones or such that
// header fields follow.
func (c *cutter) originalRule(i int) bool {
	s := c.cells[i].folded
	if !strings.HasPrefix(s, "--") || !strings.HasSuffix(s, "--") {
		return false
	}
	words := strings.ToLower(strings.Trim(s, "- "))
	if words == "" || len(words) > 80 || wordless(words) {
		return false
	}
	for _, l := range languages {
		if hasAny(words, l.original) {
			return true
		}
	}
	n := c.next(i + 1)
	if n < 0 {
		return false
	}
	_, ok := c.headerBlock(n)
	return ok
}
