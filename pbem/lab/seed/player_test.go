package seed

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"time"

	"railpost/engine/titles"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/fault"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/people"
	"railpost/pbem/mail/reader"
	"railpost/store"
	"railpost/templates"
)

var names = strings.Fields("ada ben cleo dora emil fay gus hana")

// player answers letters and knows nothing else.
type player struct {
	*world
	name  string
	habit people.Habit
	moved bool                    // they read mail at their other address
	hands map[string]*people.Hand // by game
}

// sitting is a table: people who play one title again and again, with or without a robot.
type sitting struct {
	title   string
	people  []string
	robots  []string
	games   int
	game    string
	started bool
}

// sit invites people to some tables.
func (w *world) sit(n int) {
	all := titles.All()
	for i := range n {
		s := &sitting{title: all[(i+w.rng.IntN(len(all)))%len(all)].Name()}
		for _, p := range w.rng.Perm(len(names))[:2+i%2*w.rng.IntN(2)] {
			s.people = append(s.people, names[p])
		}
		if i%3 == 2 {
			s.people, s.robots = s.people[:1], []string{"Robot:easy"}
		}
		w.tables = append(w.tables, s)
		w.later(time.Duration(1+i)*time.Minute, func() { w.open(s) })
	}
}

// open lets the organiser begin a game; while the service is down they try again.
func (w *world) open(s *sitting) {
	if w.closing {
		return
	}
	if !s.started {
		s.games++
		s.game, s.started = fmt.Sprintf("t%d-%d", slices.Index(w.tables, s), s.games), true
	}
	p := admin.CreateGame{Title: s.title, Game: s.game, AnswerWithin: "10h", Rules: []string{"grace=6h", "time-out=robot"}, Robots: s.robots,
		StartNow: s.games%2 == 0, Organiser: boss + "@localhost", Seed: fmt.Append(nil, s.game)}
	for _, name := range s.people {
		p.Players = append(p.Players, w.people[name].from())
	}
	if m := w.some(); m != nil {
		if _, err := m.life.d.Create(w.t.Context(), p); err == nil || strings.Contains(err.Error(), "exists") {
			w.logf("%s: a game of %s", s.game, s.title)
			s.started = false
			return
		} else if m.broken == "" && m.runs() && !m.life.unsure {
			w.breach("game.create: %v", err)
		}
	}
	w.later(10*time.Minute, func() { w.open(s) })
}

func (p *player) from() string { return p.name + " <" + p.address() + ">" }

func (p *player) address() string { return p.name + map[bool]string{true: "2"}[p.moved] + "@localhost" }

// move lets a player read mail at their other address, and the organiser enter that.
func (p *player) move() {
	old := p.address()
	p.moved, p.revoked[p.name+".example"] = !p.moved, true
	to := p.address()
	p.until(func() bool {
		return p.order("player.address", fmt.Sprintf(`{"old":%q,"new":%q}`, old, to))
	})
}

// read lets people read the new letters, in an order that does not depend on goroutines.
func (w *world) read() {
	w.mu.Lock()
	came := w.arrived
	w.arrived = nil
	w.mu.Unlock()
	var letters []*letter
	for _, a := range came {
		r, err := reader.Read(a.raw)
		w.must(err)
		name, _, _ := strings.Cut(a.to, "@")
		name = strings.TrimSuffix(name, "2") // see address
		letters = append(letters, &letter{r, name, a.at})
	}
	slices.SortStableFunc(letters, func(a, b *letter) int {
		return cmp.Or(strings.Compare(unmarked(a.ID), unmarked(b.ID)), strings.Compare(a.to, b.to))
	})
	for _, l := range letters {
		w.logf("letter %s to %s", unmarked(l.ID), l.to)
		if again := w.enter(l); again || w.closing {
			continue
		}
		if p := w.people[l.to]; p != nil {
			p.read(l)
		} else {
			w.organise(l)
		}
	}
}

// letter is one as it came.
type letter struct {
	*reader.Letter
	to string
	at time.Time
}

func (l *letter) game() string { return gameOf(l.ID) }

// unmarked returns a Message-ID without the mark, which hangs on the nanosecond of the letter.
func unmarked(id string) string {
	id, _, _ = strings.Cut(id, "@")
	name, _, _ := strings.Cut(id, "-")
	if game := gameOf(id + "@x"); game != "" {
		name, _, _ = strings.Cut(strings.TrimPrefix(id, game), "-")
		name = game + name
	}
	return name
}

// givenUp finds the reader of a letter that is given up.
var givenUp = regexp.MustCompile(`(?:given\s+up\s+sending|while\s+it\s+took)\s+a\s+letter\s+to\s+(\S+)`)

// organise is the organiser: one who hears of a clock corrects it, confirms it, and checks it from then on,
// since they hear of it once a day.
func (w *world) organise(l *letter) {
	for _, up := range givenUp.FindAllStringSubmatch(l.Text, -1) {
		w.heard[up[1]] = true
	}
	if !strings.Contains(l.Text, "railpost clock") {
		return
	}
	w.wary = true
	w.later(20*time.Minute, w.clockIsRight)
}

func (w *world) clockIsRight() {
	w.until(func() bool {
		for _, m := range w.machines {
			m.setClock(0, 0)
		}
		return w.order("clock.set", "{}")
	})
}

// until lets the organiser try something until it is done.
func (w *world) until(done func() bool) {
	if !done() && !w.closing {
		w.later(20*time.Minute, func() { w.until(done) })
	}
}

// order gives a command of the organiser, and reports whether a daemon that lives has carried it out or refused it.
func (w *world) order(method, params string) bool {
	m := w.some()
	if m == nil {
		return false
	}
	var refused *fault.Mistake
	l := m.life
	_, err := l.d.Handle(w.t.Context(), method, json.RawMessage(params))
	w.logf("%s: %v", method, err)
	return !l.isOver() && (err == nil || errors.As(err, &refused))
}

// retry is the organiser when all is well again: they retry letters that a server broke off twice and that did
// not arrive.
func (w *world) retry() bool {
	if !w.alive() {
		return false
	}
	left, err := w.view().Letters(w.t.Context())
	w.must(err)
	for _, l := range left {
		if l.State != store.Failed {
			continue
		}
		code, _, _ := strings.Cut(l.LastCode, " ")
		refused := slices.ContainsFunc(w.since, func(s span) bool { return s.Kind == "smtp" && s.Arg[4:] == code && code > "500" })
		if w.failed[l.To] = true; !refused && !strings.Contains(l.LastCode, "may have arrived") {
			w.breach("letter %d to %s was given up: %s", l.ID, l.To, l.LastCode)
		}
		if w.letters[idOf(l.Bytes)] == nil && !w.order("mail.retry", fmt.Sprintf(`{"ref":"%d"}`, l.ID)) {
			return false
		}
	}
	return true
}

// draws depends on one letter alone, so that the order in which letters come does not matter.
func (p *player) draws(l *letter) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprint(h, p.name, unmarked(l.ID), p.hands[l.game()].Tries)
	return rand.New(rand.NewPCG(p.seed, h.Sum64()))
}

// read reads a letter, and decides when to answer it.
func (p *player) read(l *letter) {
	game := l.game()
	h := p.hands[game]
	if h == nil {
		h = &people.Hand{}
		p.hands[game] = h
	}
	rng, kind := p.draws(l), templates.Kind(l.Kind)
	plain := func(wait time.Duration, line string) {
		p.later(wait, func() {
			if p.hands[game] == h {
				p.write(l.Letter, rng, people.Turn{Style: mailtest.Bare, Lines: []string{line}})
			}
		})
	}
	if kind == templates.End || kind == templates.Ended {
		delete(p.hands, game)
		if s := p.sittingOf(game); s.game == game && s.people[0] == p.name {
			p.later(time.Hour, func() { p.world.open(s) })
		}
		return
	}
	lines, turn := h.React(p.habit, rng, l.Letter)
	for _, line := range lines {
		plain(time.Duration(1+rng.IntN(90))*time.Minute, line)
	}
	if !turn {
		return
	}
	wait := time.Duration(2+rng.IntN(150)) * time.Minute
	if rng.IntN(12) == 0 {
		wait += 11 * time.Hour // late
	}
	p.answer(h, game, rng, wait)
}

// answer answers the last question after a while, or first does something else by the player's habit.
func (p *player) answer(h *people.Hand, game string, rng *rand.Rand, wait time.Duration) {
	h.Will = true
	p.later(wait, func() {
		h.Will = false
		if p.closing || p.hands[game] != h || !h.Open {
			return
		}
		s := p.sittingOf(game)
		t, ok := h.Turn(p.habit, rng, s.title, p.others(s))
		if !ok {
			return
		}
		if t.Again > 0 {
			p.answer(h, game, rng, t.Again)
		}
		then := func(wait time.Duration, line string) {
			if wait > 0 {
				p.later(wait, func() { p.write(t.To, rng, people.Turn{Style: mailtest.Bare, Lines: []string{line}}) })
			}
		}
		then(t.Undo, "undo")
		then(t.Drop, "drop plans")
		if len(t.Lines) > 0 {
			p.write(t.To, rng, t)
		}
	})
}

// write sends a mail, some twice; half of the moves contain a unique word.
func (p *player) write(to *reader.Letter, rng *rand.Rand, t people.Turn) {
	if p.closing {
		return
	}
	p.said++
	m := &people.Mail{Game: gameOf(to.ID), ID: fmt.Sprintf("m%d@%s.example", p.said, p.name)}
	if t.Moves && rng.IntN(2) == 0 {
		m.Word, t.Style = fmt.Sprintf("word%dx", p.said), mailtest.Bare
	} else if other := p.others(p.sittingOf(m.Game)); t.Moves && len(other) > 0 {
		secret, to := fmt.Sprintf("secret%dx", p.said), other[rng.IntN(len(other))]
		t.Style, p.tells[secret] = mailtest.Bare, []string{p.name, to}
		t.Lines = append(slices.Clone(t.Lines), "tell "+to+" "+secret)
	}
	p.must(m.Write(to.Raw, t.Style, p.from(), time.Now(), t.Lines...))
	p.mails = append(p.mails, m)
	p.logf("mail %s of %s: %q", m.ID, m.Game, t.Lines)
	raw := m.Raw
	m.Raw = nil
	send := func() { m.Copies++; p.deliver(raw) }
	send()
	if rng.IntN(8) == 0 {
		p.later(time.Duration(rng.IntN(100))*time.Minute, send)
	}
}

// sittingOf returns the table of a game.
func (w *world) sittingOf(game string) *sitting {
	var n int
	_, err := fmt.Sscanf(game, "t%d-", &n)
	w.must(err)
	return w.tables[n]
}

// others are the other people at a table.
func (p *player) others(s *sitting) []string {
	return slices.DeleteFunc(slices.Clone(s.people), func(name string) bool { return name == p.name })
}
