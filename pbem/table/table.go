// Package table is the document the service keeps of each game beside its log:
// who sits where, how he is reached, what the table agreed on, and for whom the
// game waits since when. It knows no rules and does no I/O.
package table

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/engine/rail/log18xx"
	"railpost/pbem/clock"
)

// State is where a game stands in its life.
type State string

const (
	Inviting State = "inviting" // waits for every seat to accept
	Running  State = "running"
	Paused   State = "paused" // orders are refused, clocks stand still
	Over     State = "over"   // played to its end
	Closed   State = "closed" // declined, or ended by the organiser
)

// Letters says which letters a player wants beside answers to his own mails.
type Letters string

const (
	All  Letters = "all"  // turn letters and news of every move
	Mine Letters = "mine" // only when he is to act
	Off  Letters = "off"  // nothing but the start and the end
)

// Valid says whether l is one of the three.
func (l Letters) Valid() bool { return l == All || l == Mine || l == Off }

// Table is the game document.
type Table struct {
	Game       string       `json:"game"`
	Title      string       `json:"title"`
	Setup      engine.Setup `json:"setup"`
	Seed       []byte       `json:"seed"`              // secret until the end; with Service it is made at the start
	Service    []byte       `json:"service,omitempty"` // what the service gives to a seed that players add to
	Key        []byte       `json:"key"`               // secret for ever: the tokens come from it
	State      State        `json:"state"`
	Created    time.Time    `json:"created"`
	Organiser  string       `json:"organiser,omitempty"` // address that gets notices
	Players    []Player     `json:"players"`
	Within     int64        `json:"within"` // seconds to answer in
	Reminders  []string     `json:"reminders"`
	HalfTime   bool         `json:"half_time,omitempty"`
	Zone       string       `json:"zone,omitempty"`    // of players who choose none
	Letters    Letters      `json:"letters,omitempty"` // for players who choose none
	Waiting    []Wait       `json:"waiting,omitempty"`
	Shown      bool         `json:"shown,omitempty"` // called off, and exported since: it cannot go on
	PausedAt   time.Time    `json:"paused_at,omitzero"`
	LastGroups []Group      `json:"last_groups,omitempty"` // what the last mails did, as far as they can be taken back
	Outage     Outage       `json:"outage,omitzero"`       // by which the times were moved last
	Asides     []Aside      `json:"asides,omitempty"`      // records that their seats alone may know of, in their order

	Epoch    uint64    `json:"epoch,omitempty"`    // how often a restore has put the game back
	Agreed   uint64    `json:"agreed,omitempty"`   // last record that the log had before the last one, too
	Extra    []uint64  `json:"extra,omitempty"`    // records since then that the log before did not have
	Former   *Former   `json:"former,omitempty"`   // what proved a seat before it; nil if there was none
	Restored *Restored `json:"restored,omitempty"` // what the players are still to be told of it

	// Site is what the file of the public 18xx site said of a game that was
	// imported from there; nil for any other.
	Site *log18xx.Header `json:"site,omitempty"`
}

// Outage is a time in which the service was down, or could not reach its mail.
type Outage struct {
	From time.Time     `json:"from"` // last sign of life before it
	By   time.Duration `json:"by"`   // how far the times have been moved because of it
}

// Player is a seat with the person on it.
type Player struct {
	Name         string    `json:"name"`
	Addresses    []string  `json:"addresses"`         // the first is where letters go
	Wanted       *Wanted   `json:"wanted,omitempty"`  // where letters are to go, once somebody says so there
	Renewed      int       `json:"renewed,omitempty"` // how often the token was renewed
	Zone         string    `json:"zone"`
	Lang         string    `json:"lang,omitempty"`
	Letters      Letters   `json:"letters"`
	Unsubscribed time.Time `json:"unsubscribed,omitzero"` // when the mail program's button was last pressed
	Answer       string    `json:"answer,omitempty"`      // to the invitation: accept, decline
	Added        string    `json:"added,omitempty"`       // SHA-256 of what he adds to the seed
	Moved        uint64    `json:"moved,omitempty"`       // last record of an order of his
	Listed       uint64    `json:"listed,omitempty"`      // last record at which he was sent an answer with a list of its own
	Told         uint64    `json:"told,omitempty"`        // last record that letters queued for him tell of
	Wrote        time.Time `json:"wrote,omitzero"`        // when the last mail came that is his for sure
}

// Wanted is an address that has been asked whether it is the player's.
type Wanted struct {
	Address string    `json:"address"`
	At      time.Time `json:"at"`
}

// Wait is a seat the game waits for.
type Wait struct {
	Seat  engine.Seat `json:"seat"`
	Asked uint64      `json:"asked"` // record that opened the question
	Since time.Time   `json:"since"`
	Until time.Time   `json:"until"`
	Late  bool        `json:"late,omitempty"` // its deadline has passed and been told
	Lost  bool        `json:"lost,omitempty"` // and its letters were not taken by the server of the player
}

// Move lets a wait begin and end later; one that ends earlier stays.
func (w *Wait) Move(by time.Duration) {
	if by > 0 {
		w.Since, w.Until = w.Since.Add(by), w.Until.Add(by)
	}
}

// Group is what one mail of a seat played.
type Group struct {
	Seat   engine.Seat `json:"seat"`
	Before uint64      `json:"before"` // last record before it
	Last   uint64      `json:"last"`
	Reveal bool        `json:"reveal,omitempty"` // something hidden was shown
	Was    *Wait       `json:"was,omitempty"`    // how long the seat had been waited for
}

// Read decodes a game document.
func Read(b []byte) (*Table, error) {
	t := &Table{}
	if err := json.Unmarshal(b, t); err != nil {
		return nil, fmt.Errorf("table: reading a game document: %w", err)
	}
	return t, nil
}

// Bytes encodes the document.
func (t *Table) Bytes() ([]byte, error) { return json.Marshal(t) }

// Clone is an independent copy.
func (t *Table) Clone() *Table {
	c := *t
	c.Players = slices.Clone(t.Players)
	for i := range c.Players {
		c.Players[i].Addresses = slices.Clone(t.Players[i].Addresses)
	}
	c.Waiting = slices.Clone(t.Waiting)
	c.Reminders = slices.Clone(t.Reminders)
	c.LastGroups = slices.Clone(t.LastGroups)
	c.Asides = slices.Clone(t.Asides)
	return &c
}

// Names lists the players by seat.
func (t *Table) Names() []string {
	names := make([]string, len(t.Players))
	for i, p := range t.Players {
		names[i] = p.Name
	}
	return names
}

// Plan is how the game's time runs.
func (t *Table) Plan() (clock.Plan, error) {
	p := clock.Plan{AnswerWithin: time.Duration(t.Within) * time.Second, HalfTime: t.HalfTime}
	for _, spec := range t.Reminders {
		e, err := clock.Parse(spec)
		if err != nil {
			return p, err
		}
		p.Reminders = append(p.Reminders, e)
	}
	return p, nil
}

// ZoneOf is a seat's time zone; UTC when its name is not known any more.
func (t *Table) ZoneOf(s engine.Seat) *time.Location {
	if s < 0 || int(s) >= len(t.Players) {
		return time.UTC
	}
	z, err := clock.LoadZone(t.Players[s].Zone)
	if err != nil {
		return time.UTC
	}
	return z
}

// WaitFor is the wait of a seat; nil when the game does not wait for it.
func (t *Table) WaitFor(s engine.Seat) *Wait {
	for i := range t.Waiting {
		if t.Waiting[i].Seat == s {
			return &t.Waiting[i]
		}
	}
	return nil
}

// Commitment is the SHA-256 of what the service has drawn, shown before the game.
func (t *Table) Commitment() string {
	if t.Service != nil {
		return engine.Seed(t.Service).Commitment()
	}
	return engine.Seed(t.Seed).Commitment()
}

// Added lists the hashes of what players add to the seed, in the order of seats.
func (t *Table) Added() []string {
	var out []string
	for _, p := range t.Players {
		if p.Added != "" {
			out = append(out, p.Added)
		}
	}
	return out
}

// Accepted says whether every seat has accepted.
func (t *Table) Accepted() bool {
	return !slices.ContainsFunc(t.Players, func(p Player) bool { return p.Answer != "accept" })
}

// tokenCode is lower-case base32 without padding: it survives mail programs
// that change the case of addresses.
var tokenCode = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// Token proves a seat: 128 bits in 26 characters.
func (t *Table) Token(s engine.Seat) string {
	return token(t.Key, fmt.Sprintf("token|%s|%d|%d", t.Game, s, t.Players[s].Renewed))
}

func token(key []byte, what string) string {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(what))
	return tokenCode.EncodeToString(m.Sum(nil)[:16])
}

// AskingToken stands in the answer address of the letter to a seat's wanted
// address. It proves that this letter was read, and nothing else.
func (t *Table) AskingToken(s engine.Seat) string {
	p := t.Players[s]
	return token(t.Key, fmt.Sprintf("wanted|%s|%d|%d|%d|%s", t.Game, s, p.Renewed, p.Wanted.At.UnixNano(), p.Wanted.Address))
}

// SeatAsking finds the seat whose wanted address got a token.
func (t *Table) SeatAsking(token string) (engine.Seat, bool) {
	token = strings.ToLower(token)
	for s, p := range t.Players {
		if p.Wanted != nil && hmac.Equal([]byte(t.AskingToken(engine.Seat(s))), []byte(token)) {
			return engine.Seat(s), true
		}
	}
	return engine.Nobody, false
}

// SeatOf finds the seat a token proves.
func (t *Table) SeatOf(token string) (engine.Seat, bool) {
	token = strings.ToLower(token)
	for s := range t.Players {
		if hmac.Equal([]byte(t.Token(engine.Seat(s))), []byte(token)) {
			return engine.Seat(s), true
		}
	}
	return engine.Nobody, false
}

// OnFile says whether an address belongs to a seat's player. Addresses here and
// there are as extract.Address writes them.
func (t *Table) OnFile(s engine.Seat, address string) bool {
	return slices.Contains(t.Players[s].Addresses, address)
}

// SeatsOf lists the seats whose player has the address on file.
func (t *Table) SeatsOf(address string) []engine.Seat {
	var out []engine.Seat
	for s := range t.Players {
		if t.OnFile(engine.Seat(s), address) {
			out = append(out, engine.Seat(s))
		}
	}
	return out
}

// Missing lists the players who have not accepted the invitation, for a message.
func (t *Table) Missing() []engine.Arg {
	var out []engine.Arg
	for i, p := range t.Players {
		if p.Answer != "accept" {
			out = append(out, engine.Player("", engine.Seat(i)))
		}
	}
	return out
}

// WaitedFor lists the players for whom the game waits, for a message.
func (t *Table) WaitedFor() []engine.Arg {
	var out []engine.Arg
	for _, w := range t.Waiting {
		out = append(out, engine.Player("", w.Seat))
	}
	return out
}
