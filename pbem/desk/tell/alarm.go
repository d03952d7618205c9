package tell

import (
	"context"
	"errors"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/hook"
	"railpost/pbem/facts/key"
	"railpost/pbem/mail/extract"
)

// Alarm tells the organiser of a game, or with nil all organisers of the service,
// that something is wrong. Each kind is reported at most once a day.
func Alarm(ctx context.Context, j *journal.Journal, g *games.Game, kind string, told engine.Message) error {
	c := j.NewChange(g)
	if c.CountToday(ctx, "alarm/"+kind) > 1 {
		return nil
	}
	Organiser(ctx, c, told)
	return errors.Join(postAlarm(c, told), j.Commit(ctx, c))
}

// postAlarm queues an alarm to organisers of the service for their hook, since a letter waits as long as the outgoing server does
// not take it.
func postAlarm(c *journal.Change, told engine.Message) error {
	h, ok := c.Journal.Config.AlarmHook()
	admins := c.Journal.Config.Security.AdminAddresses
	if !ok || c.Table != nil && c.Table.Organiser != "" && !slices.ContainsFunc(admins, func(a string) bool { return extract.Address(a) == c.Table.Organiser }) {
		return nil
	}
	row := hook.Row{Seat: int(engine.Nobody), Hook: h.ID, Kind: hook.Alarm, Queued: c.At.UTC(), Next: c.At.UTC(), Told: told}
	if c.Game != nil {
		row.Game = c.Game.Name
	}
	b, err := row.Bytes()
	if err == nil {
		c.Values[row.Key(uint64(c.At.UnixNano()))] = b
	}
	return err
}

// AlarmBroken tells the organisers, once a day, of a game that cannot be read.
func AlarmBroken(ctx context.Context, j *journal.Journal, b *fault.Game) error {
	j.Log.Error("a game cannot be read", "game", b.Name, "err", b.Err)
	return Alarm(ctx, j, nil, b.Name+"/broken", engine.Msg(key.AlarmBroken, engine.Text("game", b.Name), engine.Text("why", b.Error())))
}
