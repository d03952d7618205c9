package extract

import (
	"slices"
	"strings"
)

// orderLines tells which lines of a letter are choices. Whether a line reads as an order is
// dear to find out and seldom asked: where the mail program marks what it quotes, only of
// lines that equal what the person typed.
type orderLines struct {
	words  Vocabulary
	folded []string
	keys   []string
	given  map[string]bool  // keys of Letter.Choices
	remark map[string]bool  // keys of Letter.Remarks
	same   map[string][]int // lines by their keys as orders
	read   []reading
	last   []string // after each line that has been read: the order so far, while lines of it may follow
}

// reading is what is known of a line.
type reading uint8

const (
	notRead   reading = iota
	isChoice          // an order, or a part of one
	isHistory         // ends in ">": an order of the history, which may be played again
	isOther
)

func newOrderLines(l *Letter) *orderLines {
	o := &orderLines{given: map[string]bool{}, remark: map[string]bool{}, same: map[string][]int{}}
	if l == nil {
		return o
	}
	o.words = l.Words
	for _, c := range l.Choices {
		o.given[Key(bare(c))] = true
	}
	for _, r := range l.Remarks {
		if strings.Contains(strings.TrimSpace(r), " ") { // a word may be an order
			o.remark[Key(r)] = true
		}
	}
	o.folded, o.keys = make([]string, len(l.Lines)), make([]string, len(l.Lines))
	o.read, o.last = make([]reading, len(l.Lines)), make([]string, len(l.Lines))
	for i, line := range l.Lines {
		o.folded[i] = Fold(line)
		o.keys[i] = foldedKey(o.folded[i])
		k := o.orderKey(i)
		o.same[k] = append(o.same[k], i)
	}
	return o
}

// orderKey returns the key of a line without what may surround an order.
func (o *orderLines) orderKey(i int) string {
	if b := bare(o.folded[i]); b != o.folded[i] {
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
	if o.given[k] {
		return true
	}
	if o.words == nil || o.remark[o.keys[i]] { // "Run 120 instead of 80" is no order

		return false
	}
	return slices.ContainsFunc(o.same[k], func(same int) bool { return o.reading(same) == isChoice })
}

// reading reads a line, and those before it as far as it may be a part of their order.
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

// begins reports whether a line is an order by itself, whatever precedes it.
func (o *orderLines) begins(i int) bool {
	text := o.plain(i)
	return !strings.HasPrefix(text, "#") && isOrder(bare(text), o.words, true)
}

// take reads a line below the one before it.
func (o *orderLines) take(i int) {
	before := ""
	if i > 0 {
		before = o.last[i-1]
	}
	folded := o.plain(i)
	text := bare(folded)
	switch {
	case strings.HasPrefix(folded, "#"): // it follows a choice and is copied with it
		o.read[i], o.last[i] = isChoice, before
	case isOrder(text, o.words, true):
		o.read[i], o.last[i] = isChoice, text
	case before != "" && goesOn(before, text, o.words, true):
		o.read[i], o.last[i] = isChoice, before+" "+text
	case strings.HasSuffix(text, ">"):
		o.read[i], o.last[i] = isHistory, text
	default:
		o.read[i], o.last[i] = isOther, ""
	}
}
