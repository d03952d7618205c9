package inbox

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/extract"
)

// codes returns the codes in the text of a mail, quoted or not, if letters have codes instead of answer
// addresses of their own. They are no part of the typed text.
func (ib *Inbox) codes(m *extract.Mail) []compose.Reply {
	if !ib.Config.ByCode() {
		return nil
	}
	m.Blank(func(text string) bool { return compose.HasCode(legible(text)) })
	return compose.Codes(engine.Each(m.Lines, legible))
}

// legible folds a line as a code may be in it; not one that would be cut, as of a program that joined all lines.
func legible(line string) string {
	if folded := extract.Fold(line); !extract.TooLong(folded) {
		return folded
	}
	return line
}

// provedByCode reports whether the codes of a mail identify one thing, and records it. A mail may quote letters
// within letters: of several to one seat the newest is answered, and another player's count only if the sender
// has none of their own. If that is ambiguous, the game in the subject decides, or nothing.
func (ib *Inbox) provedByCode(ctx context.Context, in *Mail, codes []compose.Reply) (bool, error) {
	var found []*Mail
	for _, r := range codes { // the newest first
		try := *in
		ok, err := ib.proved(ctx, &try, r)
		if err != nil {
			return false, err
		}
		switch same := slices.IndexFunc(found, try.provesAs); {
		case !ok && try.Revoked != nil:
			in.Revoked = try.Revoked
		case ok && same < 0:
			found = append(found, &try)
		case ok && found[same].Tag != try.Tag:
			found[same].Tag = "" // the organiser must say which game
		}
	}
	for _, unsure := range []func(*Mail) bool{
		func(m *Mail) bool {
			return m.Proof == OtherAddress || m.Proof == stranger || m.Proof == FormerOrganiser
		},
		func(m *Mail) bool { return m.Game == nil || !in.named(m.Game) },
	} {
		if sure := slices.DeleteFunc(slices.Clone(found), unsure); len(found) > 1 && len(sure) > 0 {
			found = sure
		}
	}
	if in.Several = len(found) > 1; in.Several || len(found) == 0 {
		return false, nil
	}
	*in = *found[0]
	return true, nil
}

// provesAs reports whether two mails prove the same.
func (in *Mail) provesAs(o *Mail) bool {
	if (in.Offer == nil) != (o.Offer == nil) || in.Offer != nil && *in.Offer != *o.Offer {
		return false
	}
	return in.Proof == o.Proof && in.Game == o.Game && in.Seat == o.Seat && in.Guest == o.Guest && (in.Sitter == nil) == (o.Sitter == nil)
}
