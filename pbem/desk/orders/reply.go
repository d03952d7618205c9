package orders

import (
	"context"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/turn"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/near"
	"railpost/pbem/facts/table"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/mail/extract"
	"railpost/templates"
)

// nothing answers a mail without orders.
func (h *handling) nothing(ctx context.Context) *journal.Change {
	if done := h.rereadInstead(ctx, nil); done != nil {
		return done
	}
	if done := h.questions(ctx); done != nil {
		return done
	}
	if h.read.letter.quotesUs(slices.Concat(h.read.sorted.Talk, h.read.sorted.Unread)) {
		h.tell(engine.Msg(key.OwnQuoted))
		h.f.Talk = nil // its reader has it
		return h.unclear(ctx, verdict.UnreadLines)
	}
	if lines := h.fits.mayMean(nil, h.reader().ownLines); len(lines) > 0 {
		h.f.Lines, h.f.Talk = lines, nil
		return h.unclear(ctx, verdict.LikeOrders)
	}
	lines, talk := h.reader().meanings().LikeOrders(slices.Concat(h.read.sorted.Talk, h.read.sorted.Unread), h.reader().vocabulary())
	if len(lines) > 0 {
		h.f.Lines, h.f.Talk = lines, repeated(talk)
		return h.unclear(ctx, verdict.LikeOrders)
	}
	unknown, nearly := h.unknownWord()
	if nearly {
		return h.reply(ctx, verdict.Answered, verdict.NoOrders, templates.Answer, h.f)
	}
	if len(h.read.sorted.Unread) > 0 && !unknown {
		h.unread()
		return h.unclear(ctx, verdict.UnreadLines)
	}
	n := h.c.CountToday(ctx, "nothing/"+journal.SeatKey(h.in.Game.Name, h.seat))
	if n > nothingADay {
		return h.c.Judged(verdict.Ignored, verdict.NoOrders)
	}
	switch {
	case h.c.Next == nil:
		h.tell(engine.Msg(key.NoAnswerOf + string(h.c.Table.State)))
	case unknown:
	case len(h.f.Told) == 0:
		why := key.NoOrders
		if len(h.read.sorted.Talk) == 0 && h.reader().subjectOrders(h.in.Message.Subject) {
			why = key.SubjectOrder
		}
		h.tell(engine.Msg(why))
		h.f.Enclose = true
	}
	h.reader().tellAbove(&h.f)
	if n == nothingADay {
		h.tell(engine.Msg(key.LastAnswer, untilTomorrow(h.c.At)))
	}
	tell.Letter(ctx, h.c, h.seat, templates.Answer, h.f)
	return h.c.Judged(verdict.Answered, verdict.NoOrders)
}

// unknownWord answers a mail of one unknown word with the words that ask: its writer looks for one of them, and
// has their letter. false: it is another mail; nearly is set if it is nearly such a word.
func (h *handling) unknownWord() (unknown, nearly bool) {
	lines := slices.Concat(h.read.sorted.Talk, h.read.sorted.Unread)
	if h.c.Next == nil || len(lines) != 1 || len(h.f.Told) > 0 {
		return false, false
	}
	word := strings.Trim(lines[0].Text, " .?!")
	v := h.reader().vocabulary()
	if strings.ContainsAny(word, " \t") || len([]rune(word)) < words.NameLetters || v.Greeting(word) || h.texts.Words().IsFiller(engine.Fold(word)) {
		return false, false
	}
	known := h.enquire().Words()
	text, list := key.AskNear, near.Names(word, known, 3)
	switch {
	case len(list) > 0:
		nearly = true
	case len(h.read.sorted.Unread) > 0:
		return false, false
	default:
		text, list = key.AskWords, known
	}
	h.tell(engine.Msg(text, engine.Order("word", word), engine.SeveralOf("words", list, engine.Order)))
	h.f.Talk = nil
	return true, nearly
}

// nothingADay limits the answers to mails without any order: some mail programs answer
// every letter by themselves and do not say so.
const nothingADay = 10

// unclear refuses lines whose meaning is uncertain, and tells what would prevent even clear ones from being played.
func (h *handling) unclear(ctx context.Context, why verdict.Why) *journal.Change {
	if state := h.c.Table.State; state != table.Running && state != table.Inviting {
		h.tell(engine.Msg(key.NotRunningOf + string(state)))
	}
	return h.refusal(ctx, why)
}

// ofWords are the reasons to refuse a message that lie in the words of its lines.
var ofWords = []verdict.Why{verdict.None, verdict.UnreadLines, verdict.LikeOrders, verdict.Numbers}

// refusal answers a mail of which nothing was played; h.f has the reason.
func (h *handling) refusal(ctx context.Context, why verdict.Why) *journal.Change {
	if h.confirm != nil {
		h.tellSince(key.ConfirmGone, h.confirm)
	}
	kind, f := h.kind, h.f
	if kind == templates.Answer {
		kind = templates.Refusal
	}
	for i := range f.Lines {
		f.Lines[i].TakeBack()
	}
	ordered := h.ordered
	h.restart(ctx)
	if slices.Contains(ofWords, why) {
		if done := h.rereadInstead(ctx, f.Lines); done != nil {
			return done
		}
	}
	f.Lines = h.fits.mayMean(f.Lines, h.reader().ownLines)
	h.ordered = ordered
	numberLists(f.Lines)
	if kind == templates.Refusal && asksOnly(f.Lines) {
		return h.reply(ctx, verdict.Answered, verdict.Question, templates.Question, f)
	}
	if kind == templates.Refusal {
		h.reader().markNear(f.Lines)
	}
	h.offerAgain(ctx, &f)
	h.c.Refused = len(f.Lines)
	return h.reply(ctx, verdict.Refused, why, kind, f)
}

// repliesADay limits the answers to mails of a seat that change nothing: a program that answers every letter
// automatically must not be answered for ever.
const repliesADay = 100

// reply answers a mail that has changed nothing.
func (h *handling) reply(ctx context.Context, act verdict.Act, why verdict.Why, kind templates.Kind, f content.Facts) *journal.Change {
	if h.in.Recovered() {
		h.c.Empty = act == verdict.Refused // the orders before it may still come
		return h.c.Judged(act, why)
	}
	switch n := h.c.CountToday(ctx, "replies/"+journal.SeatKey(h.in.Game.Name, h.seat)); {
	case n > repliesADay:
		return h.c.Judged(verdict.Ignored, verdict.WithoutEffect)
	case n == repliesADay:
		f.Told = append(f.Told, engine.Msg(key.LastReply, untilTomorrow(h.c.At)))
	}
	h.bound(ctx, &f)
	h.reader().tellAbove(&f)
	h.reader().ownWords(f.Lines)
	tell.Letter(ctx, h.c, h.seat, kind, f)
	return h.c.Judged(act, why)
}

// checksADay limits how often a player can have the whole log played again.
const checksADay = 5

// bound omits parts of a reply that were requested too often today.
func (h *handling) bound(ctx context.Context, f *content.Facts) {
	if f.Verify && h.c.CountToday(ctx, "checked/"+journal.SeatKey(h.in.Game.Name, h.seat)) > checksADay {
		f.Verify = false
		f.Told = append(f.Told, engine.Msg(key.VerifyOften, engine.Int("limit", checksADay), untilTomorrow(h.c.At)))
	}
}

// untilTomorrow returns when the counts of today end.
func untilTomorrow(at time.Time) engine.Arg {
	return engine.Text("at", journal.Tomorrow(at).Format(time.RFC3339))
}

// finish queues the letters of a mail that was not refused.
func (h *handling) finish(ctx context.Context) *journal.Change {
	h.planned = false
	switch {
	case h.c.Table.State != table.Running || h.c.Next == nil:
	case h.kind == templates.Preview:
		if len(h.read.sections) > 0 {
			h.tell(engine.Msg(key.PlanWould, engine.Int("n", len(h.read.sections))))
		}
	default:
		h.keepPlans()
	}
	if !h.moved && !h.acted && !h.sends() {
		h.c = h.handler.NewChange(h.in.Game)
		h.c.BySitter = h.in.Sitter != nil
		act := verdict.Answered
		if h.kind == templates.Preview {
			act = verdict.Previewed
			h.tellDoomed(key.LineDoomed)
			if done := h.rereadPreview(ctx); done != nil {
				return done
			}
			h.offerCode()
		}
		return h.reply(ctx, act, verdict.None, h.kind, h.f)
	}
	if h.confirm != nil && h.sum(h.confirm.Shown) != h.confirm.Sum { // the lines would do something else now
		return h.handler.handle(ctx, h.in, h.confirm, nil)
	}
	h.sign()
	h.setTimes(ctx)
	if h.planned {
		h.tellPlans()
	}
	h.keepSent()
	h.c.Judged(verdict.Answered, verdict.OfWords(h.used...))
	if h.moved {
		h.c.Judged(verdict.Played, verdict.None)
	}
	for _, l := range h.f.Lines {
		if l.State == engine.Played {
			h.c.Taken++
		} else {
			h.c.Refused++
		}
	}
	h.bound(ctx, &h.f)
	h.letters(ctx)
	return h.c
}

// shown reports whether the mail has done something that others may know of. A standing
// answer alone moves no times and brings nobody else a letter.
func (w *work) shown() bool {
	return slices.ContainsFunc(w.c.Records, func(r *engine.Record) bool { return !r.Hidden })
}

// setTimes updates the waits and due times after the mail.
func (h *handling) setTimes(ctx context.Context) {
	switch {
	case h.planned && !h.moved && !h.sends() && turn.PlayNow(ctx, h.c, h.seat):
		h.moved = len(h.c.Records) > 0
	case h.moved && h.shown() && h.c.Table.State == table.Running:
		h.own = h.c.Seq()
		plans.Overtake(h.c, h.seat)
		turn.Advance(ctx, h.c, h.seat)
	case h.rezoned:
		h.c.PutReminder(h.seat)
	}
}

// letters queues the receipt, and the letters to the others.
func (h *handling) letters(ctx context.Context) {
	ended := h.c.Table.State != h.in.Game.Table.State && !h.begun
	over, closed := ended && h.c.Table.State == table.Over, ended && h.c.Table.State == table.Closed
	if h.in.Recovered() && !ended && !h.begun { // receipts came when it was first played
		tell.Table(ctx, h.c, engine.Nobody)
		return
	}
	h.reader().tellAbove(&h.f)
	shown := h.shown()
	h.f.Undo = shown && h.c.Table.FreeUndo(h.seat) // it would take back the mail before a standing answer
	if h.f.Undo {
		h.tellDoomed(key.LineDoomedUndo)
	} else {
		h.tellDoomed(key.LineDoomed)
	}
	h.f.AskUndo = shown && h.mustAskUndo()
	h.f.Aside = !shown
	if h.moved || h.planned {
		h.kind = templates.Receipt
	}
	if h.moved {
		h.f.Enclose = h.c.Table.WaitFor(h.seat) != nil && !h.c.Quiet(h.seat)
		if h.own > 0 && h.own < h.c.Seq() {
			h.f.Since = h.own
		}
	}
	if h.c.Table.WaitFor(h.seat) != nil && h.c.WasQuiet(h.seat) && !h.c.Quiet(h.seat) { // the plan that was to play is gone
		h.f.Enclose = true
	}
	actor := h.seat
	if h.in.Robot { // a player for whom it has played is told like the others
		actor = engine.Nobody
	} else {
		h.reader().ownWords(h.f.Lines)
		tell.Receipt(ctx, h.c, h.seat, h.kind, h.f)
	}
	switch {
	case over:
		tell.All(ctx, h.c, templates.End, content.Tell(h.c.ToAll...))
	case closed:
		tell.Closed(ctx, h.c)
	case h.begun:
		tell.All(ctx, h.c, templates.Start, content.Facts{})
	case shown: // else nothing, or a standing answer: nobody else must know
		tell.Table(ctx, h.c, actor)
	}
}

// At most talkLines lines of a mail's talk are repeated, each of at most talkLength
// characters.
const (
	talkLines  = 20
	talkLength = 200
)

// repeated returns talk as the reply repeats it: shortened, since nobody needs their own mail back.
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

func (w *work) tell(m engine.Message) { w.f.Told = append(w.f.Told, m) }

// done reports the effect of a setting or talk.
func (w *work) done(told engine.Message) bool {
	w.acted = true
	w.tell(told)
	return true
}

// refuse says why a command cannot be carried out; the mail is refused.
func (w *work) refuse(key string, args ...engine.Arg) bool {
	w.tell(engine.Msg(key, args...))
	w.kind = templates.Refusal
	return false
}
