package main

import (
	"context"
	"fmt"
	"strings"

	"railpost/pbem/desk/admin"
)

type waitingCommand struct {
	Add    waitingAddCommand    `cmd:"" help:"Ask someone by mail whether they want to be on the waiting list; they are once they accept."`
	Remove waitingRemoveCommand `cmd:"" help:"Take someone off the waiting list and forget them."`
	List   waitingListCommand   `cmd:"" help:"List who waits, since when, and which seats they were offered."`
}

type waitingAddCommand struct {
	listing
	admin.AddWaiting
}

func (c *waitingAddCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, c.AddWaiting, func(out admin.Waiting) {
		a.printf("%s%s is asked at %s\n", a.dry(), out.Name, out.Address)
	})
}

type waitingRemoveCommand struct {
	listing
	admin.RemoveWaiting
}

func (c *waitingRemoveCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, c.RemoveWaiting, func(out admin.Waiting) {
		a.printf("%s%s, %s, is off the waiting list\n", a.dry(), out.Name, out.Address)
	})
}

type waitingListCommand struct{ listing }

func (c *waitingListCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, struct{}{}, func(out []admin.Waiting) {
		rows := [][]string{{"NAME", "ADDRESS", "TITLES", "SINCE", "OFFERED"}}
		for _, w := range out {
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
	})
}
