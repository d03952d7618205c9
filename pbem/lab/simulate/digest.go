package simulate

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/clock"
	"railpost/pbem/mailtest"
	"railpost/pbem/reader"
	"railpost/pbem/table"
	"railpost/templates"
)

// wantsDigest asks once for one letter a day about all games.
func (p *person) wantsDigest(h *hand, l *reader.Letter) error {
	if p.daily {
		return nil
	}
	p.daily = true
	return p.plain(h.game, l, "set letters digest")
}

// isDaily reports whether a letter is about several games.
func isDaily(l *reader.Letter) bool {
	return l != nil && (l.Kind == string(templates.Digest) || l.Kind == string(templates.Answers))
}

var partHead = regexp.MustCompile(`(?m)^(T\d+-\d+): .*$`)

// parts cuts such a letter at the names of its games.
func parts(l *reader.Letter) map[string]*reader.Letter {
	out := map[string]*reader.Letter{}
	heads := partHead.FindAllStringSubmatchIndex(l.Text, -1)
	for i, at := range heads {
		end := len(l.Text)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		text, _, _ := strings.Cut(l.Text[at[0]:end], "\nHOW TO ANSWER")
		out[strings.ToLower(l.Text[at[2]:at[3]])] = l.Part(text)
	}
	return out
}

// readDaily reads a letter about several games, and decides when to answer it.
func (p *person) readDaily(l *reader.Letter) {
	list := parts(l)
	for _, game := range slices.Sorted(maps.Keys(list)) {
		h, part := p.hands[game], list[game]
		if h == nil {
			continue
		}
		p.votes(h, part)
		if len(part.Choices)+len(part.Usual) == 0 {
			continue
		}
		if h.Asked != nil && h.Asked.ID != l.ID && l.Kind == string(templates.Digest) {
			h.tries = 0
		} else {
			h.tries++
		}
		h.Ask(part)
		h.open = true
		p.answerLater(h)
	}
}

// answerDaily answers a letter about several games: one mail for all that wait.
func (p *person) answerDaily(h *hand, lines []string) error {
	said := map[string][]string{h.game: lines}
	for game, other := range p.hands {
		if other != h && other.open && !other.silent && isDaily(other.Asked) && other.Asked.ID == h.Asked.ID {
			said[game] = nil
		}
	}
	for _, game := range slices.Sorted(maps.Keys(said)) {
		if game == h.game {
			continue
		}
		other := p.hands[game]
		_, lines, ok := other.Choose()
		if !ok {
			delete(said, game)
			continue
		}
		other.open = false
		said[game] = lines
	}
	style := h.Style()
	for style == mailtest.OutlookInline || style == mailtest.ThunderbirdBetween {
		style = h.Style() // these spread lines over the letter
	}
	return p.writeDaily(h.Asked, style, said)
}

// writeDaily writes what is said of each game under its name.
func (p *person) writeDaily(to *reader.Letter, style mailtest.Style, said map[string][]string) error {
	var lines []string
	for _, game := range slices.Sorted(maps.Keys(said)) {
		lines = append(append(lines, game+":"), said[game]...)
	}
	return p.write(mail{said: said}, to, style, lines...)
}

// about returns what a mail says of one game.
func (m *mail) about(game string) *mail {
	if m == nil {
		return nil
	}
	lines, ok := m.said[game]
	if !ok {
		return m
	}
	part := *m
	part.game, part.lines = game, lines
	return &part
}

// daily is what the ledger knows of somebody who gets one letter a day.
type daily struct {
	person *person
	zone   *time.Location
	next   time.Time // when it comes
}

// digestAt is when it comes, as the manual says.
var digestAt = clock.TimeOfDay{Hour: 8, Set: true}

func (d *daily) after(at time.Time) {
	day := clock.DateOf(at.In(d.zone))
	if d.next = digestAt.On(day, d.zone); !d.next.After(at) {
		d.next = digestAt.On(day.Next(), d.zone)
	}
}

// wantsDigest takes in that somebody asks for one letter a day.
func (l *ledger) wantsDigest(m *mail) {
	if m == nil || m.repeat || !slices.Contains(m.lines, "set letters digest") || l.dailies[m.from] != nil {
		return
	}
	a := l.games[m.game]
	if a == nil || a.seatOf(m) < 0 {
		return
	}
	d := &daily{person: m.from, zone: a.zone}
	d.after(l.world.now())
	l.dailies[m.from] = d
}

// digests enters the daily letters whose time has come: one to each for whom a game waits.
func (l *ledger) digests(w *wanted) {
	now := l.world.now()
	for _, p := range l.world.people {
		d := l.dailies[p]
		if d == nil || d.next.After(now) {
			continue
		}
		d.after(now)
		waits := func(plans bool) bool {
			return slices.ContainsFunc(l.order, func(name string) bool { return l.games[name].waitsFor(p, plans) })
		}
		if waits(false) {
			w.one(p.address, "", digest)
		} else if waits(true) { // it may be about a game that a plan does not play
			w.perhaps(p.address, "", digest)
		}
	}
}

func (a *account) waitsFor(p *person, plans bool) bool {
	return a.state == table.Running && slices.ContainsFunc(a.seats, func(c *chair) bool { return c.person == p && c.wait != nil && !c.resigned && c.plans == plans })
}

// digested reports whether the player of a seat gets one letter a day.
func (a *account) digested(s engine.Seat) bool { return a.dailies[a.seats[s].person] != nil }

// reads takes in which questions letters have shown.
func (l *ledger) reads(letters []*letter) {
	show := func(game, to string, x *reader.Letter) {
		a := l.games[game]
		if a == nil || len(x.Choices)+len(x.Usual) == 0 {
			return
		}
		for _, c := range a.seats {
			if c.wait != nil && c.person.address == to {
				c.wait.told = true
			}
		}
	}
	for _, x := range letters {
		if !isDaily(x.Letter) {
			show(x.game, x.to, x.Letter)
			continue
		}
		for game, part := range parts(x.Letter) {
			show(game, x.to, part)
		}
	}
}

// pressing reports whether less than a quarter of the time to answer is left: a reminder
// comes by itself.
func (q *wait) pressing(now time.Time) bool { return q.until.Sub(now) < q.until.Sub(q.since)/4 }

// cannotWait enters the letter to a reader of daily letters that cannot wait for the next one:
// after half of the time it may come, when little is left it must.
func (a *account) cannotWait(s engine.Seat, w *wanted) {
	c, now := a.seats[s], a.world.now()
	q := c.wait
	if q.told || c.resigned || c.letters == table.Off || now.Sub(q.since) <= q.until.Sub(q.since)/2 {
		return
	}
	w.perhaps(c.person.address, a.game, turn)
	if !c.plans && q.pressing(now.Add(-glance-time.Minute)) {
		q.told = true
		a.report.Missing++
		a.found("missing: game %s has not told %s what cannot wait until the next day", a.game, c.person.name)
	}
}
