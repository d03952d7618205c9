package main

import (
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"railpost/pbem/config"
)

type configCommand struct {
	Check configCheckCommand `cmd:"" help:"Find every mistake in the configuration."`
	Show  configShowCommand  `cmd:"" help:"Show the configuration, without passwords."`
}

type configCheckCommand struct{ listing }

type configVerdict struct {
	File   string         `json:"file"`
	Faults []config.Fault `json:"faults"`
}

func (c *configCheckCommand) Run(a *app) error {
	_, err := a.config()
	faults, ok := errors.AsType[*config.Faults](err)
	if err != nil && !ok {
		return err
	}
	out := configVerdict{File: a.configPath, Faults: []config.Fault{}}
	if faults != nil {
		out.Faults = faults.List
	}
	return c.verdict(a, out, faults != nil, func() {
		if faults == nil {
			a.printf("%s: no errors\n", a.configPath)
			return
		}
		a.printf("%v\n", faults)
	})
}

type configShowCommand struct {
	listing
	Effective bool `help:"Show every key, including those with their default value."`
}

func (c *configShowCommand) Run(a *app) error {
	conf, err := a.config()
	if err != nil {
		return err
	}
	if !c.JSON {
		return conf.Show(a.stdout, c.Effective)
	}
	var text strings.Builder
	if err := conf.Show(&text, c.Effective); err != nil {
		return err
	}
	tree := map[string]any{}
	if err := toml.Unmarshal([]byte(text.String()), &tree); err != nil {
		return err
	}
	for section, p := range map[string]config.Secret{"in": conf.Mail.In.Password, "out": conf.Mail.Out.Password} {
		if mail, ok := tree["mail"].(map[string]any); ok {
			if t, ok := mail[section].(map[string]any); ok {
				t["password"] = p.String()
			}
		}
	}
	return a.json(tree)
}
