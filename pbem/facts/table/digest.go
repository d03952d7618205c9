package table

import (
	"cmp"
	"crypto/hmac"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/clock"
)

// Digest is what the service knows of somebody who wants one letter a day about all their
// games. It stands under the address that their letters go to, beside the tables: whoever
// sits at several wants it for all of them.
type Digest struct {
	Address string          `json:"address"`
	Name    string          `json:"name,omitempty"`
	Off     bool            `json:"off,omitempty"`    // they want single letters again; earlier ones can still be answered
	Owed    bool            `json:"owed,omitempty"`   // Off, and single letters about the waiting games are due
	Forget  bool            `json:"forget,omitempty"` // and then this is deleted
	Silent  bool            `json:"silent,omitempty"` // only urgent letters are sent
	At      clock.TimeOfDay `json:"at"`               // when it comes
	Zone    string          `json:"zone"`             // zone of that time
	Key     []byte          `json:"key"`              // secret: derives the token of its answer address
	Looked  time.Time       `json:"looked"`           // when it last came, or would have come
	Urged   time.Time       `json:"urged,omitzero"`   // when an urgent letter about one game last came
	N       uint64          `json:"n"`                // number of letters so far
	Sent    []Sent          `json:"sent,omitempty"`
}

// Sent is a letter about several games, as its answers refer to it.
type Sent struct {
	N     uint64    `json:"n"`
	At    time.Time `json:"at"`
	Games []SentOf  `json:"games"`
	Own   int       `json:"own,omitempty"` // number of Games in the letter itself; the others are as in an earlier one
}

// SentOf is the content of such a letter about one game.
type SentOf struct {
	Game   string      `json:"game"`
	Seat   engine.Seat `json:"seat"`
	Record uint64      `json:"record"`           // the last one then
	Epoch  uint64      `json:"epoch,omitempty"`  // number of restores of the game then
	Unsaid bool        `json:"unsaid,omitempty"` // the reader has not seen the question of that time
}

// SentKept is the number of letters about several games that are remembered.
const SentKept = 20

// DigestAt is when the daily letter comes if its reader sets nothing.
var DigestAt = clock.TimeOfDay{Hour: 8, Set: true}

// DigestWord is how the daily letter is chosen among letters.
const DigestWord = "digest"

// DigestPrefix begins the keys of all daily letters, and AnsweredPrefix those of answers to mails about several
// games of which some are still unanswered.
const (
	DigestPrefix   = "digest/"
	AnsweredPrefix = "answered/"
)

// DigestKey returns the key of the record of daily letters to an address.
func DigestKey(address string) string { return DigestPrefix + strings.ToLower(address) }

// ReadDigest decodes the output of Bytes.
func ReadDigest(b []byte) (*Digest, error) { return decoded[Digest](b, "a digest") }

// Token returns the token of the reader of these letters: 128 bits in 26 characters.
func (d *Digest) Token() string { return token(d.Key, DigestWord) }

// Proves reports whether a token is theirs.
func (d *Digest) Proves(token string) bool {
	return len(d.Key) > 0 && hmac.Equal([]byte(d.Token()), []byte(strings.ToLower(token)))
}

// Letter returns the content of a letter; nil if it is no longer known.
func (d *Digest) Letter(n uint64) *Sent { return find(d.Sent, func(s Sent) bool { return s.N == n }) }

// Last returns the latest state of a game shown in letters; nil if none showed it. It need not be in the
// last letter: an answer to an older letter shows other games as that letter did.
func (d *Digest) Last(game string, s engine.Seat) (last *SentOf) {
	for i := range d.Sent {
		of := d.Sent[i].Of(game, s)
		if of != nil && (last == nil || cmp.Or(cmp.Compare(of.Epoch, last.Epoch), cmp.Compare(of.Record, last.Record)) >= 0) {
			last = of
		}
	}
	return last
}

// Tells reports whether a letter has shown a seat's question since a record.
func (d *Digest) Tells(game string, s engine.Seat, epoch, asked uint64) bool {
	return slices.ContainsFunc(d.Sent, func(l Sent) bool {
		of := l.Of(game, s)
		return of != nil && !of.Unsaid && of.Epoch == epoch && of.Record >= asked
	})
}

// Of returns the content about a seat of a game; nil if there is none.
func (l *Sent) Of(game string, s engine.Seat) *SentOf {
	if l == nil {
		return nil
	}
	return find(l.Games, func(g SentOf) bool { return g.Game == game && g.Seat == s })
}

// Send takes note of a letter, which shows the first of some games itself, and returns its
// number.
func (d *Digest) Send(at time.Time, games []SentOf, own int) uint64 {
	d.N++
	d.Sent = append(slices.Clip(d.Sent), Sent{N: d.N, At: at, Games: games, Own: own})
	d.Sent = d.Sent[max(0, len(d.Sent)-SentKept):]
	return d.N
}

// ZoneOf returns the time zone of the digest, or UTC if its name is no longer known.
func (d *Digest) ZoneOf() *time.Location { return zoneOf(d.Zone) }

// Next returns when the daily letter comes next after it last did.
func (d *Digest) Next() time.Time {
	zone := d.ZoneOf()
	day := clock.DateOf(d.Looked.In(zone))
	if at := d.At.On(day, zone); at.After(d.Looked) {
		return at
	}
	return d.At.On(day.Next(), zone)
}
