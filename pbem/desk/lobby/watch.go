package lobby

import (
	"cmp"
	"context"
	"errors"

	"railpost/engine"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/desk/watch"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/games"
	key "railpost/pbem/facts/key/lobby"
	"railpost/pbem/mail/extract"
	"railpost/store"
)

// watch lets the writer watch a running game: "watch winter".
func (v *visit) watch(ctx context.Context, args string) error {
	g, err := v.game(ctx, args, key.WatchNone)
	if err != nil {
		return err
	}
	address := extract.Address(v.from)
	if why := watch.Refused(g.Table, address); why.Key != "" {
		return refuse(why.Key, why.Args...)
	}
	name := cmp.Or(v.p.Name, v.lobby.validName(v.in.Message.FromName))
	if name == "" {
		return refuse(key.WhoAreYou)
	}
	v.created = v.lobby.NewChange(g)
	watch.Begin(ctx, v.created, v.p, g.Table.FreeName(engine.Nobody, name), address)
	return nil
}

// unwatch ends it.
func (v *visit) unwatch(ctx context.Context, args string) error {
	g, err := v.game(ctx, args, key.UnwatchNot)
	if err != nil {
		return err
	}
	c := v.lobby.NewChange(g)
	if !watch.End(c, extract.Address(v.from)) {
		return refuse(key.UnwatchNot)
	}
	v.created = c
	f := content.Tell(engine.Msg(key.Unwatched, engine.Text("game", g.Table.Game)))
	f.ReplyTo = v.in.Message.MessageID
	profiles.Tell(ctx, v.c, v.p, v.from, f)
	return nil
}

// game returns the game that a line names, or a refusal if there is none.
func (v *visit) game(ctx context.Context, args, none string) (*games.Game, error) {
	g, err := v.lobby.Games.Load(ctx, tag(args))
	if errors.Is(err, store.ErrNoGame) || errors.Is(err, store.ErrInvalid) {
		return nil, refuse(none)
	}
	return g, err
}
