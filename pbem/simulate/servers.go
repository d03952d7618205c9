package simulate

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	netmail "net/mail"
	"slices"
	"strings"
	"time"

	"railpost/pbem/smtpout"
)

// servers are those of the readers' providers. Most take every letter at once. Some put each
// off until it has come again some time later (greylisting), all do so now and then, and
// now and then a connection breaks after a letter was taken, so that it comes again.
type servers struct {
	now   func() time.Time
	rng   *rand.Rand
	known map[string]*passage // by Message-ID
	open  []*passage          // put off, and not taken yet
	gone  map[string]bool     // addresses of mailboxes that are closed
	wrong []string            // what the ledger has not read
}

// passage is the way of one letter.
type passage struct {
	id, to string
	sum    uint64 // of its bytes
	from   time.Time
	last   time.Time // when it was tried last
	again  bool      // it must come once more
	taken  bool
}

// How the servers behave.
const (
	grey     = 5                // one of so many providers puts every letter off at first
	greyFor  = 10 * time.Minute // until then
	busy     = 0.02             // of the letters are put off by any server
	breaks   = 0.004            // of the letters lose their connection once they are taken
	longest  = 60 * time.Hour   // that a letter may be under way: the outage and some hours
	bothered = 3 * time.Hour    // that servers put a letter off at most
)

func newServers(seed uint64, now func() time.Time) *servers {
	return &servers{now: now, rng: rand.New(rand.NewPCG(seed, 25)), known: map[string]*passage{}, gone: map[string]bool{}}
}

// take is an attempt at a letter: what its reader's server answers, whether the attempt is
// the first, and whether the reader has the letter now, for the first time.
func (s *servers) take(m smtpout.Mail) (r smtpout.Result, first, read bool) {
	sum := fnv.New64a()
	sum.Write(m.Text)
	id := messageID(m.Text)
	p := s.known[id]
	if first = p == nil; first {
		p = &passage{id: id, to: m.To, sum: sum.Sum64(), from: s.now()}
		s.known[id] = p
	}
	if p.sum != sum.Sum64() {
		s.wrong = append(s.wrong, fmt.Sprintf("letter %s was not the same when it was tried again", id))
	}
	if p.taken && !p.again {
		s.wrong = append(s.wrong, fmt.Sprintf("letter %s came again after it was taken", id))
	}
	had, tried := p.taken, p.last
	p.last, p.again = s.now(), false
	off := smtpout.Result{Class: smtpout.Transient, Code: 451, Enhanced: "4.7.1", Text: "try again later"}
	switch {
	case had:
	case s.gone[m.To]:
		s.open = slices.DeleteFunc(s.open, func(o *passage) bool { return o == p })
		return refusal, first, false
	case s.isGrey(m.To) && s.now().Sub(p.from) < greyFor,
		s.rng.Float64() < busy && s.now().Sub(p.from) < bothered && !tried.Equal(s.now()):
		s.wait(p)
		return off, first, false
	case s.rng.Float64() < breaks:
		p.taken, p.again = true, true
		s.wait(p)
		return smtpout.Result{Class: smtpout.Lost, Text: "the connection broke"}, first, true
	}
	p.taken = true
	s.open = slices.DeleteFunc(s.open, func(o *passage) bool { return o == p })
	return smtpout.Result{Class: smtpout.Accepted, Code: 250, Text: "ok"}, first, !had
}

func (s *servers) wait(p *passage) {
	if !slices.Contains(s.open, p) {
		s.open = append(s.open, p)
	}
}

// isGrey reports whether the server of an address puts letters off at first.
func (s *servers) isGrey(address string) bool {
	h := fnv.New32a()
	h.Write([]byte(address))
	return h.Sum32()%grey == 0
}

// messageID returns the Message-ID of a letter.
func messageID(raw []byte) string {
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return ""
	}
	return strings.Trim(m.Header.Get("Message-Id"), "<> ")
}

// passages enters letters that were put off and did not come again in time, or came again for
// no reason. At the end none may be under way.
func (l *ledger) passages(end bool) {
	s := l.world.servers
	for _, wrong := range s.wrong {
		l.report.Doubled++
		l.found("doubled: %s", wrong)
	}
	s.wrong = nil
	s.open = slices.DeleteFunc(s.open, func(p *passage) bool {
		lost := end || s.now().Sub(p.last) > longest
		if lost {
			l.report.Missing++
			l.found("missing: letter %s to %s was put off and did not come again", p.id, p.to)
		}
		return lost
	})
}
