package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/term"

	"railpost/pbem/config"
	"railpost/pbem/facts/fault"
	"railpost/pbem/run/setup"
	"railpost/pbem/run/upkeep"
)

type initCommand struct {
	setup.Answers
	SMTPOpen     bool   `name:"smtp-open" help:"The SMTP server accepts letters without a login, such as your own on the same machine."`
	PasswordFrom string `placeholder:"FILE" help:"File with the password, or with the secret of --client-id; - for standard input; by default Railpost asks at the terminal."`
	Systemd      bool   `help:"Put the password where packaging/railpost.service reads it, as credentials."`
	Untested     bool   `help:"Write the files without trying the servers."`
	Force        bool   `help:"Overwrite existing files."`
}

func (c *initCommand) Run(ctx context.Context, a *app) error {
	answers := c.Answers
	answers.Contact = c.Admin
	ask, err := c.prompt(a, &answers)
	if err != nil {
		return err
	}
	path, err := filepath.Abs(a.configPath)
	if err != nil {
		return err
	}
	if answers.Store, err = c.place(path, config.Default().Store.Path); err != nil {
		return err
	}
	c.ClientID = answers.ClientID
	passwords, named := c.passwordFiles(filepath.Dir(path))
	conf, err := c.try(ctx, a, answers, named)
	for err != nil && ask != nil {
		a.note("%v", err)
		if err := ask(&answers, true); err != nil {
			return err
		}
		conf, err = c.try(ctx, a, answers, named)
	}
	if err != nil {
		return err
	}
	if err := setup.Write(conf, path, passwords, c.Force); err != nil {
		return err
	}
	a.printf("wrote %s and %s\n", path, strings.Join(passwords, ", "))
	if _, err := os.Lstat(conf.Store.Path); err == nil {
		a.printf("%s already exists and was kept; %s", conf.Store.Path, c.next(path, passwords))
		return nil
	}
	if err := upkeep.NewStore(conf.Store.Path); err != nil {
		return &fault.Mistake{Op: "init", What: "the store cannot be created: " + err.Error(), Hint: "create it as the service's user with railpost serve --new-store"}
	}
	a.printf("created %s, without games; %s", conf.Store.Path, c.next(path, passwords))
	return nil
}

// try returns the configuration that the answers make, if both servers take it.
func (c *initCommand) try(ctx context.Context, a *app, answers setup.Answers, passwordFile string) (*config.Config, error) {
	answers.Guess()
	if c.SMTPOpen {
		answers.SMTPUser = ""
	}
	conf, err := answers.Config(passwordFile)
	if err != nil || c.Untested || answers.ClientID != "" { // a sign-in is kept next to the store, which there is not yet
		return conf, err
	}
	return conf, tried(ctx, a, conf, "init", "nothing was written; use --smtp-open if the SMTP server needs no login, or --untested to write the files anyway")
}

// tried tries both servers and says that they work.
func tried(ctx context.Context, a *app, conf *config.Config, op, hint string) error {
	found, err := setup.Try(ctx, conf)
	if err != nil {
		return &fault.Mistake{Op: op, What: err.Error(), Hint: hint}
	}
	a.printf("mailbox %s and outgoing mail %s: both work\n", found.IMAP.Addr, found.SMTP.Addr)
	return nil
}

// next returns the next step for the organiser. Under systemd doctor runs as the service does: as its user,
// with its passwords.
func (c *initCommand) next(path string, passwords []string) string {
	with := " --config " + path
	switch {
	case c.ClientID != "" && c.Systemd:
		return "now run railpost sign-in" + with + "; docs/organisers-oauth.md has the lines for systemd\n"
	case c.ClientID != "":
		return "now run railpost sign-in" + with + ", then railpost serve" + with + "\n"
	case !c.Systemd:
		return "now run railpost doctor" + with + ", then railpost serve" + with + "\n"
	}
	unit := filepath.Base(filepath.Dir(path)) // a second service has a folder, a user and a unit of one name
	doctor := "systemd-run --wait --pipe --uid=" + unit
	for _, p := range passwords {
		doctor += " -p LoadCredential=" + filepath.Base(p) + ":" + p
	}
	return "now try it as the service's user, then start the service:\n" +
		"  " + doctor + " railpost doctor" + with + "\n  systemctl enable --now " + unit + "\n"
}

// place returns the path of the store: the one named, or the usual one of a service for the whole machine, or
// else next to the configuration.
func (c *initCommand) place(configPath, usual string) (string, error) {
	if c.Store != "" {
		return filepath.Abs(c.Store) // from here, not from the folder of the configuration
	}
	if c.Systemd || strings.HasPrefix(configPath, "/etc/") || writable(filepath.Dir(usual)) {
		return usual, nil
	}
	return filepath.Join(filepath.Dir(configPath), filepath.Base(usual)), nil
}

// writable reports whether the user may write in a folder.
func writable(folder string) bool {
	f, err := os.CreateTemp(folder, ".railpost-init-*")
	return err == nil && errors.Join(f.Close(), os.Remove(f.Name())) == nil
}

// passwordFiles returns the files for the password, and the file that the configuration names: none if systemd
// passes them under their own names.
func (c *initCommand) passwordFiles(folder string) (files []string, named string) {
	switch {
	case c.Systemd && c.ClientID != "":
		return []string{filepath.Join(folder, "mail.oauth.client_secret")}, ""
	case c.Systemd:
		return []string{filepath.Join(folder, "mail.in.password"), filepath.Join(folder, "mail.out.password")}, ""
	}
	named = filepath.Join(folder, "mailbox.password")
	return []string{named}, named
}

// prompt completes the answers at a terminal, and returns a function that asks for all of them again; without a
// terminal the flags must suffice, and it returns nil.
func (c *initCommand) prompt(a *app, answers *setup.Answers) (ask func(*setup.Answers, bool) error, err error) {
	if c.PasswordFrom != "" {
		password, err := c.readPassword(a)
		if err != nil {
			return nil, err
		}
		answers.Password = password
	}
	if isTerminal(a.stdin) {
		in := a.stdin.(*os.File)
		ask = setup.NewPrompter(in, a.stdout, func() (string, error) {
			b, err := term.ReadPassword(int(in.Fd()))
			return string(b), err
		}).Ask
		return ask, ask(answers, false)
	}
	if answers.Address == "" || answers.Password+answers.ClientID == "" {
		return nil, &fault.Mistake{Op: "init", What: "there is no terminal to ask questions on", Hint: "give at least --address and --password-from"}
	}
	return nil, nil
}

func (c *initCommand) readPassword(a *app) (password string, err error) {
	in, err := a.input(c.PasswordFrom)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	b, err := io.ReadAll(in)
	return strings.TrimRight(string(b), "\r\n"), err
}
