package orders

import (
	"context"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/facts/verdict"
	"railpost/templates"
	"railpost/templates/parlance"
)

// rereadLines bounds how many lines of a message are compared with all legal orders.
const rereadLines = 6

// reread is a message with some lines that were not understood, and their certain or possible orders.
type reread struct {
	typed []string         // the message with those in their place
	own   map[int]string   // the original lines, by number
	near  map[int][]string // the orders that a line may mean, if that is uncertain
	whole bool             // every line is understood now
}

// reread reads a message of which nothing stands once more, by the words of its lines: what says no more and no less
// than one of all legal orders is that order. unsaid is set where they say no, if or or. The verdicts are those of its lines, as far as they were looked at: what was understood, or asks, is not
// read otherwise, unless all of an order is said.
func (rd *reading) reread(verdicts []templates.Line) (out *reread, unsaid bool) {
	v := rd.vocabulary()
	out = &reread{typed: slices.Clone(rd.typed), own: map[int]string{}, near: map[int][]string{}, whole: true}
	on, left := rd.next.Clone(), rereadLines
	on.Pos = on.Pos.View(rd.seat)
	for _, l := range rd.ownLines() {
		if l.order && takes(on, rd.seat, l.line) {
			continue
		}
		if left--; left < 0 {
			return nil, false
		}
		fits, sure, sober := v.Fits(on, l.text)
		if slices.ContainsFunc(verdicts, func(v templates.Line) bool { return v.N == l.n && understood(v) }) && !(sure && fits[0].Whole()) {
			return nil, false
		}
		switch {
		case !sober:
			return nil, true
		case len(fits) == 0 || len(fits) > rereadShown:
			out.whole = out.whole && l.talk
			continue
		}
		if !sure {
			out.near[l.n] = advise.FitLines(fits)
		}
		if len(fits) == 1 && takes(on, rd.seat, fits[0].Line) {
			out.typed[l.n-1], out.own[l.n] = l.mode+fits[0].Line, l.text
		} else {
			out.whole = false
		}
	}
	if len(out.own)+len(out.near) == 0 {
		return nil, false
	}
	return out, false
}

// understood reports whether a line was refused, or answered, because of its meaning rather than its words.
func understood(v templates.Line) bool {
	if v.Asked != nil {
		return true
	}
	r := v.Refusal
	return r != nil && r.Kind != engine.NotUnderstood && r.Code != engine.AfterOrder && r.Code != advise.Courtesy
}

// rereadShown limits the suggested orders for a line.
const rereadShown = 3

// offer returns the orders that the player is asked to confirm; nil if there is more to ask.
func (r *reread) offer(h *reading) (lines []string) {
	if r == nil || !r.whole {
		return nil
	}
	talk := map[int]bool{}
	for _, u := range h.sorted.Talk {
		talk[u.N] = r.own[u.N] == ""
	}
	for i, line := range r.typed {
		if n := previewed(h.vocabularyBook(), line); n > 0 {
			line = string([]rune(line)[n:])
		}
		if line = strings.TrimSpace(line); line != "" && !talk[i+1] && !words.IsMode(h.vocabulary().English(line)) {
			lines = append(lines, line)
		}
	}
	return lines
}

// ownLine is a line of the message, other than words of the service.
type ownLine struct {
	n     int
	text  string // as written
	line  string // the order in English, a number replaced by its meaning
	order bool
	talk  bool
	mode  string // "preview " where that stands before it
}

func (rd *reading) ownLines() (list []ownLine) {
	for _, o := range rd.sorted.Orders {
		if !words.IsMode(o.Text) && !rd.isCommand(o.Text) {
			list = append(list, ownLine{n: o.N, text: rd.sorted.Typed(o), line: words.SpellNumbers([]string{o.Text}, rd.letter.list)[0], order: true})
		}
	}
	for _, u := range rd.sorted.Unread {
		list = append(list, ownLine{n: u.N, text: u.Text})
	}
	for _, u := range rd.sorted.Talk {
		list = append(list, ownLine{n: u.N, text: u.Text, talk: true})
	}
	for i := range list {
		l := &list[i]
		if at := previewed(rd.vocabularyBook(), l.text); at > 0 {
			l.mode, l.text = "preview ", string([]rune(l.text)[at:])
			if words.First(l.line) == "preview" {
				l.line = words.After(l.line)
			}
		}
	}
	slices.SortFunc(list, func(a, b ownLine) int { return a.n - b.n })
	return list
}

// takes carries an order out on a copy, and reports whether it is legal there.
func takes(on *engine.Game, s engine.Seat, line string) bool {
	r, err := on.Try(s, line, true)
	if err != nil {
		return false
	}
	on.Pos = r.Pos
	return true
}

// mayReread reports whether a message of which nothing stands may be played at all.
func (h *handling) mayReread() bool {
	return h.again == nil && h.confirm == nil && len(h.read.plans.Sections) == 0 && h.Change.Next != nil && h.Change.Table.State == table.Running && !h.Self().Resigned && !h.in.Robot && h.Change.Table.WaitFor(h.Seat) != nil && !h.stale()
}

// rereadInstead handles the message as it was reread; nil if no line becomes certain.
func (h *handling) rereadInstead(ctx context.Context, verdicts []templates.Line) *journal.Change {
	if h.fits = nil; h.mayReread() {
		var unsaid bool
		h.fits, unsaid = h.reader().reread(verdicts)
		h.unsaid = h.unsaid || unsaid
	}
	if h.fits == nil || !h.fits.whole || len(h.fits.near) > 0 { // it is not certain
		return nil
	}
	if c := h.handler.handle(ctx, h.in, nil, h.fits); c.Err == nil && (len(c.Records) > 0 || c.Verdict.Act == verdict.Previewed && c.Refused == 0) {
		return c
	}
	return nil
}

// rereadPreview treats the refused lines of a preview as refusal treats those of a message of which nothing was
// played.
func (h *handling) rereadPreview(ctx context.Context) *journal.Change {
	good := func(l templates.Line) bool { return l.Refusal == nil }
	h.Change.Refused = len(slices.DeleteFunc(slices.Clone(h.Reply.Lines), good))
	if h.Change.Refused > 0 && !(h.mode.Partial && h.Change.Refused < len(h.Reply.Lines)) {
		if done := h.rereadInstead(ctx, h.Reply.Lines); done != nil {
			return done
		}
		h.Reply.Lines = h.fits.mayMean(h.Reply.Lines, h.reader().ownLines)
	}
	numberLists(h.Reply.Lines)
	if h.Change.Refused > 0 && !asksOnly(h.Reply.Lines) {
		h.offerAgain(ctx, &h.Reply)
	}
	return nil
}

// previewed returns the length of "preview" before an order in a line; 0 if it begins otherwise.
func previewed(book *parlance.Book, line string) int {
	l := book.ReadService(line)
	if words.First(l.English) != "preview" || words.After(l.English) == "" {
		return 0
	}
	at := utf8.RuneCountInString(l.English) - utf8.RuneCountInString(words.After(l.English))
	return l.Column(at+1) - 1
}

// mayMean returns the lines of the message that may mean orders as refused lines, those of the letter first.
func (r *reread) mayMean(lines []templates.Line, own func() []ownLine) []templates.Line {
	if r == nil {
		return lines
	}
	near := maps.Clone(r.near)
	for i := range lines {
		l := &lines[i]
		if near[l.N] != nil && l.Refusal != nil && len(l.Refusal.Open) == 0 && !slices.Equal(l.Refusal.Near, near[l.N]) {
			why := *l.Refusal
			why.Near, why.Open, why.Far, l.Hint, l.Refusal = near[l.N], nil, false, advise.Hint{}, &why
		}
		delete(near, l.N)
	}
	for _, l := range own() {
		if near[l.n] != nil {
			why := &engine.Refusal{Kind: engine.NotUnderstood, Line: l.text, Column: 1, Why: engine.Msg(key.TalkOrder), Near: near[l.n]}
			lines = append(lines, templates.Line{N: l.n, Text: l.text, Refusal: why})
		}
	}
	slices.SortStableFunc(lines, func(a, b templates.Line) int { return a.N - b.N })
	return lines
}

// offerAgain offers the message to send again, with its lines as they may be meant, or mended; "play" sends it.
func (h *handling) offerAgain(ctx context.Context, f *content.Facts) {
	if f.Again, f.Ordered = h.fits.offer(h.reader()), false; f.Again == nil {
		f.Again, f.Ordered = h.reader().mailAgain(f.Lines, h.ordered), h.ordered != nil
	}
	if len(f.Again) == 0 || h.unsaid || h.Change.Table.State != table.Running || h.in.Digest != nil {
		return
	}
	f.Play = true
	h.Change.KeepPending(ctx, h.Seat, &journal.Pending{From: h.in.Message.From, At: h.Change.At, Step: h.in.Step, Lines: f.Again})
}

// tellReread says how the lines were read that are not written as orders are.
func (h *handling) tellReread() {
	for _, o := range h.read.sorted.Orders {
		if own, ok := h.again.own[o.N]; ok {
			h.Reply.Read = append(h.Reply.Read, engine.Msg(key.ReadAs, engine.Personal("text", strings.TrimSpace(own)), engine.Order("order", o.Text)))
		}
	}
}
