package storetest

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"railpost/engine/enginetest/expect"
	"railpost/store"
)

// testRandom: after any sequence of calls, store and model have the same content and give the same answers.
func testRandom(t *testing.T, a Adapter) {
	a.check(t, func(rt *rapid.T) {
		r := &randomUse{t: t, a: a, s: a.Open(t), m: newModel(), now: t0}
		defer func() { expect.NoError(t, r.s.Close()) }()
		rt.Repeat(r.actions())
	})
}

func (r *randomUse) actions() map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"":        r.compare,
		"commit":  r.commit,
		"group":   r.group,
		"read":    r.read,
		"attempt": r.attempt,
		"claim":   r.claim,
		"letter":  r.letter,
		"another": r.letter,
		"drop":    r.drop,
		"time":    r.passTime,
		"unready": r.unfinish,
		"forget":  r.forget,
		"reopen":  r.reopen,
	}
}

type randomUse struct {
	t   *testing.T
	a   Adapter
	s   store.Store
	m   *model
	now time.Time
	n   int // makes payloads differ
}

// compare compares the letters, and often everything.
func (r *randomUse) compare(t *rapid.T) {
	letters, err := r.s.Letters(ctx)
	expect.NoError(r.t, err)
	expect.NoError(t, r.m.learnIDs(letters))
	got, want := everything{Letters: letters}, everything{Letters: r.m.contents().Letters}
	if few(t, "whole", 4) == 0 {
		got, want = contents(r.t, r.s), r.m.contents()
	}
	r.over(got.Letters)
	r.over(want.Letters)
	expect.Must(t, "the store differs from the model (-model +store)", diff(want, got), "")
}

// over removes the difference between letters never held and those whose lease has run out.
func (r *randomUse) over(letters []store.Letter) {
	for i := range letters {
		if l := &letters[i]; !l.Leased.After(r.now) {
			l.Leased = time.Time{}
		}
	}
}

// agree fails unless both errors are the same refusal, or nil.
func agree(t *rapid.T, what string, got, want error) {
	if !errors.Is(got, want) || (got == nil) != (want == nil) {
		t.Fatalf("%s: the store says %v, the model %v", what, got, want)
	}
}

func (r *randomUse) commit(t *rapid.T) {
	c := r.draw(t)
	errs := expect.Get(r.s.Commit(ctx, c))(t)
	agree(t, "commit", errs[0], r.m.commit(c))
}

// forget deletes data about a person.
func (r *randomUse) forget(t *rapid.T) {
	who := fmt.Sprint("seat", few(t, "whom", 2))
	of := func(l store.Letter) bool { return l.To == who }
	c := store.Commit{Put: map[string][]byte{"value": []byte(who)}, Forget: &store.Forget{
		Now: r.now, Mail: func(m store.RawMail) bool { return len(m.Key) == 2 }, Left: of,
		Sent: func(l store.Letter) bool { return of(l) && l.Kind == "news" }, Said: of,
	}}
	errs := expect.Get(r.s.Commit(ctx, c))(t)
	agree(t, "forget", errs[0], r.m.commit(c))
}

func (r *randomUse) group(t *rapid.T) {
	cs := []store.Commit{r.draw(t), r.draw(t), r.draw(t)}
	for i := range cs {
		for j := range i {
			one := []string{cs[i].Game, cs[i].Rename}
			if slices.ContainsFunc([]string{cs[j].Game, cs[j].Rename}, func(n string) bool { return n != "" && slices.Contains(one, n) }) {
				return // not allowed
			}
		}
	}
	errs := expect.Get(r.s.Commit(ctx, cs...))(t)
	for i, c := range cs {
		agree(t, "commit", errs[i], r.m.commit(c))
	}
}

// finishedBytes are the same for many letters, so that a later attempt may have others.
func finishedBytes(t *rapid.T) []byte { return fmt.Appendf(nil, "bytes %d", few(t, "version", 1)) }

// pause is usually zero; one longer than any pause is due as well.
func pause(t *rapid.T) time.Duration {
	return rapid.SampledFrom([]time.Duration{0, 0, 0, time.Minute, store.LongestPause, store.LongestPause + 1, 9000 * 24 * time.Hour}).Draw(t, "pause")
}

func few(t *rapid.T, label string, most int) int { return rapid.IntRange(0, most).Draw(t, label) }

func aGame(t *rapid.T) string {
	return rapid.SampledFrom([]string{"", "winter", "spring", "s", "summer", "s~1"}).Draw(t, "game")
}

// draw makes a commit, usually a valid one.
func (r *randomUse) draw(t *rapid.T) store.Commit {
	r.n++
	text := func(what string) []byte { return fmt.Appendf(nil, "%s %d", what, r.n) }
	c := store.Commit{Game: aGame(t)}
	if c.Game != "" {
		if log := r.m.games[c.Game]; log != nil {
			c.Expect = log.Rev
		}
		if few(t, "wrong revision", 9) == 0 {
			c.Expect += 1
		} else if few(t, "new", 19) == 0 {
			c.Expect = 0
		}
		if few(t, "doc", 1) == 1 {
			c.Doc = text("document")
		}
		c.Append = payloads(string(text("payload")), few(t, "records", 3))
		last := uint64(len(c.Append))
		if log := r.m.games[c.Game]; log != nil {
			last += log.Seq
		}
		if n := uint64(few(t, "beside", 4)); n > 0 && n <= last {
			c.Texts = map[uint64][]byte{n: text("beside")}
		}
		if few(t, "snapshot", 2) == 0 {
			c.Snapshot = text("position")
		}
		if kind := few(t, "drop due rows of kind", 3); kind > 0 {
			c.DueDrop = func(d store.Due) bool { return d.Kind == fmt.Sprint("kind", kind) }
		}
	}
	called := c.Game
	if c.Expect > 0 {
		switch few(t, "away", 12) {
		case 0:
			c.Delete, called = true, "" // nothing new for it
		case 1, 2:
			if name := rapid.SampledFrom([]string{"s~1", "s", "winter"}).Draw(t, "new name"); name != c.Game {
				c.Rename, called = name, name
			}
		}
	}
	if few(t, "mail", 1) == 1 {
		key := fmt.Sprint("m", few(t, "key", 30))
		c.Mail = &store.Mark{Key: key, Raw: store.Hash{byte(r.n)}, Game: c.Game, Verdict: "played", At: r.now}
	}
	if few(t, "raw", 1) == 1 {
		c.Raw = &store.RawMail{Key: fmt.Sprint("m", few(t, "raw key", 30)), At: r.now, Verdict: string(text("verdict")), Bytes: text("mail")}
	}
	for range few(t, "letters", 3) {
		l := store.Letter{
			Game: called, Seq: uint64(r.n), Seat: few(t, "seat", 2) - 1, Kind: rapid.SampledFrom([]string{"turn", "news"}).Draw(t, "kind"),
			To: fmt.Sprint("seat", few(t, "to", 2)), Data: append([]byte(nil), text("facts")[:few(t, "data", 5)]...), NextTry: r.now.Add(pause(t)),
		}
		if g := few(t, "group", 3); g > 0 {
			l.Group = fmt.Sprint("group", g)
		}
		if few(t, "with bytes", 1) == 1 {
			l.Bytes, l.Said, l.Queued = finishedBytes(t), text("said"), r.now
		}
		c.Letters = append(c.Letters, l)
	}
	if few(t, "drop a group", 4) == 0 {
		c.DropGroup = []string{"group1"}
	}
	for i, d := range r.m.due {
		if few(t, "done", 5) == 0 && i < 3 {
			c.DueDone = append(c.DueDone, d)
		}
	}
	for range few(t, "due rows", 2) {
		d := row(few(t, "hours", 5), called, fmt.Sprint("kind", few(t, "kind", 3)), few(t, "seat", 2)-1)
		d.Data = text("due")
		c.DuePut = append(c.DuePut, d)
	}
	if few(t, "value", 2) == 0 {
		c.Put = map[string][]byte{fmt.Sprint("value", rapid.SampledFrom([]string{"", "1", "11", "2"}).Draw(t, "name")): text("value")[:few(t, "length", 7)]}
	}
	return c
}

func (r *randomUse) attempt(t *rapid.T) {
	key := fmt.Sprint("m", few(t, "key", 30))
	r.m.attempts[key]++
	n, err := r.s.Attempt(ctx, key)
	if err != nil || n != r.m.attempts[key] {
		t.Fatalf("attempt at %s: %d %v, the model says %d", key, n, err, r.m.attempts[key])
	}
}

func (r *randomUse) claim(t *rapid.T) {
	n := few(t, "most", 4)
	got := expect.Get(r.s.Claim(ctx, r.now, lease, n))(t)
	expect.Must(t, "claimed (-model +store)", diff(r.m.claim(r.now, lease, n), got), "")
}

// messageID returns one that another letter may have used before.
func messageID(id uint64) string { return fmt.Sprintf("<%d@x>", id%30) }

// letter does something to a letter, held or not, there or not.
func (r *randomUse) letter(t *rapid.T) {
	id := uint64(999)
	if n := len(r.m.letters); n > 0 {
		id = r.m.letters[few(t, "letter", n-1)].ID
	}
	for range 1 + few(t, "more", 3) {
		r.handle(t, id)
	}
}

func (r *randomUse) handle(t *rapid.T, id uint64) {
	switch few(t, "what", 6) {
	case 0:
		agree(t, "fail", r.s.Fail(ctx, id, "550"), r.m.fail(id, "550"))
	case 1:
		to := []string{"ana@example.org", "ben@example.org"}[few(t, "to", 1)]
		agree(t, "retry", r.s.Retry(ctx, id, r.now, to), r.m.retry(id, r.now, to))
	case 2:
		finished := finishedBytes(t)
		said := fmt.Appendf(nil, "said %d", few(t, "said", 2))
		agree(t, "sending", errors.Join(r.s.MarkSending(ctx, store.Finished{ID: id, Bytes: finished, Said: said})...), r.m.markSending(id, finished, said))
	case 3:
		a := store.Accepted{ID: id, MessageID: messageID(id), Code: "250", At: r.now}
		agree(t, "sent", errors.Join(r.s.Sent(ctx, a)...), r.m.accept(a))
	case 4:
		next := r.now.Add(lease)
		agree(t, "untry", r.s.Untry(ctx, id, next, "down"), r.m.untry(id, next, "down"))
	case 5:
		next := r.now.Add(2*lease + pause(t))
		agree(t, "defer", r.s.Defer(ctx, id, next, "451"), r.m.deferred(id, next, "451"))
	case 6:
		agree(t, "drop", r.s.Drop(ctx, id, r.now), r.m.drop(id, r.now))
	}
}

func (r *randomUse) drop(t *rapid.T) {
	before := r.now.Add(-time.Duration(few(t, "minutes", 3)) * time.Minute)
	var n, want int
	var err error
	switch few(t, "what", 2) {
	case 0:
		want = r.m.dropMails(before)
		n, err = r.s.DropMails(ctx, before)
	case 1:
		want = r.m.dropSent(func(l store.Letter) bool { return l.Leased.Before(before) })
		n, err = r.s.DropSent(ctx, before)
	case 2:
		game := aGame(t)
		want = r.m.dropSent(func(l store.Letter) bool { return l.Game == game && l.Seat >= 0 })
		n, err = r.s.DropSentOf(ctx, game)
	}
	if err != nil || n != want {
		t.Fatalf("dropped %d, the model %d: %v", n, want, err)
	}
}

func (r *randomUse) unfinish(t *rapid.T) {
	until := r.now.Add(-time.Duration(few(t, "seconds", 60)) * time.Second)
	r.m.unfinish(until)
	expect.NoError(t, r.s.Unfinish(ctx, until))
}

func (r *randomUse) passTime(t *rapid.T) {
	r.now = r.now.Add(time.Duration(few(t, "seconds", 120)) * rapid.SampledFrom([]time.Duration{time.Second, time.Minute}).Draw(t, "of"))
}

func (r *randomUse) reopen(*rapid.T) {
	r.s = r.a.Reopen(r.t, r.s)
	r.m.die(r.a.Shared)
}
