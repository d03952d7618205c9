package simulate

import (
	"regexp"
	"slices"
	"strings"

	"railpost/pbem/admin"
	"railpost/pbem/mailtest"
	"railpost/pbem/reader"
)

// rematch lets somebody of the table ask the others for another game, by the last letter of
// the one before.
func (t *sitting) rematch() error {
	first := t.people[0]
	last := first.last
	if last == nil || first.lastOf != t {
		return t.open()
	}
	t.joined = []*person{first}
	return first.writeLobby(t, last, "rematch")
}

// writeLobby writes a line about a table that is being formed.
func (p *person) writeLobby(t *sitting, to *reader.Letter, line string) error {
	return p.write(mail{forming: t}, to, mailtest.Bare, line)
}

var (
	asks  = regexp.MustCompile(`(?m)^  join (\S+)`)
	ready = regexp.MustCompile("All seats are taken. Answer `start (\\S+)`")
)

// lobby reads a letter about a table that is being formed.
func (p *person) lobby(l *reader.Letter) {
	m, line := asks.FindStringSubmatch(l.Text), "join "
	if m == nil {
		m, line = ready.FindStringSubmatch(strings.Join(strings.Fields(l.Text), " ")), "start "
	}
	if m == nil {
		return
	}
	t := p.tableOf(m[1])
	if t == nil || !slices.Contains(t.people, p) || line == "join " && slices.Contains(t.joined, p) {
		return
	}
	p.later(p.delay(), func() error {
		switch {
		case line == "start ":
			t.begins(m[1])
		case slices.Contains(t.joined, p):
			return nil
		default:
			t.joined = append(t.joined, p)
		}
		return p.writeLobby(t, l, line+m[1])
	})
}

// tableOf returns the table of a game's name.
func (w *world) tableOf(game string) *sitting {
	number, _, _ := strings.Cut(strings.TrimPrefix(game, "t"), "-")
	for _, t := range w.tables {
		if number == t.number() {
			return t
		}
	}
	return nil
}

// begins enters that the game of a table that was formed by mail is about to begin. Its seats
// are in the order in which they were taken.
func (t *sitting) begins(game string) {
	t.games, t.began, t.game, t.people = t.games+1, t.now(), game, t.joined
	t.ledger.open(t, admin.CreateGame{Title: t.title, Game: game, Zone: "UTC", AnswerWithin: t.within, Rules: t.rules})
	a := t.ledger.games[game]
	a.rules, a.fresh = t.agreed, false // nobody is invited
}

// lobby enters what follows from a mail about a table that is being formed.
func (l *ledger) lobby(m *mail, w *wanted) {
	t := m.forming
	switch word, _, _ := strings.Cut(m.lines[0], " "); word {
	case "rematch":
		for _, p := range t.people {
			if p != m.from {
				w.one(p.address, "", lobby)
			}
		}
	case "join":
		w.one(t.joined[0].address, "", lobby)
	}
}
