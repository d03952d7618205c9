package due

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
	"railpost/templates"
)

// reportKey is the key of a service-wide value: when organisers last had their report.
const reportKey = "report"

// report sends organisers the report of their games when it is time, one letter each.
func (k *Keeper) report(ctx context.Context, now time.Time) error {
	times := k.Config.Schedule.Report
	b, err := k.Store.Get(ctx, reportKey)
	if err != nil || len(times) == 0 {
		return err
	}
	c := k.NewChange(nil)
	c.At = now
	c.Values[reportKey] = []byte(now.UTC().Format(time.RFC3339))
	if len(b) > 0 {
		last, err := time.Parse(time.RFC3339, string(b))
		if err != nil {
			return fmt.Errorf("pbem: reading the time of the last report: %w", err)
		}
		zone, err := k.Config.Zone()
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(times, func(e clock.Expr) bool { next := e.Next(last, zone); return !next.IsZero() && !next.After(now) }) {
			return nil
		}
		if err := k.queueReports(ctx, c); err != nil {
			return err
		}
	}
	return k.Commit(ctx, c)
}

func (k *Keeper) queueReports(ctx context.Context, c *journal.Change) error {
	var tables []*table.Table
	to := []string{}
	for _, a := range k.Config.Security.AdminAddresses {
		to = append(to, extract.Address(a))
	}
	admins := slices.Clone(to)
	err := k.EachTable(ctx, func(t *table.Table, _ uint64) error {
		if t.Ended() {
			return nil
		}
		tables = append(tables, t)
		if t.Organiser != "" && !slices.Contains(to, t.Organiser) {
			to = append(to, t.Organiser)
		}
		return nil
	})
	for _, address := range to {
		var told []engine.Message
		for _, t := range tables {
			if err == nil && (t.Organiser == address || slices.Contains(admins, address)) {
				var more []engine.Message
				more, err = k.ReportOf(ctx, c, t)
				told = append(told, more...)
			}
		}
		if len(told) > 0 {
			c.NeedOrganisersKey(ctx)
			told = append([]engine.Message{engine.Msg(key.Report)}, told...)
			tell.To(ctx, c, engine.Nobody, address, templates.Notice, content.Tell(told...))
		}
	}
	return err
}

// ReportOf returns a game's facts for an organiser: the seats that must act, late ones, and players who may not
// read their letters.
func (k *Keeper) ReportOf(ctx context.Context, c *journal.Change, t *table.Table) (told []engine.Message, err error) {
	game := engine.Text("game", t.Game)
	var names []string
	switch t.State {
	case table.Inviting:
		for _, p := range t.Players {
			if p.Answer != "accept" {
				names = append(names, p.Name)
			}
		}
	default:
		for _, w := range t.Waiting {
			names = append(names, t.Players[w.Seat].Name)
		}
	}
	if t.State != table.Running || len(names) == 0 {
		told = append(told, engine.Msg(key.ReportOf+string(t.State), game, engine.Text("names", strings.Join(names, ", "))))
	}
	for s, p := range t.Players {
		name := engine.Text("name", p.Name)
		if w := t.WaitFor(engine.Seat(s)); w != nil && t.State == table.Running {
			what := engine.If(w.Until.Before(c.At), "late", "due")
			told = append(told, engine.Msg(key.ReportOf+what, game, name, content.At(w.Until)))
		}
		if p.Open {
			told = append(told, engine.Msg(key.ReportOf+"open", game, name))
		}
		if c.Suspended(ctx, p.Address()) {
			told = append(told, engine.Msg(key.ReportOf+"stopped", game, name, engine.Text("address", p.Address())))
		}
		at, err := k.VacationAt(ctx, p.Address(), c.At)
		if err != nil {
			return nil, err
		}
		if !at.IsZero() {
			told = append(told, engine.Msg(key.ReportOf+"vacation", game, name, content.At(at)))
		}
	}
	return told, nil
}
