package simulate

import (
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/key"
	"railpost/pbem/letters"
	"railpost/pbem/mailtest"
	"railpost/pbem/reader"
	"railpost/pbem/table"
)

// wantsToWatch lets a player ask for the tables that are formed by mail: the answer has the
// address at which they can ask to watch a game.
func (p *person) wantsToWatch(h *hand, l *reader.Letter) {
	if p.watched == "" && p.chance(p.habit.watch) {
		p.watched = "?"
		p.later(p.delay(), func() error {
			if p.hands[h.game] != h {
				p.watched = ""
				return nil
			}
			return p.plain(h.game, l, "games")
		})
	}
}

// watches lets somebody who has a lobby address watch a game of others, and end that some
// weeks later.
func (p *person) watches(l *reader.Letter) {
	if p.watched != "?" {
		return
	}
	p.watched = ""
	for _, i := range p.rng.Perm(len(p.world.tables)) {
		t := p.world.tables[i]
		if a := p.ledger.games[t.game]; a == nil || a.state != table.Running || slices.Contains(t.people, p) {
			continue
		}
		p.watched = t.game
		p.later(time.Hour, func() error { return p.tellLobby(l, "watch") })
		p.later(time.Duration(5+p.rng.IntN(40))*24*time.Hour, func() error { return p.tellLobby(l, "unwatch") })
		return
	}
}

// tellLobby writes a line about the game that the person watches.
func (p *person) tellLobby(to *reader.Letter, word string) error {
	game := p.watched
	if word == "unwatch" {
		defer func() { p.watched = "" }()
	}
	if p.ledger.games[game] == nil || p.hands[game] != nil && p.hands[game].begun {
		return nil
	}
	return p.write(mail{watch: game}, to, mailtest.Bare, word+" "+game)
}

// watchers enters who watches the game from now on, or no more, by a mail of theirs, and what
// those who watch get: a letter after each round.
func (c *change) watchers(m *mail, w *wanted) {
	var began *person
	if m != nil && m.watch == c.game {
		for _, r := range c.list {
			for _, rep := range r.Reports {
				switch rep.Message.Key {
				case key.Watches:
					began = m.from
					c.watch = append(c.watch, began)
				case key.WatchesNoMore:
					c.watch = slices.DeleteFunc(c.watch, func(p *person) bool { return p == m.from })
				}
			}
		}
	}
	round := slices.ContainsFunc(c.list, func(r *engine.Record) bool {
		return !r.Aside && letters.TellsRound(c.now.Title, r, engine.Nobody)
	})
	for _, p := range c.watch {
		switch {
		case c.over:
			w.one(p.address, c.game, end)
		case p == began:
			w.one(p.address, c.game, news) // which answers the mail
		case round:
			w.one(p.address, c.game, news)
		}
	}
}
