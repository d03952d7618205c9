package main

import (
	"fmt"
	"strings"

	"railpost/pbem/desk/admin"
)

type waitingCommand struct {
	Add    request[admin.AddWaiting, addedWaiting]      `cmd:"" help:"Ask someone by mail to join the waiting list."`
	Remove request[admin.RemoveWaiting, removedWaiting] `cmd:"" help:"Remove someone from the waiting list."`
	List   request[admin.None, waitingRows]             `cmd:"" help:"List the people who wait, and their offers."`
}

type addedWaiting admin.Waiting

func (w addedWaiting) print(a *app) {
	a.printf("%sRailpost asks %s at %s\n", a.dry(), w.Name, w.Address)
}

type removedWaiting admin.Waiting

func (w removedWaiting) print(a *app) {
	a.printf("%s%s, %s, is off the waiting list\n", a.dry(), w.Name, w.Address)
}

type waitingRows []admin.Waiting

func (list waitingRows) print(a *app) {
	rows := [][]string{{"NAME", "ADDRESS", "TITLES", "SINCE", "OFFERED"}}
	for _, w := range list {
		titles, since := "any", when(w.Agreed)
		if len(w.Titles) > 0 {
			titles = strings.Join(w.Titles, ", ")
		}
		switch {
		case !w.Suspended.IsZero():
			since += " (letters come back)"
		case w.Agreed.IsZero():
			since = "asked " + when(w.Added)
		}
		var offers []string
		for _, o := range w.Offers {
			text := fmt.Sprintf("%s %d", o.Game, o.Seat)
			if !o.Open {
				text += " (over)"
			}
			offers = append(offers, text)
		}
		rows = append(rows, []string{w.Name, w.Address, titles, since, dash(strings.Join(offers, ", "))})
	}
	a.table(rows)
}
