package pbem

import (
	"context"
	"errors"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/extract"
	"railpost/pbem/fault"
	"railpost/pbem/journal"
	"railpost/pbem/letters"
	"railpost/pbem/table"
	"railpost/pbem/verdict"
	"railpost/pbem/words"
	"railpost/store"
	"railpost/templates"
)

// A restore puts games back to an earlier state. What players answer to letters
// of the course that is lost must not be played on the one that stands: their
// addresses are of an older epoch (compose.Step).

// recovered: the mail was played in the lost course, and the organiser takes it
// in again. Its sender has had the answer.
func (in *incoming) recovered() bool { return in.former && in.replayed }

// confessRecovered notes behind a recovered mail that has done something that the
// organiser has handed it in. The lost course had no such note.
func (o *Office) confessRecovered(ctx context.Context, in *incoming, done *journal.Change) error {
	if !in.recovered() || len(done.Records) == 0 || done.Table.State == table.Over {
		return nil
	}
	c := o.NewChange(ctx, in.game)
	c.Note(engine.Nobody, engine.Report{Message: engine.Msg("pbem.mail-by-hand", engine.Player("seat", in.seat))})
	c.Table.Extra = append(c.Table.Extra, c.Seq())
	if err := c.TellTable(engine.Nobody); err != nil {
		return err
	}
	return o.Commit(c)
}

// ofItsTime: these words mean what was there when their letter was written.
func ofItsTime(word string) bool { return slices.Contains(strings.Fields("undo play add"), word) }

// ordersGone says that a mail orders something in answer to a letter whose step
// is gone.
func (h *handling) ordersGone() bool {
	return h.in.gone && h.c.Table.State == table.Running && h.c.Next != nil && slices.ContainsFunc(h.sorted.Orders, func(l extract.OrderLine) bool {
		return !h.isCommand(l.Text) || ofItsTime(words.First(l.Text))
	})
}

func (h *handling) staleGone() (*journal.Change, error) {
	for _, l := range h.sorted.Orders {
		h.f.Lines = append(h.f.Lines, templates.Line{N: l.N, Text: l.Text, Unread: true})
	}
	h.kind, h.f.Enclose = templates.Stale, true
	h.tellGone()
	return h.refusal(verdict.Stale)
}

func (h *handling) tellGone() {
	if h.in.former {
		h.tell(engine.Msg("pbem.gone"))
	}
}

// answerRevoked tells a player that his letter's address is worth nothing any
// more, and encloses the one that counts.
func (o *Office) answerRevoked(ctx context.Context, in *incoming) (*journal.Change, error) {
	in.game, in.seat = in.revoked.game, in.revoked.seat
	c := o.NewChange(ctx, in.game)
	if n, err := c.CountToday("onfile/" + in.mail.From); err != nil || n > answersADay {
		return c.Judged(verdict.Ignored, verdict.NoToken), err
	}
	f := letters.Facts{ReplyTo: in.mail.MessageID, Enclose: true, Told: []engine.Message{engine.Msg("pbem.gone")}}
	return c.Judged(verdict.Answered, verdict.Stale), c.Queue(in.seat, templates.Stale, f)
}

// tellRestored tells each table once where its game stands after a restore.
func (o *Office) tellRestored(ctx context.Context) error {
	waits, err := o.Store.Get(ctx, table.RestoredKey)
	if err != nil || len(waits) == 0 {
		return err
	}
	var names []string
	err = o.Store.Heads(ctx, func(h store.Head) error { names = append(names, h.Game); return nil })
	if err != nil {
		return err
	}
	for _, name := range names {
		err := o.tellRestoredOf(ctx, name)
		if _, broken := errors.AsType[*fault.Game](err); broken {
			o.Log.Error("a table could not be told of the restore", "game", name, "err", err)
			continue
		}
		if err != nil {
			return err
		}
	}
	c := o.NewChange(ctx, nil)
	c.Values[table.RestoredKey] = nil
	return o.Commit(c)
}

func (o *Office) tellRestoredOf(ctx context.Context, name string) error {
	g, err := o.Games.Load(ctx, name)
	if err != nil || g.Table.Restored == nil {
		return err
	}
	c := o.NewChange(ctx, g)
	r := c.Table.Restored
	c.Table.Restored = nil
	told := restoredTo(r, c.Table.Step(g.Head.Seq, engine.Nobody))
	for s := range c.Table.Players { // whatever letters they want: earlier ones are worth nothing
		if g.Now == nil {
			err = c.Queue(engine.Seat(s), templates.Invitation, letters.Facts{Told: []engine.Message{engine.Msg("pbem.restored-invited")}})
		} else {
			err = c.TellSeat(engine.Seat(s), told)
		}
		if err != nil {
			return err
		}
	}
	return o.Commit(c)
}

// restoredTo says where a game stands, and which of its steps are gone.
func restoredTo(r *table.Restored, step uint64) engine.Message {
	n := engine.Int("n", int(step))
	switch {
	case r.Lost == 0:
		return engine.Msg("pbem.restored-unknown", n)
	case r.Lost <= step:
		return engine.Msg("pbem.restored-whole", n)
	}
	return engine.Msg("pbem.restored-lost", n, engine.Int("from", int(step)+1), engine.Int("to", int(r.Lost)))
}
