package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/fault"
	"railpost/pbem/run/plain"
)

type gameMovieCommand struct {
	admin.MovieOf
	Dir string `required:"" type:"path" placeholder:"DIR" help:"Directory for the pictures, empty or new. Their names are 00001.png and so on, by step."`
}

func (c *gameMovieCommand) Run(ctx context.Context, a *app) error {
	if err := mustBeEmpty("game.movie", c.Dir); err != nil {
		return err
	}
	ask := c.MovieOf
	steps, pictures := 0, 0
	var file []byte
	for {
		var out admin.MoviePart
		if err := a.call(ctx, "render.movie", ask, &out); err != nil {
			return err
		}
		if err := os.MkdirAll(c.Dir, 0o755); err != nil {
			return err
		}
		for _, f := range out.Frames {
			if f.File != nil {
				file, pictures = f.File, pictures+1
			}
			if err := os.WriteFile(filepath.Join(c.Dir, fmt.Sprintf("%05d.png", f.Step)), file, 0o644); err != nil {
				return err
			}
			steps++
			ask.From = f.Step + 1
		}
		if len(out.Frames) == 0 || ask.From > out.To {
			break
		}
		ask.To, ask.Width, ask.Height = out.To, out.Width, out.Height
	}
	a.printf("%s: %s, %s\n", c.Dir, plain.Count(steps, "step"), plain.Count(pictures, "different picture"))
	return nil
}

// mustBeEmpty returns an error if the path is not a directory or has files; it need not exist yet.
func mustBeEmpty(op, dir string) error {
	list, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return &fault.Mistake{Op: op, What: err.Error(), Hint: "name a directory, empty or new"}
	case len(list) > 0:
		return &fault.Mistake{Op: op, What: dir + " is not empty", Hint: "name another directory, or empty this one: old pictures would end up in the movie"}
	}
	return nil
}
