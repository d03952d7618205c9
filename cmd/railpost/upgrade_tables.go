package main

import (
	"context"

	"railpost/pbem/config"
	"railpost/pbem/facts/fault"
	"railpost/pbem/run/upkeep"
)

type upgradeTablesCommand struct {
	Database     string `arg:"" help:"The database (postgres://user@host/database), as the role that owns its tables."`
	PasswordFile string `placeholder:"FILE" help:"File with the password of the database; else that of the credential store.password."`
	PasswordEnv  string `placeholder:"NAME" help:"Environment variable with the password of the database."`
}

func (c *upgradeTablesCommand) Run(ctx context.Context, a *app) error {
	conf, err := config.OfDatabase(c.Database, c.PasswordFile, c.PasswordEnv)
	if err != nil {
		return err
	}
	db, err := upkeep.Open(ctx, conf, false, nil, nil)
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		return &fault.Mistake{Op: "upgrade tables", What: err.Error()}
	}
	a.printf("the tables are ready\n")
	return nil
}
