package storetest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"railpost/engine/enginetest/expect"
	"railpost/store"
)

// read reads a part of the store.
func (r *randomUse) read(t *rapid.T) {
	parts := []func(*rapid.T) (what string, got, want any, err error){
		r.readRecords, r.readLog, r.readHead, r.readMark, r.readMails, r.readOutbox, r.readSent, r.readDue, r.readValues,
	}
	for range 1 + few(t, "more parts", 3) {
		what, got, want, err := parts[few(t, "part", len(parts)-1)](t)
		expect.NoError(t, err, what)
		expect.Must(t, what, diff(want, got), "")
	}
}

// known returns a game, usually an existing one.
func (r *randomUse) known(t *rapid.T) string {
	return rapid.SampledFrom(append(slices.Sorted(maps.Keys(r.m.games)), "summer")).Draw(t, "known game")
}

// readLog compares a log. The store may keep snapshots besides the newest two.
func (r *randomUse) readLog(t *rapid.T) (what string, got, want any, err error) {
	game, full := r.known(t), rapid.Bool().Draw(t, "full")
	upTo := uint64(few(t, "up to", 9))
	log, err := r.s.Load(ctx, game, upTo, full)
	model, wantErr := r.m.load(game, upTo, full)
	agree(t, "load", err, wantErr)
	if all := r.m.snapshots[r.m.games[game]]; err == nil && model.Snapshot != nil && len(all) > 2 && model.Snapshot.Seq < all[len(all)-2].Seq {
		if s := log.Snapshot; s != nil && s.Seq > upTo {
			t.Fatalf("up to %d: a snapshot after %d", upTo, s.Seq)
		}
		return "", nil, nil, nil
	}
	return fmt.Sprintf("log up to %d", upTo), log, model, nil
}

func (r *randomUse) readRecords(t *rapid.T) (what string, got, want any, err error) {
	game, from, to := r.known(t), few(t, "from", 9), few(t, "to", 12)
	records, err := r.s.Records(ctx, game, uint64(from), uint64(to))
	log := r.m.games[game]
	if log == nil {
		agree(t, "records", err, store.ErrNoGame)
		return "", nil, nil, nil
	}
	var all []store.Record
	for _, one := range log.Records {
		if one.Seq >= uint64(from) && one.Seq <= uint64(to) {
			all = append(all, one)
		}
	}
	return fmt.Sprintf("records %d to %d", from, to), records, all, err
}

func (r *randomUse) readHead(t *rapid.T) (what string, got, want any, err error) {
	game := r.known(t)
	h, err := r.s.Head(ctx, game)
	log, wantErr := r.m.load(game, 0, true)
	agree(t, "head", err, wantErr)
	return "head", h, log.Head, nil
}

func (r *randomUse) readMark(t *rapid.T) (what string, got, want any, err error) {
	key := fmt.Sprint("m", few(t, "key", 30))
	mark, ok, err := r.s.Seen(ctx, key)
	wantMark, wantOK := r.m.marks[key]
	return "mark", []any{mark, ok}, []any{wantMark, wantOK}, err
}

// readMails compares the newest mails, without their bytes, and one with them.
func (r *randomUse) readMails(t *rapid.T) (what string, got, want any, err error) {
	n, key := few(t, "most", 3), fmt.Sprint("m", few(t, "key", 30))
	mails, err := r.s.Mails(ctx, n)
	one, ok, oneErr := r.s.Mail(ctx, key)
	all := r.m.contents().Mails
	wantOne, wantOK := byKey(all)[key]
	for i := range all {
		all[i].Bytes = nil
	}
	if n > 0 {
		all = all[:min(n, len(all))]
	}
	return "mails", []any{mails, one, ok}, []any{all, wantOne, wantOK}, errors.Join(err, oneErr)
}

func (r *randomUse) readOutbox(t *rapid.T) (what string, got, want any, err error) {
	id := uint64(few(t, "id", 20))
	n, err := r.s.Outbox(ctx)
	oldest, oldestErr := r.s.Oldest(ctx)
	l, ok, letterErr := r.s.Letter(ctx, id)
	var wantOldest time.Time
	for _, l := range r.m.letters {
		if l.State != store.Failed {
			wantOldest = l.Queued
			break
		}
	}
	wantLetter, noLetter := r.m.letter(id)
	if noLetter != nil {
		wantLetter = &store.Letter{}
	}
	both := []store.Letter{l, *wantLetter}
	r.over(both)
	return "outbox", []any{n, oldest, both[0], ok}, []any{len(r.m.letters), wantOldest, both[1], noLetter == nil}, errors.Join(err, oldestErr, letterErr)
}

func (r *randomUse) readSent(t *rapid.T) (what string, got, want any, err error) {
	id := messageID(uint64(few(t, "id", 29)))
	l, ok, err := r.s.SentLetter(ctx, id)
	wantLetter, wantOK := r.m.sentLetter(id)
	return "sent letter", []any{l, ok}, []any{wantLetter, wantOK}, err
}

func (r *randomUse) readDue(t *rapid.T) (what string, got, want any, err error) {
	until, n := t0.Add(time.Duration(few(t, "hours", 5))*time.Hour), few(t, "most", 3)
	rows, err := r.s.DueBefore(ctx, until, n)
	var all []store.Due
	for _, d := range r.m.contents().Due {
		if !d.At.After(until) && (n == 0 || len(all) < n) {
			all = append(all, d)
		}
	}
	return "due rows", rows, all, err
}

func (r *randomUse) readValues(t *rapid.T) (what string, got, want any, err error) {
	prefix := rapid.SampledFrom([]string{"value", "value1", "value11", "w"}).Draw(t, "prefix")
	one, err := r.s.Get(ctx, prefix)
	some, someErr := r.s.Values(ctx, prefix)
	all := map[string][]byte{}
	for k, v := range r.m.values {
		if strings.HasPrefix(k, prefix) {
			all[k] = v
		}
	}
	return "values", []any{one, some}, []any{r.m.values[prefix], all}, errors.Join(err, someErr)
}
