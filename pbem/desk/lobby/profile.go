package lobby

import (
	"cmp"
	"context"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/daily"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/facts/clock"
	key "railpost/pbem/facts/key/lobby"
	"railpost/pbem/facts/names"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// profile shows the writer's profile.
func (v *visit) profile(ctx context.Context, args string) error {
	if args != "" {
		return refuse(key.ProfileOwn)
	}
	d := v.lobby.Config.Game.Defaults
	p := *v.p
	p.Lang, p.Zone, p.Letters = cmp.Or(p.Lang, v.lobby.Config.Identity.Language), cmp.Or(p.Zone, d.Zone), cmp.Or(p.Letters, d.Letters)
	v.tell(engine.Msg(key.Profile, engine.Text("name", p.Name), engine.SeveralOf("addresses", p.Addresses, engine.Text), templates.LanguageArg("language", p.Lang), engine.Text("zone", p.Zone), engine.Text("letters", string(p.Letters)), engine.Text("view", p.View.Word()), engine.Text("tap", map[bool]string{true: "off"}[p.NoTap]), engine.Text("calendar", map[bool]string{true: "on"}[p.Calendar]), engine.Text("pictures", string(p.Pictures))),
		engine.Msg(key.ProfileHow))
	if d := v.c.Digested(ctx, v.p.Address()); d != nil {
		v.tell(engine.Msg(key.Digest, engine.Text("at", d.At.String()), engine.Text("zone", d.Zone)))
	}
	return nil
}

// set changes the settings for the writer's new seats.
func (v *visit) set(ctx context.Context, args string) error {
	what, value, _ := strings.Cut(args, " ")
	value = strings.TrimSpace(value)
	switch strings.ToLower(what) {
	case "name":
		name := v.lobby.validName(value)
		switch {
		case names.Misleads(value, v.lobby.Desk.Templates.Words(), v.lobby.Config.Identity.SiteName):
			return refuse(key.SetNameMisleads, engine.Text("value", value))
		case name == "":
			return refuse(key.SetNameHow, engine.Text("value", value))
		}
		v.p.Name, v.p.Named = name, true
		v.tell(engine.Msg(key.SetName, engine.Text("name", name)))
	case "language":
		return v.setLanguage(value)
	case "zone":
		return v.setZone(ctx, value)
	case table.DigestWord:
		at, err := clock.ParseTimeOfDay(value)
		if err != nil || !at.Set {
			return refuse(key.SetDigestHow, engine.Text("value", value))
		}
		v.wantDigest(ctx, at)
	case "letters":
		if strings.EqualFold(value, table.DigestWord) {
			v.wantDigest(ctx, clock.TimeOfDay{})
			return nil
		}
		l := table.ReadLetters(value)
		if l == "" {
			return refuse(key.SetLettersHow, engine.Text("value", value))
		}
		v.p.Letters = l
		daily.Stop(ctx, v.c, v.p.Address())
		v.tell(engine.Msg(key.SetLetters, engine.Text("letters", string(l))))
	case "view":
		view, ok := table.ReadView(value)
		if !ok {
			return refuse(key.SetViewHow, engine.Text("value", value))
		}
		v.p.View = view
		v.tell(engine.Msg(key.SetView, engine.Text("view", view.Word())))
	case "tap":
		on, ok := table.ReadSwitch(value)
		if !ok {
			return refuse(key.SetTapHow, engine.Text("value", value))
		}
		v.p.NoTap = !on
		v.tell(engine.Msg(key.SetTap, engine.Text("tap", strings.ToLower(value))))
	case "calendar":
		on, ok := table.ReadSwitch(value)
		if !ok {
			return refuse(key.SetCalendarHow, engine.Text("value", value))
		}
		v.p.Calendar = on
		v.tell(engine.Msg(key.SetCalendar, engine.Text("calendar", strings.ToLower(value))))
	case "pictures":
		choice, ok := table.ReadPictures(value)
		if !ok {
			return refuse(key.SetPicturesHow, engine.Text("value", value))
		}
		v.p.Pictures = choice
		v.tell(engine.Msg(key.SetPictures, engine.Text("pictures", choice.Word())))
	default:
		return refuse(key.SetHow, engine.Order("what", what))
	}
	return nil
}

func (v *visit) setLanguage(value string) error {
	set := v.lobby.Desk.Templates
	lang := set.Language(value)
	if lang == "" {
		return refuse(key.SetLanguageHow, engine.Text("value", value), engine.SeveralOf("all", set.Offered(), templates.LanguageArg))
	}
	v.p.Lang = lang
	v.tell(engine.Msg(key.SetLanguage, templates.LanguageArg("language", lang)))
	return nil
}

// wantDigest has the writer get one letter a day about all games.
func (v *visit) wantDigest(ctx context.Context, at clock.TimeOfDay) {
	d := daily.Want(ctx, v.c, v.p.Address(), v.p.Name, cmp.Or(v.p.Zone, v.lobby.Config.Game.Defaults.Zone), at)
	v.tell(engine.Msg(key.SetDigest, engine.Text("at", d.At.String()), engine.Text("zone", d.Zone)))
}

func (v *visit) setZone(ctx context.Context, value string) error {
	zone, why := journal.ReadZone(value)
	if why != nil {
		return &refusal{*why}
	}
	v.p.Zone = zone
	if d := v.c.Digested(ctx, v.p.Address()); d != nil {
		d.Zone = v.p.Zone
		v.c.KeepDigest(d)
	}
	v.tell(engine.Msg(key.SetZone, engine.Text("zone", zone)))
	return nil
}

// renew makes the personal address worthless; the reply has a new one.
func (v *visit) renew(ctx context.Context, _ string) error {
	v.p.Key = nil
	profiles.Keep(v.c, v.p)
	v.tell(engine.Msg(key.Renewed))
	return nil
}

// forget deletes the profile, and the writer's seats at tables in formation.
func (v *visit) forget(ctx context.Context, _ string) error {
	profiles.Forget(ctx, v.c, v.p)
	v.gone = true
	v.tell(engine.Msg(key.Forgotten))
	return nil
}

// help explains the possible lines.
func (v *visit) help(ctx context.Context, args string) error {
	v.facts.Help, v.facts.HelpIn = usages(), v.lobby.Desk.Templates.Language(args)
	v.tell(v.keep())
	return nil
}
