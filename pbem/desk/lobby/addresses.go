package lobby

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/facts/content"
	key "railpost/pbem/facts/key/lobby"
	"railpost/pbem/facts/table"
)

// addressesMost limits the addresses of a profile.
const addressesMost = 5

// addressIn reads an address that a person has written.
func (v *visit) addressIn(text string) (string, error) {
	a, err := journal.ParseAddress(text)
	if err != nil || journal.IsOwn(v.lobby.Config, a.Address) {
		return "", refuse(key.WrongAddress, engine.Text("value", text))
	}
	return a.Address, nil
}

// add asks another address whether it belongs to the writer's profile. The answer is the same
// whether it is asked, as for an invitation.
func (v *visit) add(ctx context.Context, args string) error {
	address, err := v.addressIn(args)
	switch {
	case err != nil:
		return err
	case slices.Contains(v.p.Addresses, address):
		return refuse(key.AddedAlready, engine.Text("address", address))
	case len(v.p.Addresses) >= addressesMost:
		return refuse(key.AddedMany, engine.Int("n", addressesMost))
	case v.p.Name == "":
		return refuse(key.WhoAreYou)
	case !profiles.MayAsk(ctx, v.c, v.p.Address()):
		return refuse(key.InvitedMany, engine.Int("n", profiles.RequestsADay))
	}
	v.tell(engine.Msg(key.AddAsked, engine.Text("address", address)))
	may, known := profiles.MayBeAsked(ctx, v.c, address)
	if !may {
		return nil
	}
	p := profiles.Visitor(ctx, v.c, address, "")
	p.Ask(v.c.At, nil, v.p.Address())
	profiles.Keep(v.c, p)
	f := content.Tell(engine.Msg(key.AddAsks, engine.Text("name", v.p.Name)))
	if !known {
		f.Told = append(f.Told, v.what(), engine.Msg(key.RequestOnce))
	}
	f.Help = []engine.Usage{{Form: confirmWord, Gloss: key.ReplyConfirm}, {Form: "stop", Gloss: key.ReplyStop}}
	profiles.Ask(ctx, v.c, p, address, f)
	return nil
}

// blank reports whether nobody has chosen anything in the writer's profile, or joined a table
// with it.
func (v *visit) blank(ctx context.Context) bool {
	p := v.before
	seated := slices.ContainsFunc(profiles.Openings(ctx, v.c), func(o *table.Opening) bool { return o.Seat(p.Address()) >= 0 })
	return !seated && !p.Named && p.Zone == "" && p.Letters == "" && len(p.Addresses) == 1
}

// joinProfile makes the address that the mail came from one of the profile that asked for it.
func (v *visit) joinProfile(ctx context.Context, main string) error {
	of := v.c.Profile(ctx, main)
	switch {
	case v.c.Err != nil:
		return v.c.Err
	case of == nil || len(of.Addresses) >= addressesMost:
		return refuse(key.NothingToConfirm)
	case !v.blank(ctx):
		return refuse(key.OwnProfile)
	}
	profiles.AddAddress(v.c, of, v.from)
	told := engine.Msg(key.Added, engine.Text("address", v.from))
	profiles.Tell(ctx, v.c, of, of.Address(), content.Tell(told))
	v.tell(told)
	v.p = of
	return nil
}
