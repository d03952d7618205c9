package inbox

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/daily"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/compose"
)

// findDigest reports whether a token is that of letters about several games. A mail from an address other than
// their reader's is nobody's order, but its token deserves a reply.
func (ib *Inbox) findDigest(ctx context.Context, in *Mail, r compose.Reply) (bool, error) {
	if r.Game != compose.NoGame {
		return false, nil
	}
	list, err := daily.All(ctx, ib.Journal)
	i := slices.IndexFunc(list, func(d *table.Digest) bool { return d.Proves(r.Token) })
	if err != nil || i < 0 {
		return false, err
	}
	d := list[i]
	theirs, err := ib.sameReader(ctx, d.Address, in.Message.From)
	in.Proof, in.Digest, in.Step = Digest, d, r.Step.N
	switch {
	case err != nil:
	case !theirs:
		in.Proof = OtherAddress
	case !Authentic(ib.Config, in.Message):
		in.Proof = Unauthentic
	}
	return true, err
}

// sameReader reports whether two addresses have the same reader.
func (ib *Inbox) sameReader(ctx context.Context, reads, from string) (bool, error) {
	if from == reads {
		return true, nil
	}
	names, err := ib.GamesOf(ctx, from)
	for _, name := range names {
		g, wrong := ib.Games.Load(ctx, name)
		if wrong != nil {
			err = wrong
			continue
		}
		if slices.ContainsFunc(g.Table.SeatsOf(from), func(s engine.Seat) bool { return g.Table.Players[s].OnFile(reads) }) {
			return true, nil
		}
	}
	return false, err
}

// PartOf returns the part for one game of a mail about several, as a separate mail. of is the answered letter's
// part of the game; nil if there is none. Numbers of lines are those of the whole mail.
func (ib *Inbox) PartOf(in *Mail, g *games.Game, s engine.Seat, of *table.SentOf, lines []string) *Mail {
	part := *in
	part.Key, part.Game, part.Seat, part.Proof, part.Part = PartKey(in.Key, g.Name), g, s, Proven, lines
	part.until = ib.Now().Add(mailTime)
	t, last := g.Table, g.Head.Seq
	letter := in.Digest.Letter(in.Step)
	switch {
	case letter == nil, letter.At.Before(t.Created): // an earlier game may have had the name
		part.Gone, part.Step = true, last
		return &part
	case of == nil: // they answer other letters
		part.Step = min(max(t.Players[s].Told, t.Players[s].Seen), last)
		return &part
	}
	if part.Former = of.Epoch < t.Epoch; part.Former {
		last = t.Agreed
	}
	part.Step = min(of.Record, g.Head.Seq)
	part.Gone = part.Former && !in.replayed || of.Epoch > t.Epoch || of.Record > last
	return &part
}

// PartKey returns the dedupe key of a mail's part for one game.
func PartKey(key, game string) string { return key + "/" + game }
