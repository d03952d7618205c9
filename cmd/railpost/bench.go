package main

import (
	"context"
	"strconv"
	"strings"

	"railpost/pbem/bench"
)

type benchCommand struct {
	listing
	Figures []string `arg:"" optional:"" help:"Which figures; all by default: throughput latency robots far cold-start memory late-move cpu letters pages pictures transactions growth replay."`
	Games   int      `default:"1000" help:"Games of 400 records in the file of the cold start."`
	Long    bool     `help:"Four times as many moves."`
	Dir     string   `type:"existingdir" help:"Folder for the measured files, on the disk to measure; by default the system's temporary folder."`
}

func (c *benchCommand) Run(ctx context.Context, a *app) error {
	wanted, err := c.wanted()
	if err != nil {
		return err
	}
	figures := []bench.Figure{}
	for _, m := range wanted {
		f, err := m.Measure(ctx, bench.Options{Dir: c.Dir, Games: c.Games, Long: c.Long})
		if err != nil {
			return err
		}
		figures = append(figures, f)
		if c.JSON {
			continue
		}
		a.figure(f)
	}
	if c.JSON {
		return a.json(figures)
	}
	return nil
}

func (c *benchCommand) wanted() ([]bench.Measurement, error) {
	if len(c.Figures) == 0 {
		return bench.All(), nil
	}
	var out []bench.Measurement
	for _, name := range c.Figures {
		m, err := bench.Named(name)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// figure writes a figure as soon as it has been measured.
func (a *app) figure(f bench.Figure) {
	a.printf("%s: %s\n", f.Name, f.What)
	var rows [][]string
	for _, v := range f.Values {
		rows = append(rows, []string{"  " + v.Name, amount(v.Value), v.Unit, target(v)})
	}
	a.table(rows)
	a.printf("\n")
}

func target(v bench.Value) string {
	out := ""
	switch {
	case v.Most > 0:
		out = "target: at most " + amount(v.Most)
	case v.Least > 0:
		out = "target: at least " + amount(v.Least)
	default:
		return out
	}
	if v.Missed() {
		out += ", missed"
	}
	return out
}

// amount returns x with three significant digits.
func amount(x float64) string {
	if x >= 1000 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	s := strconv.FormatFloat(x, 'g', 3, 64)
	if strings.Contains(s, "e") {
		return strconv.FormatFloat(x, 'f', 4, 64)
	}
	return s
}
