package table

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"railpost/engine"
)

// Tokens identify seats in addresses and links of a game: each is 128 bits in 26 characters, derived from its key.
type Tokens struct {
	Game    string // the name that it was played under
	Key     []byte
	Players []Player
	Former  *Former // seat keys before a restore; nil: no restore
}

// Tokens returns those of the game.
func (t *Table) Tokens() Tokens { return Tokens{t.Name(), t.Key, t.Players, t.Former} }

// tokenCode is lower-case base32 without padding: it survives mail programs that change the
// case of addresses.
var tokenCode = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

func token(key []byte, what string) string {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(what))
	return tokenCode.EncodeToString(m.Sum(nil)[:16])
}

func equal(token, to string) bool { return hmac.Equal([]byte(token), []byte(to)) }

// Seat returns the token of a seat.
func (k Tokens) Seat(s engine.Seat) string {
	return token(k.Key, fmt.Sprintf("token|%s|%d|%d", k.Game, s, k.Players[s].Renewed))
}

// SeatOf returns the seat that a token proves.
func (k Tokens) SeatOf(token string) (engine.Seat, bool) { return k.seatBy(token, k.Seat) }

// seatBy returns the seat whose token by of matches. A wrong token takes as long as a right one.
func (k Tokens) seatBy(token string, of func(engine.Seat) string) (engine.Seat, bool) {
	token = strings.ToLower(token)
	seat, ok := engine.Nobody, false
	for s := range k.Players {
		if of := of(engine.Seat(s)); of != "" && equal(of, token) {
			seat, ok = engine.Seat(s), true
		}
	}
	return seat, ok
}

// renewedMost is how often a player may have renewed a token in the period that a restore
// has lost.
const renewedMost = 10

// SeatOnceOf returns the seat that a token proves now, or proved after the backup of the
// last restore was made.
func (k Tokens) SeatOnceOf(token string) (engine.Seat, bool) {
	if s, ok := k.SeatOf(token); ok || k.Former == nil {
		return s, ok
	}
	then := Tokens{Game: k.Game, Key: k.Former.Key, Players: slices.Clone(k.Former.Players)}
	for range renewedMost {
		if s, ok := then.SeatOf(token); ok {
			return s, true
		}
		for s := range then.Players {
			then.Players[s].Renewed++
		}
	}
	return engine.Nobody, false
}

// Confirm returns the token in the answer address of the letter to a seat's wanted
// address, "" if there is none. It proves only that this letter was read.
func (k Tokens) Confirm(s engine.Seat) string {
	p := k.Players[s]
	if p.PendingAddress == nil {
		return ""
	}
	return token(k.Key, fmt.Sprintf("wanted|%s|%d|%d|%d|%s", k.Game, s, p.Renewed, p.PendingAddress.At.UnixNano(), p.PendingAddress.Address))
}

// Confirming returns the seat whose wanted address was sent a token.
func (k Tokens) Confirming(token string) (engine.Seat, bool) { return k.seatBy(token, k.Confirm) }

// Link returns the secret of the links to a seat's pages. It is for reading only, so nobody can send orders
// with it. It changes when Links is raised, and whenever the answer address changes.
func (k Tokens) Link(s engine.Seat) string {
	p := k.Players[s]
	return token(k.Key, fmt.Sprintf("link|%s|%d|%d|%d", k.Game, s, p.Renewed, p.Links))
}

// SeatOfLink returns the seat whose links have a token.
func (k Tokens) SeatOfLink(token string) (engine.Seat, bool) { return k.seatBy(token, k.Link) }

// Calendar returns the secret of the address for a calendar of all deadlines of a seat's player. It identifies
// no seat and leads to no page, since calendars are given to other programs. It changes with the link of the
// seat's page.
func (k Tokens) Calendar(s engine.Seat) string {
	p := k.Players[s]
	return token(k.Key, fmt.Sprintf("calendar|%s|%d|%d|%d", k.Game, s, p.Renewed, p.Links))
}

// SeatOfCalendar returns the seat whose calendar has a token.
func (k Tokens) SeatOfCalendar(token string) (engine.Seat, bool) { return k.seatBy(token, k.Calendar) }

// Guest returns the token of a letter that offers somebody a seat: it shows that they have read it, and
// identifies no seat.
func (k Tokens) Guest(s engine.Seat, g Guest) string {
	return token(k.Key, fmt.Sprintf("guest|%s|%d|%d|%s", k.Game, s, g.At.UnixNano(), g.Address))
}

// GuestOf returns who was sent a token, and the seat that they were asked to take.
func (k Tokens) GuestOf(token string) (engine.Seat, Guest, bool) {
	token = strings.ToLower(token)
	for i := range k.Players {
		for _, g := range k.Players[i].guests() {
			if s := engine.Seat(i); equal(k.Guest(s, g), token) {
				return s, g, true
			}
		}
	}
	return engine.Nobody, Guest{}, false
}

// Sitter returns the token of a seat's substitute; "" if it has none.
func (k Tokens) Sitter(s engine.Seat) string {
	g := k.Players[s].Sitter
	if g == nil {
		return ""
	}
	return token(k.Key, fmt.Sprintf("sitter|%s|%d|%d|%s", k.Game, s, g.At.UnixNano(), g.Address))
}

// SitterOf returns the seat whose substitute a token identifies at an instant.
func (k Tokens) SitterOf(token string, at time.Time) (engine.Seat, *Sitter, bool) {
	s, ok := k.seatBy(token, k.Sitter)
	if !ok {
		return engine.Nobody, nil, false
	}
	g := k.Players[s].SitterAt(at)
	if g == nil {
		return engine.Nobody, nil, false
	}
	return s, g, true
}

// OrganiserToken returns an organiser's token, made from the service's secret for them, after so many renewals.
func OrganiserToken(key []byte, address string, renewed int) string {
	what := "organiser|" + address
	if renewed > 0 {
		what += "|" + strconv.Itoa(renewed)
	}
	return token(key, what)
}

// tables stands for the list of all tables in organisers' tokens: no organiser has such an address.
const tables = "tables"

// TablesToken returns the secret of the link to the list of all tables, made as those of
// organisers are: from the service's secret for them, after it was renewed so often.
func TablesToken(key []byte, renewed int) string { return OrganiserToken(key, tables, renewed) }

// TablesRenewedKey returns the key of a service-wide value: how often that was.
func TablesRenewedKey() string { return OrganiserRenewedKey(tables) }
