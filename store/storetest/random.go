package storetest

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"railpost/store"
)

// testRandom: any sequence of calls leaves store and model alike, and they
// answer alike.
func testRandom(t *testing.T, a Adapter) {
	a.check(t, func(rt *rapid.T) {
		r := &randomUse{t: t, a: a, s: a.Open(t), m: newModel(), now: t0}
		defer func() { NoError(t, r.s.Close()) }()
		rt.Repeat(r.actions())
	})
}

func (r *randomUse) actions() map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"":        r.compare,
		"commit":  r.commit,
		"group":   r.group,
		"attempt": r.attempt,
		"claim":   r.claim,
		"letter":  r.letter,
		"drop":    r.dropMails,
		"time":    r.passTime,
		"unready": r.unfinish,
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

func (r *randomUse) compare(t *rapid.T) {
	e := contents(r.t, r.s)
	if err := r.m.learnIDs(e.Letters); err != nil {
		t.Fatal(err)
	}
	if d := diff(r.m.contents(), e); d != "" {
		t.Fatalf("the store differs from the model (-model +store):\n%s", d)
	}
}

// agree fails unless both errors are the same refusal, or none.
func agree(t *rapid.T, what string, got, want error) {
	if !errors.Is(got, want) || (got == nil) != (want == nil) {
		t.Fatalf("%s: the store says %v, the model %v", what, got, want)
	}
}

func (r *randomUse) commit(t *rapid.T) {
	c := r.draw(t)
	errs, err := r.s.Commit(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	agree(t, "commit", errs[0], r.m.commit(c))
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
	errs, err := r.s.Commit(ctx, cs...)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range cs {
		agree(t, "commit", errs[i], r.m.commit(c))
	}
}

// finishedBytes are the same of many letters, so that a later attempt may have others.
func finishedBytes(t *rapid.T) []byte { return fmt.Appendf(nil, "bytes %d", few(t, "version", 1)) }

func few(t *rapid.T, label string, most int) int { return rapid.IntRange(0, most).Draw(t, label) }

// draw makes a commit, mostly one that can be kept.
func (r *randomUse) draw(t *rapid.T) store.Commit {
	r.n++
	text := func(what string) []byte { return fmt.Appendf(nil, "%s %d", what, r.n) }
	c := store.Commit{Game: rapid.SampledFrom([]string{"", "winter", "spring", "s", "summer", "s~1"}).Draw(t, "game")}
	if c.Game != "" {
		if log := r.m.games[c.Game]; log != nil {
			c.Expect = log.Rev
		}
		if few(t, "wrong revision", 9) == 0 {
			c.Expect += 1
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
			c.Beside = map[uint64][]byte{n: text("beside")}
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
		l := letter(rapid.SampledFrom([]string{"turn", "news"}).Draw(t, "kind"), to(fmt.Sprint("seat", few(t, "seat", 2))), ofGame(called), due(r.now.Sub(t0)))
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
		c.Put = map[string][]byte{fmt.Sprint("value", few(t, "name", 3)): text("value")[:few(t, "length", 7)]}
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
	got, err := r.s.Claim(ctx, r.now, lease, n)
	if err != nil {
		t.Fatal(err)
	}
	if d := diff(r.m.claim(r.now, lease, n), got); d != "" {
		t.Fatalf("claimed (-model +store):\n%s", d)
	}
}

// letter does something to a letter, held or not, there or not.
func (r *randomUse) letter(t *rapid.T) {
	id := uint64(999)
	if n := len(r.m.letters); n > 0 {
		id = r.m.letters[few(t, "letter", n-1)].ID
	}
	switch few(t, "what", 6) {
	case 0:
		finished := finishedBytes(t)
		said := fmt.Appendf(nil, "said %d", few(t, "said", 2))
		agree(t, "sending", errors.Join(r.s.MarkSending(ctx, store.Finished{ID: id, Bytes: finished, Said: said})...), r.m.markSending(id, finished, said))
	case 1:
		agree(t, "sent", errors.Join(r.s.Sent(ctx, store.Accepted{ID: id, MessageID: fmt.Sprintf("<%d@x>", id), Code: "250", At: r.now})...), r.m.sent(id))
	case 2:
		next := r.now.Add(2 * lease)
		agree(t, "defer", r.s.Defer(ctx, id, next, "451"), r.m.deferred(id, next, "451"))
	case 3:
		agree(t, "fail", r.s.Fail(ctx, id, "550"), r.m.fail(id, "550"))
	case 4:
		to := []string{"ana@example.org", "ben@example.org"}[few(t, "to", 1)]
		agree(t, "retry", r.s.Retry(ctx, id, r.now, to), r.m.retry(id, r.now, to))
	case 5:
		next := r.now.Add(lease)
		agree(t, "untry", r.s.Untry(ctx, id, next, "down"), r.m.untry(id, next, "down"))
	case 6:
		agree(t, "drop", r.s.Drop(ctx, id, r.now), r.m.drop(id, r.now))
	}
}

func (r *randomUse) dropMails(t *rapid.T) {
	before := r.now.Add(-time.Duration(few(t, "minutes", 3)) * time.Minute)
	n, err := r.s.DropMails(ctx, before)
	if want := r.m.dropMails(before); err != nil || n != want {
		t.Fatalf("dropped %d mails, the model %d: %v", n, want, err)
	}
}

func (r *randomUse) unfinish(t *rapid.T) {
	until := r.now.Add(-time.Duration(few(t, "seconds", 60)) * time.Second)
	r.m.unfinish(until)
	if err := r.s.Unfinish(ctx, until); err != nil {
		t.Fatal(err)
	}
}

func (r *randomUse) passTime(t *rapid.T) {
	r.now = r.now.Add(time.Duration(few(t, "seconds", 120)) * time.Second)
}

func (r *randomUse) reopen(*rapid.T) {
	r.s = r.a.Reopen(r.t, r.s)
	r.m.die(r.a.Shared)
}
