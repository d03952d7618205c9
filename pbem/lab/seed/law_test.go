package seed

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/admin"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/key"
	"railpost/pbem/lab/people"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/post"
	"railpost/pbem/mail/reader"
	"railpost/store"
	"railpost/templates"
)

// lawBook is the laws' knowledge.
type lawBook struct {
	mails   []*people.Mail
	letters map[string]*passage // by Message-ID
	noted   map[string]bool     // the service knows that they were taken; guarded by world.mu
	faulty  []window            // when a server's answer could be lost; guarded by world.mu
	since   []span              // all events
	came    []time.Time         // when letters came; guarded by world.mu
	kept    int                 // bytes of mail that the servers keep; guarded by world.mu
	failed  map[string]bool     // readers of letters that were given up
	heard   map[string]bool     // and those of whom the organiser has heard
	strange map[string]string   // Message-IDs of strangers' mails, by their keys
	lost    map[string]bool     // keys of mails that somebody deleted
	revoked map[string]bool     // people who have moved: nothing answers them from the new address, or at an old token
	tokens  map[string]string   // owner of each answer address
	tells   map[string][]string // readers of a word that one player has told another
	dues    map[due]row         // deadlines, as of the last look
	asked   map[due][]asked
	heads   map[string]uint64 // the last record of each game, then
	looked  time.Time
	down    time.Time // until when outages are owed
	looks   int
	most    int // goroutines

	replayed map[string]bool // keys of mails that came after a backup which was restored
	back     time.Time       // until when all waits for the restored service
	*people.Book
}

func newLawBook() lawBook {
	return lawBook{letters: map[string]*passage{}, noted: map[string]bool{}, failed: map[string]bool{}, heard: map[string]bool{}, strange: map[string]string{}, lost: map[string]bool{}, replayed: map[string]bool{}, revoked: map[string]bool{}, tokens: map[string]string{}, tells: map[string][]string{}, dues: map[due]row{}, asked: map[due][]asked{}, heads: map[string]uint64{}, Book: people.NewBook(templates.Late)}
}

// window is a time in which the results of letters could be lost: of all, or of some, each once.
type window struct {
	from, to time.Time
	ids      map[string]bool
}

type span struct {
	from, to time.Time
	event
}

// passage is a letter with all its arrivals.
type passage struct {
	hash [sha256.Size]byte
	last time.Time
	free bool // it may come again: the service died before it knew that it was accepted
	n    int
}

func (w *world) window(from, to time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.faulty = append(w.faulty, window{from, to, nil})
}

// took: the service knows that a letter was taken.
func (w *world) took(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.noted[id] = true
}

// enter enters a letter, and reports whether it has come before: allowed only if the service could not know.
func (w *world) enter(l *letter) (again bool) {
	p := w.letters[l.ID]
	if p == nil {
		w.letters[l.ID] = &passage{hash: sha256.Sum256(l.Raw), last: l.at, n: 1}
		if same := w.Came(l.Letter); same != "" {
			w.breach("letters %s and %s tell the same", same, l.ID)
		}
		w.secrets(l)
		return false
	}
	w.mu.Lock()
	lost := slices.ContainsFunc(w.faulty, func(f window) bool {
		lost := !p.last.Before(f.from.Add(-time.Second)) && !p.last.After(f.to.Add(time.Second)) && (f.ids == nil || f.ids[l.ID])
		delete(f.ids, l.ID)
		return lost
	})
	w.mu.Unlock()
	if !p.free && !lost {
		w.breach("letter %s came again, %s later, and nothing had happened to the first", l.ID, l.at.Sub(p.last))
	}
	if p.hash != sha256.Sum256(l.Raw) {
		w.breach("letter %s came again and differs", l.ID)
	}
	p.n, p.last, p.free = p.n+1, l.at, false
	return true
}

// secrets: nobody reads another's answer address, or words between two other players.
func (w *world) secrets(l *letter) {
	if strings.Contains(l.ReplyTo, "+") {
		if owner, ok := w.tokens[l.ReplyTo]; ok && owner != l.to {
			w.breach("letter %s to %s has the address of %s", l.ID, l.to, owner)
		}
		w.tokens[l.ReplyTo] = l.to
	}
	for _, address := range ofSeat.FindAllString(l.Text+l.HTML, -1) {
		if owner, ok := w.tokens[address]; ok && owner != l.to {
			w.breach("letter %s to %s names the address of %s", l.ID, l.to, owner)
		}
	}
	for _, word := range told.FindAllString(l.Subject+l.Text+l.HTML, -1) {
		if !slices.Contains(w.tells[word], l.to) {
			w.breach("letter %s to %s has %s, which is for %s", l.ID, l.to, word, w.tells[word])
		}
	}
}

// ofSeat finds the addresses that identify their writer, and told the words that one player tells another.
var (
	ofSeat = regexp.MustCompile(`games\+[^@\s]+@localhost`)
	told   = regexp.MustCompile(`secret\d+x`)
)

// owe notes how long no daemon ran, or had servers: deadlines must move by that if it was an outage. The
// effects of a wrong clock, until the organiser heard of it, only count towards the most that deadlines may
// move.
func (w *world) owe(gap time.Duration) {
	now := time.Now()
	from := clock.Latest(now.Add(-gap), w.down) // overlapping outages count once
	if slices.ContainsFunc(w.since, func(s span) bool { return s.Kind == "clock" && s.to.Add(26*time.Hour).After(from) }) {
		return
	}
	w.down = now
	for k, r := range w.dues {
		if gap = now.Sub(clock.Latest(from, r.seen)); gap >= 75*time.Minute { // an earlier one may have moved it already
			r.owed += gap - 15*time.Minute
			w.dues[k] = r
		}
	}
}

// opened checks the state after a death: the letters that may come again, and all hashes.
func (w *world) opened(s store.Store) {
	ctx := w.t.Context()
	all, err := s.Letters(ctx)
	w.must(err)
	for _, l := range all {
		if p := w.letters[idOf(l.Bytes)]; p != nil {
			p.free = true
		}
	}
	w.must(s.Check(ctx, func(c store.Corrupt) { w.breach("%v", &c) }))
}

// idOf returns the Message-ID of a letter; "" if it has not been written yet.
func idOf(raw []byte) string {
	if r, err := reader.Read(raw); err == nil {
		return r.ID
	}
	return ""
}

func gameOf(id string) string {
	named, _ := compose.ParseMessageID(id)
	return named.Game
}

type due struct {
	game, kind string
	seat       int
}

// row is a deadline, and the earliest time of its question.
type row struct {
	at, since, first time.Time
	seen             time.Time     // when it was at first
	owed             time.Duration // the least shift since it was first seen
}

// asked is when a question was first seen at the latest, and which record was then the last of its game.
type asked struct {
	seq   uint64
	since time.Time
}

// watch checks every few minutes: no deadline moves further than the faults since it was set explain; due
// actions happen; goroutines are few.
func (w *world) watch() {
	w.later(7*time.Minute, w.watch)
	if n := runtime.NumGoroutine(); n > 400*len(w.machines) {
		w.breach("%d goroutines", n)
	}
	w.most = max(w.most, runtime.NumGoroutine())
	if w.looks++; w.looks%400 == 0 { // every other day
		w.memory()
	}
	if !w.alive() {
		return
	}
	if w.calm(15 * time.Minute) {
		if rest := w.goesOn(); rest != "" {
			w.breach("nothing happens, and there waits: %s", rest)
		}
	}
	if time.Now().Before(w.back) {
		return
	}
	ctx := w.t.Context()
	rows, err := w.view().DueBefore(ctx, time.Now().AddDate(10, 0, 0), 0)
	w.must(err)
	now, heads := map[due]row{}, maps.Clone(w.heads)
	for _, d := range rows {
		if d.Kind != journal.DueDeadline && d.Kind != journal.DueTimeOut {
			continue
		}
		head, err := w.view().Head(ctx, d.Game)
		w.must(err)
		k := due{d.Game, d.Kind, d.Seat}
		r, known := w.dues[k]
		if back, quiet := w.stillAsked(d.Game, w.heads[d.Game], head.Seq); !known || !quiet && !d.At.Equal(r.at) {
			r = row{since: w.sinceAsked(k, head.Seq, back), first: d.At, seen: time.Now()}
		}
		r.at, heads[d.Game] = d.At, head.Seq
		if moved := r.at.Sub(r.first); moved < -time.Minute || moved > time.Minute && moved > w.allowed(r.since) {
			w.breach("%s of seat %d of %s moved by %s, at most %s are explained", d.Kind, d.Seat, d.Game, moved, w.allowed(r.since))
			r.first = r.at
		} else if moved < r.owed && w.calm(4*time.Hour) { // see goesOn
			w.breach("%s of seat %d of %s moved by %s, and the service was down for %s", d.Kind, d.Seat, d.Game, moved, r.owed)
			r.owed = 0
		}
		now[k] = r
	}
	w.dues, w.heads, w.looked = now, heads, time.Now()
}

// memory: the daemons' memory does not grow. The servers keep all mail.
func (w *world) memory() {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	w.mu.Lock()
	defer w.mu.Unlock()
	if own := int(m.HeapAlloc) - w.kept; own > 100<<20*len(w.machines) {
		w.breach("%d MB are in use, beside %d MB of mail", own>>20, w.kept>>20)
	}
}

// stillAsked returns the record of the game's questions that may still be open, asked between two records: an
// undo returns to earlier ones, and an order leaves none. quiet reports whether nobody has acted between.
func (w *world) stillAsked(game string, from, to uint64) (back uint64, quiet bool) {
	if from == to {
		return from, true
	}
	records, err := w.view().Records(w.t.Context(), game, from+1, to)
	w.must(err)
	back, quiet = from, true
	for _, r := range records {
		read, err := engine.ReadSealed(r.Payload, r.Texts)
		switch {
		case err == nil && read.Kind == engine.Noted:
			quiet = quiet && !slices.ContainsFunc(read.Reports, moves)
		case err == nil && read.Kind == engine.TookBack:
			back, quiet = read.Back, false
		default:
			back, quiet = 0, false
		}
	}
	return back, quiet
}

// sinceAsked returns since when a question can have been asked that is seen for the first time, or whose deadline was set anew: time
// to answer that an undo or somebody's wish for more has prolonged stood still in all outages since the question came.
func (w *world) sinceAsked(k due, seq, back uint64) time.Time {
	all := slices.DeleteFunc(w.asked[k], func(a asked) bool { return a.seq > back && back > 0 })
	if back == 0 || len(all) == 0 {
		all = append(all, asked{seq, w.looked})
	}
	w.asked[k] = all
	return all[len(all)-1].since
}

// moves reports whether a note moves deadlines because somebody has asked for that, or has left:
// their seat is asked anew.
func moves(r engine.Report) bool {
	k := r.Message.Key
	return slices.Contains([]string{key.Needed, key.Away, key.Back, key.Resigned}, k) || strings.HasPrefix(k, key.AgreedOf)
}

// allowed is the most by which all outages since an instant may have moved a deadline: where they overlap, once.
func (w *world) allowed(since time.Time) (all time.Duration) {
	var outages []span
	for _, s := range w.since {
		from, to := w.outage(s)
		if to.Before(since) {
			continue
		}
		if step := (time.Duration(s.N) * time.Second).Abs(); s.Kind == "clock" && (step <= clock.Sure || w.started(s)) {
			all += step
		}
		outages = append(outages, span{from: from, to: to})
	}
	slices.SortFunc(outages, func(a, b span) int { return a.from.Compare(b.from) })
	end := since.Add(-70 * time.Minute) // a server may have been out of reach for an hour before that was known
	for _, s := range outages {
		if from := clock.Latest(s.from, end); s.to.After(from) {
			all, end = all+s.to.Sub(from), s.to
		}
	}
	return all
}

// started reports whether a daemon may have started during an event: one that runs does not believe a step of days.
func (w *world) started(e span) bool {
	return slices.ContainsFunc(w.since, func(s span) bool {
		return s.Kind == "down" && !s.from.After(e.to) && s.to.Add(time.Hour).After(e.from)
	})
}

// outage is the longest time for which an event may have stopped all daemons.
func (w *world) outage(s span) (from, to time.Time) {
	from, to = s.from.Add(-10*time.Minute), s.to.Add(20*time.Minute)
	switch s.Kind {
	case "number", "flood", "full":
		return from, from
	case "clock": // of one that was believed the organiser hears once a day
		to = s.to.Add(26 * time.Hour)
	case "imap":
		from, to = s.from.Add(-70*time.Minute), s.to.Add(time.Hour)
	case "smtp", "drop", "hole", "off", "cut": // a passing letter shows that the server is back
		from = s.from.Add(-70 * time.Minute)
		w.mu.Lock()
		defer w.mu.Unlock()
		if i, _ := slices.BinarySearchFunc(w.came, s.to, time.Time.Compare); i < len(w.came) {
			return from, w.came[i].Add(20 * time.Minute)
		}
		return from, time.Now()
	}
	return from, to
}

// calm reports whether a daemon has run for a while without a fault of its own or of all: it does the others' work.
func (w *world) calm(least time.Duration) bool {
	from := time.Now().Add(-least)
	return slices.ContainsFunc(w.machines, func(m *machine) bool {
		return m.well() && m.life.since.Before(from) && !slices.ContainsFunc(w.since, func(s span) bool {
			ofOther := s.Of%len(w.machines) != m.n && slices.Contains([]string{"kill", "stop", "down", "freeze", "slow"}, s.Kind)
			return s.to.After(from) && !ofOther
		})
	})
}

// goesOn reports work that stands still although it could continue; "" for none.
func (w *world) goesOn() string {
	ctx := w.t.Context()
	b, err := w.view().Get(ctx, "tick")
	w.must(err)
	if t, err := time.Parse(time.RFC3339Nano, string(b)); err != nil || time.Since(t).Abs() > 10*time.Minute && w.calm(45*time.Minute) {
		return "the clock, which was looked at at " + string(b)
	}
	letters, err := w.view().Letters(ctx)
	w.must(err)
	for _, l := range letters {
		if l.State != store.Failed && time.Since(l.NextTry) > 30*time.Minute && time.Since(l.Queued) > 30*time.Minute && w.calm(4*time.Hour) {
			return "letter " + l.Kind + " to " + l.To
		}
	}
	late, err := w.view().DueBefore(ctx, time.Now().Add(-10*time.Minute), 1)
	w.must(err)
	if len(late) > 0 && w.calm(4*time.Hour) { // a passing letter shows that the server is back
		return "what is due: " + late[0].Kind + " of " + late[0].Game
	}
	var games []admin.GameRow
	l := w.some().life
	answer, err := l.d.Handle(ctx, "game.list", nil)
	if l.isOver() { // it died before it could answer
		return ""
	}
	w.must(err)
	b, err = json.Marshal(answer)
	w.must(errors.Join(err, json.Unmarshal(b, &games)))
	for _, g := range games {
		for _, q := range g.Waiting {
			if strings.HasPrefix(q.Name, "Robot") && time.Since(q.Since) > 10*time.Minute {
				return "a robot, which game " + g.Game + " has asked since " + q.Since.String()
			}
		}
	}
	return ""
}

// drained reports what still waits; "" for nothing.
func (w *world) drained() string {
	if !w.alive() {
		return "the daemon"
	}
	ctx := w.t.Context()
	for _, m := range w.machines {
		if n := len(w.post.Messages(m.account, post.Inbox)); n > 0 {
			return "mails in the mailbox " + m.account
		}
	}
	letters, err := w.view().Letters(ctx)
	w.must(err)
	if slices.ContainsFunc(letters, func(l store.Letter) bool { return l.State != store.Failed }) {
		return "letters in the outbox"
	}
	return w.goesOn()
}

// audit compares, at the end, sent mails with played ones and letters with received ones.
func (w *world) audit() {
	if !w.alive() {
		return
	}
	ctx := context.WithoutCancel(w.t.Context())
	s := w.view()
	w.must(s.Check(ctx, func(c store.Corrupt) { w.breach("%v", &c) }))
	w.must(w.ReadLogs(ctx, s))
	for word := range w.tells {
		if w.Said[word] > 0 {
			w.breach("the log has %s, which one player told another", word)
		}
	}
	for _, m := range w.mails {
		mark, seen, err := s.Seen(ctx, m.Key)
		_, writer, _ := strings.Cut(m.ID, "@")
		if w.must(err); w.lost[m.Key] && !seen || w.revoked[writer] && (strings.HasSuffix(mark.Verdict, " token") || strings.HasSuffix(mark.Verdict, ": other address")) {
			continue
		}
		if w.replayed[m.Key] {
			if w.Said[m.Word] > 1 {
				w.breach("mail %s of %s, replayed: what it says is in the log %d times", m.ID, m.Game, w.Said[m.Word])
			}
			continue
		}
		what, _, err := w.Wrong(ctx, s, m)
		if w.must(err); what != "" {
			w.breach("mail %s of %s %s", m.ID, m.Game, what)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(w.strange)) {
		if _, seen, err := s.Seen(ctx, key); err != nil || !seen && !w.lost[key] {
			w.breach("the stranger's mail %s was never handled: %v", w.strange[key], err)
		}
	}
	for _, to := range slices.Sorted(maps.Keys(w.failed)) {
		if !w.heard[to] && to != boss+"@localhost" { // a notice about a notice would fail in the same way
			w.breach("a letter to %s was given up, and nobody heard of it", to)
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(w.noted)) {
		if w.letters[id] == nil {
			w.breach("letter %s was sent and never came", id)
		}
	}
	left, err := s.Letters(ctx)
	w.must(err)
	for _, l := range left { // a server broke off with it twice: whether it came is the organiser's to find out
		if w.letters[idOf(l.Bytes)] == nil {
			w.breach("letter %d to %s was given up: %s", l.ID, l.To, l.LastCode)
		}
	}
}
