package letters

import (
	"fmt"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/calendar"
	"railpost/templates"
)

// addCalendar attaches the files for the reader's calendar: the deadline if it is new or has moved. A file can only have one method
// (RFC 5546, 1.4), so what is over has its own.
func (w *Writer) addCalendar(p *page) error {
	c := p.facts.Calendar
	if c == nil || p.game == nil || p.letter.Seat < 0 {
		return nil
	}
	t, s := p.game.Table, p.letter.Seat
	if wait := t.WaitFor(s); c.Now != nil && wait != nil && t.Entry(*wait).UID == c.Now.UID {
		now := t.Entry(*wait) // it may have moved while the letter waited
		if c.Was == nil || *c.Was != now {
			e := w.event(p.game, s, p.letter.Lang, now)
			var err error
			if e.Alarms, err = t.Clock(wait.Seat).Alarms(*wait); err != nil {
				return err
			}
			if err := w.attachCalendar(p, "deadline", calendar.Publish, e); err != nil {
				return err
			}
		}
	}
	if c.Was == nil || c.Now != nil && c.Now.UID == c.Was.UID {
		return nil
	}
	was := *c.Was
	was.Sequence++
	return w.attachCalendar(p, "done", calendar.Cancel, w.event(p.game, s, p.letter.Lang, was))
}

// event returns a deadline as its player's calendar shows it. It says nothing that follows
// from the position: calendars are shared, and shown on locked screens.
func (w *Writer) event(g *games.Game, s engine.Seat, lang string, e table.Entry) calendar.Event {
	args := []engine.Arg{engine.Text("game", g.Name), engine.Say("title", engine.Msg(g.Table.Title+".title"))}
	say := func(key string) string {
		return w.Templates.Say(lang, g.Table.Names(), g.Table.ZoneOf(s), engine.Msg(key, args...))
	}
	return calendar.Event{UID: e.UID, Sequence: e.Sequence, At: e.Until, Summary: say(key.CalendarSummary), Text: say(key.CalendarText)}
}

func (w *Writer) attachCalendar(p *page, what string, m calendar.Method, e calendar.Event) error {
	file, err := w.calendarOf(m, p.letter.Now, e).Bytes()
	if err != nil {
		return fmt.Errorf("pbem: %w", err)
	}
	p.files = append(p.files, templates.File{Name: p.game.Name + "-" + what + ".ics", Type: calendar.MediaType, Method: string(m), Text: string(file)})
	return nil
}

// fetchEvery is how often a program should fetch the calendar that it has subscribed to.
const fetchEvery = time.Hour

// CalendarLink returns the secret link of the calendar of all deadlines of a seat's player; "" if
// there are no pages.
func (w *Writer) CalendarLink(t *table.Table, s engine.Seat) string {
	return w.Config.PageURL("c/" + t.Game + "/" + t.Tokens().Calendar(s) + "/deadlines.ics")
}

// Deadlines returns the calendar of all deadlines of those games in which letters go to an
// address.
func (w *Writer) Deadlines(list []*games.Game, address, lang string) ([]byte, error) {
	c := w.calendarOf(calendar.Publish, w.Now())
	c.Name, c.Refresh = w.Templates.Say(lang, nil, nil, engine.Msg(key.CalendarName, engine.Text("site", w.Config.Identity.SiteName))), fetchEvery
	for _, g := range list {
		for _, wait := range g.Table.Deadlines(address) {
			if _, at := content.Quiet(g.Table, g.Now, wait.Seat); !at.IsZero() {
				continue
			}
			e := w.event(g, wait.Seat, lang, g.Table.Entry(wait))
			var err error
			if e.Alarms, err = g.Table.Clock(wait.Seat).Alarms(wait); err != nil {
				return nil, err
			}
			c.Events = append(c.Events, e)
		}
	}
	return c.Bytes()
}

func (w *Writer) calendarOf(m calendar.Method, at time.Time, events ...calendar.Event) calendar.Calendar {
	id := w.Config.Identity
	return calendar.Calendar{Method: m, Stamp: at, Organizer: id.BaseAddress, Site: id.SiteName, Events: events}
}
