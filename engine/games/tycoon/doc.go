// Package tycoon referees Railroad Tycoon: The Boardgame for two to six players.
//
// It reads as the rules text does, and cites its sections: setup.go (3), flow.go (4),
// auction.go and standing.go (5), build*.go with cost.go and layout.go (6.1),
// urbanize.go (6.2), upgrade.go (6.3), deliver*.go (6.4), card*.go (6.5, 8),
// western.go (6.6), money.go (7), award.go (8), turn_end.go (9, 10), scoring.go,
// barons.go and network*.go (11), options.go (13), city.go and names.go (14.1), book*.go
// and board.go (16). Money is in thousands of dollars throughout.
//
// ways*.go searches for ways to build, outlook.go, usual*.go and worth.go weigh what
// could be done; no rule rests on either.
package tycoon
