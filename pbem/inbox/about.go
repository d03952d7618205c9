package inbox

import (
	"context"
	"strings"

	"railpost/pbem/compose"
	"railpost/store"
)

// MeantSeat returns the seat that a mail from an address on file is about if its subject names
// the game, and sets which letter it answers: the one it names, else the step of its subject,
// else the present one. Nothing of it is proved. A mail with a wrong token is about no seat.
func (in *Mail) MeantSeat(ctx context.Context, s store.Store) (SeatAt, bool, error) {
	about, ok := compose.ParseAbout(in.Message.Subject)
	if !ok || in.wrong || in.Proof != OnFile {
		return SeatAt{}, false, nil
	}
	t, _ := in.MeantTable()
	if !strings.EqualFold(t.Game.Name, about.Game) {
		return SeatAt{}, false, nil
	}
	l, sent, err := s.SentLetter(ctx, in.Message.InReplyTo)
	switch {
	case err != nil:
		return t, false, err
	case sent && l.Game == t.Game.Name && l.Seat == int(t.Seat):
		in.Step = min(l.Seq, t.Game.Head.Seq)
	case about.Told:
		in.answersStep(t.Game, t.Seat, about.Step)
	default:
		in.Step = t.Game.Head.Seq
	}
	return t, true, nil
}
