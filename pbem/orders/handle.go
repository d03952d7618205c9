// Package orders works out the mail of a player who has proven their seat: its lines
// are orders of the game or words of the service, and stand all or not at all, as far
// as nothing hidden is shown on the way.
package orders

import (
	"context"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/enquiry"
	"railpost/pbem/extract"
	"railpost/pbem/inbox"
	"railpost/pbem/journal"
	"railpost/pbem/letters"
	"railpost/pbem/table"
	"railpost/pbem/verdict"
	"railpost/pbem/words"
	"railpost/templates"
)

// Handler works out the mails of seats that have proven themselves.
type Handler struct {
	*journal.Journal
	Letters *letters.Writer
}

// handling is one mail of a proven seat being worked out.
type handling struct {
	handler *Handler
	ctx     context.Context
	in      *inbox.Mail
	seat    engine.Seat
	then    *engine.Game   // as it was when the answered letter was written; nil before the start
	list    []string       // numbered lines of that letter
	usual   []string       // lines of its usual turn
	to      templates.Kind // of that letter; "" when it is not known
	sorted  extract.Sorted
	long    int // number of a line that is too long; 0 for none
	mode    engine.Mode
	rest    []item   // lines still to be worked out
	asked   []string // commands that only ask, each with its step

	enquiry enquiry.Enquiry

	work
	kept *work // as it was when something hidden was shown: that is not undone
}

// work is what a mail has done so far.
type work struct {
	c    *journal.Change
	f    letters.Facts // of the letter that answers the mail
	kind templates.Kind

	last    played         // line of the mail
	ordered map[int]string // lines that are legal in another order: by the number of the line in whose place they stand
	moved   bool           // orders were played or taken back
	acted   bool           // settings or talk changed something
	rezoned bool
	begun   bool        // the game has begun with this mail
	grouped bool        // the last of table.LastGroups is this mail's
	was     *table.Wait // how long the seat had been waited for before the mail
}

// Handle works out the mail of a seat that has proven itself: all of it or
// nothing of it, as far as nothing hidden is shown on the way.
func (o *Handler) Handle(ctx context.Context, in *inbox.Mail) (*journal.Change, error) {
	h := &handling{handler: o, ctx: ctx, in: in, seat: in.Seat}
	h.mode.Stop = h.slow
	h.restart()
	if err := h.findPosition(); err != nil {
		return nil, err
	}
	w := o.Letters.Answered(ctx, in.Game, in.Seat, in.Step, in.Message.InReplyTo)
	if !in.Gone { // its numbers stand for nothing any more
		h.list, h.usual, h.to = w.List, w.Usual, w.Kind
	}
	quoted, err := w.Quoted(h.vocabulary())
	if err != nil {
		return nil, err
	}
	h.sort(in.Message.Typed(quoted))
	h.f.Talk = repeated(h.sorted.Talk)
	if err := h.slow(); err != nil {
		return nil, err
	}
	if done, err := h.unfit(); done != nil || err != nil {
		return done, err
	}
	return h.run()
}

// restart begins the work anew: nothing has been done yet.
func (h *handling) restart() {
	h.work = work{c: h.handler.NewChange(h.ctx, h.in.Game), kind: templates.Answer, was: h.in.Game.Table.WaitFor(h.seat)}
	h.f = letters.Facts{ReplyTo: h.in.Message.MessageID, Talk: repeated(h.sorted.Talk)}
}

// findPosition finds the position the answered letter showed.
func (h *handling) findPosition() (err error) {
	h.then, err = h.handler.Games.At(h.ctx, h.in.Game, h.in.Step)
	return err
}

func (h *handling) vocabulary() *words.Vocabulary {
	return words.New(h.seat, h.c.Next, h.then).WithVerbsOf(h.usual).WithPlayers(h.c.Table.Players)
}

func (h *handling) sort(lines []string) {
	v := h.vocabulary()
	h.sorted = extract.Sort(lines, v, true)
	h.sorted.Orders = v.Plain(h.sorted.Orders)
	h.long = h.sorted.TooLong()
}

func (h *handling) tell(m engine.Message) { h.f.Told = append(h.f.Told, m) }

// refuse tells why a command cannot be carried out; the mail is refused.
func (h *handling) refuse(key string, args ...engine.Arg) (bool, error) {
	h.tell(engine.Msg(key, args...))
	h.kind = templates.Refusal
	return false, nil
}

// unfit answers mails that cannot be worked out line by line; nil for others.
func (h *handling) unfit() (*journal.Change, error) {
	if h.ordersGone() {
		return h.staleGone()
	}
	orders, limit := len(h.sorted.Orders), h.handler.Config.Security.MaxCommandsPerMail
	switch garbled := h.in.Message.Garbled; {
	case h.in.Message.Away && orders == 0:
		return h.handler.NewChange(h.ctx, h.in.Game).Judged(verdict.Ignored, verdict.Away), nil
	case garbled != "":
		h.tell(engine.Msg("pbem.garbled", engine.Text("what", garbled)))
		return h.refusal(verdict.Undecodable)
	case h.long > 0:
		h.tell(engine.Msg("pbem.line-too-long", engine.Int("line", h.long), engine.Int("limit", extract.LineMost)))
		return h.refusal(verdict.LongLine)
	case orders > limit:
		h.tell(engine.Msg("pbem.too-many-lines", engine.Int("n", orders), engine.Int("limit", limit)))
		return h.refusal(verdict.ManyLines)
	case !h.orders():
		return h.nothing()
	case len(h.sorted.Unread) > 0:
		h.unread()
		return h.unclear(verdict.UnreadLines)
	}
	items, wrong := h.items()
	if wrong != nil {
		h.f.Lines = wrong
		if !h.severalLists() {
			h.f.Kept = h.list
		}
		return h.refusal(verdict.Numbers)
	}
	h.rest = h.modes(items)
	return nil, nil
}

// nothingADay bounds the answers to mails without any order: some programs
// answer every letter by themselves and do not say so.
const nothingADay = 10

// orders says whether a mail has lines to work out. "preview" alone is one; above
// talk it is none.
func (h *handling) orders() bool {
	s := h.sorted
	return slices.ContainsFunc(s.Orders, func(l extract.OrderLine) bool { return !words.IsMode(l.Text) }) || len(s.Orders) > 0 && len(s.Talk)+len(s.Unread) == 0
}

// nothing answers a mail in which nothing reads as an order.
func (h *handling) nothing() (*journal.Change, error) {
	if done, err := h.questions(); done != nil || err != nil {
		return done, err
	}
	lines, talk := h.meanings().LikeOrders(slices.Concat(h.sorted.Talk, h.sorted.Unread), h.vocabulary())
	if len(lines) > 0 {
		h.f.Lines, h.f.Talk = lines, repeated(talk)
		return h.unclear(verdict.LikeOrders)
	}
	if len(h.sorted.Unread) > 0 {
		h.unread()
		return h.unclear(verdict.UnreadLines)
	}
	n, err := h.c.CountToday("nothing/" + journal.SeatKey(h.in.Game.Name, h.seat))
	if err != nil {
		return nil, err
	}
	if n > nothingADay {
		return h.c.Judged(verdict.Ignored, verdict.NoOrders), nil
	}
	switch {
	case h.c.Next == nil:
		h.tell(engine.Msg("pbem.no-answer-" + string(h.c.Table.State)))
	case len(h.f.Told) == 0:
		h.tell(engine.Msg("pbem.no-orders"))
		h.f.Enclose = true
	}
	if n == nothingADay {
		h.tell(engine.Msg("pbem.last-answer", h.untilTomorrow()))
	}
	return h.c.Judged(verdict.Answered, verdict.NoOrders), h.c.Queue(h.seat, templates.Answer, h.f)
}

// unclear refuses lines that nobody can be sure of, and says what would keep clear
// ones from being played, too.
func (h *handling) unclear(why verdict.Why) (*journal.Change, error) {
	if state := h.c.Table.State; state != table.Running && state != table.Inviting {
		h.tell(engine.Msg("pbem.not-running-" + string(state)))
	}
	return h.refusal(why)
}

// run takes the lines in their order: commands one by one, orders of the game
// as runs.
func (h *handling) run() (*journal.Change, error) {
	for len(h.rest) > 0 {
		if err := h.slow(); err != nil {
			return nil, err
		}
		told := len(h.f.Told)
		n, ok, err := h.step()
		switch {
		case err != nil:
			return nil, err
		case !ok && h.kept != nil:
			h.backToKept(told)
			return h.finish()
		case !ok:
			h.f.Told = h.f.Told[told:]
			if h.kind == templates.Stale {
				return h.refusal(verdict.Stale)
			}
			return h.refusal(verdict.None)
		}
		h.rest = h.rest[n:]
	}
	return h.finish()
}

// step works out the next run of orders, or the next command, and answers with
// how many lines it took.
func (h *handling) step() (int, bool, error) {
	n := slices.IndexFunc(h.rest, func(it item) bool { return h.isCommand(it.line) })
	if n < 0 {
		n = len(h.rest)
	}
	if n > 0 {
		ok, err := h.play(h.rest[:n])
		return n, ok, err
	}
	ok, err := h.command(h.rest[0].line)
	return 1, ok, err
}

// keep notes that what has been done so far stands whatever follows.
func (h *handling) keep() {
	k := h.work
	k.c = h.c.Clone()
	h.kept = &k
}

// backToKept undoes what the mail has done since something hidden was shown,
// and says so: the lines since do not stand, and why.
func (h *handling) backToKept(told int) {
	lines, why := h.f.Lines, h.f.Told[max(told, len(h.kept.f.Told)):]
	stood := len(h.kept.f.Lines)
	h.work = *h.kept
	for _, l := range lines[stood:] {
		l.Stands = false
		h.f.Lines = append(h.f.Lines, l)
	}
	for _, it := range h.rest {
		if !slices.ContainsFunc(h.f.Lines, func(l templates.Line) bool { return l.N == it.n }) {
			h.f.Lines = append(h.f.Lines, templates.Line{N: it.n, Text: it.text, Unread: true})
		}
	}
	h.f.Told = append(slices.Clip(h.f.Told), why...)
}

// refusal answers a mail of which nothing stands; h.f says why.
func (h *handling) refusal(why verdict.Why) (*journal.Change, error) {
	kind, f := h.kind, h.f
	if kind == templates.Answer {
		kind = templates.Refusal
	}
	for i := range f.Lines {
		f.Lines[i].Stands = false
	}
	ordered := h.ordered
	h.restart()
	h.ordered = ordered
	h.numberAsked(f.Lines)
	if kind == templates.Refusal && asksOnly(f.Lines) {
		return h.reply(verdict.Answered, verdict.Question, templates.Question, f)
	}
	f.Again, f.Ordered = h.mailAgain(f.Lines), ordered != nil
	h.c.Refused = len(f.Lines)
	return h.reply(verdict.Refused, why, kind, f)
}

// repliesADay bounds the answers to mails of a seat that change nothing: a
// program that answers every letter by itself must not be answered for ever.
const repliesADay = 100

// reply answers a mail that has changed nothing.
func (h *handling) reply(act verdict.Act, why verdict.Why, kind templates.Kind, f letters.Facts) (*journal.Change, error) {
	if h.in.Recovered() {
		h.c.Empty = act == verdict.Refused // what it builds on may still come
		return h.c.Judged(act, why), nil
	}
	n, err := h.c.CountToday("replies/" + journal.SeatKey(h.in.Game.Name, h.seat))
	switch {
	case err != nil:
		return nil, err
	case n > repliesADay:
		return h.c.Judged(verdict.Ignored, verdict.WithoutEffect), nil
	case n == repliesADay:
		f.Told = append(f.Told, engine.Msg("pbem.last-reply", h.untilTomorrow()))
	}
	return h.c.Judged(act, why), h.c.Queue(h.seat, kind, f)
}

// untilTomorrow is when the counts of today end.
func (h *handling) untilTomorrow() engine.Arg {
	return engine.Text("at", journal.Tomorrow(h.c.At).Format(time.RFC3339))
}

// finish queues the letters of a mail that was not refused.
func (h *handling) finish() (*journal.Change, error) {
	if !h.moved && !h.acted {
		h.c = h.handler.NewChange(h.ctx, h.in.Game)
		act := verdict.Answered
		if h.kind == templates.Preview {
			act = verdict.Previewed
			h.f.Again, h.f.Ordered = h.previewAgain(), h.ordered != nil
			h.numberAsked(h.f.Lines)
		}
		return h.reply(act, verdict.None, h.kind, h.f)
	}
	if err := h.setTimes(); err != nil {
		return nil, err
	}
	h.c.Judged(verdict.Answered, verdict.Settings)
	if h.moved {
		h.c.Judged(verdict.Played, verdict.None)
	}
	for _, l := range h.f.Lines {
		if l.Stands {
			h.c.Taken++
		} else {
			h.c.Refused++
		}
	}
	return h.c, h.letters()
}

// shown: the mail has done something that others may know of. A standing answer
// alone moves no times and brings nobody else a letter.
func (h *handling) shown() bool {
	return slices.ContainsFunc(h.c.Records, func(r *engine.Record) bool { return !r.Aside })
}

// setTimes brings the waits and due times up to what the mail has done.
func (h *handling) setTimes() error {
	switch {
	case h.moved && h.shown() && h.c.Table.State == table.Running:
		return h.c.Rewait(h.seat)
	case h.rezoned:
		return h.c.Rezone(h.seat)
	}
	return nil
}

// letters queues what follows from a change: the receipt, and what the others
// are to know.
func (h *handling) letters() error {
	over := h.moved && h.c.Next.Pos.Over()
	if over {
		h.c.End()
	}
	if h.in.Recovered() && !over && !h.begun { // receipts came when it was first played
		return h.c.TellTable(engine.Nobody)
	}
	shown := h.shown()
	h.f.Undo = shown && h.canUndo() // it would take back the mail before a standing answer
	h.f.Aside = !shown
	if h.moved {
		h.kind = templates.Receipt
		h.f.Enclose = h.c.Table.WaitFor(h.seat) != nil
	}
	if err := h.c.QueueReceipt(h.seat, h.kind, h.f); err != nil {
		return err
	}
	switch {
	case over:
		return h.c.TellAll(templates.End, letters.Facts{})
	case h.begun:
		return h.c.TellAll(templates.Start, letters.Facts{})
	case !shown:
		return nil // nothing, or a standing answer: nobody else is to know of it
	}
	return h.c.TellTable(h.seat)
}

func (h *handling) slow() error { return h.in.Slow(h.handler.Now()) }

// What is repeated of a mail's talk: so many lines, of so many characters.
const (
	talkLines  = 20
	talkLength = 200
)

// repeated is the talk as the answer repeats it: cut where it is long, since
// nobody needs his own mail back.
func repeated(talk []extract.Unread) []string {
	var out []string
	for i, l := range talk {
		line := l.Text
		if i == talkLines {
			return append(out, "...")
		}
		if r := []rune(line); len(r) > talkLength {
			line = string(r[:talkLength]) + "..."
		}
		out = append(out, line)
	}
	return out
}
