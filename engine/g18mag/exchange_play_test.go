package g18mag

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/log18xx"
)

// ownGame is a game that began here, played at random: whole turns in one order,
// trains sold between owners by agreement, seats drawn, moves taken back. Only
// where the site's rulings change what happens it goes by them.
func ownGame(t *testing.T, seed uint64, seats, orders int) []*engine.Record {
	t.Helper()
	options := maps.Clone(title{}.Profiles()[siteProfile])
	options[optConsent], options[optSeating], options[optIdle] = "asked", drawn, "refused"
	return randomGame(t, seed, seats, orders, options)
}

func randomGame(t *testing.T, seed uint64, seats, orders int, options map[string]string) []*engine.Record {
	t.Helper()
	names := []string{"Ana", "Ben", "Cleo", "Dan", "Eva", "Fay"}[:seats]
	g, first, err := engine.Begin("own", title{}, engine.Setup{Seats: seats, Options: options}, names, engine.Seed(fmt.Sprint("own game ", seed)))
	if err != nil {
		t.Fatal(err)
	}
	records := []*engine.Record{first}
	rng := rand.New(rand.NewPCG(seed, 18))
	var kept *engine.Game // a position to come back to
	for n := 0; n < orders && !g.Pos.Over(); n++ {
		if n%40 == 30 {
			kept = g.Clone()
		}
		if n%40 == 37 {
			records = append(records, g.UndoTo(kept, 0))
			continue
		}
		seat := g.Waiting()[0]
		line := engine.RandomLine(rng, g.Pos, seat)
		if strings.HasPrefix(line, "end") { // by agreement: the game is to go on
			continue
		}
		r, err := g.Try(seat, line, false)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		records = append(records, g.Take(seat, r))
	}
	return records
}

// TestExportOfOwnGames writes games that began here as files of the site and
// takes them over again: the state is the same.
func TestExportOfOwnGames(t *testing.T) {
	for seats := 2; seats <= 6; seats++ {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			t.Parallel()
			exportOwn(t, ownGame(t, uint64(seats), seats, 500), seats)
		})
	}
}

func exportOwn(t *testing.T, records []*engine.Record, seats int) {
	var players []log18xx.Player
	for i, name := range records[0].Begin.Players {
		players = append(players, log18xx.Player{ID: 7 - i, Name: name})
	}
	file, err := log18xx.Export(title{}, records, nil, players)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := file.Write(&text); err != nil {
		t.Fatal(err)
	}
	again, err := log18xx.Read(&text)
	if err != nil {
		t.Fatal(err)
	}
	there, err := log18xx.Import("there", title{}, again, engine.Seed("there"))
	if err != nil {
		t.Fatal(err)
	}
	here, err := engine.Replay(find, records, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := here.Pos.(*State)
	for seat, p := range there.Game.Pos.(*State).Table { // the file lists players as they sit
		if name := again.Players[seat].Name; name != records[0].Begin.Players[s.Table[p]] {
			t.Errorf("place %d: %s", seat, name)
		}
	}
	state := there.Talk.State(there.Game.Pos)
	for seat := range engine.Seat(seats) {
		want := s.playerState(seat)
		a, _ := json.Marshal(want)
		b, _ := json.Marshal(state.Players[log18xx.ID(fmt.Sprint(players[seat].ID))])
		if !bytes.Equal(a, b) {
			t.Errorf("seat %d has %s here and %s there", seat, a, b)
		}
	}
	if a, b := engine.Encode(s.Board), engine.Encode(there.Game.Pos.(*State).Board); !bytes.Equal(a, b) {
		t.Error("the boards differ")
	}
}

// TestExportTellsOtherRulings: where the site would come to another position, no
// file is written. Under the rule of the book the markers "no train sold" stay
// where they are when a 2-train is sold; the site counts from the start.
func TestExportTellsOtherRulings(t *testing.T) {
	for seed := range uint64(40) {
		records := randomGame(t, seed, 2, 400, map[string]string{optConsent: "not_asked", optDirector: "on"})
		_, err := log18xx.Export(title{}, records, nil, []log18xx.Player{{ID: 1, Name: "Ana"}, {ID: 2, Name: "Ben"}})
		if err == nil {
			continue
		}
		if !strings.Contains(err.Error(), "the site goes by other rulings") || !strings.Contains(err.Error(), "theirs") {
			t.Errorf("seed %d: %v", seed, err)
		}
		return
	}
	t.Error("no game of 40 came to where the rulings differ")
}
