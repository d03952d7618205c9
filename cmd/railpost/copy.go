package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"syscall"

	"railpost/engine"
	"railpost/pbem/config"
	"railpost/pbem/facts/fault"
	"railpost/pbem/run/upkeep"
	"railpost/store"
)

type copyCommand struct {
	listing
	From         string `required:"" placeholder:"STORE" help:"The store to copy: a file, or a database (postgres://user@host/database). Stop the service first."`
	To           string `required:"" placeholder:"STORE" help:"A file that does not exist yet, or a database without games."`
	PasswordFile string `placeholder:"FILE" help:"File with the password of the database; else that of the credential store.password."`
	PasswordEnv  string `placeholder:"NAME" help:"Environment variable with the password of the database."`
}

// counted are the rows that a copy counts, in the order of its output; raw are messages with their text.
var counted = []string{"games", "records", "snapshots", "letters", "sent", "mails", "raw", "due", "values"}

func (c *copyCommand) Run(ctx context.Context, a *app) error {
	from, err := c.place("--from", c.From)
	if err != nil {
		return err
	}
	to, err := c.place("--to", c.To)
	if err != nil {
		return err
	}
	if from.Database == nil && to.Database == nil && c.PasswordFile+c.PasswordEnv != "" {
		return &fault.Mistake{Op: "copy", What: "a password is given, but neither store is a database"}
	}
	done, err := slowly(a, "copy", func() (store.Moved, error) { return upkeep.Move(ctx, from, to) })
	if err != nil {
		return c.explain(err)
	}
	out, counts := map[string]any{"from": c.From, "to": c.To, "digest": hex.EncodeToString(done.Digest[:])}, "copied:"
	for _, row := range counted {
		out[row] = done.Rows[row]
		counts += fmt.Sprintf(" %s=%d", row, done.Rows[row])
	}
	away := engine.If(from.Database != nil, "Drop", "Rename")
	return c.show(a, out, func() {
		a.printf("%s\n", counts)
		a.printf("both stores were read again and are equal: checksum %s\n", out["digest"])
		if to.Database != nil {
			a.printf("Write it into the configuration ([store] url), then start the service.\n")
		} else {
			a.printf("Write it into the configuration ([store] path, and no url), then start the service.\n")
		}
		a.printf("%s still holds the games. %s it, so that no service continues with it by mistake.\n", c.From, away)
	})
}

// place returns the store that a flag names.
func (c *copyCommand) place(flag, name string) (upkeep.Place, error) {
	if !strings.Contains(name, "://") {
		return upkeep.Place{Path: name}, nil
	}
	conf, err := config.OfDatabase(name, c.PasswordFile, c.PasswordEnv)
	return upkeep.Place{Database: conf}, c.faults(flag, err)
}

// faults names flags instead of keys of the configuration.
func (c *copyCommand) faults(flag string, err error) error {
	faults, ok := errors.AsType[*config.Faults](err)
	if !ok {
		return err
	}
	f := faults.List[0]
	return &fault.Mistake{Op: "copy", What: strings.NewReplacer("store.url", flag, "store.password_file", "--password-file", "store.password_env", "--password-env").Replace(f.Key) + ": " + f.Problem}
}

// explain adds to an error the state of both stores, and advice.
func (c *copyCommand) explain(err error) error {
	out := &fault.Mistake{Op: "copy", What: "nothing was copied, and " + c.From + " is unchanged: " + err.Error(), Hint: "correct that, then run the command again"}
	var bad *store.Corrupt
	switch {
	case errors.Is(err, store.ErrUnsure):
		out.What = err.Error()
		out.Hint = c.To + " holds everything or nothing: run the command again; if it finds something there, everything was copied and compared"
	case errors.As(err, new(*config.Faults)):
		return c.faults("", err)
	case errors.As(err, &bad):
		out.Hint = "railpost check shows every fault; restore a backup, then copy that"
	case errors.Is(err, store.ErrNotEmpty):
		out.Hint = "name a database without games; createdb makes one"
	case errors.Is(err, store.ErrLocked):
		out.Hint = "stop the service, then run the command again"
	case errors.Is(err, store.ErrNone):
		out.Hint = "name the store with the games"
	case errors.Is(err, store.ErrDiffers):
		out.Hint = "is another process writing to it? If not, report this, and stay with " + c.From
	case errors.Is(err, syscall.ENOSPC):
		out.Hint = "make room there or name another folder, then run the command again"
	}
	return out
}
