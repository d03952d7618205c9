package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/term"

	"railpost/pbem/control"
	"railpost/pbem/setup"
	"railpost/pbem/upkeep"
)

type initCommand struct {
	Address      string `help:"Address players write to."`
	IMAPHost     string `name:"imap-host" placeholder:"HOST"`
	IMAPPort     int    `name:"imap-port" placeholder:"PORT"`
	IMAPTLS      string `name:"imap-tls" placeholder:"implicit|starttls|none"`
	User         string `help:"User name at both servers; by default the address."`
	SMTPHost     string `name:"smtp-host" placeholder:"HOST"`
	SMTPPort     int    `name:"smtp-port" placeholder:"PORT"`
	SMTPTLS      string `name:"smtp-tls" placeholder:"implicit|starttls|none"`
	SMTPOpen     bool   `name:"smtp-open" help:"The SMTP server accepts letters without a login, such as your own on the same machine."`
	PasswordFrom string `placeholder:"FILE" help:"File with the password, - for standard input; by default Railpost asks at the terminal."`
	Admin        string `placeholder:"ADDRESS" help:"Your own address, for notices and as the contact in letters."`
	Zone         string `help:"Time zone of players who choose none, such as Europe/Madrid."`
	Store        string `placeholder:"FILE" help:"Where the games are kept."`
	Systemd      bool   `help:"Put the password where packaging/railpost.service reads it, as credentials."`
	Untested     bool   `help:"Write the files without trying the servers."`
	Force        bool   `help:"Overwrite existing files."`
}

func (c *initCommand) Run(ctx context.Context, a *app) error {
	answers := setup.Answers{
		Address: c.Address, IMAPHost: c.IMAPHost, IMAPPort: c.IMAPPort, IMAPTLS: c.IMAPTLS, IMAPUser: c.User,
		SMTPHost: c.SMTPHost, SMTPPort: c.SMTPPort, SMTPTLS: c.SMTPTLS, Admin: c.Admin, Contact: c.Admin, Zone: c.Zone, Store: c.Store,
	}
	if err := c.ask(a, &answers); err != nil {
		return err
	}
	answers.Guess()
	if c.SMTPOpen {
		answers.SMTPUser = ""
	}
	path, err := filepath.Abs(a.configPath)
	if err != nil {
		return err
	}
	passwords, named := c.passwordFiles(filepath.Dir(path))
	conf, err := answers.Config(named)
	if err != nil {
		return err
	}
	if !c.Untested {
		tried, err := setup.Try(ctx, conf)
		if err != nil {
			return &control.Error{Op: "init", What: err.Error(), Hint: "nothing was written; use --smtp-open if the SMTP server needs no login, or --untested to write the files anyway"}
		}
		a.printf("mailbox %s and outgoing mail %s: both work\n", tried.IMAP.Addr, tried.SMTP.Addr)
	}
	if err := setup.Write(conf, path, passwords, c.Force); err != nil {
		return err
	}
	a.printf("wrote %s and %s\n", path, strings.Join(passwords, ", "))
	if _, err := os.Lstat(conf.Store.Path); err == nil {
		a.printf("%s already exists and was kept; now run railpost doctor, then railpost serve\n", conf.Store.Path)
		return nil
	}
	if err := upkeep.NewStore(conf.Store.Path); err != nil {
		return &control.Error{Op: "init", What: "the store cannot be created: " + err.Error(), Hint: "create it as the service's user with railpost serve --new-store"}
	}
	a.printf("created %s, without games; now run railpost doctor, then railpost serve\n", conf.Store.Path)
	return nil
}

// passwordFiles returns the files that hold the password, and the one that the
// configuration names: none if systemd passes them under their own names.
func (c *initCommand) passwordFiles(folder string) (files []string, named string) {
	if c.Systemd {
		return []string{filepath.Join(folder, "mail.in.password"), filepath.Join(folder, "mail.out.password")}, ""
	}
	named = filepath.Join(folder, "mailbox.password")
	return []string{named}, named
}

// ask completes the answers at a terminal; without one the flags must suffice.
func (c *initCommand) ask(a *app, answers *setup.Answers) error {
	if c.PasswordFrom != "" {
		password, err := c.readPassword(a)
		if err != nil {
			return err
		}
		answers.Password = password
	}
	if isTerminal(a.stdin) {
		in := a.stdin.(*os.File)
		return setup.NewPrompter(in, a.stdout, func() (string, error) {
			b, err := term.ReadPassword(int(in.Fd()))
			return string(b), err
		}).Ask(answers)
	}
	if answers.Address == "" || answers.Password == "" {
		return &control.Error{Op: "init", What: "there is no terminal to ask questions on", Hint: "give at least --address and --password-from"}
	}
	return nil
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
