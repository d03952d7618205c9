package pbem

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/pbem/config"
	"railpost/pbem/extract"
	"railpost/store"
	"railpost/templates"
)

// again deals with a mail whose key has been handled before: the same mail
// once more has no effect; another mail with the same identity is put aside
// and its sender told, since it would otherwise be lost in silence.
func (o *Office) again(ctx context.Context, in *incoming, mark store.Mark) *change {
	if mark.Raw == in.rawID {
		c := o.newChange(ctx, nil)
		c.empty, c.verdict = true, "repeated"
		return c
	}
	in.key = fmt.Sprintf("raw:%x", in.rawID)
	return o.quarantine(ctx, in, "quarantined: same Message-ID, other content", engine.Msg("pbem.same-id"))
}

// unreadable puts a mail aside that is over a limit or no mail at all.
func (o *Office) unreadable(ctx context.Context, in *incoming) *change {
	what := engine.Msg("pbem.unreadable")
	if in.large {
		what = engine.Msg("pbem.too-large", engine.Text("limit", o.Config.Mail.In.MaxSize.String()))
	}
	return o.quarantine(ctx, in, "quarantined: unreadable", what)
}

// quarantine keeps a mail for the organiser and tells a player who is known
// for sure, and the organiser.
func (o *Office) quarantine(ctx context.Context, in *incoming, verdict string, why engine.Message) *change {
	known := in.proof == proven && in.mail != nil && in.mail.Class.Answerable()
	var c *change
	if known {
		c = o.newChange(ctx, in.game)
		if err := c.queue(in.seat, templates.Answer, facts{Told: []engine.Message{engine.Msg("pbem.put-aside", engine.Say("why", why))}, ReplyTo: in.mail.MessageID}); err != nil {
			o.Log.Error("the sender of a mail that was put aside could not be told", "err", err)
		}
	} else {
		c = o.newChange(ctx, nil)
	}
	if err := c.notify(engine.Msg("pbem.organiser-put-aside", engine.Text("key", in.key), engine.Say("why", why))); err != nil {
		o.Log.Error("the organiser could not be told of a mail that was put aside", "err", err)
	}
	c.poison = true
	return o.finish(in, c, verdict)
}

// pendingKey is where orders wait that came with the right token from an
// address that is not on file.
func pendingKey(game string, s engine.Seat) string {
	return "pending/" + game + "/" + strconv.Itoa(int(s))
}

// pendingOrders are such orders.
type pendingOrders struct {
	From  string   `json:"from"`
	Step  uint64   `json:"step"`
	Lines []string `json:"lines"`
}

// enclose plays nothing: the address on file gets the orders, and may send or
// disown them.
func (o *Office) enclose(ctx context.Context, in *incoming) (*change, error) {
	c := o.newChange(ctx, in.game)
	if n, err := o.countToday(ctx, c, "enclosed/"+in.game.name+"/"+strconv.Itoa(int(in.seat))); err != nil || n > answersADay {
		return o.finish(in, c, "ignored: other address"), err
	}
	p := pendingOrders{From: in.mail.From, Step: in.step, Lines: in.mail.Typed(o.answered(ctx, in, newVocabulary(in.seat, in.game.now)))}
	b, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	c.values[pendingKey(in.game.name, in.seat)] = b
	f := facts{Again: p.Lines, Told: []engine.Message{engine.Msg("pbem.other-address", engine.Text("address", p.From))}}
	if err := c.queue(in.seat, templates.Enclosed, f); err != nil {
		return nil, err
	}
	return o.finish(in, c, "enclosed: other address"), nil
}

// answersADay bounds what somebody without a valid token can make us send.
const answersADay = 2

// countToday counts one more of something in the change and answers with the
// number of today, in UTC.
func (o *Office) countToday(ctx context.Context, c *change, what string) (int, error) {
	key := "today/" + what
	b, err := o.Store.Get(ctx, key)
	if err != nil {
		return 0, err
	}
	day, n := c.at.UTC().Format("2006-01-02"), 0
	if was, count, ok := strings.Cut(string(b), " "); ok && was == day {
		if n, err = strconv.Atoi(count); err != nil {
			return 0, fmt.Errorf("pbem: the count %s: %w", key, err)
		}
	}
	n++
	c.values[key] = fmt.Appendf(nil, "%s %d", day, n)
	return n, nil
}

// answerOnFile answers help, status and resend of a known address that shows no
// valid token, twice a day, to the address on file. Nothing else is done.
func (o *Office) answerOnFile(ctx context.Context, in *incoming) (*change, error) {
	wanted := onFileCommand(in.mail.Subject, in.mail.Typed(nil))
	c := o.newChange(ctx, nil)
	if wanted == "" {
		return o.finish(in, c, "ignored: no token"), nil
	}
	if n, err := o.countToday(ctx, c, "onfile/"+in.mail.From); err != nil || n > answersADay {
		return o.finish(in, c, "ignored: no token"), err
	}
	for _, t := range in.tables {
		at := &change{ctx: ctx, office: o, at: c.at, table: t.game.table, next: t.game.now}
		told := engine.Msg("pbem.no-token")
		if wanted == unsubscribe {
			told = engine.Msg("pbem.unsubscribe-how")
		}
		f := facts{Told: []engine.Message{told}, Enclose: wanted == "status" || wanted == "resend", ReplyTo: in.mail.MessageID}
		if err := at.queue(t.seat, templates.Answer, f); err != nil {
			return nil, err
		}
		c.letters = append(c.letters, at.letters...)
	}
	return o.finish(in, c, "answered: no token"), nil
}

// unsubscribe is the subject that List-Unsubscribe of our letters asks for
// (RFC 2369): it brings a letter that can be answered with "set letters off".
const unsubscribe = "unsubscribe"

func onFileCommand(subject string, lines []string) string {
	if strings.EqualFold(strings.TrimSpace(subject), unsubscribe) {
		return unsubscribe
	}
	for _, l := range lines {
		word, _, _ := strings.Cut(extract.Fold(l), " ")
		switch word = strings.ToLower(strings.Trim(word, ".!?")); word {
		case "help", "status", "resend":
			return word
		}
	}
	return ""
}

// answerStranger is silent, or sends one letter a day where the service wants it.
func (o *Office) answerStranger(ctx context.Context, in *incoming) (*change, error) {
	c := o.newChange(ctx, nil)
	if o.Config.Security.UnknownSender != config.Help || in.mail.From == "" {
		return o.finish(in, c, "ignored: stranger"), nil
	}
	if n, err := o.countToday(ctx, c, "stranger/"+in.mail.From); err != nil || n > 1 {
		return o.finish(in, c, "ignored: stranger"), err
	}
	f := facts{Told: []engine.Message{engine.Msg("pbem.stranger")}, ReplyTo: in.mail.MessageID}
	if err := c.queueTo(engine.Nobody, in.mail.From, templates.Answer, f); err != nil {
		return nil, err
	}
	return o.finish(in, c, "answered: stranger"), nil
}
