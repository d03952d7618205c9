package simulate

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// ledger accounts for every letter. It knows the mails that the robots sent, what the
// organiser did, and the log of each game, which it plays again with a referee of its own.
// From these and the documented rules it works out who must have which letter, and how long
// anybody may be waited for. It reads no table, no due time and no outbox of the service.
type ledger struct {
	world  *world
	games  map[string]*account
	order  []string // of the games, as they were opened
	report Report
	told   time.Time // when the organiser last had a report of all games
}

func newLedger(w *world) *ledger { return &ledger{world: w, games: map[string]*account{}, told: begin} }

// answer stands for the kinds of letters that answer a mail.
const answer templates.Kind = "answer to a mail"

// kindOf returns the purpose of a letter, as far as the documentation promises it.
func kindOf(kind templates.Kind) templates.Kind {
	switch kind {
	case templates.Start, templates.Handover:
		return templates.Turn
	case templates.Ended:
		return templates.End
	}
	return kind
}

// want is a letter that somebody should have.
type want struct {
	to, game string
	kind     templates.Kind
}

func (w want) String() string { return fmt.Sprintf("%s of %s to %s", w.kind, w.game, w.to) }

// wanted are the letters that the latest events require.
type wanted struct {
	must map[want]int
	may  map[want]bool // there is a reason for one, but no promise
}

func (w *wanted) one(to, game string, kind templates.Kind) { w.must[want{to, game, kind}]++ }

// either makes a required letter optional.
func (w *wanted) either(of want) {
	if w.must[of] > 0 {
		w.must[of]--
		w.may[of] = true
	}
}

func (w *wanted) perhaps(to, game string, kind templates.Kind) { w.may[want{to, game, kind}] = true }

// open enters a game that the organiser is about to create.
func (l *ledger) open(t *sitting, p admin.CreateGame) {
	within, _ := clock.ParseDuration(p.AnswerWithin)
	zone, _ := clock.LoadZone(p.Zone)
	a := &account{ledger: l, sitting: t, game: p.Game, state: table.Inviting, within: within, zone: zone, rules: ruleSet(p.Rules), fresh: true}
	for _, who := range t.people {
		a.seats = append(a.seats, &chair{person: who, letters: table.Rounds})
	}
	l.games[p.Game] = a
	l.order = append(l.order, p.Game)
}

// enter accounts for the letters after a mail, a due action, or an action of the organiser.
func (l *ledger) enter(ctx context.Context, m *mail, letters []*letter) error {
	w := &wanted{must: map[want]int{}, may: map[want]bool{}}
	touched := map[string]bool{}
	if m != nil {
		touched[m.game] = true
	}
	for _, x := range letters {
		touched[x.game] = true
	}
	for _, name := range l.order {
		a := l.games[name]
		if a.timers(w) || a.fresh {
			touched[name] = true
		}
		if !touched[name] {
			continue
		}
		if err := a.follow(ctx, m, w); err != nil {
			return fmt.Errorf("the ledger of game %s: %w", name, err)
		}
	}
	l.service(w)
	if m != nil && !m.repeat {
		w.one(m.from.address, m.game, answer)
	}
	l.match(m, w, letters)
	l.order = slices.DeleteFunc(l.order, func(name string) bool {
		done := l.games[name].state == table.Over || l.games[name].state == table.Closed
		if done {
			delete(l.games, name)
		}
		return done
	})
	return nil
}

// service enters letters to the organiser without a game: the report of every Monday.
func (l *ledger) service(w *wanted) {
	now := l.world.now()
	for _, e := range l.world.conf.Schedule.Report {
		if next := e.Next(l.told, time.UTC); !next.IsZero() && !next.After(now) {
			l.told = now
			if len(l.games) > 0 {
				w.one(organiser, "", templates.Notice)
			}
		}
	}
}

// match compares the letters that came with those that are wanted.
func (l *ledger) match(m *mail, w *wanted, letters []*letter) {
	for _, x := range letters {
		l.report.Letters++
		of := want{x.to, x.game, kindOf(templates.Kind(x.Kind))}
		if m != nil && x.Answers == m.id {
			of = want{x.to, m.game, answer}
		}
		switch {
		case w.must[of] > 0:
			w.must[of]--
		case w.may[of]:
			delete(w.may, of)
		default:
			l.report.Doubled++
			l.found("doubled: %s (%s, %q) has no reason%s", of, x.ID, x.Subject, because(m))
		}
	}
	missing := slices.SortedFunc(maps.Keys(w.must), func(a, b want) int { return strings.Compare(a.String(), b.String()) })
	for _, of := range missing {
		for range w.must[of] {
			l.report.Missing++
			l.found("missing: %s%s", of, because(m))
		}
	}
}

func because(m *mail) string {
	if m == nil {
		return ""
	}
	return fmt.Sprintf(" after mail %s: %q", m.id, m.lines)
}

func (l *ledger) found(format string, args ...any) {
	l.report.Findings = append(l.report.Findings, l.world.now().Format("2006-01-02 15:04 ")+fmt.Sprintf(format, args...))
}
