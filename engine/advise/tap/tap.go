// Package tap composes an order piece by piece: what is written so far, and what can come
// next, so that a page can offer it as places to tap and lists. It walks the prompts of a
// position, their verbs and domains, as the parser and the lists of letters do, and offers
// only what leads to a legal line.
//
// A law of every title (enginetest) composes orders this way and finds each legal order again. The
// whole state is the text of the order so far, so a page can keep it in its address.
package tap

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
)

// Order is a line that is being written.
type Order struct {
	Text string // as far as it goes
	Line string // the whole line, if it may end here; "" if it may not
	Asks []Question
	// Places are what the order can be about, as hexes: naming one leaves what is about it.
	Places []string
	Cut    bool // more may be possible than is offered: looking on would take too long
}

// Question is what can come next in one place of the line.
type Question struct {
	Ask     engine.Message // of a prompt, if an answer begins here
	Verb    string         // of the answer; "" if it begins here
	Param   string         // the name of its parameter
	Choices []Choice
	Ways    []Choice // whole values of which Choices are the first steps
	Numbers *Numbers // also a number
}

// Choice is one way to go on.
type Choice struct {
	Text  string   // the line with it
	Says  string   // what it adds
	Gloss string   // the message that explains the verb that it adds; "" if it adds none
	Names []string // what it names, as places of a board
}

// Numbers are numbers that can be written: the rule may allow only some of them.
type Numbers struct {
	Before   string // the line before it
	From, To int
}

// Bounds of one step.
const (
	budget   = 6000 // answers that are tried
	perOffer = 400  // of them for one choice
	waysMost = 12   // whole ways that are listed
	forced   = 30   // choices without an alternative that are taken at once
)

// Next returns what can follow text, the beginning of a line of tx.Seat, and how far it goes
// where there is only one way on. If places are named that the text does not have yet, only
// what names them all, or is about them, is offered. ok is false if no legal line begins so.
// tx must be dry, of a position that is the seat's view.
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

// walk follows a text through the prompts to where it ends, and gathers what can follow.
type walk struct {
	title   engine.Title
	text    string
	places  []string
	left    int // of the budget
	order   Order
	offered map[string]bool // lines
	about   map[string]bool // places that are offered
}

// line goes on where an answer may begin.
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

// params goes on behind the values given; written is the line with them.
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

// numbers offers those that no list has.
func (w *walk) numbers(at at, args engine.Args, d engine.Domain, lead string) {
	from, to, ok := advise.Bounds(d)
	if !ok || len(w.places) > 0 || listed(d) > to-from || !w.goes(at, at.with(args, from), true) {
		return
	}
	w.question(at.question(args)).Numbers = &Numbers{Before: lead, From: from, To: to}
}

// ways offers the likeliest values of a domain whose first steps are offered.
func (w *walk) ways(at at, args engine.Args, d engine.Domain, lead string) {
	if engine.Beside(d).All == nil || len(w.places) > 0 {
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

// offer offers a line once, if it goes on to a legal one, and to one about the places named.
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

// question returns the one that is the same, which is added if there is none.
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

// goes reports whether some legal line goes on with the values of an answer. Unless named is
// set it must be about the places.
func (w *walk) goes(at at, args engine.Args, named bool) (found bool) {
	tries, about, given := min(perOffer, w.left), at.about(), len(args)
	if !named && about < given {
		return false
	}
	at.upTo(len(at.verb.Verb.Params), args, func(i int, d engine.Domain, value engine.Value) bool {
		return named || i != about || within(w.places, names(d.Text(value)))
	}, func(args engine.Args) bool {
		if !named && !engine.Has(args, about) {
			return true
		}
		ok, tried := at.draft.Goes(at.answer(args), tries)
		w.left, tries = w.left-tried, tries-tried
		found = ok
		return !ok && tries > 0
	})
	w.order.Cut = w.order.Cut || !found && tries <= 0
	return found
}

// reach gathers what an answer can be about, if one of its values from an index on says that.
func (w *walk) reach(at at, args engine.Args, from int) {
	about := at.about()
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
