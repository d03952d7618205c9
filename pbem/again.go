package pbem

import (
	"context"
	"errors"
	"fmt"
	"time"

	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/mail/imapbox"
)

// Again is a message that PlayAgain has handled.
type Again struct {
	Game      string          `json:"game,omitempty"` // "" if its answer address leads to none
	From      string          `json:"from"`
	Subject   string          `json:"subject"`
	MessageID string          `json:"message_id"`
	Verdict   verdict.Verdict `json:"-"`
	Result    string          `json:"result"`
}

// Handled returns an instant by which all earlier mail had been handled, see due.Keeper.
func (o *Office) Handled(ctx context.Context) (time.Time, error) { return o.keeper.Handled(ctx) }

// PlayAgain handles a message that came at an instant, and that a store which is lost may have handled. Then robots
// answer. Its writer gets no receipt, and refused orders leave no mark, so that they can be tried again. Plans
// and votes are carried out by the clock only if the message answers a letter that came after them: that shows
// that they were.
func (o *Office) PlayAgain(ctx context.Context, m imapbox.Mail, at time.Time) (Again, error) {
	for range mostRedone {
		unlock := o.lock(byMail)
		in, c, err := o.takeAlone(ctx, m, true)
		unlock()
		if err == nil {
			err = o.ThinkAll(ctx)
		}
		if err != nil || c.Verdict.Act != verdict.Refused || !in.Gone {
			return againOf(in, c, err)
		}
		if more, err := o.redo(ctx, in.Game.Name, at); !more || err != nil {
			return againOf(in, c, err)
		}
	}
	return Again{}, fmt.Errorf("pbem: more than %d plans come before a message", mostRedone)
}

// mostRedone is more than all players of a table can plan before a letter that one of them answers.
const mostRedone = 1000

// againOf returns what came of a message. One about a game that cannot be read is set aside.
func againOf(in *inbox.Mail, c *journal.Change, err error) (Again, error) {
	var a Again
	if broken, ok := errors.AsType[*fault.Game](err); ok {
		a.Verdict, a.Game, a.Result, err = verdict.Verdict{Act: verdict.Quarantined, Why: verdict.Fault}, broken.Name, broken.Error(), nil
	} else if c != nil {
		a.Verdict, a.Result = c.Verdict, c.Verdict.String()
	}
	if in != nil && in.Game != nil {
		a.Game = in.Game.Name
	}
	if in != nil && in.Message != nil {
		a.From, a.Subject, a.MessageID = in.Message.From, in.Message.Subject, in.Message.MessageID
	}
	return a, err
}

func (o *Office) redo(ctx context.Context, game string, at time.Time) (bool, error) {
	unlock := o.lock(byClock)
	more, err := o.keeper.Redo(ctx, game, at)
	unlock()
	if more && err == nil {
		err = o.ThinkAll(ctx)
	}
	return more, err
}

// ThinkAll lets robots answer until none is asked, but for those of games that cannot be read.
func (o *Office) ThinkAll(ctx context.Context) error {
	for {
		more, err := o.Think(ctx)
		if _, broken := errors.AsType[*fault.Game](err); broken {
			return nil
		}
		if !more || err != nil {
			return err
		}
	}
}
