package outbox

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/smtpout"
	"railpost/store"
)

// toSeat is a letter to the player of a seat; -1 is nobody at a table.
func toSeat(seat int, address string) store.Letter {
	l := to(address)
	l.Seat = seat
	return l
}

func refused() smtpout.Result {
	return smtpout.Result{Class: smtpout.Refused, Code: 550, Enhanced: "5.7.1", Text: "<x@b>: not here"}
}

// refuses makes the server refuse letters to the domain b.
func (w *world) refuses(r smtpout.Result) {
	w.server.bad = func(to string) smtpout.Result {
		if strings.HasSuffix(to, "@b") {
			return r
		}
		return smtpout.Result{}
	}
}

// A player can have letters refused by an address or by their size, but not those of others.
func TestRefusalsOfOneReaderHoldNothing(t *testing.T) {
	tooLarge := smtpout.Result{Class: smtpout.RecipientBad, Code: 552, Enhanced: "5.3.4", Text: "too large"}
	for name, c := range map[string]struct {
		answer  smtpout.Result
		letters []store.Letter
	}{
		"one letter":                   {refused(), []store.Letter{toSeat(0, "ana@b")}},
		"a seat with many addresses":   {refused(), []store.Letter{toSeat(0, "a1@b"), toSeat(0, "a2@b"), toSeat(0, "a3@b"), toSeat(0, "a4@b")}},
		"an address with many seats":   {refused(), []store.Letter{toSeat(0, "a@b"), toSeat(1, "a@b"), toSeat(2, "A@b"), toSeat(3, "a@b")}},
		"strangers":                    {refused(), []store.Letter{toSeat(-1, "x@b"), toSeat(-1, "y@b"), toSeat(-1, "z@b"), toSeat(-1, "u@b")}},
		"large letters to many people": {tooLarge, []store.Letter{toSeat(0, "a@b"), toSeat(1, "b@b"), toSeat(2, "c@b"), toSeat(3, "d@b")}},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, w *world) {
				w.refuses(c.answer)
				w.queue(c.letters...)
				w.queue(toSeat(4, "eva@h"))
				w.notify()
				p, stop := w.start()
				w.idle(p)
				time.Sleep(time.Hour) // a letter is given up once another's has passed
				stop()
				expect.Has(t, "sent to", w.server.recipients(), " eva@h")
				if left := w.outbox(); len(left) != len(c.letters) || left[0].State != store.Failed {
					t.Errorf("left %+v", left)
				}
				if log := w.log.String(); strings.Contains(log, "@b") || !strings.Contains(log, "why=") || c.answer.Code == 550 && !strings.Contains(log, "why=\"<...>: not here\"") {
					t.Errorf("log:\n%s", log)
				}
				if n := w.tolds(Refused) + w.tolds(RecipientBad); n != len(c.letters) || w.tolds(Stopped) > 0 {
					t.Errorf("told %q", w.told())
				}
			})
		})
	}
}

// Letters to two readers refused one after another: the server refuses us. No letter is lost, and another's
// letter shows when it is over.
func TestRefusalsOfManyReadersHold(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		w.server.script = []smtpout.Result{refused(), refused(), refused(), refused()}
		w.queue(toSeat(0, "ana@h"), toSeat(1, "ben@h"), toSeat(2, "cleo@h"), toSeat(3, "dan@h"))
		p, stop := w.start()
		expect.Is(t, "Idle", p.Idle(t.Context()), ErrHeld)
		for _, l := range w.outbox() {
			expect.True(t, l.State != store.Failed, "given up: %+v", l)
		}
		time.Sleep(pauses[0] + time.Second)
		w.sentTo("ana@h ben@h cleo@h dan@h")
		if h, held := p.Held(); !held || time.Until(h.Until) < 14*time.Minute {
			t.Errorf("hold %v %v", h, held)
		}
		time.Sleep(pauses[1] + othersFirst)
		stop()
		w.empty()
		w.wasTold("stopped 2: 550 5.7.1 <x@b>: not here", "stopped 4: 550 5.7.1 <x@b>: not here")
	})
}

// Three readers with refused letters: once another's is accepted, theirs are given up and the queue continues.
func TestAcceptedLetterEndsARow(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		w.refuses(refused())
		w.queue(toSeat(0, "ana@b"), toSeat(1, "ben@b"), toSeat(2, "cleo@b"))
		_, stop := w.start()
		time.Sleep(time.Minute)
		w.queue(toSeat(-1, "organiser@h"))
		time.Sleep(pauses[0] + othersFirst)
		stop()
		for _, l := range w.outbox() {
			expect.Same(t, l, l.State, store.Failed)
		}
		w.sentTo("ana@b ben@b cleo@b organiser@h ana@b ben@b cleo@b")
	})
}

func unreachable() smtpout.Result {
	return smtpout.Result{Class: smtpout.Unreachable, Text: "connect: connection refused"}
}

func TestOutageWaitsAndThenGoesOnAtOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		for range 9 {
			w.server.script = append(w.server.script, unreachable())
		}
		w.queue(toSeat(0, "ana@h"), toSeat(1, "ben@h"))
		began := time.Now()
		p, stop := w.start()
		time.Sleep(10 * time.Minute)
		w.queue(toSeat(0, "ana@h"), toSeat(2, "cleo@h"))
		if out, down := p.Outage(); !down || !out.Since.Equal(began) || out.Reason != "connect: connection refused" {
			t.Errorf("outage %v %v", out, down)
		}
		if left := w.outbox(); left[2].Attempts != 0 || left[3].Attempts != 0 {
			t.Errorf("letters of the outage have been tried: %+v", left)
		}
		time.Sleep(30 * time.Minute)
		stop()
		var at []string
		for _, m := range w.server.mails() {
			at = append(at, m.at.Sub(began).String()+" "+m.to)
		}
		want := []string{"0s ana@h", "5s ben@h", "20s ana@h", "1m20s ana@h", "6m20s ana@h", "11m20s cleo@h", "16m20s ana@h", "21m20s ana@h", "26m20s ana@h",
			"31m20s ana@h", "31m20s ben@h", "31m20s cleo@h", "31m20s ana@h"}
		if diff := cmp.Diff(want, at); diff != "" {
			t.Error(diff)
		}
		if _, down := p.Outage(); down {
			t.Error("still an outage")
		}
		w.wasTold("unreachable 0: connect: connection refused")
	})
}

// Waiting letters lose the bytes with which they were queued, whatever delays them: each is known never to have
// been attempted.
func TestWaitingLettersAreNotFinished(t *testing.T) {
	for name, c := range map[string]struct {
		answer    smtpout.Result
		perMinute int
		sent      int
	}{
		"server out of reach": {answer: unreachable()},
		"account refused":     {answer: stopResult()},
		"so many a minute":    {perMinute: 4, sent: 2},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, w *world) {
				if c.answer.Class != "" {
					w.server.bad = func(string) smtpout.Result { return c.answer }
				}
				ready := func(seat int) store.Letter {
					l := toSeat(seat, fmt.Sprintf("p%d@h", seat))
					l.Bytes, l.Queued = []byte("Message-ID: <x@h>\r\n\r\n"), time.Now()
					return l
				}
				p, stop := w.start(func(o *Options) { o.PerMinute = c.perMinute })
				synctest.Wait()
				expect.True(t, p.Prompt(), "nothing waits, but new letters are not written")
				for i := range 12 {
					w.queue(ready(i))
				}
				p.Wake()
				time.Sleep(time.Second)
				expect.True(t, !p.Prompt(), "letters wait, and new ones are written")
				w.queue(ready(12))
				p.Wake()
				time.Sleep(readyFor + 2*time.Second)
				left := w.outbox()
				expect.Same(t, "letters left", len(left), 13-c.sent)
				for _, l := range left {
					expect.True(t, l.State != store.Waiting || l.Bytes == nil, "%d has its bytes", l.Seat)
				}
				stop()
			})
		})
	}
}

// However long the server is away, that is no fault of the letters.
func TestOutageGivesNothingUp(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		for range 3000 {
			w.server.script = append(w.server.script, unreachable())
		}
		w.queue(toSeat(0, "ana@h"))
		_, stop := w.start()
		time.Sleep(9 * 24 * time.Hour)
		stop()
		if left := w.outbox(); len(left) != 1 || left[0].State == store.Failed {
			t.Errorf("left %+v", left)
		}
	})
}

// A letter at which the server hangs up each time does not stop the others.
func TestOneLetterMakesNoOutage(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		w.refuses(unreachable())
		w.queue(toSeat(0, "ana@b"), toSeat(1, "ben@h"))
		p, stop := w.start()
		for i := range 20 {
			time.Sleep(time.Minute)
			w.queue(toSeat(1, fmt.Sprintf("p%d@h", i)))
		}
		w.idle(p)
		stop()
		if left := w.outbox(); len(left) != 1 || left[0].To != "ana@b" {
			t.Errorf("left %+v", left)
		}
	})
}

// When a server that put off letters to many readers accepts one, the others are tried at once.
func TestPutOffLettersGoOnTogether(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		for range 12 {
			w.server.script = append(w.server.script, transient())
		}
		w.queue(toSeat(0, "ana@h"), toSeat(1, "ben@h"), toSeat(2, "cleo@h"))
		_, stop := w.start()
		time.Sleep(30 * time.Minute) // each has been put off for an hour
		w.queue(toSeat(3, "dan@h"))
		time.Sleep(time.Minute)
		stop()
		w.empty()
	})
}

// While the server is away letters are merged and keep their order; one that the
// server may have is sent as it is.
func TestLettersOfAnOutageAreMerged(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		grouped := func(seat int, address, kind string) store.Letter {
			l := toSeat(seat, address)
			l.Group, l.Kind = fmt.Sprintf("winter/%d", seat), kind
			return l
		}
		w.server.script = []smtpout.Result{{Class: smtpout.Lost, Text: "EOF"}, unreachable(), unreachable(), unreachable()}
		w.queue(grouped(0, "ana@h", "lost"))
		_, stop := w.start()
		time.Sleep(time.Second)
		w.queue(grouped(0, "ana@h", "a"), grouped(1, "ben@h", "a"))
		time.Sleep(10 * time.Second)
		w.queue(grouped(0, "ana@h", "b"), grouped(1, "ben@h", "b"))
		time.Sleep(10 * time.Second)
		w.queue(grouped(1, "ben@h", "c"), toSeat(1, "ben@h"))
		time.Sleep(10 * time.Minute)
		stop()
		var got []string
		for _, m := range w.server.mails() {
			_, kind, _ := strings.Cut(m.msg, ".0.")
			kind, _, _ = strings.Cut(kind, "@")
			got = append(got, m.to+" "+kind)
		}
		want := []string{"ana@h lost", "ana@h a", "ben@h a", "ana@h b", "ana@h lost", "ben@h c", "ben@h turn", "ana@h b"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}
