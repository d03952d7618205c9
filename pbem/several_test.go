package pbem_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"railpost/engine/enginetest/expect"
	"railpost/pbem"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/table"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/extract"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
	"railpost/store/postgres"
	"railpost/store/postgres/pgtest"
	"railpost/templates"
)

// careless is a database for a process that takes every name, as if it did not know of others: single effects
// must follow from the commits.
type careless struct{ *postgres.DB }

func (careless) Try(context.Context, string) (func(), bool, error) { return func() {}, true, nil }

// several are offices over one database, and next to them a service over a separate store that does the same alone.
type several struct {
	*pbemtest.Service // its Office is the first of them
	t                 *testing.T
	url               string
	offices           []*pbem.Office
	stores            []store.Store // theirs
	alone             *pbemtest.Service

	mu              sync.Mutex
	verdicts, wants map[string]int // numbers of mails by verdict, here and alone
	meet            *meeting
}

// meeting is where offices wait for each other, once each.
type meeting struct {
	mu   sync.Mutex
	left map[int]bool
	all  bool          // all have come
	done bool          // nobody waits any more
	over chan struct{} // closed then
}

// meets has all offices wait, before their next commit within each, until every one has made its decision, or one
// has nothing to commit. met reports whether all have come.
func (s *several) meets() (met func() bool) {
	m := &meeting{left: map[int]bool{}, over: make(chan struct{})}
	for i := range s.offices {
		m.left[i] = true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.meet = m
	return func() bool { return m.all }
}

// comes notes that an office has made its decision, or leaves without one. It returns whether it had not come before.
func (m *meeting) comes(i int, leaves bool) (first bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if first = m.left[i]; !first {
		return false
	}
	delete(m.left, i)
	if !m.done {
		m.all = len(m.left) == 0 && !leaves
		if m.done = m.all || leaves; m.done {
			close(m.over)
		}
	}
	return true
}

// hook is the Hook of an office.
func (s *several) hook(i int) func(string) {
	return func(point string) {
		if m := s.meeting(); point == "before-commit" && m != nil && m.comes(i, false) {
			<-m.over
		}
	}
}

func (s *several) meeting() *meeting {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.meet
}

// newSeveral returns offices, which know of each other, or not, and the same tables in both stores.
func newSeveral(t *testing.T, n int, known bool, change func(*config.Config), tables ...admin.CreateGame) *several {
	t.Helper()
	server := pgtest.Shared(t)
	s := &several{t: t, url: server.URL(server.Database(t, "")), verdicts: map[string]int{}, wants: map[string]int{}}
	for _, b := range []**pbemtest.Service{&s.Service, &s.alone} {
		made := expect.Get(pbemtest.New(pbemtest.Find, change))(t)
		made.Options().Salts = unsalted{}
		*b = made
	}
	for i := range n {
		db := expect.Get(postgres.Open(t.Context(), s.url, postgres.Options{Now: func() time.Time { return s.Clock }}))(t)
		t.Cleanup(func() { expect.NoError(t, db.Close()) })
		var shared store.Store = db
		if !known {
			shared = careless{db}
		}
		s.stores = append(s.stores, shared)
		if i == 0 {
			s.Service.Store = shared
			s.keys(s.Service)
			expect.NoError(t, s.Use(shared))
			s.offices = append(s.offices, s.Office)
			continue
		}
		o := *s.Options()
		o.Store, o.Random, o.Count, o.Hook = shared, unsalted{}, s.counts(s.verdicts), s.hook(i)
		office := expect.Get(pbem.Open(t.Context(), o))(t)
		s.offices = append(s.offices, office)
	}
	s.keys(s.alone)
	s.alone.Options().Count = s.counts(s.wants)
	expect.NoError(t, s.alone.Reopen())
	s.Options().Count, s.Options().Hook = s.counts(s.verdicts), s.hook(0)
	expect.NoError(t, s.Reopen())
	s.offices[0] = s.Office
	for _, b := range s.both() {
		expect.NoError(t, b.Tick())
		for _, g := range tables {
			expect.NoError(t, b.Handle("game.create", g, nil))
		}
		expect.NoError(t, b.Post())
	}
	return s
}

func (s *several) both() []*pbemtest.Service { return []*pbemtest.Service{s.Service, s.alone} }

// keys gives a store the keys that are otherwise drawn when they are first needed.
func (s *several) keys(b *pbemtest.Service) {
	s.t.Helper()
	errs, err := b.Store.Commit(s.t.Context(), store.Commit{Put: map[string][]byte{table.OrganisersKey: make([]byte, 32)}})
	expect.NoError(s.t, errors.Join(append(errs, err)...))
}

func (s *several) counts(into map[string]int) func(verdict.Verdict, int, int) {
	return func(v verdict.Verdict, _, _ int) {
		s.mu.Lock()
		defer s.mu.Unlock()
		into[v.String()]++
	}
}

// each lets all offices do something at the same time. A meeting ends with it.
func (s *several) each(do func(i int, o *pbem.Office) error) {
	s.t.Helper()
	var all sync.WaitGroup
	for i, o := range s.offices {
		all.Go(func() {
			if err := do(i, o); err != nil {
				s.t.Errorf("office %d: %v", i, err)
			}
			if m := s.meeting(); m != nil {
				m.comes(i, true)
			}
		})
	}
	all.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.meet = nil
}

// tick has all look at the clock at the same time.
func (s *several) tick(by time.Duration) {
	s.t.Helper()
	for _, b := range s.both() {
		b.Clock = b.Clock.Add(by)
	}
	s.each(func(_ int, o *pbem.Office) error { return o.Tick(s.t.Context(), s.Clock) })
	expect.NoError(s.t, s.alone.Office.Tick(s.t.Context(), s.Clock))
}

// think has the robots of all think at the same time.
func (s *several) think() {
	s.t.Helper()
	s.each(func(_ int, o *pbem.Office) error {
		o.ChangedElsewhere("", true)
		for {
			if more, err := o.Think(s.t.Context()); err != nil || !more {
				return err
			}
		}
	})
}

// deliver delivers one mail to each office at the same time, and then all of them to the other service, in the
// order in which they counted.
func (s *several) deliver(mails ...imapbox.Mail) {
	s.t.Helper()
	s.each(func(i int, o *pbem.Office) error {
		v, err := o.Deliver(s.t.Context(), mails[i:i+1])
		if err == nil && v[0] != imapbox.Done && v[0] != imapbox.Again {
			err = fmt.Errorf("a mail is judged %s", v[0])
		}
		return err
	})
	for _, m := range s.inOrder(mails) {
		_, err := s.alone.Office.Deliver(s.t.Context(), []imapbox.Mail{m})
		expect.NoError(s.t, err)
	}
}

// inOrder sorts mails by the transactions in which they were stored. Those of one game begin to write one after
// another.
func (s *several) inOrder(mails []imapbox.Mail) []imapbox.Mail {
	s.t.Helper()
	c, err := pgx.Connect(s.t.Context(), s.url)
	expect.NoError(s.t, err)
	defer c.Close(context.Background())
	at := map[string]int64{}
	for _, m := range mails {
		key := keyOf(s.t, m.Raw)
		var xid int64
		expect.NoError(s.t, c.QueryRow(s.t.Context(), "select xmin::text::bigint from mails where key = $1 and mark is not null", []byte(key)).Scan(&xid))
		at[string(m.Raw)] = xid
	}
	mails = slices.Clone(mails)
	slices.SortStableFunc(mails, func(a, b imapbox.Mail) int { return int(at[string(a.Raw)] - at[string(b.Raw)]) })
	return mails
}

// compare compares both stores and all letters, and returns the number of letters.
func (s *several) compare(games ...string) (letters int) {
	s.t.Helper()
	for _, b := range s.both() {
		expect.NoError(s.t, b.Post())
	}
	for _, game := range games {
		is, err := s.Store.Load(s.t.Context(), game, 0, true)
		expect.NoError(s.t, err)
		want, err := s.alone.Store.Load(s.t.Context(), game, 0, true)
		expect.NoError(s.t, err)
		if is.Last != want.Last || is.Seq != want.Seq {
			s.t.Fatalf("game %s has %d records, alone %d, and not the same:\n%s", game, is.Seq, want.Seq, cmp.Diff(payloads(want), payloads(is)))
		}
		if !bytes.Equal(is.Doc, want.Doc) {
			s.t.Fatalf("game %s: another document: %s", game, cmp.Diff(string(want.Doc), string(is.Doc)))
		}
		a, err := s.Store.DueOf(s.t.Context(), game)
		expect.NoError(s.t, err)
		b, err := s.alone.Store.DueOf(s.t.Context(), game)
		expect.NoError(s.t, err)
		if fmt.Sprint(a) != fmt.Sprint(b) {
			s.t.Fatalf("game %s: due is %v, alone %v", game, a, b)
		}
	}
	for address, box := range s.Boxes {
		if want, is := textsOf(s.alone.Boxes[address]), textsOf(box); !slices.Equal(is, want) {
			s.t.Fatalf("%s has other letters:\n%s", address, cmp.Diff(want, is))
		}
		letters += len(box)
	}
	if len(s.Boxes) != len(s.alone.Boxes) {
		s.t.Fatalf("letters to %d people, alone %d", len(s.Boxes), len(s.alone.Boxes))
	}
	return letters
}

func payloads(l store.Log) (out []string) {
	for _, r := range l.Records {
		out = append(out, string(r.Payload))
	}
	return out
}

// textsOf are letters as they were sent, ignoring the order of simultaneous ones.
func textsOf(box []pbemtest.Letter) (out []string) {
	for _, l := range box {
		text := string(l.Raw)
		if l.Kind == string(templates.Digest) { // the token of its address is drawn
			text = fmt.Sprint(l.Subject, "\n", pbemtest.Token.ReplaceAllString(l.Text, ""))
		}
		out = append(out, text)
	}
	slices.Sort(out)
	return out
}

func toyTable(name string, people ...string) admin.CreateGame {
	p := admin.CreateGame{Title: "toy", Game: name, Seed: []byte(name), StartNow: true}
	p.Players = pbemtest.FromAll(people...)
	return p
}

// keyOf is the name under which a mail is marked.
func keyOf(t *testing.T, raw []byte) string {
	t.Helper()
	m := expect.Get(extract.Parse(raw, extract.Limits{}))(t)
	return m.Key()
}
