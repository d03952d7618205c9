package journal

import (
	"context"

	"railpost/engine"
	"railpost/pbem/fault"
	"railpost/pbem/games"
	"railpost/pbem/key"
)

// Alarm tells the organiser of a game, or with nil all organisers of the service,
// that something is wrong. Each kind is reported at most once a day.
func (j *Journal) Alarm(ctx context.Context, g *games.Game, kind string, told engine.Message) error {
	c := j.NewChange(ctx, g)
	if c.CountToday("alarm/"+kind) > 1 {
		return nil
	}
	c.Notify(told)
	return j.Commit(c)
}

// AlarmBroken tells the organisers, once a day, of a game that cannot be read.
func (j *Journal) AlarmBroken(ctx context.Context, b *fault.Game) error {
	j.Log.Error("a game cannot be read", "game", b.Name, "err", b.Err)
	return j.Alarm(ctx, nil, b.Name+"/broken", engine.Msg(key.AlarmBroken, engine.Text("game", b.Name), engine.Text("why", b.Error())))
}
