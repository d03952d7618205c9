package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/clock"
)

type mailCommand struct {
	Queue  request[admin.None, mailQueue]      `cmd:"" help:"List the letters to send and the mail that came."`
	Show   request[admin.MailRef, shownMail]   `cmd:"" help:"Show a letter or message, and tell the table."`
	Retry  mailRetryCommand                    `cmd:"" help:"Send a waiting or failed letter now, or all."`
	Drop   request[admin.MailRef, droppedMail] `cmd:"" help:"Delete a letter that must not be sent."`
	Replay mailReplayCommand                   `cmd:"" help:"Read messages from files, and tell the tables."`
}

type mailQueue admin.Queue

func (q mailQueue) print(a *app) {
	rows := [][]string{{"LETTER", "GAME", "STEP", "KIND", "TO", "STATE", "TRIES", "NEXT", "ANSWER"}}
	for _, l := range q.Out {
		rows = append(rows, []string{strconv.FormatUint(l.ID, 10), dash(l.Game), strconv.FormatUint(l.Step, 10), l.Kind, l.To, l.State,
			strconv.Itoa(l.Attempts), when(l.NextTry), dash(l.LastCode)})
	}
	a.table(rows)
	a.printf("%s\n\n", left(admin.Queue(q)))
	rows = [][]string{{"MAIL", "CAME", "FROM", "GAME", "VERDICT", "SUBJECT"}}
	for _, m := range q.In {
		rows = append(rows, []string{m.Key[:min(len(m.Key), admin.ShortKey)], when(m.At), dash(m.From), dash(m.Game), m.Verdict, m.Subject})
	}
	a.table(rows)
}

// left says how many letters are to be sent, and how long that takes at least.
func left(q admin.Queue) string {
	if q.Left == 0 || q.Rate == 0 {
		return fmt.Sprintf("letters to send: %d", q.Left)
	}
	takes := time.Duration((q.Left+q.Rate-1)/q.Rate) * time.Minute
	return fmt.Sprintf("letters to send: %d, about %s at %d a minute", q.Left, clock.FormatDuration(takes), q.Rate)
}

func dash(s string) string { return cmp.Or(s, "-") }

type shownMail admin.MailText

func (m shownMail) print(a *app) {
	if len(m.Bytes) == 0 {
		a.printf("%s: %s; Railpost writes it at the first attempt\n", m.Ref, m.State)
		return
	}
	a.printf("%s", m.Bytes)
}

type mailRetryCommand struct {
	listing
	admin.RetryMail
}

// Validate is called by kong.
func (c *mailRetryCommand) Validate() error {
	if c.All == (c.Ref != "") {
		return errors.New("name a letter, or use --all")
	}
	return nil
}

func (c *mailRetryCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, c.RetryMail, func(out admin.Retried) {
		if len(out.Due) == 0 {
			a.printf("no letters are waiting\n")
			return
		}
		for _, l := range out.Due {
			a.printf("letter %d to %s: due now\n", l.ID, l.To)
		}
	})
}

type droppedMail admin.MailText

func (m droppedMail) print(a *app) { a.printf("letter %s: %s\n", m.Ref, m.State) }
