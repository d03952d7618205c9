// Package orders works out the mail of a player who has proven their seat: its lines
// are orders of the game or words of the service, and stand all or not at all, as far
// as nothing hidden is shown on the way.
package orders

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/enquiry"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/turn"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/plan"
	"railpost/pbem/facts/table"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/mail/extract"
	"railpost/pbem/show/letters"
	"railpost/templates"
)

// Handler works out the mails of seats that have proven themselves.
type Handler struct {
	*journal.Journal
	Letters *letters.Writer
}

// handling is one mail of a proven seat being worked out.
type handling struct {
	handler  *Handler
	read     reading
	mode     engine.Mode
	rest     []item           // remaining lines
	instead  *item            // lines to play because an offer was declined at once
	tried    []string         // lines that were previewed
	windowed bool             // its orders count later
	confirm  *table.Previewed // the preview that it confirms; nil: none
	enquired []string         // commands that only ask, each with its step
	again    *reread          // how it was reread; nil: it was not
	fits     *reread          // possible meanings of its lines, if none was played
	unsaid   bool             // a line says no, if or or, or asks

	enquiry enquiry.Enquiry

	work
	kept *work // the state when something hidden was shown: that is not undone
}

// work is the state after a part of a mail, for words of the service to read and change.
type work struct {
	in *inbox.Mail
	deed.Deed
	doomed  []doomed       // lines whose gain is certain to be lost
	last    played         // line of the mail
	ordered map[int]string // lines that are legal in another order, by the number of the line that they replace
	used    []string       // words of the service that change something
	planned bool           // plans were kept
	given   []plan.Plan    // they
	own     uint64         // the last record of the mail itself; automatic ones may follow
	was     *table.Wait    // how long the seat had been waited for before the mail
}

// Handle decides the mail of an identified seat: all of it or nothing, unless it reveals something on the way.
func (o *Handler) Handle(ctx context.Context, in *inbox.Mail) *journal.Change {
	return o.handle(ctx, in, nil, nil)
}

// handle is Handle. With was, a preview that the mail confirms, it previews its lines again, as their effect
// has changed; with again it takes the lines as they were reread.
func (o *Handler) handle(ctx context.Context, in *inbox.Mail, was *table.Previewed, again *reread) *journal.Change {
	h := &handling{handler: o, again: again, work: work{in: in, Deed: deed.Deed{Seat: in.Seat, Texts: o.Letters.Templates}}}
	h.read = reading{texts: h.Texts, seat: h.Seat, signers: []string{h.substitute(), in.Message.FromName}, letter: offered{seat: h.Seat}}
	h.mode.Stop = h.slow
	h.restart(ctx)
	if !h.findPosition(ctx) {
		return h.Change
	}
	typed, digest := in.Part, ""
	if typed != nil {
		digest = in.Digest.Address
	}
	w := o.Letters.AnsweredPart(ctx, in.Game, in.Seat, in.Step, in.Message.InReplyTo, digest)
	if !in.Gone { // its numbers mean nothing any more
		h.read.letter.list, h.read.letter.lettered, h.read.letter.usual, h.read.letter.to = w.List, w.Lettered, w.Usual, w.Kind
	}
	v := h.reader().vocabulary()
	if typed == nil {
		h.read.letter.quoted = w.Quoted(v)
		var differ engine.Message
		if typed, differ = h.reader().versions(in.Message, v); !differ.Empty() {
			h.Tell(differ)
		}
	}
	if len(typed) > extract.OwnMost {
		h.Tell(engine.Msg(key.TooLong, engine.Int("n", len(typed)), engine.Int("limit", extract.OwnMost)))
		return h.refusal(ctx, verdict.ManyLines)
	}
	if len(h.Reply.Told) > 0 {
		return h.refusal(ctx, verdict.UnreadLines)
	}
	if was != nil {
		typed = append([]string{"preview"}, was.Lines...)
	}
	if again != nil {
		typed = again.typed
	}
	h.read.typed = h.confirmed(typed)
	typed = h.reader().readPlans(h.read.typed)
	if len(h.read.plans.Sections) > 0 {
		v = h.reader().vocabulary()
	}
	h.sort(ctx, typed, v)
	if again != nil {
		h.read.sorted.Own = again.own
		h.tellReread()
	}
	h.reader().takePlans()
	h.Reply.Talk = repeated(h.read.sorted.Talk)
	if err := h.slow(); err != nil {
		return h.Change.Fail(err)
	}
	if i := slices.IndexFunc(h.read.plans.Sections, func(s plans.Section) bool { return s.WhatIf }); i >= 0 {
		if len(h.read.plans.Sections) > 1 || len(h.read.sorted.Orders) > 0 {
			h.Tell(engine.Msg(key.WhatIfAlone))
			return h.refusal(ctx, verdict.UnreadLines)
		}
		return h.thought(ctx, h.read.plans.Sections[i].Items)
	}
	if done := h.unfit(ctx); done != nil {
		return done
	}
	if was != nil {
		h.tellSince(key.ConfirmChanged, was)
	}
	return h.run(ctx)
}

// restart begins again: nothing has been done yet.
func (h *handling) restart(ctx context.Context) {
	c := h.handler.NewChange(h.in.Game)
	c.BySitter, c.Recovered = h.in.Sitter != nil, h.in.Recovered()
	reply := content.Facts{ReplyTo: h.in.Message.MessageID, Said: templates.Said{Talk: repeated(h.read.sorted.Talk)}}
	h.work = work{in: h.in, was: h.in.Game.Table.WaitFor(h.Seat), Deed: deed.Deed{Change: c, Seat: h.Seat, Texts: h.Texts,
		Content: h.in.Content, Answers: h.in.Message.InReplyTo, Reply: reply, Kind: templates.Answer, Advance: turn.Advance}}
}

// findPosition reads the position that the answered letter showed.
func (h *handling) findPosition(ctx context.Context) bool {
	var err error
	h.read.letter.then, err = h.handler.Games.At(ctx, h.in.Game, h.in.Step)
	h.Change.Fail(err)
	return err == nil
}

// reader returns how lines of the mail are read, as of what it has done so far.
func (h *handling) reader() *reading {
	h.read.table, h.read.next, h.read.last = h.Change.Table, h.Change.Next, h.last
	return &h.read
}

func (h *handling) sort(ctx context.Context, lines []string, v *words.Vocabulary) {
	h.read.sorted = extract.Sort(lines, v, true)
	asked := len(h.Change.Table.Voting().Asked(h.Seat)) > 0
	if len(h.read.sorted.Orders) == 0 && asked { // "ok" above orders is a courtesy
		v = h.reader().vocabulary().WithVotes(true)
		h.read.sorted = extract.Sort(lines, v, true)
	}
	if h.reader().unsign(&h.read.sorted); !asked && h.Change.Table.State == table.Running && h.agrees(ctx, lines) {
		h.read.sorted = extract.Sorted{Orders: []extract.OrderLine{{N: 1, Text: "play"}}}
	}
	h.read.doubtful = h.reader().doubts(v)
	h.read.sorted.Orders = v.Plain(h.read.sorted.Orders)
	h.read.long = h.read.sorted.TooLong()
}

// unfit answers mails that cannot be worked out line by line; nil for others.
func (h *handling) unfit(ctx context.Context) *journal.Change {
	if h.ordersGone() {
		h.Reply.Lines = append(h.Reply.Lines, h.reader().asUnread()...)
		h.tellGone()
		return h.refusal(ctx, verdict.Stale)
	}
	orders, limit := len(h.read.sorted.Orders)+len(h.read.plans.Under), h.handler.Config.Security.MaxCommandsPerMail
	switch garbled := h.in.Message.Garbled; {
	case h.in.Message.Away && orders == 0:
		return h.handler.NewChange(h.in.Game).Judged(verdict.Ignored, verdict.Away)
	case garbled != "":
		h.Tell(h.in.Undecoded())
		return h.refusal(ctx, verdict.Undecodable)
	case h.read.long > 0:
		h.Tell(engine.Msg(key.LineTooLong, engine.Int("line", h.read.long), engine.Int("limit", extract.LineMost)))
		return h.refusal(ctx, verdict.LongLine)
	case orders > limit:
		h.Tell(engine.Msg(key.TooManyLines, engine.Int("n", orders), engine.Int("limit", limit)))
		return h.refusal(ctx, verdict.ManyLines)
	case !h.reader().orders():
		return h.nothing(ctx)
	case len(h.read.sorted.Unread) > 0:
		h.unread()
		return h.unclear(ctx, verdict.UnreadLines)
	}
	if h.read.doubtful != nil {
		h.Reply.Lines = h.read.doubtful
		return h.refusal(ctx, verdict.UnreadLines)
	}
	items, wrong := h.reader().items()
	if wrong != nil {
		if h.Change.Table.State == table.Running && h.stale() { // its letter does not show the present question
			h.mayPlay(ctx, h.reader().written())
			return h.refusal(ctx, verdict.Stale)
		}
		h.Reply.Lines = wrong
		h.Reply.Kept, h.Reply.KeptMarks = h.read.letter.list, h.read.letter.lettered
		return h.refusal(ctx, verdict.Numbers)
	}
	if state := h.Change.Table.State; len(h.read.plans.Sections) > 0 && state != table.Running {
		h.Tell(engine.Msg(key.NotRunningOf + string(state)))
		return h.refusal(ctx, verdict.None)
	}
	var bad []templates.Line
	if len(h.read.plans.Sections) > 0 {
		world := plans.World(ctx, h.Change, h.Seat, h.Change.Seq())
		bad = h.read.plans.Refused(world, func() []plan.Act { return plans.Acts(ctx, &h.Deed) })
	}
	if bad != nil {
		h.Reply.Lines = bad
		h.Reply.Lines = append(h.Reply.Lines, h.reader().asUnread()...)
		slices.SortStableFunc(h.Reply.Lines, func(a, b templates.Line) int { return a.N - b.N })
		return h.refusal(ctx, verdict.UnreadLines)
	}
	if len(h.read.plans.Sections) > 0 && len(h.read.plans.Sections)+len(h.Change.Table.PlansOf(h.Seat)) > plan.Most {
		h.Tell(engine.Msg(key.PlanMany, engine.Int("limit", plan.Most)))
		return h.refusal(ctx, verdict.ManyLines)
	}
	h.windowed = h.Change.Next != nil && plans.Windowed(h.Change.Table, h.Change.Next, h.Seat)
	h.rest = h.modes(items)
	return nil
}

// run takes the lines in their order: commands one by one, orders of the game in runs.
func (h *handling) run(ctx context.Context) *journal.Change {
	for len(h.rest) > 0 {
		if err := h.slow(); err != nil {
			return h.Change.Fail(err)
		}
		told := len(h.Reply.Told)
		n, ok := h.step(ctx)
		switch {
		case h.Change.Err != nil:
			return h.Change
		case !ok && h.kept != nil:
			h.backToKept(told)
			if len(h.read.plans.Sections) > 0 {
				h.read.plans.Sections = nil
				h.Tell(engine.Msg(key.PlanNotKept))
			}
			return h.finish(ctx)
		case !ok:
			h.Reply.Told = h.Reply.Told[told:]
			if h.Kind == templates.Stale {
				return h.refusal(ctx, verdict.Stale)
			}
			return h.refusal(ctx, verdict.None)
		}
		h.rest = h.rest[n:]
		if h.instead != nil {
			h.rest, h.instead = append([]item{*h.instead}, h.rest...), nil
		}
	}
	return h.finish(ctx)
}

// step handles the next run of orders, or the next command, and returns the number of lines it used.
func (h *handling) step(ctx context.Context) (int, bool) {
	n := slices.IndexFunc(h.rest, func(it item) bool { return h.reader().isCommand(it.line) })
	if n < 0 {
		n = len(h.rest)
	}
	if !h.ahead() { // lines after alternatives may depend on an immediate answer
		if i := slices.IndexFunc(h.rest[:n], func(it item) bool { return len(engine.Alternatives(it.line)) > 1 }); i >= 0 {
			n = i + 1
		}
	}
	if n > 0 {
		return n, h.play(ctx, h.rest[:n])
	}
	return 1, h.command(ctx, h.rest[0].line)
}

// keep makes everything so far final, whatever follows.
func (h *handling) keep() {
	k := h.work
	k.Change = h.Change.Clone()
	h.kept = &k
}

// backToKept undoes everything since something hidden was shown, and reports the lines that were not played,
// with the reason.
func (h *handling) backToKept(told int) {
	lines, why := h.Reply.Lines, h.Reply.Told[max(told, len(h.kept.Reply.Told)):]
	stood := len(h.kept.Reply.Lines)
	h.work = *h.kept
	for _, l := range lines[stood:] {
		l.TakeBack()
		h.Reply.Lines = append(h.Reply.Lines, l)
	}
	for _, it := range h.rest {
		if !slices.ContainsFunc(h.Reply.Lines, func(l templates.Line) bool { return l.N == it.n }) {
			h.Reply.Lines = append(h.Reply.Lines, templates.Line{N: it.n, Text: it.text, State: engine.Unread})
		}
	}
	h.Reply.Told = append(slices.Clip(h.Reply.Told), why...)
}

func (h *handling) slow() error { return h.in.Slow(h.handler.Now()) }

// sign records who wrote the orders of a mail, if it was the player's substitute.
func (w *work) sign() {
	if w.in.Sitter == nil {
		return
	}
	for _, r := range w.Change.Records {
		if r.Seat == w.Seat && r.By == "" && !r.Auto {
			r.By = w.in.Sitter.Name
		}
	}
}

// substitute returns the name of the substitute who wrote the mail, "" for the player.
func (w *work) substitute() string {
	if w.in.Sitter == nil {
		return ""
	}
	return w.in.Sitter.Name
}

// A restore puts games back to an earlier state. Answers to letters written after that
// state must not be played: their addresses are of an older epoch (compose.Step).

// ordersGone reports whether a mail orders something in answer to a letter of a step
// that a restore has undone.
func (h *handling) ordersGone() bool {
	return h.in.Gone && h.Change.Table.State == table.Running && h.Change.Next != nil && slices.ContainsFunc(h.read.sorted.Orders, func(l extract.OrderLine) bool {
		return !h.reader().isCommand(l.Text) || words.Find(words.First(l.Text)).Bars(words.Stale)
	})
}

// tellGone makes the answer enclose the letter that counts now.
func (w *work) tellGone() {
	w.Kind, w.Reply.Enclose = templates.Stale, true
	if w.in.Former {
		w.Tell(engine.Msg(key.Gone))
	}
}
