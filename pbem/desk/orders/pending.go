package orders

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/extract"
	"railpost/pbem/mail/outbox"
	"railpost/templates"
)

// agreed returns the orders of a mail without sufficient identification, which the player may send, or whose
// sender they may accept; nil, with the reason told, if there are none.
func agreed(ctx context.Context, d *deed.Deed) *journal.Pending {
	p := d.Change.PendingOf(ctx, d.Seat)
	if p == nil {
		d.Refuse(key.PendingNone)
		return nil
	}
	p.Several = uncertain(ctx, d, p)
	return p
}

// uncertain reports whether the player may have agreed to other orders than those that wait now: if the
// answered letter is known, to those that it enclosed; else whether there were others.
func uncertain(ctx context.Context, d *deed.Deed, p *journal.Pending) bool {
	l, ok, err := outbox.Sent(ctx, d.Change.Journal.Store, d.Answers)
	d.Change.Fail(err)
	if named, ours := compose.ParseMessageID(d.Answers); !ok && ours {
		kind, _, _ := strings.Cut(named.Kind, "-")
		return p.Several || templates.Kind(kind).Row().Offers // it is too old to know which
	}
	if !ok || l.Game != d.Change.Game.Name || !templates.Kind(l.Kind).Row().Offers {
		return p.Several
	}
	f, err := content.ReadFacts(l.Data)
	if err != nil {
		d.Change.Fail(&fault.Error{Err: err})
	}
	from := cmp.Or(f.From, p.From) // only letters about mails from other addresses say it
	return !slices.Equal(f.Again, p.Lines) || from != p.From || !l.Queued.Equal(p.At)
}

// play takes the orders of a mail that proved too little: the player has read them and
// agrees. They answer the letter that the other mail answered.
var _ = deed.Bind("play", func(ctx context.Context, d *deed.Deed, _ string) bool {
	p := agreed(ctx, d)
	if p == nil {
		return false
	}
	if p.Several {
		return d.Refuse(key.PendingSeveral)
	}
	d.Sends = p
	return true
})

// send works out the orders of such a mail.
func (h *handling) send(ctx context.Context, p *journal.Pending) bool {
	h.Change.Values[journal.PendingKey(h.Change.Table.Game, h.Seat)] = nil
	h.in.Step, h.in.Gone = p.Step, p.Gone
	if !h.findPosition(ctx) {
		return false
	}
	h.sort(ctx, p.Lines, h.reader().vocabulary())
	if h.read.long > 0 || len(h.read.sorted.Unread) > 0 || len(h.read.sorted.Orders) == 0 {
		return h.Refuse(key.PendingUnread)
	}
	rest := h.rest[1:]
	h.rest = h.rest[:1]
	h.rest = slices.Concat(h.rest, h.reader().written(), rest)
	return true
}

// agrees reports whether a message is only a yes to a letter that offers "play", while its offer is still the same.
func (h *handling) agrees(ctx context.Context, lines []string) bool {
	bare := make([]string, len(lines))
	for i, line := range lines {
		bare[i] = h.Texts.Words().Uncourteous(line)
	}
	s := extract.Sort(bare, h.reader().vocabulary().WithVotes(true), true)
	h.reader().unsign(&s)
	greets := func(u extract.Unread) bool { return h.Texts.Words().Greets(words.First(u.Text)) }
	if len(s.Orders) != 1 || len(slices.DeleteFunc(slices.Concat(s.Talk, s.Unread), greets)) > 0 {
		return false
	}
	if yes := engine.Fold(strings.Trim(s.Orders[0].Text, " .,!")); !slices.Contains([]string{"yes", "ok", "accept", "agree"}, yes) || opens(h.Change.Next, h.Seat, yes) {
		return false
	}
	l, ok, err := outbox.Sent(ctx, h.handler.Store, h.in.Message.InReplyTo)
	h.Change.Fail(err)
	if err != nil || !ok || l.Game != h.in.Game.Name {
		return false
	}
	f, err := content.ReadFacts(l.Data)
	p := h.Change.PendingOf(ctx, h.Seat)
	return err == nil && f.Play && p != nil && !uncertain(ctx, &h.Deed, p)
}

// opens reports whether a word begins an answer to the game's present question.
func opens(g *engine.Game, s engine.Seat, word string) bool {
	return g != nil && slices.ContainsFunc(g.Pos.Prompts(s), func(p engine.Prompt) bool {
		return slices.ContainsFunc(p.Verbs, func(v engine.Verb) bool { return words.BeginsWith(v, word) })
	})
}

// add accepts for good an address from which mail with this seat's token came.
var _ = deed.Bind("add", func(ctx context.Context, d *deed.Deed, rest string) bool {
	p := agreed(ctx, d)
	if p == nil {
		return false
	}
	if rest != "" && !strings.EqualFold(rest, p.From) || rest == "" && p.Several {
		return d.Refuse(key.AddOther, engine.Text("address", p.From))
	}
	if player := d.Self(); !slices.Contains(player.Addresses, p.From) {
		player.Addresses = append(player.Addresses, p.From)
	}
	d.Change.Remember(ctx, p.From)
	return d.Done(engine.Msg(key.Added, engine.Text("address", p.From)))
})
