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
		a.printf("Railpost has nothing about this address\n")
		return
	}
	for _, g := range out.Games {
		a.printf("%s (%s): %s; %d names and texts in the log\n", g.Game, g.State, strings.Join(g.Names, ", "), g.Texts)
	}
	if out.Waiting {
		a.printf("on the waiting list\n")
	}
	a.printf("messages: %d, letters sent: %d, letters to send: %d, other entries: %d\n", out.Mails, out.Sent, out.Letters, out.Entries)
	if len(out.Also) > 0 {
		a.printf("also on file elsewhere, and not erased there: %s\n", strings.Join(out.Also, ", "))
	}
	if !done {
		a.printf("nothing was changed; --yes erases all of this for good\n")
		return
	}
	a.printf("Erased. Restart the service: its file still contains the text until it is compacted at the next start. New backups do not contain it. Delete older backups and the messages in the mailbox yourself.\n")
}
