package main

import (
	"context"
	"math/rand/v2"

	"railpost/engine/robot"
	"railpost/engine/titles"
	"railpost/pbem/run/demo"
)

type demoCommand struct {
	Title   string  `default:"russian" help:"Title to play (${default})."`
	Seats   int     `default:"4" help:"Number of players (${default})."`
	Seed    *uint64 `placeholder:"N" help:"Seed for draws and robots: the same seed gives the same game. Random by default."`
	Robots  string  `enum:"all,others,easy,normal,hard,auto" default:"auto" placeholder:"easy|normal|hard|all" help:"How well the robots at your table play: easy, normal or hard; others is normal. Your seat is the first, if there is a terminal to ask you at. all: programs that know only their letters play every seat."`
	Profile string  `placeholder:"NAME" help:"A named set of options, such as 18xx.games; see railpost titles TITLE."`
	Tutor   bool    `help:"Letters to the first player explain each step, why the first choices are good, and what the rules say."`
	Stay    bool    `help:"Keep the mailboxes open after the end, until Ctrl-C. This is the default when you play at a terminal."`
	Keep    string  `placeholder:"DIR" help:"Keep the store and the logs in DIR."`
}

func (c *demoCommand) Run(ctx context.Context, a *app) error {
	t, err := findTitle("demo", c.Title)
	if err != nil {
		return err
	}
	o := demo.Options{Titles: titles.Find, Title: t.Name(), Profile: c.Profile, Seats: c.Seats, Robots: demo.Robots(c.Robots), Keep: c.Keep, Stay: c.Stay,
		Tutor: c.Tutor, In: a.stdin, Out: a.stdout, Terminal: isTerminal(a.stdout)}
	if o.Terminal {
		o.Height = func() int { return height(a.stdout) }
	}
	if o.Seed = rand.Uint64(); c.Seed != nil {
		o.Seed = *c.Seed
	}
	if level, err := robot.Read(c.Robots); err == nil {
		o.Robots, o.Level = demo.Others, level
	}
	if c.Robots == "auto" {
		o.Robots = demo.All
		if isTerminal(a.stdin) && o.Terminal {
			o.Robots = demo.Others
		}
	}
	o.Stay = o.Stay || o.Robots == demo.Others && isTerminal(a.stdin) && o.Terminal
	return demo.Run(ctx, o)
}
