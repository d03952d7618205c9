package lobby

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/facts/content"
	key "railpost/pbem/facts/key/lobby"
	"railpost/pbem/facts/table"
)

// invite invites somebody to join a table. The reply is the same whether they are asked or not, so that it does
// not reveal who plays here, or who has stopped such letters.
func (v *visit) invite(ctx context.Context, args string) error {
	list := fields(args)
	if len(list) == 0 || len(list) > 2 {
		return refuse(key.InviteHow)
	}
	address, err := v.addressIn(list[0])
	if err != nil {
		return err
	}
	o, err := v.mine(ctx, append(list, "")[1])
	switch {
	case err != nil:
		return err
	case o.Free() == 0:
		return refuse(key.Full, profiles.OpeningArg(o))
	case !profiles.MayAsk(ctx, v.c, v.p.Address()):
		return refuse(key.InvitedMany, engine.Int("n", profiles.RequestsADay))
	}
	v.ask(ctx, o, address, key.Invitation)
	v.tell(engine.Msg(key.Invited, engine.Text("address", address), profiles.OpeningArg(o)))
	return nil
}

// ask asks somebody to join a table, unless they must not be asked or play there already.
func (v *visit) ask(ctx context.Context, o *table.Opening, address, say string) {
	p := v.c.Profile(ctx, address)
	if p != nil && o.Seat(p.Address()) >= 0 {
		return
	}
	may, known := profiles.MayBeAsked(ctx, v.c, address)
	if !may {
		return
	}
	p = profiles.Visitor(ctx, v.c, address, "")
	if !slices.Contains(p.Invited, o.Game) {
		p.Invited = append(p.Invited, o.Game)
	}
	profiles.Keep(v.c, p)
	args := []engine.Arg{engine.Text("name", v.p.Name), profiles.OpeningArg(o), engine.Say("title", engine.Msg(o.Title+".title")), engine.Int("seats", o.Seats), engine.Text("after", o.After)}
	about := engine.Msg(o.Title + ".about")
	f := content.Tell(engine.Msg(say, args...), about)
	switch {
	case !known:
		f = content.Tell(engine.Msg(key.Request, args...), about, v.what(), engine.Msg(key.RequestOnce))
	case say == key.Rematch:
		f = content.Tell(engine.Msg(say, args...))
	}
	f.Help = []engine.Usage{{Form: "join " + o.Game, Gloss: key.ReplyJoin}, {Form: "games " + o.Game, Gloss: key.ReplyGames}, {Form: "stop", Gloss: key.ReplyStop}}
	profiles.Tell(ctx, v.c, p, p.Address(), f)
}

// what explains the service.
func (v *visit) what() engine.Message {
	id := v.lobby.Config.Identity
	return engine.Msg(key.What, engine.Text("site", id.SiteName), engine.Text("address", id.Contact))
}

// stop ends unrequested letters to the writer's addresses.
func (v *visit) stop(ctx context.Context, _ string) error {
	for _, a := range v.p.Addresses {
		profiles.StopRequests(v.c, a)
	}
	contact := engine.Text("address", v.lobby.Config.Identity.Contact)
	if v.before.Proven() {
		v.tell(engine.Msg(key.StoppedRequests, contact))
		return nil
	}
	profiles.Forget(ctx, v.c, v.p)
	v.gone = true
	v.tell(engine.Msg(key.Stopped, contact))
	return nil
}

// rematch opens a table like that of an ended game, and invites all its players.
func (v *visit) rematch(ctx context.Context, args string) error {
	t, err := v.ended(ctx, tag(args))
	if err != nil {
		return err
	}
	title := v.lobby.Titles(t.Title)
	if title == nil {
		return v.noTitle(t.Title)
	}
	o := &table.Opening{Title: t.Title, Lang: t.Lang, Seats: len(t.Players), Rules: t.Terms().Own(), Options: map[string]string{}, Opened: v.c.At, After: t.Name()}
	for _, option := range title.Options() {
		if value := t.Setup.Options[option.Key]; len(option.Values) == 0 || value != option.Values[0] {
			o.Options[option.Key] = value
		}
	}
	for _, open := range profiles.Openings(ctx, v.c) {
		if open.After == o.After {
			return refuse(key.RematchOpen, profiles.OpeningArg(open))
		}
	}
	if o.Game, err = table.Successor(t.Name(), func(name string) (bool, error) { return profiles.NameTaken(ctx, v.c, name) }); err != nil {
		return err
	}
	if err := v.begin(ctx, o); err != nil {
		return err
	}
	var asked []string
	for i, player := range t.Players {
		if s := engine.Seat(i); !slices.ContainsFunc(v.p.Addresses, func(a string) bool { return t.Players[s].OnFile(a) }) && player.Address() != "" {
			v.ask(ctx, o, player.Address(), key.Rematch)
			asked = append(asked, player.Name)
		}
	}
	if len(asked) > 0 {
		v.tell(engine.Msg(key.RematchAsked, engine.SeveralOf("names", asked, engine.Text)))
	}
	return nil
}

// ended returns an ended game of the writer, the last one if none is named.
func (v *visit) ended(ctx context.Context, name string) (*table.Table, error) {
	var last *table.Table
	err := v.eachGame(ctx, func(a string, t *table.Table) {
		if t.Ended() && len(t.SeatsOf(a)) > 0 && (name == "" || name == t.Name()) && (last == nil || t.Created.After(last.Created)) {
			last = t
		}
	})
	if err != nil {
		return nil, err
	}
	if last == nil {
		return nil, refuse(key.RematchNone)
	}
	return last, nil
}
