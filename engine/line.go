package engine

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"railpost/engine/key"
)

// runLine plays one line on tx.Pos, writes it to out, which is empty, and returns its
// canonical text; with ErrRevealAhead, the text up to the answer that would reveal
// something. After a *Refusal tx.Pos is half changed: the caller throws the copy away.
func runLine(tx *Tx, line string, out *spelling) (string, error) {
	t := Tokenize(line)
	t.completed = tx.completed
	for first := true; ; first = false {
		if err := out.signs(t); err != nil {
			return "", err
		}
		if t.Done() {
			if first {
				return "", &Refusal{Kind: NotUnderstood, Column: 1, Why: Msg(key.EmptyLine)}
			}
			break
		}
		prompts := tx.prompts(t.Peek(), first)
		if len(prompts) == 0 {
			if first {
				return "", NothingAsked()
			}
			return "", orderEnds(t)
		}
		if err := answer(tx, t, prompts, out); err != nil {
			return out.String(), err
		}
	}
	if err := out.balanced(); err != nil {
		return "", err
	}
	return out.String(), atEnd(tx.Pos.Settle(tx), tx, t)
}

// prompts is OpenPrompts for an answer that begins with a word.
func (tx *Tx) prompts(word Token, first bool) []Prompt {
	if q, ok := tx.Pos.(Quick); ok && tx.completed {
		if list := q.Recall(tx.Seat, word.Fold); list != nil {
			return addressed(list, first)
		}
	}
	return OpenPrompts(tx.Pos, tx.Seat, first)
}

// atEnd places the refusal of an open question at the end of the line, where its answer is
// missing.
func atEnd(err error, tx *Tx, t *Tokens) error {
	r, ok := AsRefusal(err)
	if !ok || r.Kind != Unanswered || r.Column > 0 {
		return err
	}
	placed := *r
	placed.Column = t.Peek().Column
	if placed.Expected == nil {
		for _, p := range OpenPrompts(tx.Pos, tx.Seat, false) {
			for _, v := range p.Verbs {
				if v.Not == nil {
					placed.Expected = append(placed.Expected, v.Name)
				}
			}
		}
	}
	return &placed
}

// NothingAsked returns the refusal of a line from a seat that has nothing to answer.
func NothingAsked() *Refusal {
	return &Refusal{Kind: Forbidden, Code: NotAsked, Why: Msg(key.NotAsked)}
}

// orderEnds returns the refusal of text after the end of an order.
func orderEnds(t *Tokens) error {
	tok := t.Peek()
	r := &Refusal{Kind: Forbidden, Code: AfterOrder, Column: tok.Column, Length: utf8.RuneCountInString(tok.Text)}
	r.Why = Msg(key.OrderEndsBefore, Order("word", tok.Text))
	placed := *t.further(r).(*Refusal)
	placed.End = tok.Column
	return &placed
}

// firstWord marks the refusal of a word that begins no open order.
func firstWord(err error) error {
	if r, ok := AsRefusal(err); ok && r.Code == Unknown {
		r.Code = UnknownVerb
	}
	return err
}

// within rewords the refusal of an unknown word in the middle of a line to name the question there: only the
// first word begins an order.
func within(err error) error {
	r, ok := AsRefusal(err)
	if !ok {
		return err
	}
	placed := *r
	_, asks := r.Why.Arg("ask") // otherwise it might have been a value of the previous answer
	switch r.Code {
	case Missing:
		if asks {
			placed.Why.Key = key.MissingWithin
		}
	case Unknown:
		placed.Code = UnknownWithin
		if asks {
			placed.Why.Key = key.UnknownWithin
		}
	}
	return &placed
}

// answer reads one verb with its parameters and carries it out. If that reveals something hidden, the line ends
// there, in a dry run as in a real one: a refusal of the rest might depend on the hidden facts.
func answer(tx *Tx, t *Tokens, prompts []Prompt, out *spelling) error {
	begin := t.At
	p, v, at, err := readVerb(t, prompts)
	if err != nil {
		if out.begun {
			return within(err)
		}
		return firstWord(err)
	}
	if !out.begun {
		asked := p
		tx.answered = &asked
	}
	if v.Not != nil {
		return place(v.Not(), t, begin)
	}
	if v.Later && tx.shows {
		return place(Forbid(p.Rule, key.NextMail, Order("word", v.Name)), t, begin)
	}
	var room [4]Domain
	args, of, err := readArgs(t, v, room[:0])
	if err != nil {
		if !out.begun {
			err = lacking(err, at, args)
		}
		return err
	}
	first := !out.begun
	out.recorded(p, v, args, of)
	tx.acts = append(tx.acts, Act{v.Name, args})
	err = place(v.Do(tx, args), t, begin)
	if first {
		err = refusedWhole(err, at, args, t)
	}
	if shown := tx.revealed || errors.Is(err, ErrRevealAhead); !shown {
		return err
	}
	if bad := out.signs(t); bad != nil {
		return bad
	}
	if tok := t.Peek(); !t.Done() {
		return &Refusal{Kind: Forbidden, Column: tok.Column, Length: utf8.RuneCountInString(tok.Text), Rule: p.Rule,
			Why: Msg(key.ShownBefore, Order("word", tok.Text))}
	}
	return err
}

// lacking adds the earlier values to the refusal of a value.
func lacking(err error, at Place, args Args) error {
	r, ok := AsRefusal(err)
	if !ok || r.Kind != NotUnderstood {
		return err
	}
	placed := *r
	placed.Order = &Partial{at, args}
	return &placed
}

// refusedWhole adds to the refusal of an order that was read completely its text and its end: it may lack an
// optional value, or a requested number.
func refusedWhole(err error, at Place, args Args, t *Tokens) error {
	r, ok := AsRefusal(err)
	if !ok || r.Kind == NotUnderstood {
		return err
	}
	placed := *r
	placed.Order, placed.End = &Partial{at, args}, t.Peek().Column
	return &placed
}

// readVerb returns the verb that the next words name, and its place among the prompts. A
// full spelling wins over an unambiguous prefix.
func readVerb(t *Tokens, prompts []Prompt) (Prompt, Verb, Place, error) {
	if onlyVerb(t, prompts) {
		t.At++
		return prompts[0], prompts[0].Verbs[0], Place{}, nil
	}
	verbs := verbWords(prompts)
	verbs.rule = func(i int) error {
		if _, v, _ := verbAt(prompts, i); v.Not != nil {
			return v.Not()
		}
		return nil
	}
	fold := t.Peek().Fold
	i, n := longest(verbs.beginningWith(make([]spelt, 0, 8), fold), t)
	if n == 0 {
		if full, ok := onlyFirst(verbs.members, fold); ok {
			spelt := *t
			spelt.All = slices.Clone(t.All)
			spelt.All[t.At].Fold = full
			i, n = longest(verbs.beginningWith(nil, full), &spelt)
		}
	}
	t.At += n
	if n == 0 {
		value, err := verbs.Read(t)
		if err != nil {
			r, _ := AsRefusal(err)
			r.Rule = prompts[0].Rule
			r.Why.Args = append(r.Why.Args, Say("ask", prompts[0].Ask))
			return Prompt{}, Verb{}, Place{}, t.further(r)
		}
		i = value.(int)
	}
	p, v, at := verbAt(prompts, i)
	return *p, *v, at, nil
}

// onlyVerb reports whether the next word names the only verb of some prompts, and no other spelling of it that
// includes the word after that.
func onlyVerb(t *Tokens, prompts []Prompt) bool {
	name := t.Peek().Text
	if len(prompts) != 1 || len(prompts[0].Verbs) != 1 || prompts[0].Verbs[0].Name != name {
		return false
	}
	for _, also := range prompts[0].Verbs[0].Also {
		rest, goesOn := strings.CutPrefix(also, name)
		if goesOn && (t.At+1 >= len(t.All) || strings.HasPrefix(strings.TrimSpace(rest), t.All[t.At+1].Fold)) {
			return false
		}
	}
	return true
}

// onlyFirst returns the only first word of verbs that begins with fold: "endcard" of
// "endcard" and "endcard points".
func onlyFirst(verbs []Word[int], fold string) (full string, ok bool) {
	if fold == "" {
		return "", false
	}
	for _, v := range verbs {
		for _, name := range append([]string{v.Text}, v.Also...) {
			first, _, _ := strings.Cut(name, " ")
			first = Fold(first)
			switch {
			case !strings.HasPrefix(first, fold), first == full:
			case ok:
				return "", false
			default:
				full, ok = first, true
			}
		}
	}
	return full, ok
}

// BeginsVerb reports whether some spelling of an open verb begins with the next token.
func BeginsVerb(prompts []Prompt, t *Tokens) bool {
	return len(verbWords(prompts).beginningWith(nil, t.Peek().Fold)) > 0
}

// verbWords returns the verbs as words; they are numbered across all prompts.
func verbWords(prompts []Prompt) *words[int] {
	list := &words[int]{what: key.Verb}
	n := 0
	for i := range prompts {
		n += len(prompts[i].Verbs)
	}
	list.members = make([]Word[int], 0, n)
	for i := range prompts {
		for j := range prompts[i].Verbs {
			v := &prompts[i].Verbs[j]
			list.members = append(list.members, Word[int]{Text: v.Name, Also: v.Also, Value: len(list.members)})
		}
	}
	return list
}

func verbAt(prompts []Prompt, n int) (*Prompt, *Verb, Place) {
	i := 0
	for ; n >= len(prompts[i].Verbs); i++ {
		n -= len(prompts[i].Verbs)
	}
	return &prompts[i], &prompts[i].Verbs[n], Place{i, n}
}

// readArgs reads the values of a verb and appends the domain of each to of. On failure it
// also returns those read so far.
func readArgs(t *Tokens, v Verb, of []Domain) (Args, []Domain, error) {
	args := make(Args, 0, len(v.Params))
	for i := range v.Params {
		p := &v.Params[i]
		read := readParam
		if p.Many == Many {
			read = readMany
		}
		value, d, err := read(t, p, args)
		if err != nil {
			return args, of, err
		}
		args, of = append(args, value), append(of, d)
	}
	return args, of, nil
}

func readMany(t *Tokens, p *Param, args Args) (_ Value, of Domain, _ error) {
	var list []Value
	one := *p
	one.Many = Optional
	for {
		begin := t.At
		v, d, err := readParam(t, &one, args)
		if err != nil {
			return nil, nil, err
		}
		if v == nil || t.At == begin {
			break
		}
		list, of = append(list, v), d
	}
	if list == nil {
		return nil, nil, nil
	}
	return list, of, nil
}

// readParam reads one parameter, and returns its value and domain; nil for an omitted optional one.
func readParam(t *Tokens, p *Param, args Args) (Value, Domain, error) {
	before := *t
	if p.Lead != "" {
		if !t.Peek().is(p.Lead) {
			if p.Many == Optional {
				return nil, nil, nil
			}
			return nil, nil, t.further(UnknownWord(t.Peek(), key.ParamOf+p.Name, []string{p.Lead}))
		}
		t.At++
	}
	at := t.At
	d := p.In(args)
	v, err := d.Read(t)
	if err != nil {
		if p.Many == Optional && p.Lead == "" {
			failed := t.failed
			*t = before
			t.failed = failed
			t.keep(err)
			return nil, nil, nil
		}
		return nil, nil, t.further(err)
	}
	if c, ok := d.(Completed); ok && t.completed {
		return v, d, place(c.RuleCompleted(v), t, at)
	}
	return v, d, place(d.Rule(v), t, at)
}

// ReadsAs reports whether a line begins with a spelling of a verb, or one word of it, and the verb's first
// parameter reads the rest, legal or not.
func ReadsAs(spelling string, first Param, t Tokens) bool {
	_, words := longest([]spelt{{Squeeze(spelling), 0}}, &t) // "take card" are two
	t.At += max(1, words)
	value, _, err := readParam(&t, &first, nil)
	r, refused := AsRefusal(err)
	return refused && r.Kind == Forbidden || err == nil && value != nil
}

// place gives a refusal without a column the span of the words read since begin.
func place(err error, t *Tokens, begin int) error {
	if err == nil || errors.Is(err, ErrRevealAhead) {
		return err
	}
	r, ok := AsRefusal(err)
	if !ok || r.Column > 0 {
		return err
	}
	placed := *r
	placed.Column, placed.Length = t.span(begin)
	return &placed
}
