// Package rail only says what its folder holds: what 18xx games have in common. None
// of the packages below it knows a title. A title hands each of them plain values and
// small rules, and says all sentences itself; docs/sharing.md tells what 18Mag and 18CZ
// hand over.
//
//   - hex: coordinates and edges of a board of hexes
//   - track: map, tiles, stations, networks, legal lays
//   - data18xx: the format and the reader of a title's data
//   - stock: price chart, certificates, directors
//   - cash: the ledger of all purses
//   - trains: train cards, phases, rusting
//   - steps: a turn made of steps that can be declined
//   - route, running: the best set of routes with proof, and the order "run"
//   - trackword: the orders "lay" and "token"
//   - draw, sheet: boards, tiles, charts and tables of a letter as plain text
//   - past: what companies paid and cost in earlier rounds
//   - log18xx: games of the public 18xx site
package rail
