package pbem

import (
	"encoding/json"
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/pbem/table"
	"railpost/store"
	"railpost/templates"
)

// facts are what a letter says beyond what follows from the game's log: kept
// with the letter until it is rendered.
type facts struct {
	Since   uint64             `json:"since,omitempty"` // tell what happened behind this record
	Waits   []table.Wait       `json:"waits,omitempty"` // whom the game waited for when the letter was queued
	Lines   []templates.Line   `json:"lines,omitempty"`
	Talk    []string           `json:"talk,omitempty"`
	Again   []string           `json:"again,omitempty"`
	Told    []engine.Message   `json:"told,omitempty"`
	Undo    bool               `json:"undo,omitempty"`
	Blocks  []engine.Block     `json:"blocks,omitempty"`
	Choices []templates.Choice `json:"choices,omitempty"`
	More    []templates.More   `json:"more,omitempty"`
	Help    []engine.Usage     `json:"help,omitempty"`
	Log     int                `json:"log,omitempty"`      // show this many of the last records
	Enclose bool               `json:"enclose,omitempty"`  // with the seat's present letter
	ReplyTo string             `json:"reply_to,omitempty"` // Message-ID of the mail this answers
	Name    string             `json:"name,omitempty"`     // of a reader who has no seat
}

func readFacts(b []byte) (facts, error) {
	var f facts
	if len(b) == 0 {
		return f, nil
	}
	if err := json.Unmarshal(b, &f); err != nil {
		return f, fmt.Errorf("reading the facts of a letter: %w", err)
	}
	return f, nil
}

// queue adds a letter to a seat.
func (c *change) queue(s engine.Seat, kind templates.Kind, f facts) error {
	return c.queueTo(s, c.table.Players[s].Addresses[0], kind, f)
}

// queueTo adds a letter to a given address of a seat, or of nobody at the table.
func (c *change) queueTo(s engine.Seat, to string, kind templates.Kind, f facts) error {
	l := store.Letter{Seq: c.seq(), Seat: int(s), Kind: string(kind), To: to, Queued: c.at, NextTry: c.at}
	if c.table != nil {
		l.Game = c.table.Game
		f.Waits = c.table.Waiting
	}
	if replaceable(kind) {
		l.Group = group(l.Game, s)
		u, err := c.office.unsentOf(c.ctx, l.Group)
		if err != nil {
			return err
		}
		f.Since = c.table.Players[s].Told
		if u != nil {
			f.Since = u.since
		}
		c.table.Players[s].Told = l.Seq
	}
	var err error
	if l.Data, err = json.Marshal(f); err != nil {
		return fmt.Errorf("pbem: the facts of a letter: %w", err)
	}
	c.letters = append(c.letters, l)
	return nil
}

// replaceable: of these letters only the latest matters.
func replaceable(k templates.Kind) bool {
	return k == templates.Turn || k == templates.News || k == templates.Reminder
}

func group(game string, s engine.Seat) string { return fmt.Sprintf("%s/%d", game, s) }

// tellTable queues what each seat is to learn of a change: the turn letter for
// seats that are asked anew, news for the others that want them. The actor is
// left out: he gets a receipt. News would replace a turn letter that still
// waits, so then the seat gets its turn letter anew.
func (c *change) tellTable(actor engine.Seat, fresh []engine.Seat) error {
	for i, p := range c.table.Players {
		s := engine.Seat(i)
		if s == actor {
			continue
		}
		kind := templates.News
		u, err := c.office.unsentOf(c.ctx, group(c.table.Game, s))
		if err != nil {
			return err
		}
		if slices.Contains(fresh, s) || u != nil && u.asks && c.table.WaitFor(s) != nil {
			kind = templates.Turn
		}
		if !wants(p.Letters, kind) {
			continue
		}
		if err := c.queue(s, kind, facts{}); err != nil {
			return err
		}
	}
	return nil
}

func wants(l table.Letters, k templates.Kind) bool {
	switch l {
	case table.Off:
		return false
	case table.Mine:
		return k == templates.Turn
	}
	return true
}

// tellAll queues one kind of letter to every seat.
func (c *change) tellAll(kind templates.Kind, f facts) error {
	for s := range c.table.Players {
		if err := c.queue(engine.Seat(s), kind, f); err != nil {
			return err
		}
	}
	return nil
}

// notify queues a notice to the organiser of the game, or to all organisers of
// the service.
func (c *change) notify(told ...engine.Message) error {
	to := c.office.Config.Security.AdminAddresses
	if c.table != nil && c.table.Organiser != "" {
		to = []string{c.table.Organiser}
	}
	for _, address := range to {
		if err := c.queueTo(engine.Nobody, address, templates.Notice, facts{Told: told}); err != nil {
			return err
		}
	}
	return nil
}

func jsonOf(f facts) ([]byte, error) { return json.Marshal(f) }
