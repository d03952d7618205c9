package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"railpost/pbem/config"
	"railpost/pbem/config/accounts"
	"railpost/pbem/facts/fault"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/run/control"
	"railpost/pbem/run/setup"
)

type mailboxCommand struct {
	Move mailboxMoveCommand `cmd:"" help:"Move to another mailbox in the middle of games."`
}

type mailboxMoveCommand struct {
	New  string `arg:"" help:"The configuration from now on, in the same folder: a copy with another mailbox, server and base_address."`
	Days int    `default:"60" help:"For how many days the old mailbox is read."`
}

func (c *mailboxMoveCommand) Run(ctx context.Context, a *app) error {
	old, err := a.config()
	if err != nil {
		return err
	}
	if _, err := control.Dial(old.SocketPath()); err == nil {
		return &fault.Mistake{Op: "mailbox move", What: "the service is running", Hint: "stop it first"}
	}
	fresh, err := config.Load(c.New)
	switch {
	case err != nil:
		return err
	case old.Mail.Old.Of != nil || fresh.Mail.Old.Config != "":
		return &fault.Mistake{Op: "mailbox move", What: "[mail.old] names the mailbox from before another move", Hint: "remove it when no answers come there any more"}
	case filepath.Dir(c.New) != filepath.Dir(a.configPath) || fresh.Store.Path != old.Store.Path || fresh.Store.URL != old.Store.URL:
		return &fault.Mistake{Op: "mailbox move", What: c.New + " has another folder or store", Hint: "copy " + a.configPath + " there, and change the copy"}
	}
	if _, err := setup.Try(ctx, fresh); err != nil {
		return fmt.Errorf("the new configuration: %w", err)
	}
	if _, err := imapbox.Probe(ctx, accounts.IMAP(old, nil)); err != nil {
		return fmt.Errorf("the old mailbox: %w", err)
	}
	kept := strings.TrimSuffix(a.configPath, ".toml") + now().Format("-before-20060102.toml")
	until := now().AddDate(0, 0, c.Days).Format(time.DateOnly)
	if err := replaceConfig(a.configPath, c.New, kept, until); err != nil {
		return err
	}
	a.printf("%s reads the old mailbox until %s, by the former configuration, %s\n"+
		"Now start the service: it tells each player the new address.\n", a.configPath, until, kept)
	return nil
}

// replaceConfig keeps a configuration under another name, and puts one in its place that names it. It overwrites nothing.
func replaceConfig(path, by, kept, until string) error {
	text, err := os.ReadFile(by)
	if err != nil {
		return err
	}
	text = fmt.Appendf(append(bytes.TrimRight(text, "\n"), '\n'), "\n[mail.old]\nconfig = %q\nuntil = %q\n", filepath.Base(kept), until)
	if err := os.Link(path, kept); err != nil {
		return fmt.Errorf("keeping the former configuration: %w", err)
	}
	return errors.Join(os.WriteFile(by, text, 0o644), os.Rename(by, path))
}
