package g18mag

import (
	"testing"

	"railpost/engine"
)

// byBook sets rules of the book that other games may vary.
func byBook(s *State) {
	s.Rules = rulesOf(engine.Setup{Seats: s.Seats, Version: Rules{}.Version(), Options: engine.Defaults(Rules{}.Options())})
}

// TestSellTwice: one major is sold as often in a turn as its owner likes, with a step after each sale; so a player above the limit
// gets below it (VII.1, VII.4, R-72).
func TestSellTwice(t *testing.T) {
	s := after(t, inStock(t, 3, shares(0, "SIK 50"), priced(SIK, 100), money(1, 500), byBook), "sell 1 SIK", "sell 2 SIK")
	if s.Cash.Of(0) != 100+2*95 || s.PriceOf(SIK) != 90 || s.Held(SIK, 0) != 20 || s.Actor != 0 {
		t.Errorf("%d Ft, price %d, %d %%, seat %d acts", s.Cash.Of(0), s.PriceOf(SIK), s.Held(SIK, 0), s.Actor)
	}
	over := inStock(t, 6, shares(0, "RABA 60,G&C 20,SNW 20,SIK 20,SKEV 20,LdStEG 20,MAVAG 20"), money(1, 500), byBook)
	if over = after(t, over, "sell 1 RABA", "sell 1 RABA"); over.Certificates(0) != 9 || over.OverLimit(0) {
		t.Errorf("%d certificates", over.Certificates(0))
	}
}

// TestSecondShare: at the limit only the share that becomes the director's certificate can be bought, and none
// above the limit (VII.3, R-12).
func TestSecondShare(t *testing.T) {
	at := func(own string, changes ...func(*State)) *State {
		return inStock(t, 6, append([]func(*State){shares(0, own), money(0, 500), byBook}, changes...)...)
	}
	full := "RABA 50,G&C 50,SIK 10" // 4 and 4 certificates, and one
	s := at(full)
	if n := s.Certificates(0); n != 9 || s.Limits().Certificates != 9 {
		t.Fatalf("%d certificates, limit %d", n, s.Limits().Certificates)
	}
	refusalCase{"another share", s, "buy SNW", "VII.3", "limit", ""}.check(t)
	if got := after(t, s, "buy SIK"); got.DirectorOf(SIK) != 0 || got.Certificates(0) != 9 {
		t.Errorf("director %d, %d certificates", got.DirectorOf(SIK), got.Certificates(0))
	}
	refusalCase{"it has a director", at(full, shares(1, "SIK 20")), "buy SIK", "VII.3", "limit", ""}.check(t)
	refusalCase{"above the limit", at("RABA 50,G&C 50,SIK 10,SNW 10"), "buy SIK", "VII.3", "limit", ""}.check(t)
	refusalCase{"under the option", at(full, func(s *State) { s.Rules.SecondShare = false }), "buy SIK", "VII.3", "limit", ""}.check(t)
}

// TestCertificateLimits: as the table is usually read, and by its printed heads (VII.3, R-01).
func TestCertificateLimits(t *testing.T) {
	usual, printed := [7]int{0, 0, 10, 18, 14, 11, 9}, [7]int{0, 0, 10, 14, 11, 9, 9}
	for n := 2; n <= 6; n++ {
		s := &State{Seats: n}
		low := &State{Seats: n, Rules: rulesOf(engine.Setup{Seats: n, Version: 3, Options: map[string]string{optLimits: "14-11-9-9"}})}
		if s.Limits().Certificates != usual[n] || low.Limits().Certificates != printed[n] || s.Limits().Picks() != low.Limits().Picks() {
			t.Errorf("%d players: %d, printed %d", n, s.Limits().Certificates, low.Limits().Certificates)
		}
	}
}
