package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"railpost/pbem/lab/bench"
)

type benchCommand struct {
	Figures []string `arg:"" optional:"" help:"Which figures, as docs/testing.md lists them; all by default."`
	Games   int      `default:"1000" help:"Games of 400 records in the file of the cold start."`
	Dir     string   `type:"existingdir" help:"Folder for the measured files, on the disk to measure; by default the system's temporary folder."`
}

func (c *benchCommand) Run(ctx context.Context, out io.Writer) error {
	wanted, err := bench.Named(c.Figures...)
	if err != nil {
		return err
	}
	bench.AsService()
	var figures []bench.Figure
	for _, m := range wanted {
		f, err := m.Measure(ctx, bench.Options{Dir: c.Dir, Games: c.Games})
		if err != nil {
			return err
		}
		figures = append(figures, f)
		printFigure(out, f)
	}
	return missed(figures)
}

// missed is the error of figures that miss the target of a count or a ratio. Times depend on the machine.
func missed(figures []bench.Figure) error {
	var names []string
	for _, f := range figures {
		for _, v := range f.Values {
			if v.Missed() && !v.Timed() {
				names = append(names, f.Name+": "+v.Name)
			}
		}
	}
	if names == nil {
		return nil
	}
	return fmt.Errorf("targets are missed: %s", strings.Join(names, "; "))
}

func printFigure(out io.Writer, f bench.Figure) {
	fmt.Fprintf(out, "%s: %s\n", f.Name, f.What)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, v := range f.Values {
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", v.Name, amount(v.Value), v.Unit, target(v))
	}
	_ = w.Flush()
	if f.Letters != "" {
		fmt.Fprintf(out, "  all letters: %s\n", f.Letters)
	}
	fmt.Fprintln(out)
}

func target(v bench.Value) string {
	out := ""
	switch {
	case v.Most > 0:
		out = "target: at most " + amount(v.Most)
	case v.Least > 0:
		out = "target: at least " + amount(v.Least)
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
