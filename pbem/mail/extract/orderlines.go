package extract

import (
	"regexp"
	"slices"
	"strings"
)

// orderLines finds the choices in a letter. Whether a line reads as an order is expensive and rarely needed: if
// the mail program marks quotations, only for lines that equal typed ones.
type orderLines struct {
	words  Vocabulary
	folded []string
	keys   []string
	given  map[string]bool  // keys of Letter.Choices
	remark map[string]bool  // keys of Letter.Remarks
	same   map[string][]int // lines by their keys as orders, once one is asked for
	begun  []reading        // of lines by themselves, as far as they were asked for: isChoice or isOther
	read   []reading
	last   []string // after each line read so far: the order up to it, while lines of it may follow
}

// reading is the known result for a line.
type reading uint8

const (
	notRead   reading = iota
	isChoice          // an order, or a part of one
	isHistory         // ends in ">": an order of the history, which may be played again
	isOther
)

func newOrderLines(l *Letter) *orderLines {
	o := &orderLines{given: map[string]bool{}, remark: map[string]bool{}}
	if l == nil {
		return o
	}
	o.words = l.Words
	for _, c := range l.Choices {
		o.given[Key(bareOrder(c))] = true
	}
	for _, r := range l.Remarks {
		if strings.Contains(strings.TrimSpace(r), " ") || o.words != nil && !isOrder(bareFolded(Fold(r)), o.words, true) { // a word may be an order
			o.remark[Key(r)] = true
		}
	}
	n := len(l.Lines)
	o.folded, o.keys = make([]string, n), make([]string, n)
	var keys keyer
	for i, line := range l.Lines {
		o.folded[i] = Fold(line)
		o.keys[i] = keys.key(o.folded[i])
	}
	return o
}

// sameAs returns the lines with a key as orders.
func (o *orderLines) sameAs(key string) []int {
	if o.same == nil {
		n := len(o.keys)
		o.same = make(map[string][]int, n)
		o.begun, o.read, o.last = make([]reading, n), make([]reading, n), make([]string, n)
		for i := range n {
			k := o.orderKey(i)
			o.same[k] = append(o.same[k], i)
		}
	}
	return o.same[key]
}

// orderKey returns the key of a line without decorations of an order.
func (o *orderLines) orderKey(i int) string {
	if b := bareFolded(o.folded[i]); b != o.folded[i] {
		return foldedKey(b)
	}
	return o.keys[i]
}

// plain returns a line without marks of quotation.
func (o *orderLines) plain(i int) string {
	if rest, depth := unquote(o.folded[i]); depth > 0 {
		return Fold(rest)
	}
	return o.folded[i]
}

// choice reports whether a line, or another that reads like it, is a choice.
func (o *orderLines) choice(i int) bool {
	k := o.orderKey(i)
	if rest := numbering.ReplaceAllString(o.folded[i], ""); o.given[k] ||
		rest != o.folded[i] && (o.given[foldedKey(rest)] || o.words != nil && isOrder(bareFolded(rest), o.words, false)) {
		return true
	}
	if o.words == nil || o.remark[o.keys[i]] { // "Run 120 instead of 80" is no order

		return false
	}
	return slices.ContainsFunc(o.sameAs(k), func(same int) bool { return o.reading(same) == isChoice })
}

// numbering matches what HTML has before a choice: "8 Play card-1", "a · Bid 80".
var numbering = regexp.MustCompile(`^(?:\d{1,3}|[a-z]{1,2})(?: ·)? `)

// reading reads a line, and those before it that may be parts of its order.
func (o *orderLines) reading(i int) reading {
	from := i
	for from > 0 && o.read[from] == notRead && !o.begins(from) {
		from--
	}
	for ; from <= i; from++ {
		if o.read[from] == notRead {
			o.take(from)
		}
	}
	return o.read[i]
}

// begins reports whether a line is an order by itself, regardless of lines before it.
func (o *orderLines) begins(i int) bool {
	if o.begun[i] == notRead {
		text := o.plain(i)
		o.begun[i] = isOther
		if !strings.HasPrefix(text, "#") && isOrder(bareFolded(text), o.words, true) {
			o.begun[i] = isChoice
		}
	}
	return o.begun[i] == isChoice
}

// take reads a line as following the one before it.
func (o *orderLines) take(i int) {
	before := ""
	if i > 0 {
		before = o.last[i-1]
	}
	folded := o.plain(i)
	text := bareFolded(folded)
	switch {
	case strings.HasPrefix(folded, "#"): // it follows a choice and is copied with it
		o.read[i], o.last[i] = isChoice, before
	case o.begins(i):
		o.read[i], o.last[i] = isChoice, text
	case before != "" && continuesBelow(before, text, o.words, true):
		o.read[i], o.last[i] = isChoice, before+" "+text
	case strings.HasSuffix(text, ">"):
		o.read[i], o.last[i] = isHistory, text
	default:
		o.read[i], o.last[i] = isOther, ""
	}
}
