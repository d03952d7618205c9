package orders

import (
	"context"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/turn"
	"railpost/pbem/desk/vote"
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
		h.Tell(engine.Msg(key.OwnQuoted))
		h.Reply.Talk = nil // its reader has it
		return h.unclear(ctx, verdict.UnreadLines)
	}
	if lines := h.fits.mayMean(nil, h.reader().ownLines); len(lines) > 0 {
		h.Reply.Lines, h.Reply.Talk = lines, nil
		return h.unclear(ctx, verdict.LikeOrders)
	}
	lines, talk := h.reader().meanings().LikeOrders(slices.Concat(h.read.sorted.Talk, h.read.sorted.Unread), h.reader().vocabulary())
	if len(lines) > 0 {
		h.Reply.Lines, h.Reply.Talk = lines, repeated(talk)
		return h.unclear(ctx, verdict.LikeOrders)
	}
	unknown, nearly := h.unknownWord()
	if nearly {
		return h.reply(ctx, verdict.Answered, verdict.NoOrders, templates.Answer, h.Reply)
	}
	if len(h.read.sorted.Unread) > 0 && !unknown {
		h.unread()
		return h.unclear(ctx, verdict.UnreadLines)
	}
	n := h.Change.CountToday(ctx, "nothing/"+journal.SeatKey(h.in.Game.Name, h.Seat))
	if n > nothingADay {
		return h.Change.Judged(verdict.Ignored, verdict.NoOrders)
	}
	switch {
	case h.Change.Next == nil:
		h.Tell(engine.Msg(key.NoAnswerOf + string(h.Change.Table.State)))
	case unknown:
	case len(h.Reply.Told) == 0:
		why := key.NoOrders
		if len(h.read.sorted.Talk) == 0 && h.reader().subjectOrders(h.in.Message.Subject) {
			why = key.SubjectOrder
		}
		h.Tell(engine.Msg(why))
		h.Reply.Enclose = true
	}
	h.reader().tellAbove(&h.Reply)
	if n == nothingADay {
		h.Tell(engine.Msg(key.LastAnswer, content.At(journal.Tomorrow(h.Change.At))))
	}
	tell.Letter(ctx, h.Change, h.Seat, templates.Answer, h.Reply)
	return h.Change.Judged(verdict.Answered, verdict.NoOrders)
}

// unknownWord answers a mail of one unknown word with the words that ask: its writer looks for one of them, and
// has their letter. false: it is another mail; nearly is set if it is nearly such a word.
func (h *handling) unknownWord() (unknown, nearly bool) {
	lines := slices.Concat(h.read.sorted.Talk, h.read.sorted.Unread)
	if h.Change.Next == nil || len(lines) != 1 || len(h.Reply.Told) > 0 {
		return false, false
	}
	word := strings.Trim(lines[0].Text, " .?!")
	v := h.reader().vocabulary()
	if strings.ContainsAny(word, " \t") || len([]rune(word)) < words.NameLetters || v.Greeting(word) || h.Texts.Words().IsFiller(engine.Fold(word)) {
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
	h.Tell(engine.Msg(text, engine.Order("word", word), engine.SeveralOf("words", list, engine.Order)))
	h.Reply.Talk = nil
	return true, nearly
}

// nothingADay limits the answers to mails without any order: some mail programs answer
// every letter by themselves and do not say so.
const nothingADay = 10

// unclear refuses lines whose meaning is uncertain, and tells what would prevent even clear ones from being played.
func (h *handling) unclear(ctx context.Context, why verdict.Why) *journal.Change {
	if state := h.Change.Table.State; state != table.Running && state != table.Inviting {
		h.Tell(engine.Msg(key.NotRunningOf + string(state)))
	}
	return h.refusal(ctx, why)
}

// ofWords are the reasons to refuse a message that lie in the words of its lines.
var ofWords = []verdict.Why{verdict.None, verdict.UnreadLines, verdict.LikeOrders, verdict.Numbers}

// refusal answers a mail of which nothing was played; h.Reply has the reason.
func (h *handling) refusal(ctx context.Context, why verdict.Why) *journal.Change {
	if h.confirm != nil {
		h.tellSince(key.ConfirmGone, h.confirm)
	}
	kind, f := h.Kind, h.Reply
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
	h.Change.Refused = len(f.Lines)
	return h.reply(ctx, verdict.Refused, why, kind, f)
}

// repliesADay limits the answers to mails of a seat that change nothing: a program that answers every letter
// automatically must not be answered for ever.
const repliesADay = 100

// reply answers a mail that has changed nothing.
func (h *handling) reply(ctx context.Context, act verdict.Act, why verdict.Why, kind templates.Kind, f content.Facts) *journal.Change {
	if h.in.Recovered() {
		h.Change.Empty = act == verdict.Refused || why.Unplayed() // the orders before it may still come
		return h.Change.Judged(act, why)
	}
	switch n := h.Change.CountToday(ctx, "replies/"+journal.SeatKey(h.in.Game.Name, h.Seat)); {
	case n > repliesADay:
		return h.Change.Judged(verdict.Ignored, verdict.WithoutEffect)
	case n == repliesADay:
		f.Told = append(f.Told, engine.Msg(key.LastReply, content.At(journal.Tomorrow(h.Change.At))))
	}
	h.bound(ctx, &f)
	h.reader().tellAbove(&f)
	h.reader().ownWords(f.Lines)
	tell.Letter(ctx, h.Change, h.Seat, kind, f)
	return h.Change.Judged(act, why)
}

// checksADay limits how often a player can have the whole log played again.
const checksADay = 5

// bound omits parts of a reply that were requested too often today.
func (h *handling) bound(ctx context.Context, f *content.Facts) {
	if f.Verify && h.Change.CountToday(ctx, "checked/"+journal.SeatKey(h.in.Game.Name, h.Seat)) > checksADay {
		f.Verify = false
		f.Told = append(f.Told, engine.Msg(key.VerifyOften, engine.Int("limit", checksADay), content.At(journal.Tomorrow(h.Change.At))))
	}
}

// finish queues the letters of a mail that was not refused.
func (h *handling) finish(ctx context.Context) *journal.Change {
	h.planned = false
	switch {
	case h.Change.Table.State != table.Running || h.Change.Next == nil:
	case h.Kind == templates.Preview:
		if len(h.read.plans.Sections) > 0 {
			h.Tell(engine.Msg(key.PlanWould, engine.Int("n", len(h.read.plans.Sections))))
		}
	default:
		if h.given = h.read.plans.Keep(&h.Deed, h.substitute(), h.mode.After.Prompt.Turn); h.given != nil {
			h.planned, h.used = true, append(h.used, "plan")
		}
	}
	if !h.Moved && !h.Acted && !h.sends() {
		h.Change = h.handler.NewChange(h.in.Game)
		h.Change.BySitter = h.in.Sitter != nil
		act := verdict.Answered
		if h.Kind == templates.Preview {
			act = verdict.Previewed
			h.tellDoomed(key.LineDoomed)
			if done := h.rereadPreview(ctx); done != nil {
				return done
			}
			h.offerCode()
		}
		return h.reply(ctx, act, verdict.None, h.Kind, h.Reply)
	}
	if h.confirm != nil && h.sum(h.confirm.Shown) != h.confirm.Sum { // the lines would do something else now
		return h.handler.handle(ctx, h.in, h.confirm, nil)
	}
	h.sign()
	h.setTimes(ctx)
	if h.planned && !plans.TellKept(&h.Deed, h.given) && !h.Moved { // the mail made none
		h.planned = false
	}
	h.keepSent()
	h.Change.Judged(verdict.Answered, verdict.OfWords(h.used...))
	if h.Moved {
		h.Change.Judged(verdict.Played, verdict.None)
	}
	for _, l := range h.Reply.Lines {
		if l.State == engine.Played {
			h.Change.Taken++
		} else {
			h.Change.Refused++
		}
	}
	h.bound(ctx, &h.Reply)
	h.letters(ctx)
	return h.Change
}

// shown reports whether the mail has done something that others may know of. A standing
// answer alone moves no times and brings nobody else a letter.
func (w *work) shown() bool {
	return slices.ContainsFunc(w.Change.Records, func(r *engine.Record) bool { return !r.Hidden })
}

// setTimes updates the waits and due times after the mail.
func (h *handling) setTimes(ctx context.Context) {
	switch {
	case h.planned && !h.Moved && !h.sends() && turn.PlayNow(ctx, h.Change, h.Seat):
		h.Moved = len(h.Change.Records) > 0
	case h.Moved && h.shown() && h.Change.Table.State == table.Running:
		h.own = h.Change.Seq()
		plans.Overtake(h.Change, h.Seat)
		turn.Advance(ctx, h.Change, h.Seat)
	case h.Rezoned:
		h.Change.PutReminder(h.Seat)
	}
}

// letters queues the receipt, and the letters to the others.
func (h *handling) letters(ctx context.Context) {
	ended := h.Change.Table.State != h.in.Game.Table.State && !h.Begun
	over, closed := ended && h.Change.Table.State == table.Over, ended && h.Change.Table.State == table.Closed
	if h.in.Recovered() && !ended && !h.Begun { // receipts came when it was first played
		tell.Table(ctx, h.Change, engine.Nobody)
		return
	}
	h.reader().tellAbove(&h.Reply)
	shown := h.shown()
	h.Reply.Undo = shown && h.Change.Table.FreeUndo(h.Seat) // it would take back the mail before a standing answer
	if h.Reply.Undo {
		h.tellDoomed(key.LineDoomedUndo)
	} else {
		h.tellDoomed(key.LineDoomed)
	}
	h.Reply.AskUndo = shown && vote.MustAskUndo(h.Change, h.Seat)
	h.Reply.Aside = !shown
	if h.Moved || h.planned {
		h.Kind = templates.Receipt
	}
	if h.Moved {
		h.Reply.Enclose = h.Change.Table.WaitFor(h.Seat) != nil && !h.Change.Quiet(h.Seat)
		if h.own > 0 && h.own < h.Change.Seq() {
			h.Reply.Since = h.own
		}
	}
	if h.Change.Table.WaitFor(h.Seat) != nil && h.Change.WasQuiet(h.Seat) && !h.Change.Quiet(h.Seat) { // the plan that was to play is gone
		h.Reply.Enclose = true
	}
	actor := h.Seat
	if h.in.Robot { // a player for whom it has played is told like the others
		actor = engine.Nobody
	} else {
		h.reader().ownWords(h.Reply.Lines)
		tell.Receipt(ctx, h.Change, h.Seat, h.Kind, h.Reply)
	}
	switch {
	case over:
		tell.All(ctx, h.Change, templates.End, content.Tell(h.Change.ToAll...))
	case closed:
		tell.Closed(ctx, h.Change)
	case h.Begun:
		tell.All(ctx, h.Change, templates.Start, content.Facts{})
	case shown: // else nothing, or a standing answer: nobody else must know
		tell.Table(ctx, h.Change, actor)
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
