package main

import (
	"strconv"
	"strings"

	"railpost/pbem/desk/admin"
)

type seatsCommand = request[admin.None, openSeats]

type openSeats []admin.OpenSeat

func (list openSeats) print(a *app) {
	rows := [][]string{{"GAME", "TITLE", "STATE", "SEAT", "PLAYER", "WHY", "ASKED"}}
	for _, s := range list {
		rows = append(rows, []string{s.Game, s.Title, s.State, strconv.Itoa(s.Seat), s.Player, s.Why, dash(strings.Join(s.Asked, ", "))})
	}
	a.table(rows)
}
