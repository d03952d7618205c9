package liar_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/enginetest/toy"
	"railpost/pbem"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/dial"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/liar"
	"railpost/pbem/mail/outbox"
	"railpost/pbem/mail/reader"
	"railpost/pbem/mail/smtpout"
	"railpost/store"
	"railpost/store/mem"
	"railpost/templates"
)

// names of the players, two at each table.
var names = []string{"ana", "ben", "carla", "dora", "eva", "fred"}

const tables = 8

// club is a service with eight tables whose mail servers lie now and then, and with its players, who know only their letters.
// It lives in a bubble of synctest: an hour of its clocks takes as long as the work that is done in it.
type club struct {
	t       *testing.T
	rng     *rand.Rand
	imap    *liar.IMAP
	smtp    *liar.SMTP
	store   store.Store
	office  *pbem.Office
	pump    *outbox.Pump
	began   time.Time
	opened  int
	answers []*answer
	asked   map[string]*mailtest.Chooser // by player and game
	ends    bool                         // nobody answers any more
	real    bool                         // the servers listen on loopback

	mu      sync.Mutex
	lieIMAP func(*liar.Command)
	lieSMTP func(*liar.Order)
	letters []liar.Letter  // arrived, still unread
	kept    map[string]int // arrived copies, by Message-ID
	lost    map[string]int // arrived without the service knowing
	taken   map[string]int // 250s that the service received
	gaveUp  []string
	drawn   map[string]int // faults
	calls   int            // commands of both servers
}

// answer is a mail of a player.
type answer struct {
	id, word, game string
	lines          []string
}

// TestCampaign: while its servers draw faults, a service with eight tables plays each answer once, or says by letter that it does not;
// each letter comes, a second time only where its 250 was lost, and never a third; it neither hammers nor grows.
func TestCampaign(t *testing.T) {
	first, span := level.Seed(t, 33), level.Of(15*time.Minute, time.Hour, 24*time.Hour)
	for seed := first; seed < first+level.Of[uint64](1, 6, 6); seed++ {
		t.Run(fmt.Sprintf("%d/%s", seed, span), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { newClub(t, seed).campaign(faults, span) })
		})
	}
}

// TestRealHour: the same over loopback, in an hour of real time.
func TestRealHour(t *testing.T) {
	level.NeedLong(t)
	c := newClub(t, level.Seed(t, 33))
	c.real = true
	c.campaign(faults, time.Hour)
}

// TestEachFault: the same with each fault alone, again and again.
func TestEachFault(t *testing.T) {
	level.NeedFull(t)
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { newClub(t, 33).campaign([]fault{f}, 20*time.Minute) })
		})
	}
}

func newClub(t *testing.T, seed uint64) *club {
	c := &club{t: t, rng: rand.New(rand.NewPCG(seed, 33)), imap: liar.NewIMAP(), smtp: liar.NewSMTP(), store: mem.NewAt(time.Now), began: time.Now(),
		asked: map[string]*mailtest.Chooser{}, kept: map[string]int{}, lost: map[string]int{}, taken: map[string]int{}, drawn: map[string]int{}}
	c.imap.Lie = func(o *liar.Command) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.calls++
		if c.lieIMAP != nil {
			c.lieIMAP(o)
		}
	}
	c.smtp.Lie = c.order
	texts, err := pbemtest.Texts()
	c.must(err)
	conf := config.Default()
	conf.Identity.BaseAddress, conf.Identity.Contact = "games@post.example", "host@example.org"
	conf.Security.AdminAddresses = []string{"host@example.org"}
	conf.Mail.Out.Pictures = false
	conf.Schedule.NewsDelay.Duration = 0
	c.office, err = pbem.Open(t.Context(), pbem.Options{Config: conf, Store: c.store, Titles: toy.Find, Templates: texts, Wake: func() { c.pump.Wake() },
		Random: rand.NewChaCha8([32]byte{byte(seed)}), Salts: rand.NewChaCha8([32]byte{byte(seed), 1})})
	c.must(err)
	return c
}

func (c *club) must(errs ...error) {
	c.t.Helper()
	expect.NoError(c.t, errors.Join(errs...))
}

// order is the server's lie about letters, with a record of those it keeps.
func (c *club) order(o *liar.Order) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls++
	if c.lieSMTP != nil {
		c.lieSMTP(o)
	}
	if o.Name != "TEXT" || !o.Keep {
		return
	}
	id := messageID(o.Args)
	c.kept[id]++
	if o.Wait > 10*time.Minute || o.Then != liar.GoOn || len(o.Reply) == 0 || !strings.HasPrefix(o.Reply[0], "250 ") {
		c.lost[id]++
	}
	c.letters = append(c.letters, liar.Letter{From: "games@post.example", To: o.To, Text: o.Args})
}

var idField = regexp.MustCompile(`(?m)^Message-ID:\s+<([^>]+)>`)

func messageID(text string) string {
	m := idField.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return m[1]
}

// told notes the service's knowledge of a letter.
type told struct {
	*smtpout.Sender
	c *club
}

func (s told) SendBefore(ctx context.Context, m smtpout.Mail, next *smtpout.Mail) smtpout.Result {
	r := s.Sender.SendBefore(ctx, m, next)
	if r.Class == smtpout.Accepted {
		s.c.mu.Lock()
		defer s.c.mu.Unlock()
		s.c.taken[messageID(string(m.Text))]++
	}
	return r
}

// far sends data at once, as a real connection does. Over a pipe alone both sides may wait until the other reads.
func far(near func(ctx context.Context, network, addr string) (net.Conn, error)) dial.Far {
	return dial.Far{Delay: time.Nanosecond, Near: near}
}

func password() (string, error) { return "p", nil }

// campaign plays for a span with faults that are drawn, and then lets the service finish without.
func (c *club) campaign(from []fault, span time.Duration) {
	ctx, stop := context.WithCancel(c.t.Context())
	to := smtpout.Config{Addr: "127.0.0.1:25", TLS: "none", Dial: far(c.smtp.Dial).Dial, User: "u", Password: password}
	box := imapbox.Config{Addr: "127.0.0.1:143", TLS: "none", Dial: far(c.imap.Dial).Dial, User: "u", Password: password}
	if c.real {
		var errs [2]error
		to.Addr, errs[0] = c.smtp.Listen()
		box.Addr, errs[1] = c.imap.Listen()
		c.must(errs[:]...)
		to.Dial, box.Dial = nil, nil
	}
	out := smtpout.New(to)
	c.pump = outbox.New(outbox.Options{Store: c.store, Render: c.office.Render, Untry: c.office.Untry, Sender: told{out, c}, From: "games@post.example",
		Notify: func(_ context.Context, e outbox.Event) {
			if e.Kind == outbox.RecipientBad || e.Kind == outbox.Refused || e.Kind == outbox.GivenUp {
				c.mu.Lock()
				defer c.mu.Unlock()
				c.gaveUp = append(c.gaveUp, fmt.Sprint(e.Kind, " ", e.Letter.To, " ", e.Letter.Kind, ": ", e.Text))
			}
		}})
	var parts sync.WaitGroup
	run := func(f func() error) {
		parts.Go(func() {
			if err := f(); err != nil && ctx.Err() == nil {
				c.t.Error(err)
			}
		})
	}
	run(func() error { return imapbox.Run(ctx, box, c.office.Deliver, nil) })
	run(func() error { return c.pump.Run(ctx) })
	run(func() error {
		for ctx.Err() == nil {
			if err := c.office.Tick(ctx, time.Now()); err != nil {
				return err
			}
			sleep(ctx, time.Minute)
		}
		return nil
	})
	for range tables {
		c.open()
	}
	draw := rand.New(rand.NewPCG(c.rng.Uint64(), 1)) // for the faults alone
	faulty, well := context.WithTimeout(ctx, span)
	run(func() error { c.lie(faulty, from, draw); return nil })
	c.play(span)
	well()
	c.ends = true
	c.mu.Lock()
	calls, letters := c.calls, sum(c.kept)
	c.mu.Unlock()
	logins, connections := c.imap.Count("LOGIN"), c.smtp.Connections()
	for end := time.Now().Add(12 * time.Hour); time.Now().Before(end) && !c.done(); {
		c.play(5 * time.Minute)
	}
	stop()
	parts.Wait()
	c.must(out.Close(), c.imap.Close(), c.smtp.Close())
	c.audit()
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	hour := func(n int) float64 { return float64(n) / span.Hours() }
	c.t.Logf("%d faults of %d kinds, %d games, %d answers, %d letters (%d twice); an hour: %.0f letters, %.0f logins, %.0f connections for letters, %.0f commands; %d MB",
		sum(c.drawn), len(c.drawn), c.opened, len(c.answers), len(c.kept), len(c.lost), hour(letters), hour(logins), hour(connections), hour(calls), m.HeapAlloc>>20)
	tried := letters + 2*tables // the first letters of the games, even if none is accepted
	if hour(logins) > 120 || connections > 4*tried+int(60*span.Hours()) || calls > 40*tried+int(600*span.Hours()) {
		c.t.Error("the servers were hammered")
	}
	expect.True(c.t, m.HeapAlloc <= 256<<20, "%d MB are in use", m.HeapAlloc>>20)
}

func sum(counts map[string]int) (n int) {
	for _, k := range counts {
		n += k
	}
	return n
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// lie draws faults, one after another, until ctx ends; each server has one at a time at most.
func (c *club) lie(ctx context.Context, from []fault, draw *rand.Rand) {
	for ctx.Err() == nil {
		f := from[draw.IntN(len(from))]
		c.mu.Lock()
		c.drawn[f.name]++
		if f.imap != nil {
			c.lieIMAP = f.imap(draw)
		} else {
			c.lieSMTP = f.smtp(draw)
		}
		c.mu.Unlock()
		sleep(ctx, time.Duration(5+draw.IntN(240))*time.Second)
		c.mu.Lock()
		if draw.IntN(2) == 0 || ctx.Err() != nil {
			c.lieIMAP = nil
		}
		if draw.IntN(2) == 0 || ctx.Err() != nil {
			c.lieSMTP = nil
		}
		c.mu.Unlock()
	}
}

// open begins a game of two players.
func (c *club) open() {
	c.opened++
	two := c.rng.Perm(len(names))[:2]
	_, err := c.office.Create(c.t.Context(), admin.CreateGame{Title: "toy", Game: fmt.Sprint("g", c.opened), StartNow: true, Seed: fmt.Append(nil, "seed", c.opened),
		Players: []string{from(names[two[0]]), from(names[two[1]])}})
	c.must(err)
}

func from(name string) string { return name + " <" + name + "@example.org>" }

// play has players read and answer their letters for a while.
func (c *club) play(span time.Duration) {
	for end := time.Now().Add(span); time.Now().Before(end); {
		sleep(c.t.Context(), time.Duration(60+c.rng.IntN(200))*time.Second)
		c.mu.Lock()
		came := c.letters
		c.letters = nil
		c.mu.Unlock()
		for _, l := range came {
			c.read(l)
		}
	}
}

// read has a player answer a letter, unless it comes a second time or asks nothing.
func (c *club) read(l liar.Letter) {
	r, err := reader.Read([]byte(l.Text))
	expect.NoError(c.t, err)
	id, ok := compose.ParseMessageID(r.ID)
	name, _, _ := strings.Cut(l.To, "@")
	if c.ends || !ok || id.Game == "" || name == "host" {
		return
	}
	key := name + "/" + id.Game
	who := c.asked[key]
	switch {
	case len(r.Choices) > 0 && (who == nil || who.Asked.Step < r.Step):
		who = &mailtest.Chooser{Rng: c.rng}
		who.Ask(r)
		c.asked[key] = who
	case templates.Kind(r.Kind) == templates.Refusal && who != nil:
	case templates.Kind(r.Kind) == templates.End && id.Seat == 0:
		if c.asked[id.Game] == nil {
			c.asked[id.Game] = &mailtest.Chooser{}
			c.open()
		}
		return
	default:
		return
	}
	_, lines, ok := who.Choose()
	if !ok {
		return
	}
	a := &answer{id: fmt.Sprintf("mail%d@%s.example", len(c.answers), name), word: fmt.Sprintf("word%dx", len(c.answers)), game: id.Game, lines: lines}
	raw, err := mailtest.Reply(mailtest.Gmail, mailtest.Answer{Letter: who.Asked.Raw, From: from(name), Typed: append(slices.Clone(lines), "say "+a.word), Date: time.Now(), ID: a.id})
	c.must(err)
	c.answers = append(c.answers, a)
	c.imap.Put(raw)
}

// done reports whether no letter and no mail waits.
func (c *club) done() bool {
	all, err := c.store.Letters(c.t.Context())
	c.must(err)
	c.mu.Lock()
	defer c.mu.Unlock()
	all = slices.DeleteFunc(all, func(l store.Letter) bool { return l.State == store.Failed })
	return len(all)+len(c.imap.Mails("INBOX"))+len(c.letters) == 0
}

// audit compares sent mails with played ones, and letters with arrived ones.
func (c *club) audit() {
	logs := map[string]string{}
	refused := map[string]bool{} // answers, by Message-ID: a letter says that they were not played
	for _, l := range c.smtp.Letters() {
		r, err := reader.Read([]byte(l.Text))
		c.must(err)
		refused[r.Answers] = refused[r.Answers] || templates.Kind(r.Kind) != templates.Receipt
	}
	unplayed := 0
	for _, a := range c.answers {
		if _, ok := logs[a.game]; !ok {
			text, err := c.office.PublicLog(context.WithoutCancel(c.t.Context()), a.game, "")
			c.must(err)
			logs[a.game] = text
		}
		n := strings.Count(logs[a.game], a.word)
		if n == 0 {
			unplayed++
		}
		if n > 1 || n == 0 != refused[a.id] {
			c.t.Errorf("%s: %q of game %s is in the log %d times, refused %v", a.id, a.lines, a.game, n, refused[a.id])
		}
	}
	for _, why := range c.gaveUp {
		c.t.Error("given up: ", why)
	}
	for _, id := range slices.Sorted(maps.Keys(c.taken)) {
		if c.taken[id] > 1 || c.kept[id] == 0 {
			c.t.Errorf("letter %s: accepted %d times, came %d times", id, c.taken[id], c.kept[id])
		}
	}
	for _, id := range slices.Sorted(maps.Keys(c.kept)) {
		if n := c.kept[id]; n > 2 || n-1 > c.lost[id] {
			c.t.Errorf("letter %s came %d times, and %d times its 250 was lost", id, n, c.lost[id])
		}
	}
	left, err := c.store.Letters(context.WithoutCancel(c.t.Context()))
	c.must(err)
	for _, l := range left {
		if id := messageID(string(l.Bytes)); c.lost[id] > 0 && l.State == store.Failed { // whether it came is the organiser's to find out
			continue
		}
		c.t.Errorf("letter %d to %s (%s) waits, %s: %s; it came %d times", l.ID, l.To, l.Kind, l.State, l.LastCode, c.kept[messageID(string(l.Bytes))])
	}
	if n := len(c.imap.Mails("INBOX")); n > 0 {
		c.t.Errorf("%d mails are left in the inbox", n)
	}
	// A mail with only a header is set aside, and reported.
	done, aside := len(c.imap.Mails("Processed")), len(c.imap.Mails("Quarantine"))
	if done+aside != len(c.answers) || aside > unplayed {
		c.t.Errorf("%d mails in Processed, %d in Quarantine; of %d answers %d were not played", done, aside, len(c.answers), unplayed)
	}
}
