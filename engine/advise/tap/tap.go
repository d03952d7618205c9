// Package tap composes an order piece by piece: from the text so far it finds the possible next pieces, so that
// a page can offer them as places to tap and lists. It walks the prompts of a position, their verbs and
// domains, as the parser and the lists of letters do, and offers only pieces that lead to a legal line.
//
// A law of every title (enginetest) composes orders this way and finds each legal order again. The text of the
// order so far is the whole state, so a page can keep it in its address.
package tap

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
)

// Order is a line that is being written.
type Order struct {
	Text string // the text, as far as only one continuation is possible
	Line string // the whole line, if it may end here; "" if it may not
	Asks []Question
	// Places, such as hexes, are the possible subjects of the order: naming one leaves the orders about it.
	Places []string
	Cut    bool // more may be possible: the search was cut short
}

// Question is a piece of the line to be chosen next.
type Question struct {
	Ask     engine.Message // of a prompt, if an answer begins here
	Verb    string         // of the answer; "" if it begins here
	Param   string         // the name of its parameter
	Choices []Choice
	Ways    []Choice // whole values that begin with one of Choices
	Numbers *Numbers // also a number
}

// Choice is one possible next piece.
type Choice struct {
	Text  string   // the line including it
	Says  string   // the added text
	Gloss string   // the message that explains the verb that it adds; "" if it adds none
	Names []string // the places of a board that it names
}

// Numbers are numbers that can be written: the rule may allow only some of them.
type Numbers struct {
	Before   string // the line before it
	From, To int
}

// Bounds of one step.
const (
	budget   = 6000 // answers that are tried
	perOffer = 400  // tries for one choice
	waysMost = 12   // whole ways that are listed
	forced   = 30   // pieces without an alternative that are added at once
)

// Next returns the possible continuations of text, the beginning of a line of tx.Seat, and text itself with all
// pieces that have no alternative. If places are named that the text does not contain yet, it offers only
// pieces that name them all or are about them. ok is false if no legal line begins with text. tx must be dry,
// of a position that is the seat's view.
func Next(t engine.Title, tx *engine.Tx, text string, places ...string) (o Order, ok bool) {
	for range forced {
		o, ok = step(t, tx, text, slices.DeleteFunc(slices.Clone(places), func(p string) bool { return Named(text, p) }))
		if !ok || o.Line != "" || len(o.Asks) != 1 || len(o.Asks[0].Choices) != 1 || o.Asks[0].Numbers != nil {
			break
		}
		text = o.Asks[0].Choices[0].Text
	}
	return o, ok
}

// Named reports whether a line names a place.
func Named(line, place string) bool {
	return slices.Contains(names(line), place) || strings.Contains(place, " ") && strings.Contains(line, place)
}

func step(t engine.Title, tx *engine.Tx, text string, places []string) (Order, bool) {
	w := &walk{title: t, text: text, places: places, left: budget, offered: map[string]bool{}, about: map[string]bool{}}
	w.order.Text = text
	w.line(engine.Write(tx))
	o := &w.order
	o.Cut = o.Cut || w.left <= 0
	return *o, o.Line != "" || len(o.Asks) > 0
}

// walk follows a text through the prompts to its end, and collects the possible continuations.
type walk struct {
	title   engine.Title
	text    string
	places  []string
	left    int // rest of the budget
	order   Order
	offered map[string]bool // lines
	about   map[string]bool // places that are offered
}

// line continues at the beginning of an answer.
func (w *walk) line(d *engine.Draft) {
	if d.Text() == w.text {
		w.order.Line = d.Line()
	}
	for _, v := range d.Verbs() {
		at, head := at{d, v}, d.Before(v.Prompt)+v.Verb.Name
		switch {
		case !extends(head, w.text):
			if has(w.text, head) {
				w.params(at, nil, head)
			}
		case !w.title.Hints(d.Pos(), v.Verb).Quiet:
			w.offer(at, nil, Question{Ask: v.Prompt.Ask}, head, v.Verb.Gloss)
			w.reach(at, nil, 0)
		}
	}
}

// params continues after the given values; written is the line including them.
func (w *walk) params(at at, args engine.Args, written string) {
	v := at.verb.Verb
	i := len(args)
	if i == len(v.Params) {
		if next, err := at.draft.With(at.answer(args)); err == nil {
			w.line(next)
		}
		return
	}
	p := v.Params[i]
	if p.Many != engine.One {
		w.params(at, at.with(args, nil), written)
	}
	lead := written
	if p.Lead != "" {
		lead += " " + p.Lead
	}
	d := p.In(args)
	known := false
	for value := range values(d) {
		if known = w.value(at, args, d, value, lead, written) || known; w.left <= 0 {
			return
		}
	}
	if written == w.text {
		w.reach(at, args, len(args)+1)
		w.numbers(at, args, d, lead)
		w.ways(at, args, d, lead)
	}
	if !known && extends(w.text, lead) {
		w.unlisted(at, args, d, lead)
	}
}

// value follows a value or offers it, or its next piece; it reports whether the text has it.
func (w *walk) value(at at, args engine.Args, d engine.Domain, value engine.Value, lead, written string) bool {
	text, now := d.Text(value), at.with(args, value)
	if text == "" {
		w.params(at, now, written)
		return false
	}
	for _, piece := range pieces(text) {
		lead += " " + piece
		if extends(lead, w.text) {
			w.offer(at, now, at.question(args), lead, "")
			return false
		}
		if !has(w.text, lead) {
			return false
		}
	}
	w.params(at, now, lead)
	return true
}

// unlisted follows a value that the text has although no list does.
func (w *walk) unlisted(at at, args engine.Args, d engine.Domain, lead string) {
	value, err := d.Read(engine.Tokenize(w.text[len(lead):]))
	if err != nil || !engine.Allows(d, value) {
		return
	}
	if upTo := lead + " " + d.Text(value); has(w.text, upTo) {
		w.params(at, at.with(args, value), upTo)
	}
}

// numbers offers the numbers of a domain that no list has.
func (w *walk) numbers(at at, args engine.Args, d engine.Domain, lead string) {
	from, to, ok := advise.Bounds(d)
	if !ok || len(w.places) > 0 || listed(d) > to-from || !w.goes(at, at.with(args, from), true) {
		return
	}
	w.question(at.question(args)).Numbers = &Numbers{Before: lead, From: from, To: to}
}

// ways offers the likeliest values of a domain whose first steps are offered.
func (w *walk) ways(at at, args engine.Args, d engine.Domain, lead string) {
	if engine.UnlistedValues(d).All == nil || len(w.places) > 0 {
		return
	}
	q := w.question(at.question(args))
	for value := range d.Members() {
		if len(q.Ways) == waysMost || w.left <= 0 {
			return
		}
		if w.goes(at, at.with(args, value), true) {
			q.Ways = append(q.Ways, w.choice(lead+" "+d.Text(value)))
		}
	}
}

// offer offers a line once, if it begins a legal line about the named places.
func (w *walk) offer(at at, args engine.Args, q Question, line, gloss string) {
	if w.offered[line] {
		return
	}
	if c := w.choice(line); w.goes(at, args, within(w.places, c.Names)) {
		w.offered[line] = true
		c.Gloss = gloss
		ask := w.question(q)
		ask.Choices = append(ask.Choices, c)
	}
}

func (w *walk) choice(line string) Choice {
	says := strings.TrimLeft(line[len(w.text):], " ,:")
	return Choice{Text: line, Says: says, Names: names(says)}
}

// question returns the question equal to q, and adds q if there is none.
func (w *walk) question(q Question) *Question {
	i := slices.IndexFunc(w.order.Asks, func(o Question) bool {
		return o.Verb == q.Verb && o.Param == q.Param && o.Ask.Equal(q.Ask)
	})
	if i < 0 {
		i = len(w.order.Asks)
		w.order.Asks = append(w.order.Asks, q)
	}
	return &w.order.Asks[i]
}

// goes reports whether some legal line continues with the values of an answer. Unless named is set it must be
// about the places.
func (w *walk) goes(at at, args engine.Args, named bool) (found bool) {
	tries, about, given := min(perOffer, w.left), at.valueIndex(), len(args)
	if !named && about < given {
		return false
	}
	at.upTo(len(at.verb.Verb.Params), args, func(i int, d engine.Domain, value engine.Value) bool {
		return named || i != about || within(w.places, names(d.Text(value)))
	}, func(args engine.Args) bool {
		if !named && !engine.Has(args, about) {
			return true
		}
		ok, tried := at.draft.CanContinue(at.answer(args), tries)
		w.left, tries = w.left-tried, tries-tried
		found = ok
		return !ok && tries > 0
	})
	w.order.Cut = w.order.Cut || !found && tries <= 0
	return found
}

// reach gathers the possible subjects of an answer, if one of its values from an index on names them.
func (w *walk) reach(at at, args engine.Args, from int) {
	about := at.valueIndex()
	if about < from || len(w.places) > 0 {
		return
	}
	at.upTo(about+1, args, nil, func(args engine.Args) bool {
		place := names(at.verb.Verb.Params[about].In(args[:about]).Text(args[about]))[0]
		if !w.about[place] && w.goes(at, args, true) {
			w.about[place] = true
			w.order.Places = append(w.order.Places, place)
		}
		return w.left > 0
	})
}
