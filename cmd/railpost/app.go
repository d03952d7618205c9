package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"golang.org/x/term"

	"railpost/pbem/config"
)

// app is the environment of every command.
type app struct {
	configPath     string
	stdin          io.Reader
	stdout, stderr io.Writer
	method         string // of package admin: the words of the command
	dryRun         bool
	noted          bool  // whether the note about letters waiting for a daemon was printed
	failed         error // of the first write to stdout
}

// config returns the whole configuration, for commands that use the mail servers.
func (a *app) config() (*config.Config, error) { return config.Load(a.configPath) }

// publicConfig returns the configuration without passwords.
func (a *app) publicConfig() (*config.Config, error) { return config.LoadPublic(a.configPath) }

// printf prints to stdout. An error of it ends the command line with that error, see run.
func (a *app) printf(format string, args ...any) {
	if a.failed == nil {
		_, a.failed = fmt.Fprintf(a.stdout, format, args...)
	}
}

// note prints text that is not part of the result.
func (a *app) note(format string, args ...any) { fmt.Fprintf(a.stderr, format+"\n", args...) }

// listing is embedded in every command that lists something.
type listing struct {
	JSON bool `help:"Answer as JSON."`
}

// show writes v as JSON if requested, otherwise calls text.
func (l listing) show(a *app, v any, text func()) error {
	if l.JSON {
		return a.json(v)
	}
	text()
	return nil
}

// verdict is show for a check. If it found faults, the command ends with exitFaults.
func (l listing) verdict(a *app, v any, faults bool, text func()) error {
	if err := l.show(a, v, text); err != nil || !faults {
		return err
	}
	return exitCode(exitFaults)
}

func (a *app) json(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	a.printf("%s", b.Bytes())
	return nil
}

// table writes rows in columns; the first row is the heading.
func (a *app) table(rows [][]string) {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintln(w, strings.Join(r, "\t"))
	}
	_ = w.Flush() // to memory
	for line := range strings.Lines(b.String()) {
		a.printf("%s\n", strings.TrimRight(line, " \n"))
	}
}

// when returns a time for people, on the caller's clock; "-" for the zero time.
func when(t time.Time) string { return whenIn(t, time.Local) }

func whenIn(t time.Time, zone *time.Location) string {
	if t.IsZero() {
		return "-"
	}
	return t.In(zone).Format("2006-01-02 15:04 MST")
}

// logger returns the daemon's log as configured.
func (a *app) logger(c config.Log) *slog.Logger {
	o := &slog.HandlerOptions{Level: c.Level.Slog()}
	if c.Format == config.LogJSON {
		return slog.New(slog.NewJSONHandler(a.stderr, o))
	}
	return slog.New(slog.NewTextHandler(a.stderr, o))
}

// input opens a file to read; "-" is the standard input.
func (a *app) input(path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(a.stdin), nil
	}
	return os.Open(path)
}

// Work that takes longer than patience is reported on stderr, and again after each turn of news.
const (
	patience = 2 * time.Second
	news     = 10 * time.Second
)

// slowly does what may take long, and says on stderr that it still does.
func slowly[R any](a *app, what string, do func() (R, error)) (out R, err error) {
	done := make(chan struct{})
	began, wait := time.Now(), patience
	go func() {
		defer close(done)
		out, err = do()
	}()
	for {
		select {
		case <-done:
			return out, err
		case <-time.After(wait):
			a.note("%s: still at work after %s", what, time.Since(began).Round(time.Second))
			wait = news
		}
	}
}

// height returns the number of lines of a terminal; 24 if unknown.
func height(stream any) int {
	if f, ok := stream.(*os.File); ok {
		if _, lines, err := term.GetSize(int(f.Fd())); err == nil {
			return lines
		}
	}
	return 24
}

// isTerminal reports whether a person is at the other end of an input or output.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
