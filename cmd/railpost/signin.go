package main

import (
	"context"
	"time"

	"railpost/pbem/facts/fault"
)

type signInCommand struct {
	Port     int           `default:"8085" help:"Port of this machine to which your browser comes back; 0 for any."`
	Wait     time.Duration `default:"15m" help:"How long to wait for you."`
	Untested bool          `help:"Keep the sign-in without trying the servers."`
}

func (c *signInCommand) Run(ctx context.Context, a *app) error {
	conf, err := a.publicConfig()
	if err != nil {
		return err
	}
	if conf.Mail.OAuth.ClientID == "" {
		return &fault.Mistake{Op: "sign-in", What: "the configuration has no client_id in [mail.oauth]", Hint: "docs/organisers-oauth.md says how to get one"}
	}
	server, err := conf.TokenServer()
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, c.Wait)
	defer cancel()
	token, err := server.SignIn(limited, a.stdin, a.stdout, c.Port)
	if err == nil {
		err = server.Keep(token)
	}
	if err != nil {
		return &fault.Mistake{Op: "sign-in", What: err.Error()}
	}
	a.printf("signed in\n")
	if c.Untested {
		return nil
	}
	if conf, err = a.config(); err != nil {
		return err
	}
	return tried(ctx, a, conf, "sign-in", "the sign-in was kept; is it of the mailbox that [mail.in] user names?")
}
