package view

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/level"
	"railpost/engine/enginetest/mistakes"
	"railpost/engine/games/russian"
	"railpost/engine/robot"
)

// The mistakes that blunders counts.
const (
	idleWorker = "workers left unused"
	noRuble    = "no ruble saved for the last round, and points for most engineers lost by one"
	poorCard   = "an end bonus card worth less than the 10 points"
)

// blunders counts the mistakes of a game by their names.
func blunders(t *testing.T, k mistakes.Game) map[string]int {
	t.Helper()
	count := map[string]int{}
	poor, engineer := make([]bool, k.Seats), 0 // who begins the last round without a ruble to hire its engineer
	end := k.Replay(t, title, func(seat engine.Seat, before engine.Position, r *engine.Result) {
		was := before.(*russian.State)
		me := &was.Players[seat]
		if r.Line == "pass" {
			count[idleWorker] += me.Hand + me.Temps + one(me.BlackHand)
		}
		if is := r.Pos.(*russian.State); is.Round == is.Rounds() && was.Round < is.Round {
			for seat := range poor {
				poor[seat] = is.Players[seat].Rubles == 0
			}
			engineer = is.Row[0]
		}
	}).(*russian.State)
	for seat := range end.Players {
		p := end.Players[seat]
		for _, c := range p.Cards {
			if card := &russian.Book.EndCards[c-1]; card.Op != "extra_engineer_for_majority" && russian.CardPoints(&p, card) < 10 {
				count[poorCard]++
			}
		}
		if !poor[seat] {
			continue
		}
		players := append([]russian.Player{}, end.Players...)
		players[seat].Engineers = append(players[seat].Engineers[:len(p.Engineers):len(p.Engineers)], engineer)
		count[noRuble] += one(russian.Majority(players)[seat] > p.Majority)
	}
	return count
}

// Hard robots at the long level, else suggested turns, make few mistakes that a rule of thumb prevents.
func TestFewBlunders(t *testing.T) {
	level.Sequential(t)
	games := mistakes.Robots{Games: level.Of(3, 20, 20), Seats: 3, Level: level.Of(robot.Normal, robot.Normal, robot.Hard)}.Play(t, title)
	limits := map[string]float64{idleWorker: 0.3, noRuble: 1.3, poorCard: 0.1}
	mistakes.Few(t, games, limits, func(k mistakes.Game) map[string]int { return blunders(t, k) })
}
