package tycoon

import (
	"slices"
	"strings"
	"unicode/utf8"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/rail/hex"
)

// wayNames reads the part after the start of a build order, see wayList: its values are readings. As text: "N18
// M19 > Toledo".
type wayNames struct {
	s     *State
	seat  engine.Seat
	start Spot
	with  Use // cards named in a question
}

// reading is a plan as it was read, and why it cannot be carried out.
type reading struct {
	Plan Plan
	No   *engine.Refusal // nil for a legal plan
}

// Read takes everything up to "with". A question takes account of the cards named after
// it, as far as the player holds them.
func (d wayNames) Read(t *engine.Tokens) (engine.Value, error) {
	before := *t
	w, err := d.s.book.wayWordsOf(t)
	if err != nil {
		*t = before
		return nil, err
	}
	d.tidy(&w)
	u, column, length := d.cardsAfter(*t)
	if lacks := d.s.Hand(d.seat).lacks(u); lacks != nil {
		lacks.Column, lacks.Length = column, length
		lacks.Cause = CardsMissing{d.without(&w)}
		return reading{No: lacks}, nil
	}
	d.with = u
	if no, asks := d.question(&w); asks {
		return reading{No: no}, nil
	}
	return d.follow(w.steps), nil
}

// without returns the reading of an order without the cards that are not held.
func (d wayNames) without(w *wayWords) any {
	if no, asks := d.question(w); asks {
		return no.Cause
	}
	r := d.follow(w.steps)
	if r.No != nil {
		return r.No.Cause
	}
	return Answers{Plans: []Plan{r.Plan}}
}

// question refuses an order that leaves its way open; asks is false for one that does
// not.
func (d wayNames) question(w *wayWords) (no *engine.Refusal, asks bool) {
	if len(w.steps) == 0 {
		return d.askAnywhere(), true
	}
	last := w.steps[len(w.steps)-1]
	switch {
	case w.arrow == len(w.steps):
		return d.askOnward(w.steps), true
	case len(w.steps) == 1:
		return d.askTo(last), true
	case w.arrow == noArrow && !last.isSide() && d.s.book.Hexes[last.spot].City == NoCity:
		return d.askEnd(w.steps), true
	}
	return nil, false
}

// cardsAfter returns the cards named after a way, and where.
func (d wayNames) cardsAfter(t engine.Tokens) (u Use, column, length int) {
	if !withWords[t.Peek().Fold] {
		return Use{}, 0, 0
	}
	t.Next()
	from := t.Peek().Column
	if u = readUse(&t); u == (Use{}) {
		return u, 0, 0 // the word there is not a card
	}
	last := t.All[t.At-1]
	return u, from, last.Column + utf8.RuneCountInString(last.Text) - from
}

// tidy removes repetitions, and sorts "to Toledo via N18 M19".
func (d wayNames) tidy(w *wayWords) {
	if len(w.steps) > 1 && w.arrow != 0 && w.steps[0].spot == d.start {
		w.steps = slices.Delete(w.steps, 0, 1)
		if w.arrow > 0 {
			w.arrow--
		}
	}
	if w.arrow == noArrow || len(w.steps) < w.arrow+2 {
		return
	}
	first := w.steps[0]
	switch {
	case w.arrow == 0 && !first.isSide() && d.s.book.Hexes[first.spot].City != NoCity:
		w.steps = append(slices.Clone(w.steps[1:]), first)
		w.arrow = len(w.steps) - 1
	default:
		w.arrow = noArrow // "Chicago > N18 M19 > M21 M23 Toledo"
	}
}

// marked points a refusal at a word.
func marked(no *engine.Refusal, w stepWord) *engine.Refusal {
	if no.Column == 0 {
		no.Column, no.Length = w.column, w.length
	}
	return no
}

// follow returns the plan of a list of steps, the last of which leads out of the last
// new hex.
func (d wayNames) follow(steps []stepWord) reading {
	last := steps[len(steps)-1]
	p, step, no := d.walk(steps)
	cause := Misbuilt{}
	if no == nil {
		if _, step, no = d.s.inspect(d.seat, p, d.widest()); no == nil {
			return reading{Plan: p}
		}
		cause = Misbuilt{Plan: p, Use: d.widest(), Step: step}
	}
	cause.Start, cause.To, cause.With = d.start, NoCity, d.with
	if !last.isSide() {
		cause.To = d.s.book.Hexes[last.spot].City
	}
	no.Cause = cause
	return reading{Plan: p, No: marked(no, steps[min(step, len(steps)-1)])}
}

// widest returns the cards that make more ways legal.
func (d wayNames) widest() Use { return Use{Engineering: d.s.Hand(d.seat).Engineering() != 0} }

// walk turns steps into sides; the steps need not be legal, but must lead to neighbours.
func (d wayNames) walk(steps []stepWord) (p Plan, step int, no *engine.Refusal) {
	p, no = d.begin(steps[0])
	if no != nil {
		return p, 0, no
	}
	here := d.start
	for i, w := range steps {
		e, ok := d.side(here, w)
		if !ok {
			return p, i, d.notNext(here, w)
		}
		if i > 0 {
			p.Way = p.Way.Then(e)
		}
		here = d.s.book.Hexes[here].Next[e]
	}
	return p, 0, nil
}

// side returns the side over which a step leads; ok is false if it does not lead to a
// neighbour on the board.
func (d wayNames) side(here Spot, w stepWord) (hex.Edge, bool) {
	if w.isSide() {
		return w.side, d.s.book.Hexes[here].Next[w.side] != NoSpot
	}
	return d.s.book.Hexes[here].At.Toward(d.s.book.Hexes[w.spot].At)
}

// begin returns a plan with its first side: that of a city, or the open end that points
// to the first hex.
func (d wayNames) begin(first stepWord) (Plan, *engine.Refusal) {
	e, ok := d.side(d.start, first)
	city := d.s.book.Hexes[d.start].City
	if city != NoCity {
		if !ok {
			return Plan{}, d.notNext(d.start, first)
		}
		return FromCity(city, Way("").Then(e)), nil
	}
	ends := d.s.ownEnds(d.seat, d.start)
	for _, open := range ends {
		if last := d.s.Open[open].Way.Last(); ok && e == last {
			return FromEnd(open, Way("").Then(e)), nil
		}
	}
	var points []engine.Arg
	for _, open := range ends {
		next := d.s.book.Hexes[d.start].Next[d.s.Open[open].Way.Last()]
		points = append(points, d.s.HexArg("", next))
	}
	return Plan{}, engine.Forbid("Build track", key.NoBuildPoints, d.s.HexArg("hex", d.start), engine.Several("next", points...))
}

// notNext refuses a step that does not lead to a neighbour.
func (d wayNames) notNext(here Spot, w stepWord) *engine.Refusal {
	if w.isSide() {
		return forbid(key.NoBuildOffBoard, d.s.HexArg("hex", here), SideArg("side", w.side))
	}
	return engine.Forbid("Build track", key.NoBuildNotNext, d.s.book.PlaceSay("hex", w.spot), d.s.Book().PlaceSay("from", here))
}

// Rule checks "Build track", as far as any cards allow.
func (d wayNames) Rule(v engine.Value) error {
	r := v.(reading)
	if r.No != nil {
		return r.No
	}
	if _, _, no := d.s.inspect(d.seat, r.Plan, d.widest()); no != nil {
		return no
	}
	return nil
}

// RuleCompleted makes it engine.Completed: Read has checked the way.
func (d wayNames) RuleCompleted(v engine.Value) error {
	if no := v.(reading).No; no != nil {
		return no
	}
	return nil
}

// Text returns the long form without the start.
func (d wayNames) Text(v engine.Value) string { return d.s.wayText(v.(reading).Plan) }

// Record returns the text, too. Its presence means that Members is not the complete
// list.
func (d wayNames) Record(v engine.Value) string { return d.Text(v) }

// wayText returns a plan as an order names it after its start.
func (s *State) wayText(p Plan) string {
	var b strings.Builder
	b.Grow(hexRoom*len(p.Way) + cityRoom)
	here := s.Start(p)
	for k := range len(p.Way) {
		here = s.book.Hexes[here].Next[p.Way.Side(k)]
		if k == p.Way.Tracks() {
			b.WriteString("> ")
			b.WriteString(s.book.spotText(here))
			break
		}
		b.WriteString(s.book.HexName(here))
		b.WriteByte(' ')
	}
	return b.String()
}

// BuildLine returns a plan as an order.
func (s *State) BuildLine(p Plan, u Use) string {
	line := buildWord + " " + s.book.spotText(s.Start(p)) + ": " + s.wayText(p)
	if text := u.String(); text != "" {
		line += " with " + text
	}
	return line
}

// The words after the start of a build order: hexes, directions and cities in any
// mixture, with ">" before the last. Many forms are accepted that are never written.

// stepWord is a hex, city or direction as an order names it.
type stepWord struct {
	spot           Spot // NoSpot for a direction
	side           hex.Edge
	column, length int
}

func (w stepWord) isSide() bool { return w.spot == NoSpot }

// wayWords are the words of a way.
type wayWords struct {
	steps []stepWord
	arrow int // how many steps precede the last ">"; noArrow: there is none
}

const noArrow = -1

// dashes separate the hexes of a way written as one word.
const dashes = "-\u2010\u2011\u2012\u2013\u2014\u2212/"

// wayWordsOf reads up to "with" or the end.
func (b *Book) wayWordsOf(t *engine.Tokens) (wayWords, error) {
	w := wayWords{arrow: noArrow}
	for !t.Done() && !withWords[t.Peek().Fold] {
		tok := t.Peek()
		switch {
		case arrows[tok.Fold]:
			w.arrow = len(w.steps)
			t.Next()
			continue
		case strings.Contains(":,;=()[]", tok.Text) || fillers[tok.Fold]:
			t.Next()
			continue
		}
		steps, err := b.stepWords(t)
		if err != nil && b.ended(&w) {
			return w, nil // a word after the order
		}
		if err != nil {
			return w, err
		}
		w.steps = append(w.steps, steps...)
	}
	return w, nil
}

// ended reports whether the way may end here: something follows ">", or a city comes
// last.
func (b *Book) ended(w *wayWords) bool {
	n := len(w.steps)
	if n == 0 || w.arrow != noArrow {
		return n > 0 && w.arrow == n-1
	}
	last := w.steps[n-1]
	return n > 1 && !last.isSide() && b.Hexes[last.spot].City != NoCity
}

// stepWords reads the next word: a direction, a hex, several of them with hyphens, or a
// city.
func (b *Book) stepWords(t *engine.Tokens) ([]stepWord, error) {
	tok := t.Peek()
	names := &cityNames{what: key.ParamWay, book: b}
	if c, n := names.wholly(t); n > 1 { // "East St. Louis" is no direction
		return []stepWord{b.cityStep(t, c, n)}, nil
	}
	if steps := b.hyphened(tok); steps != nil {
		t.Next()
		return steps, nil
	}
	if step, ok := b.hexInTwoWords(t); ok {
		return []stepWord{step}, nil
	}
	if c, n := names.wholly(t); n > 0 {
		return []stepWord{b.cityStep(t, c, n)}, nil
	}
	if step, ok := b.firstOf(t); ok {
		return []stepWord{step}, nil
	}
	switch {
	case looksHex(tok.Fold):
		return nil, b.noSuchHex(tok)
	case noSides[tok.Fold]:
		return nil, &engine.Refusal{Kind: engine.NotUnderstood, Column: tok.Column, Length: utf8.RuneCountInString(tok.Text),
			Why: engine.Msg(key.NoBuildNoSide, engine.Order("word", tok.Text)), Expected: Directions[:]}
	}
	from := t.At
	v, err := names.Read(t)
	if err != nil {
		return nil, err
	}
	n := t.At - from
	t.At = from
	return []stepWord{b.cityStep(t, v.(City), n)}, nil
}

// cityStep takes the words that name a city.
func (b *Book) cityStep(t *engine.Tokens, c City, words int) stepWord {
	first, last := t.All[t.At], t.All[t.At+words-1]
	t.At += words
	return stepWord{spot: b.Cities[c].Spot, column: first.Column, length: last.Column + utf8.RuneCountInString(last.Text) - first.Column}
}

// firstOf reads the hex or direction before the first dash of a word: "N18" of
// "N18-Toledo". The rest is left as a separate word.
func (b *Book) firstOf(t *engine.Tokens) (stepWord, bool) {
	tok := t.Peek()
	i := strings.IndexAny(tok.Text, dashes)
	if i <= 0 {
		return stepWord{}, false
	}
	head, tail, ok := parted(tok, i)
	if !ok {
		return stepWord{}, false
	}
	step, ok := b.stepWord(head.Fold, head.Column, utf8.RuneCountInString(head.Text))
	if ok {
		t.All = slices.Concat(t.All[:t.At], []engine.Token{head, tail}, t.All[t.At+1:])
		t.Next()
	}
	return step, ok
}

// hyphened reads one word of hexes and directions; nil if it is not one.
func (b *Book) hyphened(tok engine.Token) (steps []stepWord) {
	if step, ok := b.stepWord(tok.Fold, tok.Column, utf8.RuneCountInString(tok.Text)); ok {
		return []stepWord{step}
	}
	column := tok.Column
	for part := range strings.FieldsFuncSeq(strings.Map(dashToBlank, tok.Text), func(r rune) bool { return r == ' ' }) {
		step, ok := b.stepWord(engine.Fold(part), column, utf8.RuneCountInString(part))
		if !ok {
			return nil
		}
		steps = append(steps, step)
		column += utf8.RuneCountInString(part) + 1
	}
	return steps
}

func dashToBlank(r rune) rune {
	if strings.ContainsRune(dashes, r) {
		return ' '
	}
	return r
}

// stepWord reads a direction or the name of a hex.
func (b *Book) stepWord(fold string, column, length int) (stepWord, bool) {
	if e, ok := sideWords[fold]; ok {
		return stepWord{spot: NoSpot, side: e, column: column, length: length}, true
	}
	spot := b.SpotNamed(fold)
	return stepWord{spot: spot, column: column, length: length}, spot != NoSpot
}

// SpotNamed returns the hex with a folded name, or NoSpot.
func (b *Book) SpotNamed(fold string) Spot {
	if !looksHex(fold) {
		return NoSpot
	}
	at, err := hex.Parse(strings.ToUpper(fold))
	if err != nil {
		return NoSpot
	}
	return b.spotAt(at)
}

// looksHex reports whether a word has the form of a hex name: one or two letters and
// one or two digits.
func looksHex(fold string) bool {
	figures := strings.TrimLeft(fold, "abcdefghijklmnopqrstuvwxyz")
	n := len(fold) - len(figures)
	return n >= 1 && n <= 2 && len(figures) >= 1 && len(figures) <= 2 && strings.Trim(figures, "0123456789") == ""
}

// hexInTwoWords reads a hex written as two words: "N 18".
func (b *Book) hexInTwoWords(t *engine.Tokens) (stepWord, bool) {
	if t.At+1 >= len(t.All) {
		return stepWord{}, false
	}
	row, number := t.All[t.At], t.All[t.At+1]
	if strings.Trim(number.Fold, "0123456789") != "" {
		return stepWord{}, false
	}
	spot := b.SpotNamed(row.Fold + number.Fold)
	if spot == NoSpot {
		return stepWord{}, false
	}
	t.At += 2
	return stepWord{spot: spot, column: row.Column, length: number.Column + utf8.RuneCountInString(number.Text) - row.Column}, true
}

// noSuchHex refuses a name that is no hex of the board. Every second number is missing
// in a row (Orders by mail).
func (b *Book) noSuchHex(tok engine.Token) *engine.Refusal {
	r := &engine.Refusal{Kind: engine.NotUnderstood, Column: tok.Column, Length: utf8.RuneCountInString(tok.Text)}
	r.Why = engine.Msg(key.NoBuildNoHex, engine.Text("hex", strings.ToUpper(tok.Fold)))
	at, err := hex.Parse(strings.ToUpper(tok.Fold))
	if err != nil {
		return r
	}
	for _, x := range []int{at.X - 1, at.X + 1} {
		if spot := b.spotAt(hex.Coord{X: x, Y: at.Y}); spot != NoSpot {
			r.Expected = append(r.Expected, b.Hexes[spot].At.String())
		}
	}
	if (at.X+at.Y)%2 != 0 {
		text := key.NoBuildNoHexEven
		if at.Y%2 == 0 {
			text = key.NoBuildNoHexOdd
		}
		r.Why = engine.Msg(text, engine.Text("hex", strings.ToUpper(tok.Fold)), engine.Text("row", strings.TrimRight(at.String(), "0123456789")))
	}
	return r
}
