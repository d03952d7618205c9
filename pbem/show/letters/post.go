package letters

import (
	"cmp"
	"context"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/hook"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// postKinds are the letters to everybody whose subjects are posted.
var postKinds = map[hook.Kind]templates.Kind{
	hook.Begun: templates.Start, hook.Moved: templates.News, hook.News: templates.News, hook.Late: templates.Late, hook.Paused: templates.News, hook.Resumed: templates.News,
	hook.Over: templates.End, hook.Ended: templates.Ended,
}

// Posted returns the content of a game's posting: public facts, or for a player only that they must act; false:
// they no longer must.
func (w *Writer) Posted(ctx context.Context, g *games.Game, h hook.Hook, r hook.Row) (hook.Event, bool, error) {
	l := &templates.Letter{Kind: postKinds[r.Kind], Seat: engine.Seat(r.Seat), Zone: w.zoneOf(g.Table), Now: r.Queued}
	e := hook.Event{Version: 1, Kind: r.Kind, Site: w.Config.Identity.SiteName, Game: g.Name, Title: g.Table.Title, At: r.Queued}
	var waits []table.Wait
	for _, at := range r.Waits {
		waits = append(waits, table.Wait{Seat: engine.Seat(at.Seat), Asked: at.Asked, Until: at.Until, Plain: at.Until})
	}
	if r.Kind == hook.Asked {
		frame(l, g, nil, waits)
		l.Lang = cmp.Or(h.Lang, l.Lang)
		now := g.Table.WaitFor(l.Seat)
		if now == nil || g.Table.State != table.Running || len(waits) == 0 || now.Asked != waits[0].Asked {
			return e, false, nil
		}
		l.Until, l.Now = now.Until, w.Now()
		until := now.Until.UTC()
		e.Until = &until
		return say(e, w.Templates.PostAsked(l)), true, nil
	}
	if r.Kind == hook.Test {
		frame(l, g, nil, nil)
		l.Lang = cmp.Or(h.Lang, l.Lang)
		return say(e, w.Templates.PostTest(l)), true, nil
	}
	then, err := w.Games.At(ctx, g, r.To)
	if err != nil {
		return e, false, err
	}
	frame(l, g, then, waits)
	l.Lang = cmp.Or(h.Lang, l.Lang)
	e.Step = l.Step
	if r.Kind == hook.Paused {
		l.Halt = templates.Halt{Is: templates.Paused, Since: r.Queued}
	}
	if r.Kind == hook.Over {
		for _, s := range then.Title.Scores(then.Pos) {
			l.Scores = append(l.Scores, templates.Score{Seat: s.Seat, Points: s.Points, Rank: s.Rank})
		}
	}
	if l.Happened, err = w.Happened(ctx, g, r.From, r.To, engine.Nobody); err != nil {
		return e, false, err
	}
	p := w.Templates.Post(l)
	for i, name := range p.Waiting {
		e.Waiting = append(e.Waiting, hook.Waiting{Player: name, Until: waits[i].Until.UTC()})
	}
	e.Happened = slices.Clone(p.Happened)
	return say(e, p), true, nil
}

// Alarmed returns the content of a posting for alarms: a notice without the parts of a letter.
func (w *Writer) Alarmed(r hook.Row) hook.Event {
	id := w.Config.Identity
	e := hook.Event{Version: 1, Kind: r.Kind, Site: id.SiteName, Game: r.Game, At: r.Queued}
	return say(e, w.Templates.PostAlarm(&templates.Letter{Kind: templates.Notice, Seat: engine.Nobody, Site: id.SiteName, Game: r.Game, Lang: id.Language,
		Zone: w.Zone(), Now: r.Queued, Said: content.Tell(r.Told).Said}))
}

// say adds words to an event.
func say(e hook.Event, p templates.Post) hook.Event {
	e.Subject, e.Text = p.Subject, p.Text
	return e
}

// zoneOf returns the zone of readers of a table who have no seat.
func (w *Writer) zoneOf(t *table.Table) *time.Location {
	if z, err := clock.LoadZone(t.Zone); err == nil && t.Zone != "" {
		return z
	}
	return w.Zone()
}
