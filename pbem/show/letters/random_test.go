package letters_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/reader"
	"railpost/store"
	"railpost/templates"
)

// TestRandomConversations: random mails of random people, mails that come
// twice, restarts, letters that leave late. Whatever happens: a mail has its
// effect once, the log replays, a seat that is waited for has a turn letter or
// a plan that plays, and every step of the game is told to everybody once at least.
func TestRandomConversations(t *testing.T) {
	level.Sequential(t)
	seed := level.Seed(t, 0)
	for i := range level.Of[uint64](6, 24, 400) {
		title := []string{"toy", "toy", "18mag", "toy", "toy", "russian"}[i%6]
		t.Run(fmt.Sprint(title, i), func(t *testing.T) { converse(t, title, seed+i, 60) })
	}
}

var people = []string{"Ana", "Ben", "Cleo"}

type talk struct {
	*testing.T
	*pbemtest.Service
	rng  *rand.Rand
	mail [][]byte // all that were sent
	read map[string]int
}

func converse(t *testing.T, title string, seed uint64, steps int) {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	s := &talk{T: t, Service: b, rng: rand.New(rand.NewPCG(seed, 77)), read: map[string]int{}}
	expect.NoError(t, b.Tick())
	p := admin.CreateGame{Title: title, Game: "winter", Seed: []byte(fmt.Sprint("random ", seed)), StartNow: true, Organiser: "host@example.org"}
	p.Players = pbemtest.FromAll(people...)
	expect.NoError(t, b.Handle("game.create", p, nil))
	expect.NoError(t, b.Post())
	for name, lang := range map[string]string{"Ben": "es", "Cleo": "ca"} {
		if seed%3 == 0 { // they read and quote letters in other languages
			expect.NoError(t, b.Answer(name, mailtest.Bare, "set language "+lang))
		}
	}
	expect.NoError(t, b.Post())
	for range steps {
		s.step()
		s.check()
	}
	s.state(table.Paused, "game.resume")
	expect.NoError(t, b.Post())
	checkBoxes(t, b, s.read)
	expect.NoError(t, b.Handle("game.verify", admin.LookAt{Game: "winter"}, nil))
	s.everythingTold()
}

// step does something at random.
func (s *talk) step() {
	switch s.rng.IntN(20) {
	case 0:
		expect.NoError(s.T, s.Reopen())
	case 1:
		expect.NoError(s.T, s.Pass(time.Duration(s.rng.IntN(30))*time.Hour))
	case 2:
		s.repeat()
	case 3:
		s.organise()
	default:
		s.write()
	}
	if s.rng.IntN(3) > 0 {
		expect.NoError(s.T, s.Post())
	}
}

// deliver delivers a mail; its letters may wait.
func (s *talk) deliver(raw []byte) {
	verdicts, err := s.Office.Deliver(context.Background(), []imapbox.Mail{{Raw: raw, Size: int64(len(raw))}})
	expect.NoError(s.T, err)
	if verdicts[0] == imapbox.Later {
		s.Fatalf("a mail was left where it was")
	}
}

// write is a mail of somebody in answer to one of his letters, mostly the last.
func (s *talk) write() {
	name := people[s.rng.IntN(len(people))]
	if g := s.table(); len(g.Waiting) > 0 && s.rng.IntN(3) > 0 {
		name = people[g.Waiting[0].Seat]
	}
	box := s.Boxes[pbemtest.Address(name)]
	l := box[len(box)-1]
	if s.rng.IntN(6) == 0 {
		l = box[s.rng.IntN(len(box))]
	}
	from := pbemtest.From(name)
	if s.rng.IntN(25) == 0 {
		from = name + " <" + name + "@work.example>"
	}
	styles := mailtest.Styles()
	s.Clock = s.Clock.Add(time.Minute)
	raw, err := mailtest.Reply(styles[s.rng.IntN(len(styles))], mailtest.Answer{Letter: l.Raw, From: from, Typed: s.lines(l), Date: s.Clock})
	expect.NoError(s.T, err)
	s.mail = append(s.mail, raw)
	s.deliver(raw)
}

// lines are possible lines of a person.
func (s *talk) lines(l pbemtest.Letter) []string {
	letter, err := reader.Read(l.Raw)
	expect.NoError(s.T, err)
	var out []string
	for range 1 + s.rng.IntN(2) {
		if len(letter.Choices) > 0 && s.rng.IntN(4) > 0 {
			c := letter.Choices[s.rng.IntN(len(letter.Choices))]
			if s.rng.IntN(2) == 0 {
				out = append(out, fmt.Sprint(c.N))
			} else {
				out = append(out, c.Lines...)
			}
			continue
		}
		out = append(out, []string{"undo", "say hello there", "status", "help", "moves", "pass", "knock", "work deck", "preview", "partial ok", "sell red", "log 3", "resend",
			"keep none", "set letters all", "set zone Europe/Madrid", "wrok deck", "Thanks!", "renew", "play", "add", "accept", "99", "next: pass", "next: sell red", "plans", "drop plans", "sell red, else pass"}[s.rng.IntN(28)])
	}
	return out
}

// repeat: a mail comes again and has no effect.
func (s *talk) repeat() {
	if len(s.mail) == 0 {
		return
	}
	before, queue := s.head(), len(s.outbox())
	s.deliver(s.mail[s.rng.IntN(len(s.mail))])
	if after := s.head(); after.Seq != before.Seq || after.Rev != before.Rev || len(s.outbox()) != queue {
		s.Fatalf("a mail that came twice had an effect: step %d to %d", before.Seq, after.Seq)
	}
}

func (s *talk) organise() {
	head := s.head()
	switch s.rng.IntN(4) {
	case 0:
		s.state(table.Running, "game.pause")
	case 1:
		s.state(table.Paused, "game.resume")
	case 2:
		if g := s.table(); g.State == table.Running && head.Seq > 3 {
			expect.NoError(s.T, s.Handle("game.undo", admin.ChangeGame{Game: "winter", To: 1 + uint64(s.rng.IntN(int(head.Seq-1)))}, nil))
		}
	case 3:
		expect.NoError(s.T, s.Handle("player.renew", admin.RenewPlayer{Game: "winter", Player: strconv.Itoa(s.rng.IntN(3))}, nil))
	}
}

// state asks for a method if the game is in the given state.
func (s *talk) state(is table.State, method string) {
	if s.table().State == is {
		expect.NoError(s.T, s.Handle(method, admin.ChangeGame{Game: "winter"}, nil))
	}
}

func (s *talk) head() store.Head {
	h, err := s.Store.Head(context.Background(), "winter")
	expect.NoError(s.T, err)
	return h
}

func (s *talk) table() *table.Table {
	g, err := table.Read(s.head().Doc)
	expect.NoError(s.T, err)
	return g
}

func (s *talk) outbox() []store.Letter {
	list, err := s.Store.Letters(context.Background())
	expect.NoError(s.T, err)
	return list
}

// check checks the invariants.
func (s *talk) check() {
	checkBoxes(s.T, s.Service, s.read)
	if s.rng.IntN(8) == 0 {
		expect.NoError(s.T, s.Handle("game.verify", admin.LookAt{Game: "winter"}, nil))
	}
	g := s.table()
	if g.State != table.Running {
		if rows, err := s.Store.DueOf(context.Background(), "winter"); err != nil || len(rows) > 0 {
			s.Fatalf("a game that is %s is due %v (%v)", g.State, rows, err)
		}
		return
	}
	var due []int
	rows, err := s.Store.DueOf(context.Background(), "winter")
	expect.NoError(s.T, err)
	for _, r := range rows {
		if r.Kind == "reminder" {
			due = append(due, r.Seat)
		}
	}
	var waiting []int
	for _, w := range g.Waiting {
		waiting = append(waiting, int(w.Seat))
		if plays := !w.Plan.IsZero() && len(g.PlansOf(w.Seat)) > 0; !plays && !s.wasAsked(g, w) {
			s.Fatalf("step %d: %s is waited for since step %d and has no turn letter", s.head().Seq, people[w.Seat], w.Asked)
		}
	}
	slices.Sort(due)
	slices.Sort(waiting)
	if !slices.Equal(due, waiting) {
		s.Fatalf("the game waits for %v, reminders are due to %v", waiting, due)
	}
}

// wasAsked: a letter to the seat since its turn began shows the question.
func (s *talk) wasAsked(g *table.Table, w table.Wait) bool {
	asks := func(kind string, seq uint64) bool {
		switch templates.Kind(kind) {
		case templates.Turn, templates.Start, templates.Reminder, templates.Receipt, templates.Answer:
			return seq >= w.Asked
		}
		return false
	}
	for _, l := range s.outbox() {
		if l.Seat == int(w.Seat) && asks(l.Kind, l.Seq) {
			return true
		}
	}
	return slices.ContainsFunc(s.Boxes[g.Players[w.Seat].Addresses[0]], func(l pbemtest.Letter) bool {
		id, _ := compose.ParseMessageID(l.ID)
		kind, _, _ := strings.Cut(id.Kind, "-")
		return asks(kind, id.Step)
	})
}

// everythingTold: each step is in some letter to each seat: in news or a turn letter, or it was the seat's own.
func (s *talk) everythingTold() {
	records, err := s.Store.Records(context.Background(), "winter", 1, s.head().Seq)
	expect.NoError(s.T, err)
	for seat, name := range people {
		told := map[uint64]bool{1: true}
		for _, l := range s.Boxes[pbemtest.Address(name)] {
			sent, ok := s.Queued[l.ID]
			var f struct{ Since uint64 }
			expect.NoError(s.T, json.Unmarshal(sent.Data, &f))
			kind := templates.Kind(sent.Kind)
			if ok && (kind == templates.Turn || kind == templates.News || kind == templates.Reminder || kind == templates.End || kind == templates.Receipt && f.Since > 0) {
				for seq := f.Since + 1; seq <= sent.Seq; seq++ {
					told[seq] = true
				}
			}
		}
		last := s.table().Players[seat].Told
		for _, r := range records {
			rec, err := engine.ReadRecord(r.Payload)
			expect.NoError(s.T, err)
			if !told[r.Seq] && rec.Seat != engine.Seat(seat) && r.Seq <= last {
				s.Errorf("%s was never told of step %d: %s %s", name, r.Seq, rec.Kind, rec.Line)
			}
		}
	}
}
