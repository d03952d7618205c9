package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"railpost/engine/titles"
	"railpost/pbem/config"
	"railpost/pbem/config/accounts"
	"railpost/pbem/facts/fault"
	"railpost/pbem/run/control"
	"railpost/pbem/run/plain"
	"railpost/pbem/run/upkeep"
)

type restoreCommand struct {
	listing
	Backup string `arg:"" optional:"" help:"A file that railpost backup wrote. Railpost keeps the previous store next to it."`
	Finish bool   `help:"End the pause after a restore, so that the service can start. Before that, messages that came since the restore are played."`

	NoMailbox bool `name:"no-mailbox" help:"Don't read the mailbox, so don't replay the messages that came since the backup."`
}

// Validate is called by kong.
func (c *restoreCommand) Validate() error {
	if c.Finish == (c.Backup != "") {
		return errors.New("name a backup, or use --finish after a restore")
	}
	return nil
}

func (c *restoreCommand) Run(ctx context.Context, a *app) error {
	conf, box, err := c.mailbox(a)
	if err != nil {
		return err
	}
	if c.Finish {
		return c.finish(ctx, a, conf, box)
	}
	if conf.Store.URL != "" {
		return &fault.Mistake{Op: "restore", What: upkeep.ErrDatabase.Error()}
	}
	if _, err := control.Dial(conf.SocketPath()); err == nil {
		return &fault.Mistake{Op: "restore", What: "the service is running", Hint: "stop it first"}
	}
	out, err := slowly(a, "restore", func() (upkeep.Restored, error) {
		return upkeep.Restore(ctx, c.Backup, conf.Store.Path, now(), box)
	})
	if err != nil {
		return err
	}
	return c.show(a, out, func() {
		if out.Kept != "" {
			a.printf("the previous store is now %s\n", out.Kept)
		}
		c.printGames(a, out)
		c.printAgain(a, out.Again)
		a.printf("%s: %s, %s, %s to be sent\n"+
			"The service is paused: Railpost reads and sends nothing until railpost restore --finish.\n",
			out.Path, plain.Count(out.Games, "game"), plain.Count(out.Records, "record"), plain.Count(out.Letters, "letter"))
		if out.Again == nil {
			a.printf("First read the mail that came since the backup: railpost mail replay FOLDER.\n" +
				"railpost mail queue lists the letters; some may have been sent after the backup.\n")
		} else {
			a.printf("First repeat what you did yourself since the backup, such as game pause or extend: no mailbox has that.\n")
		}
	})
}

// mailbox returns the configuration, and the mailbox to read; nil for none.
func (c *restoreCommand) mailbox(a *app) (*config.Config, *upkeep.Mailbox, error) {
	conf, err := a.publicConfig()
	if err != nil || c.NoMailbox || conf.Mail.Kind == config.Embedded {
		return conf, nil, err
	}
	if conf, err = a.config(); err != nil {
		return nil, nil, fmt.Errorf("%w; --no-mailbox needs no passwords", err)
	}
	return conf, &upkeep.Mailbox{Config: conf, IMAP: accounts.Mailboxes(conf), Titles: titles.Find}, nil
}

// finish ends the pause after a restore.
func (c *restoreCommand) finish(ctx context.Context, a *app, conf *config.Config, box *upkeep.Mailbox) (err error) {
	db, err := upkeep.Open(ctx, conf, true, nil, nil)
	if err != nil {
		return explainOpen("restore", conf, err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	pause, paused, err := upkeep.Paused(ctx, db)
	if err != nil {
		return err
	}
	if !paused {
		a.printf("the service is not paused\n")
		return nil
	}
	again, err := slowly(a, "restore", func() (*upkeep.Again, error) { return upkeep.Finish(ctx, db, pause, box, now()) })
	if err != nil {
		return err
	}
	return c.show(a, again, func() {
		c.printAgain(a, again)
		a.printf("Now start the service: it sends the letters in the queue, and tells each table where its game is.\n")
	})
}

// printAgain prints what came of the messages since the backup, and what to do about the rest.
func (c *restoreCommand) printAgain(a *app, again *upkeep.Again) {
	if again == nil {
		return
	}
	a.printf("%s since %s, %d of them handled before\n", plain.Count(again.Read, "message"), when(again.Since), again.Known)
	for _, game := range slices.Sorted(maps.Keys(again.Played)) {
		a.printf("%s: %s replayed\n", game, plain.Count(again.Played[game], "message"))
	}
	c.printLost(a, "your commands by email, carried out again as far as possible", again.Commands)
	c.printLost(a, "not replayed: some were perhaps refused the first time; ask the players for the others again", again.NotPlayed)
	for _, t := range again.Times {
		does := "it runs on when the service starts"
		if t.Acts {
			does = "if Railpost then moved for " + t.Player + ", it has not done so again; " + does
		}
		a.printf("%s: the time of %s to answer was up at %s; %s\n", t.Game, t.Player, when(t.At), does)
	}
}

func (c *restoreCommand) printLost(a *app, heading string, list []upkeep.Lost) {
	if len(list) == 0 {
		return
	}
	rows := [][]string{{"CAME", "GAME", "FROM", "RESULT", "FOLDER", "MESSAGE-ID", "SUBJECT"}}
	for _, l := range list {
		rows = append(rows, []string{when(l.At), cmp.Or(l.Game, "-"), cmp.Or(l.From, "?"), l.Result, l.Folder, cmp.Or(l.MessageID, "-"), l.Subject})
	}
	a.printf("%s (%s):\n", heading, plain.Count(len(list), "message"))
	a.table(rows)
}

// printGames prints the state of each game, and the mails replayed.
func (c *restoreCommand) printGames(a *app, out upkeep.Restored) {
	if out.NewTokens != "" {
		a.printf("every player has a new answer address, because Railpost cannot know which were revoked since the backup: %s\n", out.NewTokens)
	}
	for _, b := range out.PerGame {
		line := fmt.Sprintf("%s is back at step %d", b.Game, b.Step)
		switch {
		case b.Anew:
			line = b.Game + " began after the backup; a message has created it again, so its earlier letters can't be answered"
		case b.Gone:
			line = b.Game + " began after the backup and is gone"
		case b.Was > b.Step:
			line += fmt.Sprintf("; steps %d to %d are gone", b.Step+1, b.Was)
		case b.Was > 0:
			line = fmt.Sprintf("%s is at step %d as before", b.Game, b.Step)
		}
		if len(b.Seats) > 0 {
			line += "; name, addresses and token stay as they were: " + strings.Join(b.Seats, ", ")
		}
		if b.Over {
			line += "; it had ended, so its seed is known: end it (railpost game end), or agree on how to continue"
		}
		a.printf("%s\n", line)
	}
}
