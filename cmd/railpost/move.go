package main

import (
	"context"
	"encoding/hex"
	"errors"
	"strings"
	"syscall"

	"railpost/pbem/config"
	"railpost/pbem/facts/fault"
	"railpost/pbem/run/upkeep"
	"railpost/store"
)

type moveCommand struct {
	listing
	From         string `required:"" placeholder:"STORE" help:"The store to move: a file, or a database (postgres://user@host/database). No daemon may have it open; it stays as it is."`
	To           string `required:"" placeholder:"STORE" help:"Where to: a file that does not exist, or a database without games."`
	PasswordFile string `placeholder:"FILE" help:"File with the password of the database; else that of the credential store.password."`
	PasswordEnv  string `placeholder:"NAME" help:"Environment variable with the password of the database."`
}

// relocated is a store that was moved.
type relocated struct {
	From      string `json:"from"`
	To        string `json:"to"`
	Games     int    `json:"games"`
	Records   int    `json:"records"`
	Snapshots int    `json:"snapshots"`
	Letters   int    `json:"letters"` // to be sent
	Sent      int    `json:"sent"`    // letters sent, as far as remembered
	Mails     int    `json:"mails"`   // mails handled
	Kept      int    `json:"kept"`    // of these, with their text
	Due       int    `json:"due"`
	Values    int    `json:"values"`
	Digest    string `json:"digest"`
}

func (c *moveCommand) Run(ctx context.Context, a *app) error {
	from, err := c.place("--from", c.From)
	if err != nil {
		return err
	}
	to, err := c.place("--to", c.To)
	if err != nil {
		return err
	}
	if from.Database == nil && to.Database == nil && c.PasswordFile+c.PasswordEnv != "" {
		return &fault.Mistake{Op: "move", What: "a password is given, but neither store is a database"}
	}
	moved, err := upkeep.Move(ctx, from, to)
	if err != nil {
		return c.explain(err)
	}
	n := moved.Rows
	out := relocated{c.From, c.To, n["games"], n["records"], n["snapshots"], n["letters"], n["sent"], n["mails"], n["raw"], n["due"], n["values"], hex.EncodeToString(moved.Digest[:])}
	return c.show(a, out, func() {
		a.printf("moved: games=%d records=%d snapshots=%d letters=%d sent=%d mails=%d kept=%d due=%d values=%d\n",
			out.Games, out.Records, out.Snapshots, out.Letters, out.Sent, out.Mails, out.Kept, out.Due, out.Values)
		a.printf("both stores were read again and are equal: digest %s\n", out.Digest)
		if to.Database != nil {
			a.printf("Write it into the configuration ([store] url), then start the daemon.\n")
		} else {
			a.printf("Write it into the configuration ([store] path, and no url), then start the daemon.\n")
		}
		a.printf("%s is as it was. Give it another name, so that no daemon goes on with it by mistake.\n", c.From)
	})
}

// place returns the store that a flag names.
func (c *moveCommand) place(flag, name string) (upkeep.Place, error) {
	if !strings.Contains(name, "://") {
		return upkeep.Place{Path: name}, nil
	}
	conf, err := config.OfDatabase(name, c.PasswordFile, c.PasswordEnv)
	return upkeep.Place{Database: conf}, c.faults(flag, err)
}

// faults names flags instead of keys of the configuration.
func (c *moveCommand) faults(flag string, err error) error {
	faults, ok := errors.AsType[*config.Faults](err)
	if !ok {
		return err
	}
	f := faults.List[0]
	return &fault.Mistake{Op: "move", What: strings.NewReplacer("store.url", flag, "store.password_file", "--password-file", "store.password_env", "--password-env").Replace(f.Key) + ": " + f.Problem}
}

// explain adds to an error the state of both stores, and advice.
func (c *moveCommand) explain(err error) error {
	out := &fault.Mistake{Op: "move", What: "nothing was moved, and " + c.From + " is as it was: " + err.Error(), Hint: "fix that, and run the command again"}
	var bad *store.Corrupt
	switch {
	case errors.Is(err, store.ErrUnsure):
		out.What = err.Error()
		out.Hint = "all of it is in " + c.To + " or nothing: give the command again; if it says that there is something already, everything was moved and compared"
	case errors.As(err, new(*config.Faults)):
		return c.faults("", err)
	case errors.As(err, &bad):
		out.Hint = "railpost check shows every fault; restore a backup, and move that"
	case errors.Is(err, store.ErrNotEmpty):
		out.Hint = "name a database without games; createdb makes one"
	case errors.Is(err, store.ErrLocked):
		out.Hint = "stop the daemon, and give the command again"
	case errors.Is(err, store.ErrNone):
		out.Hint = "name the store that has the games"
	case errors.Is(err, store.ErrDiffers):
		out.Hint = "is another process writing to it? Otherwise report this, and stay with " + c.From
	case errors.Is(err, syscall.ENOSPC):
		out.Hint = "make room there, or name another folder, and give the command again"
	}
	return out
}
