package orders

import (
	"context"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/daily"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// settings are a player's settings of the seat.
var settings = map[string]func(ctx context.Context, h *deed, value string) bool{
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
var _ = deeds.Bind("set", func(ctx context.Context, h *deed, rest string) bool {
	what, value, _ := strings.Cut(rest, " ")
	value = strings.TrimSpace(value)
	if set := settings[strings.ToLower(what)]; set != nil {
		return set(ctx, h, value)
	}
	return h.refuse(key.SetHow, engine.Order("what", what))
})

func (w *work) self() *table.Player { return &w.c.Table.Players[w.seat] }

// setLanguage sets the language of the player's letters and pages, and shows the present letter in it.
func setLanguage(ctx context.Context, h *deed, value string) bool {
	set := h.texts
	lang := set.Language(value)
	if lang == "" {
		return h.refuse(key.SetLanguageHow, engine.Text("value", value), engine.SeveralOf("all", set.Offered(), templates.LanguageArg))
	}
	p := h.self()
	p.Lang, p.Seen = lang, 0 // the last letter's sheets had other words
	h.f.Enclose = true
	return h.done(engine.Msg(key.SetLanguage, templates.LanguageArg("language", lang)))
}

func setZone(ctx context.Context, h *deed, value string) bool {
	zone, why := journal.ReadZone(value)
	if why != nil {
		return h.refuse(why.Key, why.Args...)
	}
	h.self().Zone = zone
	if d := h.c.Digested(ctx, h.self().Address()); d != nil {
		d.Zone = zone
		h.c.KeepDigest(d)
	}
	h.acted, h.rezoned = true, true
	h.tell(engine.Msg(key.SetZone, engine.Text("zone", zone)))
	if w := h.c.Table.WaitFor(h.seat); w != nil && h.c.Table.Rules.At.Set {
		h.tell(engine.Msg(key.SetZoneNext, content.At(w.Until)))
	}
	return true
}

// quietMost limits the quiet minutes of a day: more would extend each deadline outside the table's budgets.
const quietMost = 12 * 60

// setQuiet sets the hours without deadlines for the player.
func setQuiet(ctx context.Context, h *deed, value string) bool {
	if v := strings.ToLower(value); v == "none" || v == "off" {
		value = ""
	} else if value == "" {
		return h.refuse(key.SetQuietHow)
	}
	hours, err := clock.ParseSpan(value)
	if err != nil || hours.Minutes() > quietMost {
		return h.refuse(key.SetQuietHow)
	}
	h.self().Quiet = hours
	retime(h, true)
	if hours == (clock.Span{}) {
		return h.done(engine.Msg(key.SetQuietNone))
	}
	return h.done(engine.Msg(key.SetQuiet, engine.Text("hours", hours.String())))
}

func setLetters(ctx context.Context, h *deed, value string) bool {
	if value == "" {
		h.tell(engine.Msg(key.WhichLetters))
		for _, l := range table.AllLetters() {
			h.tell(engine.Msg(key.LettersOf+string(l), engine.Int("now", numberOf(l == h.self().Letters && !digested(ctx, h)))))
		}
		h.tell(engine.Msg(key.LettersOf+table.DigestWord, engine.Int("now", numberOf(digested(ctx, h)))))
		return true
	}
	if strings.EqualFold(value, table.DigestWord) {
		return wantDigest(ctx, h, clock.TimeOfDay{})
	}
	l := table.ReadLetters(value)
	if l == "" {
		return h.refuse(key.SetLettersOf+"how", engine.Text("value", value))
	}
	h.self().Letters, h.self().Unsubscribed = l, time.Time{}
	h.acted = true
	if daily.Stop(ctx, h.c, h.self().Address()) {
		h.tell(engine.Msg(key.DigestOff))
	}
	h.tell(engine.Msg(key.SetLettersOf + string(l)))
	return true
}

// setDigest sets when the daily letter comes.
func setDigest(ctx context.Context, h *deed, value string) bool {
	at, err := clock.ParseTimeOfDay(value)
	if err != nil || !at.Set {
		return h.refuse(key.SetDigestHow, engine.Text("value", value))
	}
	return wantDigest(ctx, h, at)
}

// wantDigest has the player get one letter a day about all games at the address to which the
// letters of this one go.
func wantDigest(ctx context.Context, h *deed, at clock.TimeOfDay) bool {
	p := h.self()
	if p.Letters == table.Off {
		p.Letters = table.Turns
	}
	p.Unsubscribed = time.Time{}
	d := daily.Want(ctx, h.c, p.Address(), p.Name, p.Zone, at)
	return h.done(engine.Msg(key.SetLettersOf+table.DigestWord, engine.Text("at", d.At.String()), engine.Text("zone", d.Zone)))
}

// digested reports whether the player gets daily letters.
func digested(ctx context.Context, h *deed) bool { return h.c.Digested(ctx, h.self().Address()) != nil }

// setTalk sets when the player reads others' messages: at once, or with the next letter.
func setTalk(ctx context.Context, h *deed, value string) bool {
	talk := table.Talk(strings.ToLower(value))
	if !slices.Contains(table.AllTalk(), talk) {
		return h.refuse(key.SetTalkOf+"how", engine.Text("value", value))
	}
	h.self().Talk = talk
	return h.done(engine.Msg(key.SetTalkOf + string(talk)))
}

// setView sets the form of the player's letters, and shows the present one in it.
func setView(ctx context.Context, h *deed, value string) bool {
	p := h.self()
	if value == "" {
		h.tell(engine.Msg(key.WhichView))
		for _, v := range table.AllViews() {
			h.tell(engine.Msg(key.ViewOf+v.Word(), engine.Int("now", numberOf(v == p.View))))
		}
		return true
	}
	view, ok := table.ReadView(value)
	if !ok {
		return h.refuse(key.SetViewOf+"how", engine.Text("value", value))
	}
	p.View, p.Seen = view, 0 // the last letter's sheets had another form
	h.f.Enclose = true
	return h.done(engine.Msg(key.SetViewOf + view.Word()))
}

// onOff sets a setting that is on or off.
func onOff(told, how string, set func(p *table.Player, on bool)) func(ctx context.Context, h *deed, value string) bool {
	return func(ctx context.Context, h *deed, value string) bool {
		on, ok := table.ReadSwitch(value)
		if !ok {
			return h.refuse(how, engine.Text("value", value))
		}
		set(h.self(), on)
		h.f.Enclose = true
		return h.done(engine.Msg(told, engine.Int("on", numberOf(on))))
	}
}

// setPictures sets the pictures in letters, and shows the present one with them.
func setPictures(ctx context.Context, h *deed, value string) bool {
	p := h.self()
	choice, ok := table.ReadPictures(value)
	if !ok {
		return h.refuse(key.SetPicturesOf+"how", engine.Text("value", value))
	}
	p.Pictures = choice
	h.f.Enclose = true
	return h.done(engine.Msg(key.SetPicturesOf + choice.Word()))
}

func numberOf(is bool) int {
	if is {
		return 1
	}
	return 0
}

// link sends the seat the secret link of its page, or of its player's calendar.
var _ = deeds.Bind("link", func(ctx context.Context, h *deed, rest string) bool {
	if h.c.Journal.Config.PageURL("") == "" {
		return h.refuse(key.LinkNone)
	}
	if engine.Fold(strings.Trim(rest, " .!")) == "calendar" {
		h.f.Feed = true
		h.tell(engine.Msg(key.LinkCalendar, engine.Text("address", h.self().Address())))
		return true
	}
	h.f.Link = true
	h.tell(engine.Msg(key.LinkIs))
	return true
})

// renew gives the seat a new token; letters sent before no longer prove it. "renew link" gives
// its page another link.
var _ = deeds.Bind("renew", func(ctx context.Context, h *deed, rest string) bool {
	link := engine.Fold(strings.Trim(rest, " .!")) == "link"
	switch {
	case link && h.c.Journal.Config.PageURL("") == "":
		return h.refuse(key.LinkNone)
	case h.in.Recovered():
		return true // the restore has made another, or kept this one
	case link:
		h.self().Links++
		h.f.Link = true
		return h.done(engine.Msg(key.LinkRenewed))
	}
	h.self().Renewed++
	h.f.Enclose = true
	return h.done(engine.Msg(key.Renewed))
})
