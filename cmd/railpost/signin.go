package main

import (
	"context"
	"time"

	"railpost/pbem/facts/fault"
)

type signInCommand struct {
	Port int           `default:"8085" help:"Port of this machine to which your browser comes back; 0 for any."`
	Wait time.Duration `default:"15m" help:"How long to wait for you."`
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
	if err == nil {
		conf, err = a.config()
	}
	if err != nil {
		return &fault.Mistake{Op: "sign-in", What: err.Error()}
	}
	return tried(ctx, a, conf, "sign-in", "the sign-in was kept; is it of the mailbox that [mail.in] user names?")
}
