package main

import (
	"context"
	"strings"

	"railpost/pbem/desk/admin"
)

type playerEraseCommand struct {
	listing
	Address string `arg:"" help:"An address of theirs."`
	Yes     bool   `help:"Erase; it cannot be undone."`
}

func (c *playerEraseCommand) Run(ctx context.Context, a *app) error {
	p := admin.ErasePlayer{Address: c.Address, DryRun: !c.Yes}
	return ask(ctx, a, c.listing, p, func(out admin.Erased) { a.printErased(out, c.Yes) })
}

func (a *app) printErased(out admin.Erased, done bool) {
	if out.Nothing() {
		a.printf("nothing is kept of this address\n")
		return
	}
	for _, g := range out.Games {
		a.printf("%s (%s): %s; %d names and texts in the log\n", g.Game, g.State, strings.Join(g.Names, ", "), g.Texts)
	}
	if out.Waiting {
		a.printf("on the waiting list\n")
	}
	a.printf("mails: %d, letters sent: %d, letters left: %d, other entries: %d\n", out.Mails, out.Sent, out.Letters, out.Entries)
	if len(out.Also) > 0 {
		a.printf("on file elsewhere, too, and left there: %s\n", strings.Join(out.Also, ", "))
	}
	if !done {
		a.printf("nothing was changed; --yes erases all of this for good\n")
		return
	}
	a.printf("erased. Restart the service: it then compacts its file, whose free pages still contain it. Backups made from now on have none of it; earlier ones and the mailbox are yours to clear.\n")
}
