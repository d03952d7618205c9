package inbox

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/config"
	"railpost/pbem/desk/archive"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/extract"
	"railpost/pbem/mail/outbox"
	"railpost/store"
)

// proof is how certain the writer of a mail is.
type proof int

const (
	stranger        proof = iota // neither token nor a known address
	OnFile                       // a known address without a valid token
	OtherAddress                 // a valid token from an address that is not on file
	Unauthentic                  // both, but not authenticated by the own host as required
	Proven                       // a valid token from an address on file
	Confirming                   // the token of a letter that asks an address whether it is the player's
	Organiser                    // the token of letters to an organiser, from their address
	FormerOrganiser              // one that was renewed since, from that address
	Asked                        // the token of a letter that offers somebody a seat
	Listed                       // a token of letters to somebody on the waiting list, from their address
	Visitor                      // that of letters about tables in formation, from an address of the profile
	Digest                       // that of letters about several games, from an address of their reader
)

// Mail is one mail on its way through the service.
type Mail struct {
	raw     []byte
	RawID   store.Hash
	Content store.Hash // distinguishes a second mail with the same key
	Key     string     // dedupe key
	Message *extract.Mail
	Fault   error // why it could not be read
	Large   bool
	Short   bool // only its header is available, and the mailbox does not return the rest
	Proof   proof
	Game    *games.Game
	Seat    engine.Seat
	Claimed string          // Message.From; where that is "", one of Message.Senders to whom the letter went that it answers
	Tag     string          // proof Organiser: the game that letter was about; "" for none
	Sitter  *table.Sitter   // writer in place of the seat's player; nil: the player
	Robot   bool            // a robot's orders
	Guest   table.Guest     // proof Asked: the person who was offered the seat
	Waits   *table.Newcomer // proof Listed: the writer
	Offer   *table.Offer    // proof Listed: the offer of Waits that they answer; nil: a letter about the list
	Visitor *table.Profile  // proof Visitor: the writer
	Digest  *table.Digest   // proof Digest: the letters of which it answers one
	Part    []string        // of a mail about several games the part for this one; nil: it is about one
	Step    uint64          // the answered letter was written after this record
	Gone    bool            // that letter belongs to steps that a restore has undone
	Answers bool            // it answers a letter to the seat, according to itself
	wrong   bool            // an invalid token
	Several bool            // it has the codes of letters about several seats
	Tables  []SeatAt        // proof onFile: all seats of the address
	until   time.Time       // when it must be finished, see ErrSlow
	left    time.Duration   // the time that was left for it when it had been read
	steps   int             // of handling it

	replayed bool    // the organiser delivers it by hand
	Again    bool    // it was handled before, by a store that is lost
	Former   bool    // it answers a letter from before the last restore
	Revoked  *SeatAt // owner of the token, which that restore made worthless
}

type SeatAt struct {
	Game *games.Game
	Seat engine.Seat
}

// Read decodes a mail, unless that was done, and determines its author and the letter it
// answers. It returns only errors of the store; for a mail that cannot be read it sets
// Mail.Fault.
func (ib *Inbox) Read(ctx context.Context, r *Received, replayed bool) (*Mail, error) {
	ib.decode(r)
	began := ib.Now()
	in := &Mail{
		raw: r.raw, RawID: r.id, Key: r.Key(), Content: r.id, Message: r.message, Fault: r.fault, Large: r.large, Short: r.short,
		Seat: engine.Nobody, until: began.Add(mailTime), replayed: replayed,
	}
	in.left = in.until.Sub(began)
	if in.Message == nil {
		return in, nil
	}
	if in.Fault == nil && !in.Short { // a complete copy counts as a different mail
		in.Key = r.key
	}
	if err := ib.identify(ctx, in, r); err != nil {
		return in, err
	}
	if in.Fault == nil {
		in.Content = r.content
	}
	in.left = in.until.Sub(ib.Now())
	return in, nil
}

// Resume continues with a mail: the time since it was read was others'.
func (in *Mail) Resume(now time.Time) { in.until = now.Add(in.left) }

// identify looks for a reply address among those the mail went to, where addresses have no
// extensions for a code in its text, then for the sender among the addresses on file. From
// alone never gives authority.
func (ib *Inbox) identify(ctx context.Context, in *Mail, received *Received) error {
	for _, from := range append([]string{in.Message.From}, in.Message.Senders...) {
		in.Claimed = from
		for _, r := range received.addresses {
			if ok, err := ib.proved(ctx, in, r); ok || err != nil {
				return err
			}
		}
		if ok, err := ib.provedByCode(ctx, in, received.codes); ok || err != nil {
			return err
		}
	}
	in.wrong = len(received.addresses)+len(received.codes) > 0
	return ib.findSender(ctx, in)
}

// proved reports whether an answer address identifies something, and records it.
func (ib *Inbox) proved(ctx context.Context, in *Mail, r compose.Reply) (bool, error) {
	organises, former, err := ib.ProvesOrganiser(ctx, in.Claimed, strings.ToLower(r.Token))
	if err != nil {
		return false, err
	}
	if organises && (in.Message.From == "" || Authentic(ib.Config, in.Message)) {
		in.Proof = Organiser
		if former {
			in.Proof = FormerOrganiser
		}
		in.Tag, err = ib.organised(ctx, r, in.Message.InReplyTo)
		return true, err
	}
	if listed, err := ib.findNewcomer(ctx, in, r.Token); listed || err != nil {
		return listed, err
	}
	if visits, err := ib.findVisitor(ctx, in, r); visits || err != nil {
		return visits, err
	}
	if several, err := ib.findDigest(ctx, in, r); several || err != nil {
		return several, err
	}
	archived, err := archive.Names(ctx, ib.Journal, r.Game)
	if err != nil {
		return false, err
	}
	for _, name := range append([]string{r.Game}, archived...) {
		g, err := ib.Games.Load(ctx, name)
		if errors.Is(err, store.ErrNoGame) {
			continue
		}
		if err != nil || ib.proves(in, g, r) {
			return err == nil, err
		}
	}
	return false, nil
}

// proves reports whether a token is one of a game, and records its meaning.
func (ib *Inbox) proves(in *Mail, g *games.Game, r compose.Reply) bool {
	if in.answers(g, r, ib.Now()) {
		in.Proof = ib.proofOf(in)
		return true
	}
	if seat, ok := g.Table.Tokens().Confirming(r.Token); ok {
		in.Game, in.Seat, in.Step, in.Proof = g, seat, g.Table.HiddenRecords.Record(r.Step.N, seat), Confirming
		return true
	}
	if seat, guest, ok := g.Table.Tokens().GuestOf(r.Token); ok {
		in.Game, in.Seat, in.Guest, in.Proof = g, seat, guest, Asked
		in.Step = min(g.Table.HiddenRecords.Record(r.Step.N, engine.Nobody), g.Head.Seq)
		return true
	}
	return false
}

// organised returns the game that an organiser's letter was about; "" for none. Their tokens
// are the same for all games, so if several have had the name only the very letter tells.
func (ib *Inbox) organised(ctx context.Context, r compose.Reply, answered string) (string, error) {
	name := strings.TrimPrefix(r.Game, compose.NoGame)
	archived, err := archive.Names(ctx, ib.Journal, name)
	if err != nil || len(archived) == 0 {
		return name, err
	}
	l, _, err := outbox.Sent(ctx, ib.Store, answered)
	return l.Game, err
}

// findNewcomer reports whether a token is one of the letters to a person on the waiting list, and the mail
// comes from their address.
func (ib *Inbox) findNewcomer(ctx context.Context, in *Mail, token string) (bool, error) {
	n, err := ib.Newcomer(ctx, in.Claimed)
	if err != nil || n == nil {
		return false, err
	}
	offer, ok := n.Proves(token)
	if !ok {
		return false, nil
	}
	in.Proof, in.Waits, in.Offer = Listed, n, offer
	if offer == nil {
		return true, nil
	}
	g, err := ib.Games.Load(ctx, offer.Game)
	if errors.Is(err, store.ErrNoGame) { // its name is free again
		in.Offer = nil
		return true, nil
	}
	in.Game, in.Seat = g, offer.Seat
	return true, err
}

// findVisitor reports whether a token is that of letters about tables in formation, and the
// mail comes from an address of the same profile.
func (ib *Inbox) findVisitor(ctx context.Context, in *Mail, r compose.Reply) (bool, error) {
	if r.Game != compose.NoGame || in.Claimed == "" {
		return false, nil
	}
	p, err := ib.Profile(ctx, in.Claimed)
	if err != nil || p == nil || !p.Proves(r.Token) {
		return false, err
	}
	in.Proof, in.Visitor, in.Step = Visitor, p, r.Step.N
	return true, nil
}

// Lacks returns the reason why a mail proves no seat: otherwise, or that its token is
// wrong. Guesses at tokens are counted apart.
func (in *Mail) Lacks(otherwise verdict.Why) verdict.Why {
	if in.wrong {
		return verdict.WrongToken
	}
	return otherwise
}

// answers reports whether a token proves a seat of a game, and finds the letter that its
// address names. After a restore, steps that were undone have different meanings: mails
// that answer such a letter order nothing, unless the organiser delivers them and nothing
// else has been played since. Only then does a token from before the restore count.
func (in *Mail) answers(g *games.Game, r compose.Reply, now time.Time) bool {
	t := g.Table
	seat, ok := t.Tokens().SeatOf(r.Token)
	former := r.Step.Epoch < t.Epoch
	if !ok {
		seat, in.Sitter, ok = t.Tokens().SitterOf(r.Token, now)
	}
	if !ok && former {
		if seat, ok = t.Tokens().SeatOnceOf(r.Token); ok && !in.replayed {
			in.Revoked = &SeatAt{g, seat}
			return false
		}
	}
	if !ok {
		return false
	}
	in.Game, in.Seat = g, seat
	in.answersStep(g, seat, r.Step)
	return true
}

// answersStep records that the mail answers a letter to a seat of a step.
func (in *Mail) answersStep(g *games.Game, seat engine.Seat, step compose.Step) {
	t, hidden, last := g.Table, g.Table.HiddenRecords, g.Head.Seq
	in.Former = step.Epoch < t.Epoch
	if in.Former {
		hidden, last = t.FormerHidden(), t.Agreed
	}
	in.Step = min(hidden.Record(step.N, seat), g.Head.Seq)
	in.Gone = in.Former && !in.replayed || step.Epoch > t.Epoch || step.N > hidden.Step(last, seat)
}

// proofOf returns how certain it is that a mail with a seat's token is its player's.
func (ib *Inbox) proofOf(in *Mail) proof {
	t := in.Game.Table
	known := t.Players[in.Seat].OnFile(in.Message.From) || in.Recovered() && t.Former.OnFile(in.Seat, in.Message.From)
	if in.Sitter != nil {
		known = in.Message.From == in.Sitter.Address
	}
	switch {
	case !known && in.Sitter != nil && in.Message.From != "":
		return stranger
	case !known:
		return OtherAddress
	case !Authentic(ib.Config, in.Message):
		return Unauthentic
	}
	return Proven
}

// findSender looks whether From is on file in any game.
func (ib *Inbox) findSender(ctx context.Context, in *Mail) error {
	if in.Message.From == "" {
		return nil
	}
	names, err := ib.GamesOf(ctx, in.Message.From)
	if err != nil {
		return err
	}
	for _, name := range names {
		g, err := ib.Games.Load(ctx, name)
		if err != nil {
			return err
		}
		for _, s := range g.Table.SeatsOf(in.Message.From) {
			in.Tables = append(in.Tables, SeatAt{g, s})
		}
	}
	if len(in.Tables) > 0 {
		in.Proof = OnFile
	}
	return nil
}

// Authentic reports whether the service's own mail host vouches for From, if the
// configuration requires that.
func Authentic(conf *config.Config, m *extract.Mail) bool {
	return !conf.Security.DemandAuth || TrustedPass(m, conf.Security.TrustedAuthservID)
}

// mailTime limits deciding one mail. Counts limit the work that mails can cause (extract.LineMost, the budgets
// of the engine's searches); this is for anything they miss, since all games wait for the one mail. Decoding
// it, for which nobody waits, has counts alone: a machine that stood still meanwhile makes no mail slow.
const mailTime = 2 * time.Second

// ErrSlow: a mail has taken longer than mailTime.
var ErrSlow = errors.New("pbem: processing a message took too long")

// fewSteps is a number of steps that take no time: if the time of a message is up earlier, the machine may be
// to blame, or its clock, and not the mail.
const fewSteps = 32

// Laborious reports whether a message that was slow has taken many steps: then it will be slow again.
func (in *Mail) Laborious() bool { return in.steps > fewSteps }

// Slow returns ErrSlow if the mail has taken too long. It is called before each step.
func (in *Mail) Slow(now time.Time) error {
	in.steps++
	if now.After(in.until) {
		return ErrSlow
	}
	return nil
}

// TokenOwner names the seat or the reader of letters that the token of a message belongs to.
func (in *Mail) TokenOwner() string {
	if in.Digest != nil {
		return in.Digest.Address
	}
	return journal.SeatKey(in.Game.Name, in.Seat)
}

// Undecoded returns why the text of a message could not be read, with advice for its writer.
func (in *Mail) Undecoded() engine.Message {
	switch what := in.Message.Garbled; what {
	case extract.Encrypted:
		return engine.Msg(key.Encrypted)
	case extract.Sealed:
		return engine.Msg(key.Sealed)
	case extract.Winmail:
		return engine.Msg(key.Winmail)
	default:
		return engine.Msg(key.Garbled, engine.Text("what", what))
	}
}

// OfSeat reports whether the mail is a player's about their seat, and so about one game alone.
func (in *Mail) OfSeat() bool { return in.Proof == Proven && in.Message.Class.Answerable() }

// Recovered reports whether the mail was played before a restore undid it, and is delivered
// again. Its sender has had the answer.
func (in *Mail) Recovered() bool { return in.Former && in.replayed || in.Again }

// named reports whether the subject names a game.
func (in *Mail) named(g *games.Game) bool {
	return slices.ContainsFunc(strings.Fields(in.Message.Subject), func(w string) bool { return strings.EqualFold(strings.Trim(w, "[]"), g.Name) })
}

// MeantTable returns the seat that a mail without a token is about: that of the game its subject names, else
// the one that the game has waited for longest; and the other games of its sender that are not over.
func (in *Mail) MeantTable() (meant SeatAt, others []engine.Arg) {
	since := func(t SeatAt) time.Time {
		if w := t.Game.Table.WaitFor(t.Seat); w != nil {
			return w.Since
		}
		return in.until // later than any
	}
	meant = slices.MinFunc(in.Tables, func(a, b SeatAt) int {
		if x, y := in.named(a.Game), in.named(b.Game); x != y {
			return map[bool]int{true: -1, false: 1}[x]
		}
		return since(a).Compare(since(b))
	})
	names := []string{meant.Game.Name}
	for _, t := range in.Tables {
		name, state := t.Game.Name, t.Game.Table.State
		if state == table.Over || state == table.Closed || slices.Contains(names, name) {
			continue
		}
		names, others = append(names, name), append(others, engine.Text("", name))
	}
	return meant, others
}
