package table

import (
	"crypto/hmac"
	"fmt"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/names"
)

// Newcomer is a person on the waiting list. This is the whole record, under one key of the store.
type Newcomer struct {
	Name    string    `json:"name"`
	Address string    `json:"address"`
	Titles  []string  `json:"titles,omitempty"` // titles they want to play; none: any
	Key     []byte    `json:"key"`              // secret: derives their tokens
	Added   time.Time `json:"added"`
	Agreed  time.Time `json:"agreed,omitzero"` // when they joined the list; zero: they were asked to
	Offers  []Offer   `json:"offers,omitempty"`
}

// Offer is a seat that was offered to a newcomer. It stays after its end, so that no one is offered a seat twice.
type Offer struct {
	Game  string      `json:"game"`
	Seat  engine.Seat `json:"seat"`
	After int         `json:"after"` // number of players of the seat before the one who leaves it
	At    time.Time   `json:"at"`
	Ended bool        `json:"ended,omitempty"` // declined, or the seat is no longer free
}

// NewcomerPrefix begins the keys of all who are on the waiting list.
const NewcomerPrefix = "waiting/"

// NewcomerKey returns the key under which the store keeps who waits at an address.
func NewcomerKey(address string) string { return NewcomerPrefix + strings.ToLower(address) }

// ReadNewcomer decodes the output of Bytes.
func ReadNewcomer(b []byte) (*Newcomer, error) {
	return decoded[Newcomer](b, "an entry of the waiting list")
}

// Plays reports whether they want to play a title.
func (n *Newcomer) Plays(title string) bool {
	return len(n.Titles) == 0 || slices.Contains(n.Titles, title)
}

// Token returns the token of letters about the list. It identifies no seat.
func (n *Newcomer) Token() string { return token(n.Key, "waiting") }

// OfferToken returns the token of a letter with an offer. It stays when the game is archived under another
// name, and is not that of an offer of a later game.
func (n *Newcomer) OfferToken(o Offer) string {
	played, _, _ := strings.Cut(o.Game, "~")
	return token(n.Key, fmt.Sprintf("offer|%s|%d|%d|%d", played, o.Seat, o.After, o.At.UnixNano()))
}

// Proves reports whether a token is one of theirs, and of which offer; nil: of the list.
func (n *Newcomer) Proves(token string) (*Offer, bool) {
	token = strings.ToLower(token)
	for i, o := range n.Offers {
		if hmac.Equal([]byte(n.OfferToken(o)), []byte(token)) {
			return &n.Offers[i], true
		}
	}
	return nil, hmac.Equal([]byte(n.Token()), []byte(token))
}

// Offered returns the open offer of a seat; nil if there is none.
func (n *Newcomer) Offered(game string, s engine.Seat) *Offer {
	return find(n.Offers, func(o Offer) bool { return o.Game == game && o.Seat == s && !o.Ended })
}

// OfferedTo returns the names of the people with an open offer of a seat.
func OfferedTo(list []*Newcomer, game string, s engine.Seat) (names []string) {
	for _, n := range list {
		if n.Offered(game, s) != nil {
			names = append(names, n.Name)
		}
	}
	return names
}

// WhyVacant returns why a seat needs a player: declined, resigned, open; "" if it does not.
func (t *Table) WhyVacant(s engine.Seat) string {
	switch p := t.Players[s]; {
	case t.Ended():
		return ""
	case p.Resigned:
		return "resigned"
	case p.Open:
		return "open"
	case t.State == Inviting && p.Answer == "decline":
		return "declined"
	}
	return ""
}

// WantedSeats returns the seats that need a player.
func (t *Table) WantedSeats() (out []engine.Seat) {
	for i := range t.Players {
		if s := engine.Seat(i); t.WhyVacant(s) != "" {
			out = append(out, s)
		}
	}
	return out
}

// FreeName returns a name as it distinguishes a newcomer from all at the table but the
// player of a seat: the name itself, or with II, III ... after it.
func (t *Table) FreeName(s engine.Seat, name string) string {
	others := t.Names()
	if s >= 0 {
		others = slices.DeleteFunc(others, func(n string) bool { return n == t.Players[s].Name })
	}
	return freeName(others, name)
}

func freeName(others []string, name string) string {
	free := name
	for more := " II"; slices.ContainsFunc(others, func(n string) bool { return names.Alike(n, free) }); more += "I" {
		free = name + more
	}
	return free
}
