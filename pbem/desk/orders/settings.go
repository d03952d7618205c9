package orders

import (
	"context"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/daily"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// settings are a player's settings of the seat.
var settings = map[string]func(ctx context.Context, h *deed.Deed, value string) bool{
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
var _ = deed.Bind("set", func(ctx context.Context, h *deed.Deed, rest string) bool {
	what, value, _ := strings.Cut(rest, " ")
	value = strings.TrimSpace(value)
	if set := settings[strings.ToLower(what)]; set != nil {
		return set(ctx, h, value)
	}
	return h.Refuse(key.SetHow, engine.Order("what", what))
})

// setLanguage sets the language of the player's letters and pages, and shows the present letter in it.
func setLanguage(ctx context.Context, h *deed.Deed, value string) bool {
	set := h.Texts
	lang := set.Language(value)
	if lang == "" {
		return h.Refuse(key.SetLanguageHow, engine.Text("value", value), engine.SeveralOf("all", set.Offered(), templates.LanguageArg))
	}
	p := h.Self()
	p.Lang, p.Seen = lang, 0 // the last letter's sheets had other words
	h.Reply.Enclose = true
	return h.Done(engine.Msg(key.SetLanguage, templates.LanguageArg("language", lang)))
}

func setZone(ctx context.Context, h *deed.Deed, value string) bool {
	zone, why := journal.ReadZone(value)
	if why != nil {
		return h.Refuse(why.Key, why.Args...)
	}
	h.Self().Zone = zone
	if d := h.Change.Digested(ctx, h.Self().Address()); d != nil {
		d.Zone = zone
		h.Change.KeepDigest(d)
	}
	h.Acted, h.Rezoned = true, true
	h.Tell(engine.Msg(key.SetZone, engine.Text("zone", zone)))
	if w := h.Change.Table.WaitFor(h.Seat); w != nil && h.Change.Table.Rules.At.Set {
		h.Tell(engine.Msg(key.SetZoneNext, content.At(w.Until)))
	}
	return true
}

// quietMost limits the quiet minutes of a day: more would extend each deadline outside the table's budgets.
const quietMost = 12 * 60

// setQuiet sets the hours without deadlines for the player.
func setQuiet(ctx context.Context, h *deed.Deed, value string) bool {
	if v := strings.ToLower(value); v == "none" || v == "off" {
		value = ""
	} else if value == "" {
		return h.Refuse(key.SetQuietHow)
	}
	hours, err := clock.ParseSpan(value)
	if err != nil || hours.Minutes() > quietMost {
		return h.Refuse(key.SetQuietHow)
	}
	h.Self().Quiet = hours
	retime(h, true)
	if hours == (clock.Span{}) {
		return h.Done(engine.Msg(key.SetQuietNone))
	}
	return h.Done(engine.Msg(key.SetQuiet, engine.Text("hours", hours.String())))
}

func setLetters(ctx context.Context, h *deed.Deed, value string) bool {
	if value == "" {
		h.Tell(engine.Msg(key.WhichLetters))
		for _, l := range table.AllLetters() {
			h.Tell(engine.Msg(key.LettersOf+string(l), engine.Int("now", numberOf(l == h.Self().Letters && !digested(ctx, h)))))
		}
		h.Tell(engine.Msg(key.LettersOf+table.DigestWord, engine.Int("now", numberOf(digested(ctx, h)))))
		return true
	}
	if strings.EqualFold(value, table.DigestWord) {
		return wantDigest(ctx, h, clock.TimeOfDay{})
	}
	l := table.ReadLetters(value)
	if l == "" {
		return h.Refuse(key.SetLettersOf+"how", engine.Text("value", value))
	}
	h.Self().Letters, h.Self().Unsubscribed = l, time.Time{}
	h.Acted = true
	if daily.Stop(ctx, h.Change, h.Self().Address()) {
		h.Tell(engine.Msg(key.DigestOff))
	}
	h.Tell(engine.Msg(key.SetLettersOf + string(l)))
	return true
}

// setDigest sets when the daily letter comes.
func setDigest(ctx context.Context, h *deed.Deed, value string) bool {
	at, err := clock.ParseTimeOfDay(value)
	if err != nil || !at.Set {
		return h.Refuse(key.SetDigestHow, engine.Text("value", value))
	}
	return wantDigest(ctx, h, at)
}

// wantDigest has the player get one letter a day about all games at the address to which the
// letters of this one go.
func wantDigest(ctx context.Context, h *deed.Deed, at clock.TimeOfDay) bool {
	p := h.Self()
	if p.Letters == table.Off {
		p.Letters = table.Turns
	}
	p.Unsubscribed = time.Time{}
	d := daily.Want(ctx, h.Change, p.Address(), p.Name, p.Zone, at)
	return h.Done(engine.Msg(key.SetLettersOf+table.DigestWord, engine.Text("at", d.At.String()), engine.Text("zone", d.Zone)))
}

// digested reports whether the player gets daily letters.
func digested(ctx context.Context, h *deed.Deed) bool {
	return h.Change.Digested(ctx, h.Self().Address()) != nil
}

// setTalk sets when the player reads others' messages: at once, or with the next letter.
func setTalk(ctx context.Context, h *deed.Deed, value string) bool {
	talk := table.Talk(strings.ToLower(value))
	if !slices.Contains(table.AllTalk(), talk) {
		return h.Refuse(key.SetTalkOf+"how", engine.Text("value", value))
	}
	h.Self().Talk = talk
	return h.Done(engine.Msg(key.SetTalkOf + string(talk)))
}

// setView sets the form of the player's letters, and shows the present one in it.
func setView(ctx context.Context, h *deed.Deed, value string) bool {
	p := h.Self()
	if value == "" {
		h.Tell(engine.Msg(key.WhichView))
		for _, v := range table.AllViews() {
			h.Tell(engine.Msg(key.ViewOf+v.Word(), engine.Int("now", numberOf(v == p.View))))
		}
		return true
	}
	view, ok := table.ReadView(value)
	if !ok {
		return h.Refuse(key.SetViewOf+"how", engine.Text("value", value))
	}
	p.View, p.Seen = view, 0 // the last letter's sheets had another form
	h.Reply.Enclose = true
	return h.Done(engine.Msg(key.SetViewOf + view.Word()))
}

// onOff sets a setting that is on or off.
func onOff(told, how string, set func(p *table.Player, on bool)) func(ctx context.Context, h *deed.Deed, value string) bool {
	return func(ctx context.Context, h *deed.Deed, value string) bool {
		on, ok := table.ReadSwitch(value)
		if !ok {
			return h.Refuse(how, engine.Text("value", value))
		}
		set(h.Self(), on)
		h.Reply.Enclose = true
		return h.Done(engine.Msg(told, engine.Int("on", numberOf(on))))
	}
}

// setPictures sets the pictures in letters, and shows the present one with them.
func setPictures(ctx context.Context, h *deed.Deed, value string) bool {
	p := h.Self()
	choice, ok := table.ReadPictures(value)
	if !ok {
		return h.Refuse(key.SetPicturesOf+"how", engine.Text("value", value))
	}
	p.Pictures = choice
	h.Reply.Enclose = true
	return h.Done(engine.Msg(key.SetPicturesOf + choice.Word()))
}

func numberOf(is bool) int {
	if is {
		return 1
	}
	return 0
}

// link sends the seat the secret link of its page, or of its player's calendar.
var _ = deed.Bind("link", func(ctx context.Context, h *deed.Deed, rest string) bool {
	if h.Change.Journal.Config.PageURL("") == "" {
		return h.Refuse(key.LinkNone)
	}
	if engine.Fold(strings.Trim(rest, " .!")) == "calendar" {
		h.Reply.Feed = true
		h.Tell(engine.Msg(key.LinkCalendar, engine.Text("address", h.Self().Address())))
		return true
	}
	h.Reply.Link = true
	h.Tell(engine.Msg(key.LinkIs))
	return true
})

// renew gives the seat a new token; letters sent before no longer prove it. "renew link" gives
// its page another link.
var _ = deed.Bind("renew", func(ctx context.Context, h *deed.Deed, rest string) bool {
	link := engine.Fold(strings.Trim(rest, " .!")) == "link"
	switch {
	case link && h.Change.Journal.Config.PageURL("") == "":
		return h.Refuse(key.LinkNone)
	case h.Change.Recovered:
		return true // the restore has made another, or kept this one
	case link:
		h.Self().Links++
		h.Reply.Link = true
		return h.Done(engine.Msg(key.LinkRenewed))
	}
	h.Self().Renewed++
	h.Reply.Enclose = true
	return h.Done(engine.Msg(key.Renewed))
})
