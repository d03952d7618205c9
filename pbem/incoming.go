package pbem

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/compose"
	"railpost/pbem/extract"
	"railpost/pbem/games"
	"railpost/pbem/imapbox"
	"railpost/pbem/verdict"
	"railpost/store"
)

// proof says how sure it is who wrote a mail.
type proof int

const (
	stranger     proof = iota // neither token nor a known address
	onFile                    // a known address without a valid token
	otherAddress              // a valid token from an address that is not on file
	unauthentic               // both, without the proof of the own host that is demanded
	proven                    // a valid token from an address on file
	confirming                // the token of a letter that asks an address whether it is the player's
)

// incoming is one mail on its way through the Office.
type incoming struct {
	raw     []byte
	rawID   store.Hash
	content store.Hash // by which a second mail of the same key is told from another
	key     string     // dedupe key
	mail    *extract.Mail
	fault   error // why it could not be read
	large   bool
	short   bool // only its header is at hand, and the mailbox does not give the rest
	proof   proof
	game    *games.Game
	seat    engine.Seat
	step    uint64    // the letter that is answered was written after this record
	gone    bool      // that letter belongs to a course of the game that a restore has undone
	wrong   bool      // a token that proves nothing
	tables  []seatAt  // proof onFile: all seats of the address
	until   time.Time // by when it is to be worked out, see errSlow

	replayed bool    // the organiser takes it in by hand
	former   bool    // it answers a letter from before the last restore
	revoked  *seatAt // whose token it shows, which that restore made worthless
}

type seatAt struct {
	game *games.Game
	seat engine.Seat
}

// read decodes a mail and finds out who wrote it and which letter he answers.
// The error is a failure of the store; a mail that cannot be read says so in
// incoming.fault.
func (o *Office) read(ctx context.Context, m imapbox.Mail, replayed bool) (*incoming, error) {
	in := &incoming{raw: m.Raw, seat: engine.Nobody, until: o.Now().Add(mailTime), replayed: replayed}
	if m.Raw == nil {
		in.raw, in.large, in.short = m.Header, true, m.Short
	}
	in.rawID = rawID(m)
	in.key, in.content = rawKey(in.rawID), in.rawID
	if o.suspects[in.key] >= poisonAfter {
		in.fault = errPoison
		return in, nil
	}
	in.mail, in.fault = extract.Parse(in.raw, extract.Limits{MailBytes: int(o.Config.Mail.In.MaxSize), Time: mailTime})
	if in.mail == nil {
		return in, nil
	}
	if in.fault == nil && !in.short { // when it comes whole it is another one
		in.key = in.mail.Key()
	}
	if err := o.identify(ctx, in); err != nil {
		return in, err
	}
	if in.fault == nil {
		in.content = o.contentHash(in.mail)
	}
	return in, nil
}

// contentHash is of what a mail says and to which of our answer addresses. A
// mail that was sent twice has other Received fields each time and is still the
// same.
func (o *Office) contentHash(m *extract.Mail) store.Hash {
	return sha256.Sum256(fmt.Appendf(nil, "%v\n%s", o.answerAddresses(m), strings.Join(m.Lines, "\n")))
}

// answerAddresses are those among the addresses a mail went to that stand in
// letters of ours, whether or not they prove anything.
func (o *Office) answerAddresses(m *extract.Mail) []compose.Reply {
	base, _ := compose.SplitAddress(o.Config.Identity.BaseAddress)
	var out []compose.Reply
	for _, to := range m.To {
		if r, ok := compose.ParseReplyAddress(to, base, o.Config.Mail.Out.PlusSeparator); ok {
			out = append(out, r)
		}
	}
	return out
}

// identify looks for a reply address among those the mail went to, then for
// the sender among the addresses on file. From never gives authority alone.
func (o *Office) identify(ctx context.Context, in *incoming) error {
	addresses := o.answerAddresses(in.mail)
	for _, r := range addresses {
		g, err := o.Games.Load(ctx, r.Game)
		if errors.Is(err, store.ErrNoGame) {
			continue
		}
		if err != nil {
			return err
		}
		if in.answers(g, r) {
			in.proof = o.proofOf(in)
			return nil
		}
		if seat, ok := g.Table.SeatAsking(r.Token); ok {
			in.game, in.seat, in.step, in.proof = g, seat, g.Table.Record(r.Step.N, seat), confirming
			return nil
		}
	}
	in.wrong = len(addresses) > 0
	return o.findSender(ctx, in)
}

// lacks is what a mail does not have that would prove its seat, for log and
// metrics: guesses at tokens are counted apart.
func (in *incoming) lacks(otherwise verdict.Why) verdict.Why {
	if in.wrong {
		return verdict.WrongToken
	}
	return otherwise
}

// answers says whether a token proves a seat of a game, and finds the letter
// that its address names. After a restore the steps of the lost course stand
// for others: mails that answer one of its letters order nothing, unless the
// organiser takes them in and nothing else has been played since. A token that
// was good only before the restore does there alone.
func (in *incoming) answers(g *games.Game, r compose.Reply) bool {
	t := g.Table
	seat, ok := t.SeatOf(r.Token)
	former := r.Step.Epoch < t.Epoch
	if !ok && former {
		if seat, ok = t.FormerSeat(r.Token); ok && !in.replayed {
			in.revoked = &seatAt{g, seat}
			return false
		}
	}
	if !ok {
		return false
	}
	last := g.Head.Seq
	if former {
		t, last = t.Formerly(), t.Agreed
	}
	in.game, in.seat, in.former = g, seat, former
	in.step = min(t.Record(r.Step.N, seat), g.Head.Seq)
	in.gone = former && !in.replayed || r.Step.Epoch > t.Epoch || r.Step.N > t.Step(last, seat)
	return true
}

// proofOf is how sure it is that a mail with a seat's token is its player's.
func (o *Office) proofOf(in *incoming) proof {
	onFile := in.game.Table.OnFile
	if in.recovered() {
		onFile = in.game.Table.FormerlyOnFile
	}
	switch {
	case !onFile(in.seat, in.mail.From):
		return otherAddress
	case !o.authentic(in.mail):
		return unauthentic
	}
	return proven
}

// findSender looks whether From is on file in any game.
func (o *Office) findSender(ctx context.Context, in *incoming) error {
	if in.mail.From == "" {
		return nil
	}
	names, err := o.GamesOf(ctx, in.mail.From)
	if err != nil {
		return err
	}
	for _, name := range names {
		g, err := o.Games.Load(ctx, name)
		if err != nil {
			return err
		}
		for _, s := range g.Table.SeatsOf(in.mail.From) {
			in.tables = append(in.tables, seatAt{g, s})
		}
	}
	if len(in.tables) > 0 {
		in.proof = onFile
	}
	return nil
}

// authentic asks the own host's verdict on From where the service demands it.
func (o *Office) authentic(m *extract.Mail) bool {
	if !o.Config.Security.DemandAuth {
		return true
	}
	return trustedPass(m, o.Config.Security.TrustedAuthservID)
}
