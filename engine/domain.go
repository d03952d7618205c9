package engine

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"railpost/engine/key"
)

// Repeat is how often a parameter may occur.
type Repeat int

const (
	One      Repeat = iota
	Optional        // once or not at all; an omitted value is nil
	Many            // any number of times; its value is a []Value
)

// Param is one parameter of a Verb.
type Param struct {
	Name string // message key suffix, and what help prints in capitals
	Lead string // word or sign before it: "with", ":", ">"; "" for none
	Many Repeat
	// About: the order is about this value, as the hex of a tile. A legal line that replaces a refused one
	// while the rest is checked must have the same value.
	About bool
	In    func(a Args) Domain // given the values before it
}

// Domain is the vocabulary of a parameter and the rule over it.
type Domain interface {
	// Read consumes the tokens of one value. Otherwise it consumes none and returns a
	// *Refusal of kind NotUnderstood.
	Read(t *Tokens) (Value, error)
	// Rule returns nil, or a *Refusal of kind Forbidden.
	Rule(v Value) error
	// Members is the vocabulary; nil if listing it makes no sense (a price, a long route).
	Members() iter.Seq[Value]
	// Text returns the canonical spelling: Read(Text(v)) == v.
	Text(v Value) string
}

// Sieve is a Domain whose Rule takes long to build a refusal: Allows is Rule(v) == nil. Searches call it, since
// they drop every refusal.
type Sieve interface {
	Allows(v Value) bool
}

// Allows reports whether the rule of a domain allows a value.
func Allows(d Domain, v Value) bool {
	if s, ok := d.(Sieve); ok {
		return s.Allows(v)
	}
	return d.Rule(v) == nil
}

// Recorder is a Domain of which some values are logged differently from how they are listed
// and typed: "run best" is an order, and the log has the routes, so that replay needs no
// search. Its Members may omit values that only occur in the log.
type Recorder interface {
	// Record returns the text of a value in the log; it is called before the order is
	// carried out. In the same position that text reads as a value that has the same effect
	// and the same Record.
	Record(v Value) string
}

// Completed is a Domain whose Rule also searches whether an order can be carried out to its end. RuleCompleted
// is Rule without that search, for orders that are known to have an end. A title has it only if its orders
// reveal nothing before they settle: an order that does ends there.
type Completed interface {
	RuleCompleted(v Value) error
}

// Wider is a Domain whose Rule allows more than its Members.
type Wider interface {
	Unlisted() Unlisted
}

// Unlisted describes a domain's values other than its Members.
type Unlisted struct {
	Range    bool // numbers From to To, as the prices of a bargain; the Rule may allow only some
	From, To int
	Some     bool            // the Rule allows unlisted values, too, as any routes where the best are listed
	All      iter.Seq[Value] // each that the Rule allows: Members are only the likeliest
	Opens    iter.Seq[Value] // in place of Members: each is followed by a value that is not listed
}

// UnlistedValues returns a domain's values other than its Members.
func UnlistedValues(d Domain) (u Unlisted) {
	if w, ok := d.(Wider); ok {
		u = w.Unlisted()
	}
	return u
}

// Word is one member of a vocabulary: its canonical spelling, other spellings that are
// accepted but never written, and its value.
type Word[T comparable] struct {
	Text  string
	Also  []string
	Value T

	// Of a prepared vocabulary:
	boxed    Value    // Value
	squeezed []string // Text and Also, in the form that is compared
}

// Prepared returns a vocabulary for the life of the program: reading and listing it
// allocates nothing.
func Prepared[T comparable](members []Word[T]) []Word[T] {
	for i := range members {
		m := &members[i]
		m.boxed, m.squeezed = m.Value, []string{Squeeze(m.Text)}
		for _, also := range m.Also {
			m.squeezed = append(m.squeezed, Squeeze(also))
		}
	}
	return members
}

func (m *Word[T]) value() Value {
	if m.boxed != nil {
		return m.boxed
	}
	return m.Value
}

// Words returns the domain of named things. A spelling matches regardless of case, accents,
// hyphens and spaces ("Black 1" is black-1); an unambiguous prefix is enough. rule may be
// nil.
func Words[T comparable](what string, members []Word[T], rule func(T) error) Domain {
	return &words[T]{what: what, members: members, rule: rule}
}

// WordsIf is Words with a quick test that all satisfy which satisfy the rule: a search
// asks it first, as the rule makes the words of a refusal for each of the others.
func WordsIf[T comparable](what string, members []Word[T], may func(T) bool, rule func(T) error) Domain {
	return &words[T]{what: what, members: members, may: may, rule: rule}
}

type words[T comparable] struct {
	what    string // message key: what was expected
	members []Word[T]
	may     func(T) bool // nil: the rule may allow any
	rule    func(T) error
}

func (w *words[T]) Read(t *Tokens) (Value, error) {
	if t.Done() {
		return nil, w.unknown(t)
	}
	fold := t.Peek().Fold
	near := w.beginningWith(make([]spelt, 0, 8), fold)
	if i, n := longest(near, t); n > 0 {
		t.At += n
		return w.members[i].value(), nil
	}
	if i, n := w.beforeDigits(t); n > 0 {
		t.splitAt(n)
		t.At++
		return w.members[i].value(), nil
	}
	if i, ok := w.only(near); ok {
		t.At++
		return w.members[i].value(), nil
	}
	return nil, w.unknown(t)
}

// spelt is a spelling ready for comparison, with the index of its member.
type spelt struct {
	text   string
	member int
}

// beginningWith appends the spellings that begin with fold to list.
func (w *words[T]) beginningWith(list []spelt, fold string) []spelt {
	if fold == "" {
		return list
	}
	for i := range w.members {
		m := &w.members[i]
		if m.squeezed != nil {
			for _, text := range m.squeezed {
				if strings.HasPrefix(text, fold) {
					list = append(list, spelt{text, i})
				}
			}
			continue
		}
		list = appendBeginning(list, m.Text, i, fold)
		for _, also := range m.Also {
			list = appendBeginning(list, also, i, fold)
		}
	}
	return list
}

func appendBeginning(list []spelt, text string, member int, fold string) []spelt {
	if c := text[0] | 0x20; 'a' <= c && c <= 'z' && c != fold[0] {
		return list // without folding it all
	}
	if text := Squeeze(text); strings.HasPrefix(text, fold) {
		list = append(list, spelt{text, member})
	}
	return list
}

// longestName is the maximum number of tokens in a name.
const longestName = 4

// longest returns the member whose spelling matches the longest run of tokens, and the
// length of that run. All spellings begin with the first token.
func longest(spellings []spelt, t *Tokens) (member, tokens int) {
	joined := ""
	for n := 1; n <= longestName && t.At+n <= len(t.All) && len(spellings) > 0; n++ {
		tok := t.All[t.At+n-1]
		if n > 1 && strings.Contains(Signs, tok.Text) {
			break
		}
		joined += tok.Fold
		if i := slices.IndexFunc(spellings, func(s spelt) bool { return s.text == joined }); i >= 0 {
			member, tokens = spellings[i].member, n
		}
		longer := func(s spelt) bool { return len(s.text) > len(joined) && strings.HasPrefix(s.text, joined) }
		if !slices.ContainsFunc(spellings, longer) {
			break
		}
	}
	return member, tokens
}

// beforeDigits reads "t2" as "t" and leaves "2"; bytes is the length of what it consumed.
func (w *words[T]) beforeDigits(t *Tokens) (member, bytes int) {
	text := t.Peek().Text
	head := strings.TrimRight(text, "0123456789")
	if head == "" || head == text {
		return 0, 0
	}
	fold := Fold(head)
	for _, s := range w.beginningWith(nil, fold) {
		if s.text == fold {
			return s.member, len(head)
		}
	}
	return 0, 0
}

// only returns the single value that all spellings share; ok is false if they differ.
func (w *words[T]) only(spellings []spelt) (member int, ok bool) {
	for _, s := range spellings {
		if ok && w.members[s.member].Value != w.members[member].Value {
			return 0, false
		}
		member, ok = s.member, true
	}
	return member, ok
}

// ReadWord returns the value that text names as a whole.
func ReadWord[T comparable](list []Word[T], text string) (value T, ok bool) {
	want := Squeeze(text)
	for _, w := range list {
		if Squeeze(w.Text) == want || slices.ContainsFunc(w.Also, func(also string) bool { return Squeeze(also) == want }) {
			return w.Value, true
		}
	}
	return value, false
}

// Limits on the members tried as possible intentions, and on those shown: a rule may be expensive.
const (
	expectLooked = 24
	expectShown  = 8
)

// unknown returns the refusal of the next token. It expects the nearest members that the
// rule allows, or the nearest of all if it allows none of those.
func (w *words[T]) unknown(t *Tokens) error {
	all := make([]string, len(w.members))
	values := make(map[string]T, len(w.members))
	for i, m := range w.members {
		all[i] = m.Text
		values[m.Text] = m.Value
	}
	typed := t.Peek()
	if !typed.Missing() {
		all = nearest(typed.Fold, all)
	}
	all = all[:min(expectLooked, len(all))]
	allowed := slices.DeleteFunc(slices.Clone(all), func(text string) bool { return w.Rule(values[text]) != nil })
	if len(allowed) == 0 {
		allowed = all
	}
	r := UnknownWord(typed, w.what, allowed[:min(expectShown, len(allowed))])
	r.Cut = len(allowed) > expectShown || len(w.members) > expectLooked
	return r
}

func (w *words[T]) Rule(v Value) error {
	if w.rule == nil {
		return nil
	}
	return w.rule(v.(T))
}

// Allows makes it a Sieve.
func (w *words[T]) Allows(v Value) bool { return (w.may == nil || w.may(v.(T))) && w.Rule(v) == nil }

func (w *words[T]) Members() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for i := range w.members {
			if !yield(w.members[i].value()) {
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

// Numbers returns the domain of whole numbers from lo to hi. rule may be nil. If list is
// set, Members lists them in descending order.
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
		return nil, UnknownWord(tok, d.what, d.expected())
	}
	t.At++
	return n, nil
}

func (d *numbers) expected() []string {
	switch {
	case d.lo > d.hi:
		return nil
	case d.lo == d.hi:
		return []string{strconv.Itoa(d.lo)}
	}
	return []string{strconv.Itoa(d.lo) + "-" + strconv.Itoa(d.hi)}
}

func (d *numbers) Rule(v Value) error {
	n := v.(int)
	if n < d.lo || n > d.hi {
		if d.rule != nil {
			if err := d.rule(n); err != nil {
				return err
			}
		}
		return Forbid("", key.NumberRange, Int("from", d.lo), Int("to", d.hi), Int("n", n))
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

// Unlisted returns the bounds of numbers that are not listed.
func (d *numbers) Unlisted() Unlisted { return Unlisted{Range: true, From: d.lo, To: d.hi} }

func (d *numbers) Text(v Value) string { return strconv.Itoa(v.(int)) }

// UnknownWord returns the refusal of a word; at the end of the line or of the answer, the
// refusal of a missing one.
func UnknownWord(tok Token, what string, near []string) *Refusal {
	r := &Refusal{Kind: NotUnderstood, Column: tok.Column, Length: utf8.RuneCountInString(tok.Text), Expected: near}
	if tok.Missing() {
		r.Code, r.Why = Missing, Msg(key.Missing, Term("what", what))
		return r
	}
	r.Code, r.Why = Unknown, Msg(key.UnknownWord, Order("word", tok.Text), Term("what", what))
	return r
}
