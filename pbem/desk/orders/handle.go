// Package orders works out the mail of a player who has proven their seat: its lines
// are orders of the game or words of the service, and stand all or not at all, as far
// as nothing hidden is shown on the way.
package orders

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/enquiry"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/plans"
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
	letter   offered  // the answered letter
	above    []string // lines above the quotation that were taken for part of it, or for a signature
	sorted   extract.Sorted
	doubtful []templates.Line // ambiguous orders
	long     int              // number of a line that is too long; 0 for none
	mode     engine.Mode
	under    map[int]int      // lines of the mail below "plan": which of sections they are under
	foreign  map[int]string   // lines of the mail that may belong to plans, in their original language
	sections []section        // the plans
	heads    map[int]string   // first lines for another turn, by number, with its name
	rest     []item           // remaining lines
	instead  *item            // lines to play because an offer was declined at once
	tried    []string         // lines that were previewed
	windowed bool             // its orders count later
	confirm  *table.Previewed // the preview that it confirms; nil: none
	enquired []string         // commands that only ask, each with its step
	typed    []string         // the mail
	again    *reread          // how it was reread; nil: it was not
	fits     *reread          // possible meanings of its lines, if none was played
	unsaid   bool             // a line says no, if or or, or asks

	enquiry enquiry.Enquiry

	work
	kept *work // the state when something hidden was shown: that is not undone
}

// work is the state after a part of a mail, for words of the service to read and change.
type work struct {
	in    *inbox.Mail
	seat  engine.Seat
	texts *templates.Set

	c    *journal.Change
	f    content.Facts // of the reply
	kind templates.Kind

	doomed  []doomed       // lines whose gain is certain to be lost
	last    played         // line of the mail
	ordered map[int]string // lines that are legal in another order, by the number of the line that they replace
	moved   bool           // orders were played or taken back
	acted   bool           // settings or talk changed something
	used    []string       // words of the service that change something
	rezoned bool
	planned bool        // plans were kept
	given   []plan.Plan // they
	begun   bool        // the game has begun with this mail
	grouped bool        // the last of table.LastGroups is this mail's
	own     uint64      // the last record of the mail itself; automatic ones may follow
	was     *table.Wait // how long the seat had been waited for before the mail
}

// Handle decides the mail of an identified seat: all of it or nothing, unless it reveals something on the way.
func (o *Handler) Handle(ctx context.Context, in *inbox.Mail) *journal.Change {
	return o.handle(ctx, in, nil, nil)
}

// handle is Handle. With was, a preview that the mail confirms, it previews its lines again, as their effect
// has changed; with again it takes the lines as they were reread.
func (o *Handler) handle(ctx context.Context, in *inbox.Mail, was *table.Previewed, again *reread) *journal.Change {
	h := &handling{handler: o, letter: offered{seat: in.Seat}, again: again, work: work{in: in, seat: in.Seat, texts: o.Letters.Templates}}
	h.mode.Stop = h.slow
	h.restart(ctx)
	if !h.findPosition(ctx) {
		return h.c
	}
	typed, digest := in.Part, ""
	if typed != nil {
		digest = in.Digest.Address
	}
	w := o.Letters.AnsweredPart(ctx, in.Game, in.Seat, in.Step, in.Message.InReplyTo, digest)
	if !in.Gone { // its numbers mean nothing any more
		h.letter.list, h.letter.lettered, h.letter.usual, h.letter.to = w.List, w.Lettered, w.Usual, w.Kind
	}
	v := h.vocabulary()
	if typed == nil {
		h.letter.quoted = w.Quoted(v)
		typed = h.versions(v)
	}
	if len(typed) > extract.OwnMost {
		h.tell(engine.Msg(key.TooLong, engine.Int("n", len(typed)), engine.Int("limit", extract.OwnMost)))
		return h.refusal(ctx, verdict.ManyLines)
	}
	if len(h.f.Told) > 0 {
		return h.refusal(ctx, verdict.UnreadLines)
	}
	if was != nil {
		typed = append([]string{"preview"}, was.Lines...)
	}
	if again != nil {
		typed = again.typed
	}
	h.typed = h.confirmed(typed)
	typed = h.sectioned(h.typed)
	if len(h.sections) > 0 {
		v = h.vocabulary()
	}
	h.sort(ctx, typed, v)
	if again != nil {
		h.sorted.Own = again.own
		h.tellReread()
	}
	h.takeSections()
	h.f.Talk = repeated(h.sorted.Talk)
	if err := h.slow(); err != nil {
		return h.c.Fail(err)
	}
	if i := slices.IndexFunc(h.sections, func(s section) bool { return s.ifs }); i >= 0 {
		if len(h.sections) > 1 || len(h.sorted.Orders) > 0 {
			h.tell(engine.Msg(key.WhatIfAlone))
			return h.refusal(ctx, verdict.UnreadLines)
		}
		return h.thought(ctx, h.sections[i].items)
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
	h.work = work{in: h.in, seat: h.seat, texts: h.texts, c: h.handler.NewChange(ctx, h.in.Game), kind: templates.Answer, was: h.in.Game.Table.WaitFor(h.seat)}
	h.c.BySitter = h.in.Sitter != nil
	h.f = content.Facts{ReplyTo: h.in.Message.MessageID, Said: templates.Said{Talk: repeated(h.sorted.Talk)}}
}

// findPosition reads the position that the answered letter showed.
func (h *handling) findPosition(ctx context.Context) bool {
	var err error
	h.letter.then, err = h.handler.Games.At(ctx, h.in.Game, h.in.Step)
	h.c.Fail(err)
	return err == nil
}

// said are the words of everyday language.
func (h *handling) said() *templates.Words { return h.texts.Words() }

func (h *handling) vocabulary() *words.Vocabulary {
	return words.New(h.texts, h.c.Table.LangOf(h.seat), h.seat, h.c.Next, h.letter.then).WithVerbsOf(h.letter.usual).WithPlayers(h.c.Table.Players).WithPlans(len(h.sections) > 0).WithInvitation(h.c.Table.State == table.Inviting).WithMarks(h.letter.marks()).WithChoices(func(mark string) (string, *engine.Refusal) { return h.chosen(mark, h.numbered) })
}

func (h *handling) sort(ctx context.Context, lines []string, v *words.Vocabulary) {
	h.sorted = extract.Sort(lines, v, true)
	asked := len(h.c.Table.Voting().Asked(h.seat)) > 0
	if len(h.sorted.Orders) == 0 && asked { // "ok" above orders is a courtesy
		v = h.vocabulary().WithVotes(true)
		h.sorted = extract.Sort(lines, v, true)
	}
	if h.unsign(&h.sorted); !asked && h.c.Table.State == table.Running && h.agrees(ctx, lines) {
		h.sorted = extract.Sorted{Orders: []extract.OrderLine{{N: 1, Text: "play"}}}
	}
	h.doubtful = h.doubts(v)
	h.sorted.Orders = v.Plain(h.sorted.Orders)
	h.long = h.sorted.TooLong()
}

// unsign removes the writer's name below the orders.
func (h *handling) unsign(s *extract.Sorted) {
	last := 0
	if n := len(s.Orders); n > 0 {
		last = s.Orders[n-1].N
	}
	names := []string{h.self().Name, h.substitute(), h.in.Message.FromName}
	signs := func(u extract.Unread) bool { return u.N > last && words.Signs(u.Text, names...) }
	s.Talk, s.Unread = slices.DeleteFunc(s.Talk, signs), slices.DeleteFunc(s.Unread, signs)
}

// unfit answers mails that cannot be worked out line by line; nil for others.
func (h *handling) unfit(ctx context.Context) *journal.Change {
	if h.ordersGone() {
		h.leaveUnread()
		h.tellGone()
		return h.refusal(ctx, verdict.Stale)
	}
	orders, limit := len(h.sorted.Orders)+len(h.under), h.handler.Config.Security.MaxCommandsPerMail
	switch garbled := h.in.Message.Garbled; {
	case h.in.Message.Away && orders == 0:
		return h.handler.NewChange(ctx, h.in.Game).Judged(verdict.Ignored, verdict.Away)
	case garbled != "":
		h.tell(h.in.Undecoded())
		return h.refusal(ctx, verdict.Undecodable)
	case h.long > 0:
		h.tell(engine.Msg(key.LineTooLong, engine.Int("line", h.long), engine.Int("limit", extract.LineMost)))
		return h.refusal(ctx, verdict.LongLine)
	case orders > limit:
		h.tell(engine.Msg(key.TooManyLines, engine.Int("n", orders), engine.Int("limit", limit)))
		return h.refusal(ctx, verdict.ManyLines)
	case !h.orders():
		return h.nothing(ctx)
	case len(h.sorted.Unread) > 0:
		h.unread()
		return h.unclear(ctx, verdict.UnreadLines)
	}
	if h.doubtful != nil {
		h.f.Lines = h.doubtful
		return h.refusal(ctx, verdict.UnreadLines)
	}
	items, wrong := h.items()
	if wrong != nil {
		if h.c.Table.State == table.Running && h.stale() { // its letter does not show the present question
			h.mayPlay(ctx, h.written())
			return h.refusal(ctx, verdict.Stale)
		}
		h.f.Lines = wrong
		h.f.Kept, h.f.KeptMarks = h.letter.list, h.letter.lettered
		return h.refusal(ctx, verdict.Numbers)
	}
	if state := h.c.Table.State; len(h.sections) > 0 && state != table.Running {
		h.tell(engine.Msg(key.NotRunningOf + string(state)))
		return h.refusal(ctx, verdict.None)
	}
	if bad := h.badSections(); bad != nil {
		h.f.Lines = bad
		h.leaveUnread()
		slices.SortStableFunc(h.f.Lines, func(a, b templates.Line) int { return a.N - b.N })
		return h.refusal(ctx, verdict.UnreadLines)
	}
	if len(h.sections) > 0 && len(h.sections)+len(h.c.Table.PlansOf(h.seat)) > plan.Most {
		h.tell(engine.Msg(key.PlanMany, engine.Int("limit", plan.Most)))
		return h.refusal(ctx, verdict.ManyLines)
	}
	h.windowed = h.c.Next != nil && plans.Windowed(h.c, h.seat)
	h.rest = h.modes(items)
	return nil
}

// orders reports whether a mail has lines to work out. "preview" alone is one; above
// talk it is not.
func (h *handling) orders() bool {
	s := h.sorted
	return len(h.sections) > 0 || slices.ContainsFunc(s.Orders, func(l extract.OrderLine) bool { return !words.IsMode(l.Text) }) || len(s.Orders) > 0 && len(s.Talk)+len(s.Unread) == 0
}

// run takes the lines in their order: commands one by one, orders of the game in runs.
func (h *handling) run(ctx context.Context) *journal.Change {
	for len(h.rest) > 0 {
		if err := h.slow(); err != nil {
			return h.c.Fail(err)
		}
		told := len(h.f.Told)
		n, ok := h.step(ctx)
		switch {
		case h.c.Err != nil:
			return h.c
		case !ok && h.kept != nil:
			h.backToKept(told)
			if len(h.sections) > 0 {
				h.sections = nil
				h.tell(engine.Msg(key.PlanNotKept))
			}
			return h.finish(ctx)
		case !ok:
			h.f.Told = h.f.Told[told:]
			if h.kind == templates.Stale {
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
	n := slices.IndexFunc(h.rest, func(it item) bool { return h.isCommand(it.line) })
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
	k.c = h.c.Clone()
	h.kept = &k
}

// backToKept undoes everything since something hidden was shown, and reports the lines that were not played,
// with the reason.
func (h *handling) backToKept(told int) {
	lines, why := h.f.Lines, h.f.Told[max(told, len(h.kept.f.Told)):]
	stood := len(h.kept.f.Lines)
	h.work = *h.kept
	for _, l := range lines[stood:] {
		l.TakeBack()
		h.f.Lines = append(h.f.Lines, l)
	}
	for _, it := range h.rest {
		if !slices.ContainsFunc(h.f.Lines, func(l templates.Line) bool { return l.N == it.n }) {
			h.f.Lines = append(h.f.Lines, templates.Line{N: it.n, Text: it.text, State: engine.Unread})
		}
	}
	h.f.Told = append(slices.Clip(h.f.Told), why...)
}

func (h *handling) slow() error { return h.in.Slow(h.handler.Now()) }
