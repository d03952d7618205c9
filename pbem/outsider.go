package pbem

import (
	"context"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/compose"
	"railpost/pbem/config"
	"railpost/pbem/enquiry"
	"railpost/pbem/extract"
	"railpost/pbem/journal"
	"railpost/pbem/letters"
	"railpost/pbem/table"
	"railpost/pbem/verdict"
	"railpost/pbem/words"
	"railpost/store"
	"railpost/templates"
)

// answersADay bounds what somebody without a valid token, or a mail that
// cannot be read, can make us send.
const answersADay = 2

// again deals with a mail whose key has been handled before: the same mail
// once more has no effect; another mail with the same identity is put aside
// and its sender told, since it would otherwise be lost in silence.
func (o *Office) again(ctx context.Context, in *incoming, mark store.Mark) (*journal.Change, error) {
	if mark.Raw == in.content {
		c := o.NewChange(ctx, nil)
		c.Empty = true
		return c.Judged(verdict.Ignored, verdict.Repeated), nil
	}
	in.key = rawKey(in.rawID)
	return o.quarantine(ctx, in, verdict.SameID, engine.Msg("pbem.same-id"))
}

// unreadable puts a mail aside that is over a limit or no mail at all.
func (o *Office) unreadable(ctx context.Context, in *incoming) (*journal.Change, error) {
	what := engine.Msg("pbem.unreadable")
	if in.short {
		what = engine.Msg("pbem.short")
	} else if in.large || in.mail != nil && in.mail.Class == extract.Oversize {
		what = engine.Msg("pbem.too-large", engine.Text("limit", o.Config.Mail.In.MaxSize.String()))
	}
	return o.quarantine(ctx, in, verdict.Unreadable, what)
}

// quarantine keeps a mail for the organiser, and tells him and a player who is
// known for sure. What cannot be read may be automatic, so its answers are
// bounded. lines are those of the mail, where they are to be given back.
func (o *Office) quarantine(ctx context.Context, in *incoming, kind verdict.Why, why engine.Message, lines ...string) (*journal.Change, error) {
	c := o.NewChange(ctx, nil)
	who := "strangers"
	if in.proof == proven {
		c = o.NewChange(ctx, in.game)
		who = journal.SeatKey(in.game.Name, in.seat)
	}
	c.Poison = true
	n, err := c.CountToday("put-aside/" + who)
	if err != nil {
		return nil, err
	}
	if n > answersADay {
		return c.Judged(verdict.Quarantined, kind), nil
	}
	if in.proof == proven {
		f := letters.Facts{Told: []engine.Message{engine.Msg("pbem.put-aside", engine.Say("why", why))}, ReplyTo: in.mail.MessageID, Again: lines}
		if err := c.Queue(in.seat, templates.Answer, f); err != nil {
			return nil, err
		}
	}
	told := engine.Msg("pbem.organiser-put-aside", engine.Text("key", in.key), engine.Say("why", why))
	if err := c.NotifyOf(letters.Facts{Told: []engine.Message{told}, Again: lines}); err != nil {
		return nil, err
	}
	return c.Judged(verdict.Quarantined, kind), nil
}

// answerOnFile answers help, status and resend of a known address that shows no
// valid token, to the address on file. Nothing else is done. Anybody can write such
// a mail, so it brings one letter whatever the number of games, and two a day; what
// the own host says is authentic counts apart, and mail with a token not at all.
func (o *Office) answerOnFile(ctx context.Context, in *incoming) (*journal.Change, error) {
	if name, ok := unsubscribes(in.mail.Subject); ok {
		return o.unsubscribe(ctx, in, name)
	}
	wanted := onFileCommand(in.mail.Typed(nil))
	c := o.NewChange(ctx, nil)
	if r := in.revoked; r != nil && wanted == "" && r.game.Table.OnFile(r.seat, in.mail.From) {
		return o.answerRevoked(ctx, in)
	}
	if wanted == "" {
		return c.Judged(verdict.Ignored, in.lacks(verdict.NoToken)), nil
	}
	who := "onfile/" + in.mail.From
	if s := o.Config.Security; s.TrustedAuthservID != "" && trustedPass(in.mail, s.TrustedAuthservID) {
		who = "onfile-authentic/" + in.mail.From
	}
	if n, err := c.CountToday(who); err != nil || n > answersADay {
		return c.Judged(verdict.Ignored, in.lacks(verdict.NoToken)), err
	}
	t, others := in.meantTable()
	at := o.NewChange(ctx, t.game)
	f, err := answerWithout(t, wanted, others)
	if err != nil {
		return nil, err
	}
	f.ReplyTo = in.mail.MessageID
	if err := at.Queue(t.seat, templates.Answer, f); err != nil {
		return nil, err
	}
	c.Letters = at.Letters
	return c.Judged(verdict.Answered, in.lacks(verdict.NoToken)), nil
}

// meantTable is the seat that a mail without a token is about: that of the game its
// subject names, else the one that has been waited for longest. others are the other
// games of its sender that are not over.
func (in *incoming) meantTable() (meant seatAt, others []engine.Arg) {
	named := func(t seatAt) bool {
		return slices.ContainsFunc(strings.Fields(in.mail.Subject), func(w string) bool { return strings.EqualFold(strings.Trim(w, "[]"), t.game.Name) })
	}
	since := func(t seatAt) time.Time {
		if w := t.game.Table.WaitFor(t.seat); w != nil {
			return w.Since
		}
		return in.until // later than any
	}
	meant = slices.MinFunc(in.tables, func(a, b seatAt) int {
		if x, y := named(a), named(b); x != y {
			return map[bool]int{true: -1, false: 1}[x]
		}
		return since(a).Compare(since(b))
	})
	names := []string{meant.game.Name}
	for _, t := range in.tables {
		name, state := t.game.Name, t.game.Table.State
		if state == table.Over || state == table.Closed || slices.Contains(names, name) {
			continue
		}
		names, others = append(names, name), append(others, engine.Text("", name))
	}
	return meant, others
}

// answerWithout answers a command that came without a token.
func answerWithout(t seatAt, wanted string, others []engine.Arg) (letters.Facts, error) {
	f := letters.Facts{Told: []engine.Message{engine.Msg("pbem.no-token")}}
	if len(others) > 0 {
		f.Told = append(f.Told, engine.Msg("pbem.other-games", engine.Several("games", others...), engine.Text("first", others[0].Text)))
	}
	e := &enquiry.Enquiry{Seat: t.seat, Game: t.game.Now, Table: t.game.Table, Facts: &f}
	_, err := e.Answer(wanted)
	return f, err
}

func onFileCommand(lines []string) string {
	for _, l := range lines {
		switch word := words.First(extract.Fold(l)); word {
		case "help", "status", "resend":
			return word
		}
	}
	return ""
}

// answerUnauthentic tells the address on file of a mail that lacks the proof
// the service demands: if it was the player's own, he must know.
func (o *Office) answerUnauthentic(ctx context.Context, in *incoming) (*journal.Change, error) {
	c := o.NewChange(ctx, in.game)
	if n, err := c.CountToday("unauthentic/" + journal.SeatKey(in.game.Name, in.seat)); err != nil || n > answersADay {
		return c.Judged(verdict.Ignored, verdict.NotAuthentic), err
	}
	told := []engine.Message{engine.Msg("pbem.unauthentic", engine.Text("address", in.mail.From))}
	return c.Judged(verdict.Answered, verdict.NotAuthentic), c.Queue(in.seat, templates.Answer, letters.Facts{Told: told})
}

// answerStranger is silent, or sends one letter a day where the service wants it.
func (o *Office) answerStranger(ctx context.Context, in *incoming) (*journal.Change, error) {
	c := o.NewChange(ctx, nil)
	if o.Config.Security.UnknownSender != config.Help || !compose.ValidAddress(in.mail.From) {
		return c.Judged(verdict.Ignored, in.lacks(verdict.Stranger)), nil
	}
	if n, err := c.CountToday("stranger/" + in.mail.From); err != nil || n > 1 {
		return c.Judged(verdict.Ignored, in.lacks(verdict.Stranger)), err
	}
	f := letters.Facts{Told: []engine.Message{engine.Msg("pbem.stranger")}, ReplyTo: in.mail.MessageID}
	if err := c.QueueTo(engine.Nobody, in.mail.From, templates.Answer, f); err != nil {
		return nil, err
	}
	return c.Judged(verdict.Answered, in.lacks(verdict.Stranger)), nil
}
