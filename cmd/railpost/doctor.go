package main

import (
	"context"
	"time"

	"railpost/pbem/run/doctor"
)

type doctorCommand struct {
	listing
	Wait time.Duration `default:"2m" help:"How long to wait for a message to come back."`
	DNS  bool          `name:"dns" help:"Also look up SPF, DKIM, DMARC and MX."`
}

func (c *doctorCommand) Run(ctx context.Context, a *app) error {
	conf, err := a.config()
	if err != nil {
		return err
	}
	checks, options := []doctor.Check{}, doctor.Options{Config: conf, Wait: c.Wait}
	if c.DNS {
		options.DNS = doctor.DNS
	}
	well := doctor.Examine(ctx, options, func(k doctor.Check) {
		checks = append(checks, k)
		if !c.JSON {
			printCheck(a, k)
		}
	})
	return c.verdict(a, checks, !well, func() {})
}

func printCheck(a *app, k doctor.Check) {
	a.printf("%-4s  %s: %s\n", k.State, k.Name, k.Found)
	if k.Hint != "" {
		a.printf("      %s\n", k.Hint)
	}
}
