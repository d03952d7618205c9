package export

import (
	"strings"

	"railpost/engine"
	"railpost/engine/rail/log18xx"
	"railpost/pbem/facts/table"
)

// Site returns a game as the public 18xx site reads it. Its orders are public.
func Site(title log18xx.Title, t *table.Table, records []*engine.Record) (string, error) {
	header, players := t.Site, sitePlayers(t)
	if header != nil {
		known := *header
		known.Players = players
		header = &known
	}
	file, err := log18xx.Export(title, records, header, players)
	if err != nil {
		return "", err
	}
	file.Created = t.Created
	var b strings.Builder
	err = file.Write(&b)
	return b.String(), err
}

// sitePlayers returns the players by seat, with their ids on the site, or numbers from 1.
func sitePlayers(t *table.Table) []log18xx.Player {
	var list []log18xx.Player
	for i, p := range t.Players {
		id := i + 1
		if t.Site != nil {
			id = t.Site.Players[i].ID
		}
		list = append(list, log18xx.Player{ID: id, Name: p.Name})
	}
	return list
}
