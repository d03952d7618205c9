package inbox

import (
	"context"
	"slices"
	"strings"

	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/outbox"
	"railpost/store"
)

// MeantSeat returns the seat that a mail from an address on file is about: the one whose letter it answers, else that of
// the game which its subject names, else that of the only game that waits for its sender. It sets which letter the mail
// answers: that one, else the step of its subject, else the present one. Nothing of it is proved. A mail with a wrong
// token is about no seat.
func (in *Mail) MeantSeat(ctx context.Context, s store.Store) (SeatAt, bool, error) {
	about, named := compose.ParseSubject(in.Message.Subject)
	if in.wrong || in.Proof != OnFile {
		return SeatAt{}, false, nil
	}
	l, sent, err := outbox.Sent(ctx, s, in.Message.InReplyTo)
	if err != nil {
		return SeatAt{}, false, err
	}
	if i := slices.IndexFunc(in.Tables, func(t SeatAt) bool {
		return sent && l.Game == t.Game.Name && l.Seat == int(t.Seat) && (!named || strings.EqualFold(l.Game, about.Game))
	}); i >= 0 {
		t := in.Tables[i]
		in.Step, in.Answers = min(l.Seq, t.Game.Head.Seq), true
		return t, true, nil
	}
	if !named {
		waits := slices.DeleteFunc(slices.Clone(in.Tables), func(t SeatAt) bool { return t.Game.Table.WaitFor(t.Seat) == nil })
		if len(waits) != 1 {
			return SeatAt{}, false, nil
		}
		in.Step = waits[0].Game.Head.Seq
		return waits[0], true, nil
	}
	t, _ := in.MeantTable()
	if in.Step = t.Game.Head.Seq; about.Told {
		in.answersStep(t.Game, t.Seat, about.Step)
	}
	return t, strings.EqualFold(t.Game.Name, about.Game), nil
}
