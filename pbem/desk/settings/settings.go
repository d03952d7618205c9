// Package settings has what a player sets for their seat: how, when and where its letters come, and its links.
package settings

import (
	"context"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/daily"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// settings are a player's settings of the seat.
var settings = map[string]deed.Do{
	"language":       setLanguage,
	"zone":           setZone,
	"letters":        setLetters,
	table.DigestWord: setDigest,
	"talk":           setTalk,
	"view":           setView,
	"tap":            onOff(key.SetTap, key.SetTapHow, func(p *table.Player, on bool) { p.NoTap = !on }),
	"calendar":       onOff(key.SetCalendar, key.SetCalendarHow, func(p *table.Player, on bool) { p.Calendar = on }),
	"hook":           setHook,
	"pictures":       setPictures,
	"quiet":          setQuiet,
	"address":        setAddress,
}

// set changes one setting of the seat.
var _ = deed.Bind("set", func(ctx context.Context, d *deed.Deed, rest string) bool {
	what, value, _ := strings.Cut(rest, " ")
	value = strings.TrimSpace(value)
	if set := settings[strings.ToLower(what)]; set != nil {
		return set(ctx, d, value)
	}
	return d.Refuse(key.SetHow, engine.Order("what", strings.TrimSpace("set "+what)))
})

// setLanguage sets the language of the player's letters and pages.
func setLanguage(ctx context.Context, d *deed.Deed, value string) bool {
	set := d.Texts
	lang := set.Language(value)
	if lang == "" {
		return d.Refuse(key.SetLanguageHow, engine.Text("value", value), engine.SeveralOf("all", set.Offered(), templates.LanguageArg))
	}
	p := d.Self()
	p.Lang, p.Seen, p.Taught = lang, 0, nil // the last letter's sheets had other words
	return d.Done(engine.Msg(key.SetLanguage, templates.LanguageArg("language", lang)))
}

func setZone(ctx context.Context, d *deed.Deed, value string) bool {
	zone, why := journal.ReadZone(value)
	if why != nil {
		return d.Refuse(why.Key, why.Args...)
	}
	d.Self().Zone = zone
	if letter := d.Change.Digested(ctx, d.Self().Address()); letter != nil {
		letter.Zone = zone
		d.Change.KeepDigest(letter)
	}
	d.Acted, d.Rezoned = true, true
	d.Tell(engine.Msg(key.SetZone, engine.Text("zone", zone)))
	if w := d.Change.Table.WaitFor(d.Seat); w != nil && d.Change.Table.Rules.At.Set {
		d.Tell(engine.Msg(key.SetZoneNext, content.At(w.Until)))
	}
	return true
}

// quietMost limits the quiet minutes of a day: more would extend each deadline outside the table's budgets.
const quietMost = 12 * 60

// setQuiet sets the hours without deadlines for the player.
func setQuiet(ctx context.Context, d *deed.Deed, value string) bool {
	if v := strings.ToLower(value); v == "none" || v == "off" {
		value = ""
	} else if value == "" {
		return d.Refuse(key.SetQuietHow)
	}
	hours, err := clock.ParseSpan(value)
	if err != nil || hours.Minutes() > quietMost {
		return d.Refuse(key.SetQuietHow)
	}
	d.Self().Quiet = hours
	d.Change.RetimeSeat(d.Seat, true)
	if hours == (clock.Span{}) {
		return d.Done(engine.Msg(key.SetQuietNone))
	}
	return d.Done(engine.Msg(key.SetQuiet, engine.Text("hours", hours.String())))
}

func setLetters(ctx context.Context, d *deed.Deed, value string) bool {
	if value == "" {
		d.Tell(engine.Msg(key.WhichLetters))
		for _, l := range table.AllLetters() {
			d.Tell(engine.Msg(key.LettersOf+string(l), engine.Flag("now", l == d.Self().Letters && !digested(ctx, d))))
		}
		d.Tell(engine.Msg(key.LettersOf+table.DigestWord, engine.Flag("now", digested(ctx, d))))
		return true
	}
	if strings.EqualFold(value, table.DigestWord) {
		return wantDigest(ctx, d, clock.TimeOfDay{})
	}
	l := table.ReadLetters(value)
	if l == "" {
		return d.Refuse(key.SetLettersOf+"how", engine.Text("value", value))
	}
	d.Self().Letters, d.Self().Unsubscribed = l, time.Time{}
	d.Acted = true
	if daily.Stop(ctx, d.Change, d.Self().Address()) {
		d.Tell(engine.Msg(key.DigestOff))
	}
	d.Tell(engine.Msg(key.SetLettersOf + string(l)))
	return true
}

// setDigest sets when the daily letter comes.
func setDigest(ctx context.Context, d *deed.Deed, value string) bool {
	at, err := clock.ParseTimeOfDay(value)
	if err != nil || !at.Set {
		return d.Refuse(key.SetDigestHow, engine.Text("value", value))
	}
	return wantDigest(ctx, d, at)
}

// wantDigest has the player get one letter a day about all games at the address to which the
// letters of this one go.
func wantDigest(ctx context.Context, d *deed.Deed, at clock.TimeOfDay) bool {
	p := d.Self()
	if p.Letters == table.Off {
		p.Letters = table.Turns
	}
	p.Unsubscribed = time.Time{}
	letter := daily.Want(ctx, d.Change, p.Address(), p.Name, p.Zone, at)
	return d.Done(engine.Msg(key.SetLettersOf+table.DigestWord, engine.Text("at", letter.At.String()), engine.Text("zone", letter.Zone)))
}

// digested reports whether the player gets daily letters.
func digested(ctx context.Context, d *deed.Deed) bool {
	return d.Change.Digested(ctx, d.Self().Address()) != nil
}

// setTalk sets when the player reads others' messages: at once, or with the next letter.
func setTalk(ctx context.Context, d *deed.Deed, value string) bool {
	talk := table.Talk(strings.ToLower(value))
	if !slices.Contains(table.AllTalk(), talk) {
		return d.Refuse(key.SetTalkOf+"how", engine.Text("value", value))
	}
	d.Self().Talk = talk
	return d.Done(engine.Msg(key.SetTalkOf + string(talk)))
}

// setView sets the form of the player's letters, and shows the present one in it.
func setView(ctx context.Context, d *deed.Deed, value string) bool {
	p := d.Self()
	if value == "" {
		d.Tell(engine.Msg(key.WhichView))
		for _, v := range table.AllViews() {
			d.Tell(engine.Msg(key.ViewOf+v.Word(), engine.Flag("now", v == p.View)))
		}
		return true
	}
	view, ok := table.ReadView(value)
	if !ok {
		return d.Refuse(key.SetViewOf+"how", engine.Text("value", value))
	}
	p.View, p.Seen, p.Taught = view, 0, nil // the last letter's sheets had another form
	return d.Done(engine.Msg(key.SetViewOf + view.Word()))
}

// onOff sets a setting that is on or off.
func onOff(told, how string, set func(p *table.Player, on bool)) deed.Do {
	return func(ctx context.Context, d *deed.Deed, value string) bool {
		on, ok := table.ReadSwitch(value)
		if !ok {
			return d.Refuse(how, engine.Text("value", value))
		}
		set(d.Self(), on)
		return d.Done(engine.Msg(told, engine.Flag("on", on)))
	}
}

// setPictures sets the pictures in letters.
func setPictures(ctx context.Context, d *deed.Deed, value string) bool {
	p := d.Self()
	choice, ok := table.ReadPictures(value)
	if !ok {
		return d.Refuse(key.SetPicturesOf+"how", engine.Text("value", value))
	}
	p.Pictures = choice
	return d.Done(engine.Msg(key.SetPicturesOf + choice.Word()))
}

// link sends the seat the secret link of its page, or of its player's calendar.
var _ = deed.Bind("link", func(ctx context.Context, d *deed.Deed, rest string) bool {
	if d.Change.Journal.Config.PageURL("") == "" {
		return d.Refuse(key.LinkNone)
	}
	if engine.Fold(strings.Trim(rest, " .!")) == "calendar" {
		d.Reply.Feed = true
		d.Tell(engine.Msg(key.LinkCalendar, engine.Text("address", d.Self().Address())))
		return true
	}
	d.Reply.Link = true
	d.Tell(engine.Msg(key.LinkIs))
	return true
})

// renew gives the seat a new token; letters sent before no longer prove it. "renew link" gives
// its page another link.
var _ = deed.Bind("renew", func(ctx context.Context, d *deed.Deed, rest string) bool {
	link := engine.Fold(strings.Trim(rest, " .!")) == "link"
	switch {
	case link && d.Change.Journal.Config.PageURL("") == "":
		return d.Refuse(key.LinkNone)
	case d.Change.Recovered:
		return true // the restore has made another, or kept this one
	case link:
		d.Self().Links++
		d.Reply.Link = true
		return d.Done(engine.Msg(key.LinkRenewed))
	}
	d.Self().Renewed++
	d.Reply.Enclose = true
	return d.Done(engine.Msg(key.Renewed))
})

// tutor sets whether the player's letters of this game explain its steps, and shows the
// present letter so.
var _ = deed.Bind("tutor", func(ctx context.Context, d *deed.Deed, value string) bool {
	on, ok := table.ReadSwitch(value)
	switch {
	case !ok:
		return d.Refuse(key.TutorHow, engine.Text("value", value))
	case !templates.Teaches(d.Change.Table.Title):
		return d.Refuse(key.TutorNone)
	case !on:
		d.Self().Tutor = nil
	case d.Self().Tutor == nil:
		d.Self().Tutor = new(table.Tutor)
	}
	d.Reply.Enclose = true
	return d.Done(engine.Msg(key.Tutor, engine.Flag("on", on)))
})

// setAddress asks an address whether letters shall go there. They do once it has answered: a typing error cuts
// nobody off, and nobody gets unrequested letters. The letter has an answer address of its own, which only
// shows that somebody reads there. As for an invitation, the reply is the same whether the address is asked or
// not.
func setAddress(ctx context.Context, d *deed.Deed, value string) bool {
	a, err := journal.ParseAddress(value)
	if err != nil {
		return d.Refuse(key.SetAddressHow, engine.Text("value", value))
	}
	address, p := a.Address, d.Self()
	switch {
	case journal.IsOwn(d.Change.Journal.Config, address):
		return d.Refuse(key.SetAddressOwn, engine.Text("address", address))
	case p.Address() == address:
		p.PendingAddress = nil
		return d.Done(engine.Msg(key.SetAddressSame, engine.Text("address", address)))
	}
	if !profiles.MayAsk(ctx, d.Change, p.Address()) {
		return d.Refuse(key.AsksOften, engine.Int("limit", profiles.RequestsADay))
	}
	d.Acted = true
	d.Tell(engine.Msg(key.SetAddressAsked, engine.Text("address", address), engine.Text("old", p.Address())))
	may, known := profiles.MayBeAsked(ctx, d.Change, address)
	asked := "wants/" + p.Address() + "/" + address // the same letter of another game of theirs
	if n := d.Change.AddToday(ctx, asked, 0); !may && n > 0 && !profiles.Stopped(ctx, d.Change, address) && (p.PendingAddress == nil || p.PendingAddress.Address != address) {
		may = true
	}
	if may {
		d.Change.CountToday(ctx, asked)
		p.PendingAddress = &table.PendingAddress{Address: address, At: d.Change.At}
		tell.Confirmation(ctx, d.Change, d.Seat, profiles.AskOnce(known))
	}
	return true
}
