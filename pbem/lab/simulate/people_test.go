package simulate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/people"
	"railpost/pbem/mail/reader"
	"railpost/templates"
)

// person plays at several tables, and knows only the letters.
type person struct {
	*world
	name, address string
	habit         people.Habit
	rng           *rand.Rand
	hands         map[string]*hand // by game
	written       int
}

// hand is a person's memory of a game.
type hand struct {
	people.Hand
	game   string
	silent bool // sends no more mail, see fault
}

var names = strings.Fields(`Ada Ben Cleo Dora Emil Fay Gus Hana Ivo Jana Karl Lena Milo Nora Otto Pia Quinn Rosa Sven Tilda
	Urs Vera Wim Xenia Yann Zoe Anton Berta Cyril Doris Edgar Frida Georg Helga Ines Jakob Klara Lukas Maja Nils Olga Paula
	Ralf Selma Timo Ulla Viktor Wanda Xaver Yrsa Zeno Amelie Bruno Carmen Dieter Elsa Fabio Greta Hugo Irma`)

func newPeople(w *world) (list []*person) {
	for i, n := range names {
		p := &person{world: w, name: n, address: strings.ToLower(n) + "@example.org", habit: people.Habits[i%len(people.Habits)],
			rng: rand.New(rand.NewPCG(w.o.Seed, uint64(1000+i))), hands: map[string]*hand{}}
		// The ledger does not know the consequences of these.
		p.habit.Plan, p.habit.Undo, p.habit.Propose, p.habit.Resign, p.habit.Whisper, p.habit.Away = 0, 0, 0, 0, 0, 0
		list = append(list, p)
	}
	return list
}

func (p *person) from() string { return p.name + " <" + p.address + ">" }

// person returns who has an address; nil for the organiser.
func (w *world) person(address string) *person {
	i := slices.IndexFunc(w.people, func(p *person) bool { return p.address == address })
	if i < 0 {
		return nil
	}
	return w.people[i]
}

// hand returns the person's memory of a game.
func (p *person) hand(game string) *hand {
	if p.hands[game] == nil {
		p.hands[game] = &hand{game: game}
	}
	return p.hands[game]
}

// read reads a letter, and decides when to answer it.
func (p *person) read(l *letter) {
	h := p.hand(l.game)
	if kind := templates.Kind(l.Kind); kind == templates.End || kind == templates.Ended {
		delete(p.hands, l.game)
		return
	}
	lines, turn := h.React(p.habit, p.rng, l.Letter)
	for _, line := range lines {
		p.plain(h, p.delay(), l.Letter, line)
	}
	if turn && !h.silent {
		wait := p.delay()
		if h.Tries > 0 {
			wait = time.Duration(1+p.rng.IntN(30)) * time.Minute
		}
		p.answer(h, wait)
	}
}

// delay is the time until an answer, never at night.
func (p *person) delay() time.Duration {
	hours := p.habit.From + p.rng.Float64()*(p.habit.To-p.habit.From)
	wait := time.Duration(hours * p.slow() * float64(time.Hour))
	if hour := p.now().Add(wait).Hour(); hour < 7 {
		wait += time.Duration(7-hour) * time.Hour
	}
	return wait
}

// later enters something that the person does once some time has passed.
func (p *person) later(wait time.Duration, do func(context.Context) error) {
	p.agenda.At(p.now().Add(wait).Truncate(time.Minute).Add(time.Minute), do)
}

// plain writes a line about a game after a while, if the person still plays it.
func (p *person) plain(h *hand, wait time.Duration, to *reader.Letter, line string) {
	p.later(wait, func(ctx context.Context) error {
		if p.hands[h.game] != h {
			return nil
		}
		return p.write(ctx, mail{game: h.game}, to, mailtest.Bare, line)
	})
}

// answer answers the question of a game after a while, or first does something else by the person's habit.
func (p *person) answer(h *hand, wait time.Duration) {
	h.Will = true
	p.later(wait, func(ctx context.Context) error {
		h.Will = false
		if !h.Open || h.silent || p.hands[h.game] != h {
			return nil
		}
		a := p.ledger.games[h.game]
		var others []string
		for _, c := range a.seats {
			if c.person != p {
				others = append(others, c.person.name)
			}
		}
		t, ok := h.Turn(p.habit, p.rng, a.sitting.title, others)
		if !ok {
			return nil
		}
		if t.Again > 0 {
			p.answer(h, t.Again)
		}
		if len(t.Lines) == 0 {
			return nil
		}
		return p.write(ctx, mail{game: h.game}, t.To, t.Style, t.Lines...)
	})
}

// write sends an answer to a letter.
func (p *person) write(ctx context.Context, m mail, to *reader.Letter, style mailtest.Style,
	lines ...string) (err error) {
	p.written++
	m.from, m.lines = p, lines
	m.id = fmt.Sprintf("%d.%s@example.org", p.written, strings.ToLower(p.name))
	if m.raw, err = mailtest.Reply(style, mailtest.Answer{Letter: to.Raw, From: p.from(), Typed: lines, Date: p.now(), ID: m.id}); err != nil {
		return err
	}
	if p.habit.Twice > 0 && p.rng.Float64() < p.habit.Twice {
		p.later(time.Duration(1+p.rng.IntN(90))*time.Minute, func(ctx context.Context) error {
			again := m
			again.repeat = true
			return p.send(ctx, &again)
		})
	}
	return p.send(ctx, &m)
}
