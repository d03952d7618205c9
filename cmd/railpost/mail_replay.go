package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/fault"
	"railpost/pbem/run/plain"
	"railpost/pbem/run/upkeep"
)

type mailReplayCommand struct {
	listing
	File string `arg:"" help:"A raw message (.eml), or a folder of them or a Maildir, read in date order; - for standard input. Each message counts once."`
}

// takenIn is the fate of one mail of a folder.
type takenIn struct {
	File    string    `json:"file"`
	Date    time.Time `json:"date,omitzero"`
	Verdict string    `json:"verdict"`
}

func (c *mailReplayCommand) Run(ctx context.Context, a *app) (err error) {
	if info, err := os.Stat(c.File); err == nil && info.IsDir() {
		return c.folder(ctx, a)
	}
	in, err := a.input(c.File)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	raw, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	return ask(ctx, a, c.listing, admin.ReplayMail{Bytes: raw}, func(out admin.Replayed) { a.printf("%s\n", out.Verdict) })
}

// folder delivers all mails of a folder.
func (c *mailReplayCommand) folder(ctx context.Context, a *app) error {
	mails, none, err := upkeep.ReadMails(c.File)
	if err != nil {
		return err
	}
	if len(mails) == 0 {
		return &fault.Mistake{Op: "mail replay", What: fmt.Sprintf("there are no messages in %s", c.File),
			Hint: fmt.Sprintf("%s there; name the folder of the files, or the Maildir, which has cur and new", plain.Count(len(none), "other file"))}
	}
	list := []takenIn{}
	counts := map[string]int{}
	for _, m := range mails {
		var out admin.Replayed
		if err := a.call(ctx, "mail.replay", admin.ReplayMail{Bytes: m.Raw}, &out); err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
		list = append(list, takenIn{m.Name, m.Date.UTC(), out.Verdict})
		what, _, _ := strings.Cut(out.Verdict, ":")
		counts[what]++
	}
	for _, name := range none {
		list = append(list, takenIn{File: name, Verdict: "no message"})
	}
	return c.show(a, list, func() {
		rows := [][]string{{"CAME", "VERDICT", "FILE"}}
		for _, r := range list {
			rows = append(rows, []string{when(r.Date), r.Verdict, r.File})
		}
		a.table(rows)
		total := plain.Count(len(mails), "message")
		for _, what := range slices.Sorted(maps.Keys(counts)) {
			total += fmt.Sprintf(", %s: %d", what, counts[what])
		}
		a.printf("%s\n", total)
	})
}
