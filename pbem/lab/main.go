// Lab has the tools of people who change Railpost, which its users do without:
//
//	go run ./pbem/lab bench|arena|position --help
//
// The packages below measure the service, play months of it in fake time and do to it what can go wrong.
package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/signal"

	"github.com/alecthomas/kong"
)

type commands struct {
	Bench    benchCommand    `cmd:"" help:"Measure the service on this machine; takes a minute or two."`
	Arena    arenaCommand    `cmd:"" help:"Let robots of different levels play each other, and say which are better."`
	Position positionCommand `cmd:"" help:"Load a position or a log and show what each seat is asked, can do and sees. Asks no service and shows everything."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	parser := kong.Must(&commands{}, kong.Name("lab"))
	parser.FatalIfErrorf(run(ctx, parser, os.Args[1:], os.Stdout))
}

// run carries out a command line, which prints its result to out.
func run(ctx context.Context, parser *kong.Kong, args []string, out io.Writer) error {
	parsed, err := parser.Parse(args)
	if err != nil {
		return err
	}
	parsed.BindTo(ctx, (*context.Context)(nil))
	parsed.BindTo(out, (*io.Writer)(nil))
	return parsed.Run()
}

func printJSON(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
