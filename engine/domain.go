package engine

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Word is one member of a vocabulary: its canonical spelling, other spellings
// that are read but never written, and the value it stands for.
type Word[T comparable] struct {
	Text  string
	Also  []string
	Value T
}

// Words is the domain of named things. A spelling matches without regard to
// case, accents, hyphens and blanks ("Black 1" is black-1); a beginning that
// only one member has is enough. rule may be nil.
func Words[T comparable](what string, members []Word[T], rule func(T) error) Domain {
	return &words[T]{what: what, members: members, rule: rule}
}

type words[T comparable] struct {
	what    string // message key: what was expected
	members []Word[T]
	rule    func(T) error
}

func (w *words[T]) Read(t *Tokens) (Value, error) {
	if t.Done() {
		return nil, w.unknown(t)
	}
	if v, n, ok := w.longest(t); ok {
		t.At += n
		return v, nil
	}
	if v, n, ok := w.beforeDigits(t); ok {
		t.splitAt(n)
		t.At++
		return v, nil
	}
	if v, ok := w.beginning(t.Peek().Fold); ok {
		t.At++
		return v, nil
	}
	return nil, w.unknown(t)
}

// longest finds the member spelt by the longest run of tokens.
func (w *words[T]) longest(t *Tokens) (T, int, bool) {
	var found T
	best := 0
	for n, joined := 1, ""; n <= 4 && t.At+n <= len(t.All); n++ {
		tok := t.All[t.At+n-1]
		if n > 1 && strings.Contains(signs, tok.Text) {
			break
		}
		joined += tok.Fold
		for _, m := range w.members {
			if m.spelt(joined) {
				found, best = m.Value, n
			}
		}
	}
	return found, best, best > 0
}

// beforeDigits reads "t2" as "t" and leaves "2".
func (w *words[T]) beforeDigits(t *Tokens) (T, int, bool) {
	var zero T
	text := t.Peek().Text
	head := strings.TrimRight(text, "0123456789")
	if head == "" || head == text {
		return zero, 0, false
	}
	for _, m := range w.members {
		if m.spelt(Fold(head)) {
			return m.Value, len(head), true
		}
	}
	return zero, 0, false
}

func (w *words[T]) beginning(fold string) (T, bool) {
	var found T
	count := 0
	for _, m := range w.members {
		if fold != "" && m.begins(fold) && (count == 0 || m.Value != found) {
			found = m.Value
			count++
		}
	}
	return found, count == 1
}

func (m Word[T]) spelt(fold string) bool {
	if squeeze(m.Text) == fold {
		return true
	}
	return slices.ContainsFunc(m.Also, func(s string) bool { return squeeze(s) == fold })
}

func (m Word[T]) begins(fold string) bool {
	if strings.HasPrefix(squeeze(m.Text), fold) {
		return true
	}
	return slices.ContainsFunc(m.Also, func(s string) bool { return strings.HasPrefix(squeeze(s), fold) })
}

func squeeze(s string) string { return strings.ReplaceAll(Fold(s), " ", "") }

func (w *words[T]) unknown(t *Tokens) error {
	tok := t.Peek()
	var all []string
	for _, m := range w.members {
		if w.rule == nil || w.rule(m.Value) == nil {
			all = append(all, m.Text)
		}
	}
	if len(all) == 0 {
		for _, m := range w.members {
			all = append(all, m.Text)
		}
	}
	return unknownWord(tok, w.what, nearest(tok.Fold, all, 8))
}

func (w *words[T]) Rule(v Value) error {
	if w.rule == nil {
		return nil
	}
	return w.rule(v.(T))
}

func (w *words[T]) Members() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for _, m := range w.members {
			if !yield(m.Value) {
				return
			}
		}
	}
}

func (w *words[T]) Text(v Value) string {
	for _, m := range w.members {
		if m.Value == v.(T) {
			return m.Text
		}
	}
	return ""
}

// Numbers is the domain of whole numbers from lo to hi. rule may be nil.
// Members lists them downwards, the largest first, when list is set.
func Numbers(what string, lo, hi int, list bool, rule func(int) error) Domain {
	return &numbers{what: what, lo: lo, hi: hi, list: list, rule: rule}
}

type numbers struct {
	what   string
	lo, hi int
	list   bool
	rule   func(int) error
}

func (d *numbers) Read(t *Tokens) (Value, error) {
	tok := t.Peek()
	n, err := strconv.Atoi(tok.Text)
	if err != nil {
		return nil, unknownWord(tok, d.what, []string{strconv.Itoa(d.lo) + "-" + strconv.Itoa(d.hi)})
	}
	t.At++
	return n, nil
}

func (d *numbers) Rule(v Value) error {
	n := v.(int)
	if n < d.lo || n > d.hi {
		if d.rule != nil {
			if err := d.rule(n); err != nil {
				return err
			}
		}
		return Forbid("", "engine.number-range", Int("from", d.lo), Int("to", d.hi), Int("n", n))
	}
	if d.rule == nil {
		return nil
	}
	return d.rule(n)
}

func (d *numbers) Members() iter.Seq[Value] {
	if !d.list {
		return nil
	}
	return func(yield func(Value) bool) {
		for n := d.hi; n >= d.lo; n-- {
			if !yield(n) {
				return
			}
		}
	}
}

func (d *numbers) Text(v Value) string { return strconv.Itoa(v.(int)) }

func unknownWord(tok Token, what string, near []string) *Refusal {
	r := &Refusal{Kind: NotUnderstood, Column: tok.Column, Length: len([]rune(tok.Text)), Expected: near}
	if tok.Text == "" {
		r.Why = Msg("engine.missing", Term("what", what))
		return r
	}
	r.Why = Msg("engine.unknown-word", Text("word", tok.Text), Term("what", what))
	return r
}

// nearest orders words by their distance to fold and keeps n of them.
func nearest(fold string, words []string, n int) []string {
	type scored struct {
		text string
		d    int
	}
	list := make([]scored, 0, len(words))
	for _, w := range words {
		f := squeeze(w)
		d := Distance(fold, f)
		if fold != "" && strings.HasPrefix(f, fold) {
			d = 0
		}
		list = append(list, scored{w, d})
	}
	slices.SortStableFunc(list, func(a, b scored) int { return cmp.Compare(a.d, b.d) })
	if len(list) > n {
		list = list[:n]
	}
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = s.text
	}
	return out
}

// Distance counts the typing errors between two words: letters put in, left
// out, changed, or two neighbours swapped (Damerau's count).
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(x)][len(y)]
}
