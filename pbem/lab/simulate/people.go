package simulate

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"time"

	"railpost/pbem/mailtest"
	"railpost/pbem/reader"
	"railpost/templates"
)

// person plays at several tables, and knows only what the letters say.
type person struct {
	*world
	name, address string
	habit         habit
	rng           *rand.Rand
	hands         map[string]*hand // by game
	written       int
	last          *reader.Letter // letter of a game that ended
	lastOf        *sitting
	daily         bool   // they have asked for one letter a day
	watched       string // the game that they watch; "?": they look for one
}

// hand is what a person remembers of a game.
type hand struct {
	mailtest.Chooser
	game    string
	begun   bool
	open    bool           // the question has not been answered
	will    bool           // an answer is on the agenda
	old     *reader.Letter // the question before
	tries   int            // answers to the question that were refused
	silent  bool           // no mail comes any more, see Fault
	leaving bool
	voted   map[string]bool
}

var names = strings.Fields(`Ada Ben Cleo Dora Emil Fay Gus Hana Ivo Jana Karl Lena Milo Nora Otto Pia Quinn Rosa Sven Tilda
	Urs Vera Wim Xenia Yann Zoe Anton Berta Cyril Doris Edgar Frida Georg Helga Ines Jakob Klara Lukas Maja Nils Olga Paula
	Ralf Selma Timo Ulla Viktor Wanda Xaver Yrsa Zeno Amelie Bruno Carmen Dieter Elsa Fabio Greta Hugo Irma`)

func newPeople(w *world) (list []*person) {
	for i, n := range names {
		list = append(list, &person{world: w, name: n, address: strings.ToLower(n) + "@example.org", habit: habits[i%len(habits)],
			rng: rand.New(rand.NewPCG(w.o.Seed, uint64(1000+i))), hands: map[string]*hand{}})
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

// hand returns what the person remembers of a game.
func (p *person) hand(game string) *hand {
	h := p.hands[game]
	if h == nil {
		h = &hand{Chooser: mailtest.Chooser{Rng: p.rng}, game: game, voted: map[string]bool{}}
		p.hands[game] = h
	}
	return h
}

// read reads a letter, and decides when to answer it.
func (p *person) read(l *letter) {
	if isDaily(l.Letter) {
		p.readDaily(l.Letter)
		return
	}
	h := p.hand(l.game)
	switch kind := templates.Kind(l.Kind); {
	case kind == templates.Lobby:
		p.lobby(l.Letter)
		p.watches(l.Letter)
		return
	case kind == templates.End || kind == templates.Ended:
		if t := p.tableOf(l.game); slices.Contains(t.people, p) {
			p.last, p.lastOf = l.Letter, t
		}
		delete(p.hands, l.game)
		return
	case kind == templates.Invitation:
		p.later(p.delay(), func() error { return p.invited(h, l.Letter) })
		return
	case kind == templates.Guest:
		delete(p.hands, l.game) // whoever had a seat has none now
		if strings.Contains(l.Text, "you are invited to take over") {
			p.later(p.delay(), func() error { return p.plain(l.game, l.Letter, "accept") })
		}
		return
	case kind == templates.Preview:
		p.confirms(h, l.Letter)
	case len(l.Choices)+len(l.Usual) > 0 && kind != templates.Question:
		h.ask(l.Letter)
	case kind == templates.Receipt:
		h.open = false
	case kind == templates.Refusal || kind == templates.Stale:
		h.tries++
	}
	if templates.Kind(l.Kind) == templates.Start && !h.begun {
		h.begun = true
		p.settings(h, l.Letter)
		p.wantsToWatch(h, l.Letter)
	}
	p.votes(h, l.Letter)
	p.answerLater(h)
}

// answerLater enters when a question is answered that is open.
func (p *person) answerLater(h *hand) {
	if h.open && !h.will && !h.silent && h.tries < mostTries {
		h.will = true
		wait := p.delay()
		if h.tries > 0 {
			wait = time.Duration(1+p.rng.IntN(30)) * time.Minute
		}
		p.later(wait, func() error { return p.answer(h) })
	}
}

// mostTries is how often somebody tries another answer to a question before the next letter.
const mostTries = 4

// ask makes a letter the question that is to be answered.
func (h *hand) ask(l *reader.Letter) {
	switch {
	case h.Asked == nil:
	case isDaily(h.Asked):
	case l.Step < h.Asked.Step: // it was put off
		return
	case l.Step > h.Asked.Step:
		h.old, h.tries = h.Asked, 0
	}
	if templates.Kind(l.Kind) == templates.Reminder {
		h.tries = 0
	}
	h.Ask(l)
	h.open = true
}

// later enters something that the person does once some time has passed.
func (p *person) later(wait time.Duration, do func() error) {
	p.agenda.At(p.now().Add(wait).Truncate(time.Minute).Add(time.Minute), do)
}

// write sends an answer to a letter.
func (p *person) write(m mail, to *reader.Letter, style mailtest.Style, lines ...string) (err error) {
	p.written++
	m.from, m.lines, m.guest = p, lines, templates.Kind(to.Kind) == templates.Guest
	m.id = fmt.Sprintf("%d.%s@example.org", p.written, strings.ToLower(p.name))
	if m.raw, err = mailtest.Reply(style, mailtest.Answer{Letter: to.Raw, From: p.from(), Typed: lines, Date: p.now(), ID: m.id}); err != nil {
		return err
	}
	if p.habit.twice > 0 && p.rng.Float64() < p.habit.twice {
		p.later(time.Duration(1+p.rng.IntN(90))*time.Minute, func() error {
			again := m
			again.repeat = true
			return p.send(&again)
		})
	}
	return p.send(&m)
}

// plain writes words of the service.
func (p *person) plain(game string, to *reader.Letter, lines ...string) error {
	if isDaily(to) {
		return p.writeDaily(to, mailtest.Bare, map[string][]string{game: lines})
	}
	return p.write(mail{game: game}, to, mailtest.Bare, lines...)
}

var proposal = regexp.MustCompile("`ok (\\d+)`")

// votes answers the proposals that a letter asks about.
func (p *person) votes(h *hand, l *reader.Letter) {
	for _, m := range proposal.FindAllStringSubmatch(l.Text, -1) {
		if h.voted[m[1]] {
			continue
		}
		h.voted[m[1]] = true
		word := "ok "
		if p.rng.Float64() < p.habit.contrary {
			word = "no "
		}
		p.later(p.delay(), func() error {
			if p.hands[h.game] != h {
				return nil
			}
			return p.plain(h.game, l, word+m[1])
		})
	}
}
