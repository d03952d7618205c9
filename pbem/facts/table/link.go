package table

import (
	"crypto/hmac"
	"fmt"
	"strings"

	"railpost/engine"
)

// LinkToken returns the secret of the links to what a seat may read: 128 bits in 26
// characters. It proves nothing else, so who has it can send no orders. It is another one
// after Links was raised, and whenever the answer address is another one.
func (t *Table) LinkToken(s engine.Seat) string {
	p := t.Players[s]
	return token(t.Key, fmt.Sprintf("link|%s|%d|%d|%d", t.Name(), s, p.Renewed, p.Links))
}

// SeatOfLink returns the seat whose links have a token. It takes as long for one that is
// wrong.
func (t *Table) SeatOfLink(token string) (engine.Seat, bool) {
	return t.seatBy(token, t.LinkToken)
}

// seatBy returns the seat for which of returns a token.
func (t *Table) seatBy(token string, of func(engine.Seat) string) (engine.Seat, bool) {
	token = strings.ToLower(token)
	seat, ok := engine.Nobody, false
	for s := range t.Players {
		if hmac.Equal([]byte(of(engine.Seat(s))), []byte(token)) {
			seat, ok = engine.Seat(s), true
		}
	}
	return seat, ok
}

// HasPage reports whether the game has a page for everybody: who does not want to be watched
// has none.
func (t *Table) HasPage() bool { return !t.Rules.NoPage && !t.Rules.NoWatchers }

// tables stands for the list of all tables where organisers' tokens are made: no organiser has
// such an address.
const tables = "tables"

// TablesToken returns the secret of the link to the list of all tables, made as those of
// organisers are: from the service's secret for them, after it was renewed so often.
func TablesToken(key []byte, renewed int) string { return OrganiserToken(key, tables, renewed) }

// TablesRenewedKey returns the key of a service-wide value: how often that was.
func TablesRenewedKey() string { return OrganiserRenewedKey(tables) }
