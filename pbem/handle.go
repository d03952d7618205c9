package pbem

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/pbem/extract"
	"railpost/pbem/table"
	"railpost/store"
	"railpost/templates"
)

// handling is one mail of a proven seat being worked out.
type handling struct {
	office *Office
	ctx    context.Context
	in     *incoming
	seat   engine.Seat
	then   *engine.Game // as it was when the answered letter was written; nil before the start
	sorted extract.Sorted

	c     *change // grows with each line; thrown away when a line is refused
	f     facts   // of the letter that answers the mail
	moved bool    // orders were played
	acted bool    // settings or talk changed something
	begun bool    // the game has begun with this mail
	fresh []engine.Seat
	kind  templates.Kind
}

// item is one line of a mail that was read as an order.
type item struct {
	n    int    // its number in the mail
	text string // as it stands in the mail
	line string // the order, with a number replaced by the line it stands for
}

// handle works out the mail of a seat that has proven itself: all of it or
// nothing of it, as far as nothing hidden is shown on the way.
func (o *Office) handle(ctx context.Context, in *incoming) (*change, error) {
	h := &handling{office: o, ctx: ctx, in: in, seat: in.seat}
	if err := h.findLetter(); err != nil {
		return nil, err
	}
	words := newVocabulary(h.seat, in.game.now, h.then)
	return h.lines(in.mail.Typed(o.answered(ctx, in, words)), words)
}

// findLetter finds the position the answered letter showed.
func (h *handling) findLetter() error {
	g := h.in.game
	h.then = g.now
	if g.now == nil || h.in.step == 0 || h.in.step >= g.now.Seq {
		return nil
	}
	then, err := h.office.at(h.ctx, g, h.in.step)
	if err != nil {
		return err
	}
	h.then = then
	return nil
}

// lines works out the person's own lines.
func (h *handling) lines(typed []string, words *vocabulary) (*change, error) {
	h.sorted = extract.Sort(typed, words, true)
	h.restart()
	h.f.Talk = h.sorted.Talk
	if garbled := h.in.mail.Garbled; garbled != "" {
		h.tell(engine.Msg("pbem.garbled", engine.Text("what", garbled)))
		return h.answer("refused: cannot be decoded")
	}
	if limit := h.office.Config.Security.MaxCommandsPerMail; len(h.sorted.Orders) > limit {
		h.tell(engine.Msg("pbem.too-many-lines", engine.Int("n", len(h.sorted.Orders)), engine.Int("limit", limit)))
		return h.answer("refused: too many lines")
	}
	if len(h.sorted.Unread) > 0 {
		return h.refuseUnread()
	}
	if len(h.sorted.Orders) == 0 {
		h.tell(engine.Msg("pbem.no-orders"))
		h.f.Enclose = true
		return h.answer("answered: no orders")
	}
	return h.run()
}

// restart begins the change anew: nothing has been done yet.
func (h *handling) restart() {
	h.c = h.office.newChange(h.ctx, h.in.game)
	h.f = facts{ReplyTo: h.in.mail.MessageID, Talk: h.f.Talk}
	h.kind, h.moved, h.acted, h.begun, h.fresh = templates.Answer, false, false, false, nil
}

func (h *handling) tell(m engine.Message) { h.f.Told = append(h.f.Told, m) }

// run takes the lines in their order: commands one by one, orders of the game
// as runs. A refusal undoes all the mail has done so far.
func (h *handling) run() (*change, error) {
	items, err := h.items()
	if err != nil {
		return nil, err
	}
	mode := engine.Mode{}
	items = slices.DeleteFunc(items, func(it item) bool {
		switch words(it.line) {
		case "preview":
			mode.Preview = true
			return true
		case "partial ok", "partial":
			mode.Partial = true
			return true
		}
		return false
	})
	for len(items) > 0 {
		n := h.orderRun(items)
		if n == 0 {
			ok, err := h.command(items[0])
			if err != nil || !ok {
				return h.refused(err)
			}
			items = items[1:]
			continue
		}
		ok, err := h.play(items[:n], mode)
		if err != nil || !ok {
			return h.refused(err)
		}
		items = items[n:]
	}
	return h.finish()
}

// words is a line in lower case without its final stop.
func words(line string) string {
	return strings.ToLower(strings.Trim(strings.Join(strings.Fields(line), " "), ".!: "))
}

// items replaces numbers by the lines they stand for in the answered letter.
func (h *handling) items() ([]item, error) {
	var out []item
	var list []templates.Choice
	for _, l := range h.sorted.Orders {
		it := item{n: l.N, text: l.Text, line: l.Text}
		if n, err := strconv.Atoi(strings.Trim(l.Text, "[]. ")); err == nil && h.then != nil {
			if list == nil {
				list, _ = choices(h.then, h.seat)
			}
			if n >= 1 && n <= len(list) {
				it.line = list[n-1].Line
			}
		}
		out = append(out, it)
	}
	return out, nil
}

// orderRun counts the orders of the game at the beginning of the items.
func (h *handling) orderRun(items []item) int {
	for i, it := range items {
		if h.isCommand(it.line) {
			return i
		}
	}
	return len(items)
}

// isCommand: the words of the service come after those of the game, so that a
// title may use a word of its own.
func (h *handling) isCommand(line string) bool {
	word := firstWord(line)
	if findCommand(word) == nil && !slices.Contains(notYet, word) {
		return false
	}
	if h.c.next == nil {
		return true
	}
	for _, p := range h.c.next.Pos.Prompts(h.seat) {
		for _, v := range p.Verbs {
			if firstWord(v.Name) == word {
				return false
			}
		}
	}
	return true
}

func firstWord(line string) string {
	t := engine.Tokenize(line)
	return t.Next().Fold
}

// answer finishes a mail that changed nothing with a letter to its sender.
func (h *handling) answer(verdict string) (*change, error) {
	f := h.f
	h.restart()
	if err := h.c.queue(h.seat, templates.Answer, f); err != nil {
		return nil, err
	}
	return h.office.finish(h.in, h.c, verdict), nil
}

// refused finishes a mail of which nothing stands. The letter that answers it
// has been prepared in h.f and h.kind.
func (h *handling) refused(err error) (*change, error) {
	if err != nil {
		return nil, err
	}
	kind, f := h.kind, h.f
	h.restart()
	f.Again = h.mailAgain(f.Lines)
	if err := h.c.queue(h.seat, kind, f); err != nil {
		return nil, err
	}
	h.c.refused = len(f.Lines)
	return h.office.finish(h.in, h.c, "refused"), nil
}

// mailAgain is the mail ready to send again: refused lines replaced by the
// line they were taken for, or the nearest legal one.
func (h *handling) mailAgain(lines []templates.Line) []string {
	var out []string
	for _, l := range h.sorted.Orders {
		text := l.Text
		for _, r := range lines {
			if r.N != l.N || r.Refusal == nil {
				continue
			}
			if r.Guess != "" {
				text = r.Guess
			} else if len(r.Refusal.Near) > 0 {
				text = r.Refusal.Near[0]
			}
		}
		out = append(out, text)
	}
	return out
}

// refuseUnread refuses a mail with lines that are neither orders nor talk:
// better a question than half a turn.
func (h *handling) refuseUnread() (*change, error) {
	h.kind = templates.Refusal
	var lines []templates.Line
	for _, u := range h.sorted.Unread {
		r := &engine.Refusal{Kind: engine.NotUnderstood, Line: u.Text, Column: 1, Why: engine.Msg("pbem.unread-line")}
		if h.c.next != nil {
			r.Near = engine.Nearest(h.c.next.Pos.View(h.seat), h.seat, u.Text, 2)
		}
		lines = append(lines, templates.Line{N: u.N, Text: u.Text, Refusal: r})
	}
	for _, l := range h.sorted.Orders {
		lines = append(lines, templates.Line{N: l.N, Text: l.Text, Unread: true})
	}
	slices.SortFunc(lines, func(a, b templates.Line) int { return a.N - b.N })
	h.f.Lines = lines
	return h.refused(nil)
}

// finish queues the letters of a mail that stands.
func (h *handling) finish() (*change, error) {
	if !h.moved && !h.acted {
		kind, f := h.kind, h.f
		c := h.c
		h.c = h.office.newChange(h.ctx, h.in.game)
		h.c.values = c.values
		if err := h.c.queue(h.seat, kind, f); err != nil {
			return nil, err
		}
		return h.office.finish(h.in, h.c, verdictOf(kind)), nil
	}
	for _, l := range h.f.Lines {
		if l.Stands {
			h.c.taken++
		} else {
			h.c.refused++
		}
	}
	return h.office.finish(h.in, h.c, "played"), h.letters()
}

func verdictOf(k templates.Kind) string {
	if k == templates.Preview {
		return "previewed"
	}
	return "answered"
}

// letters queues what follows from a change: the receipt, and what the others
// are to know.
func (h *handling) letters() error {
	h.f.Undo = h.canUndo()
	if h.moved {
		h.kind = templates.Receipt
		h.f.Enclose = h.c.table.WaitFor(h.seat) != nil
	}
	over := h.c.next != nil && h.c.next.Pos.Over() && h.c.table.State == table.Running
	if over {
		h.c.end()
	}
	if err := h.c.queue(h.seat, h.kind, h.f); err != nil {
		return err
	}
	switch {
	case over:
		return h.c.tellAll(templates.End, facts{})
	case h.begun:
		return h.c.tellAll(templates.Start, facts{})
	case len(h.c.records) == 0:
		return nil
	}
	return h.c.tellTable(h.seat, h.fresh)
}

// end closes a game that has been played to its end.
func (c *change) end() {
	c.table.State, c.table.Waiting = table.Over, nil
	c.dropped, c.put = func(store.Due) bool { return true }, nil
}
