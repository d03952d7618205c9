package table

import (
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/clock"
)

// TestTokens: each identifies one seat for one purpose, in small letters and capitals, until it is renewed.
func TestTokens(t *testing.T) {
	asked := Guest{Name: "Eva", Address: "eva@example.org", At: time.Unix(5, 0)}
	now := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	sitter := &Sitter{Guest: asked, Sits: true, Until: clock.DateOf(now)}
	k := Tokens{Game: "winter", Key: []byte("key"), Players: []Player{
		{PendingAddress: &PendingAddress{Address: "ana@example.org", At: now}, Asked: []Guest{asked}, Sitter: sitter}, {},
	}}
	bySitter := func(token string) (engine.Seat, bool) { s, _, ok := k.SitterOf(token, now); return s, ok }
	byGuest := func(token string) (engine.Seat, bool) { s, _, ok := k.GuestOf(token); return s, ok }
	readers := []func(string) (engine.Seat, bool){k.SeatOf, k.SeatOfLink, k.SeatOfCalendar, k.Confirming, bySitter, byGuest}
	tokens := []string{k.Seat(0), k.Link(0), k.Calendar(0), k.Confirm(0), k.Sitter(0), k.Guest(0, asked)}
	for i, token := range tokens {
		for j, reads := range readers {
			for _, spelt := range []string{token, strings.ToUpper(token)} {
				seat, ok := reads(spelt)
				expect.Same(t, []int{i, j}, ok && seat == 0, i == j)
			}
		}
		expect.Same(t, token, len(token), 26)
	}
	seat, ok := k.SeatOf(k.Seat(1))
	expect.True(t, ok && seat == 1, "the token of the other seat proves it")
	for i, reads := range readers {
		_, ok := reads("")
		expect.Same(t, i, ok, false)
	}
	_, _, ok = k.SitterOf(k.Sitter(0), now.AddDate(0, 0, 2))
	expect.True(t, !ok, "after their last day a substitute proves nothing")
	_, ok = Tokens{Game: "winter", Key: []byte("another"), Players: k.Players}.SeatOf(k.Seat(1))
	expect.True(t, !ok, "the token of another game proves nothing")
	old := k.Seat(0)
	k.Players[0].Renewed++
	_, ok = k.SeatOf(old)
	expect.True(t, !ok, "a token that was renewed proves nothing")
}

// TestFormerTokens: after a restore the tokens of the time that it has lost still name their seats.
func TestFormerTokens(t *testing.T) {
	was := Tokens{Game: "winter", Key: []byte("key"), Players: []Player{{}, {Renewed: 2}}}
	k := Tokens{Game: "winter", Key: []byte("new"), Players: make([]Player, 2), Former: &Former{Key: was.Key, Players: make([]Player, 2)}}
	for _, token := range []string{k.Seat(1), was.Seat(1)} {
		seat, ok := k.SeatOnceOf(token)
		expect.True(t, ok && seat == 1, token)
	}
	_, ok := k.SeatOf(was.Seat(1))
	expect.True(t, !ok, "it proves nothing else")
}
