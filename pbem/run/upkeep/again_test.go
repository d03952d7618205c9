package upkeep_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/titles"
	"railpost/pbem/desk/admin"
	"railpost/pbem/desk/due"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/post"
	"railpost/pbem/run/upkeep"
	"railpost/store/bolt"
)

// mailbox is a mailbox with all mails since the backup.
func (r *restoring) mailbox() *upkeep.Mailbox {
	r.t.Helper()
	p := expect.Get(post.Start(post.Options{Domain: "pbem.test", Users: map[string]string{"games": "secret"}}))(r.t)
	r.t.Cleanup(func() { expect.NoError(r.t, p.Close()) })
	for _, raw := range r.mails {
		expect.NoError(r.t, p.Deliver("games", raw))
	}
	return &upkeep.Mailbox{Config: r.Config(), Titles: titles.Find, IMAP: []imapbox.Config{{
		Addr: p.IMAPAddr(), User: "games", Password: func() (string, error) { return "secret", nil }, TLS: "none"}}}
}

// again restores the backup after the disk was lost, and plays the messages of a mailbox again.
func (r *restoring) again(box *upkeep.Mailbox) upkeep.Restored {
	r.t.Helper()
	expect.NoError(r.t, r.db.Close())
	expect.NoError(r.t, os.Remove(r.path))
	out := expect.Get(upkeep.Restore(r.t.Context(), r.backup, r.path, r.Clock, box))(r.t)
	r.Boxes = map[string][]pbemtest.Letter{}
	r.open()
	return out
}

// finish does the same as restore --finish and serve.
func (r *restoring) finish(box *upkeep.Mailbox) *upkeep.Again {
	r.t.Helper()
	pause, paused, err := upkeep.Paused(r.t.Context(), r.db)
	expect.True(r.t, paused && err == nil, "not paused: %v", err)
	out := expect.Get(upkeep.Finish(r.t.Context(), r.db, pause, box, r.Clock))(r.t)
	r.open2()
	return out
}

// open2 opens the service again over the same store, and lets it look at the clock.
func (r *restoring) open2() {
	r.t.Helper()
	expect.NoError(r.t, r.Reopen())
	expect.NoError(r.t, r.Tick())
}

// TestMailboxIsPlayedAgain: after a dead disk the messages of the mailbox lead to the same position, with the same
// moves of a robot, and each player gets one letter.
func TestMailboxIsPlayedAgain(t *testing.T) {
	r := newRestoring(t, "Bot:easy")
	r.moves(4)
	before := r.Sent
	r.save()
	r.moves(9)
	expect.NoError(t, r.AnswerLetter("Cleo", r.Newest("Cleo"), mailtest.Gmail, "set letters moves"))
	r.mails = append(r.mails, r.Sent)
	r.moves(5)
	r.mails = append(append(r.mails[1:3:3], r.mails[0], before), r.mails[3:]...) // some came late
	position, moves := r.position(), r.log()
	out := r.again(r.mailbox())
	expect.Same(t, "not played", out.Again.NotPlayed, []upkeep.Lost{})
	expect.Same(t, "known", out.Again.Known, 1)
	expect.Same(t, "played", out.Again.Played["winter"], 15)
	r.finish(nil)
	expect.Same(t, "moves", r.log(), moves)
	expect.Same(t, "the game stands at", r.position(), position)
	for _, name := range []string{"Ana", "Ben", "Cleo"} {
		n := 0
		for _, l := range r.Boxes[pbemtest.Address(name)] {
			if strings.HasPrefix(l.Subject, "[winter]") {
				n++
				expect.Has(t, name, strings.Join(strings.Fields(l.Text), " "), "has replayed the messages that came since")
			}
		}
		expect.Same(t, name+"'s letters of winter", n, 1)
	}
	r.moves(3)
}

// TestCommandsAreRepeated: what the organiser did by email comes again; what they did otherwise is missing, and the moves
// that rest on it are listed until it is done again. Messages that came after the restore are played at its end.
func TestCommandsAreRepeated(t *testing.T) {
	r := newRestoring(t)
	expect.NoError(t, r.Handle("organiser.renew", admin.RenewOrganiser{Address: pbemtest.Host}, nil))
	expect.NoError(t, r.Post())
	r.moves(2)
	r.save()
	for _, command := range []string{"pause winter", "resume winter"} {
		r.Clock = r.Clock.Add(time.Minute)
		expect.NoError(t, r.AnswerLetter("host", r.Newest("host"), mailtest.Gmail, command))
		expect.Same(t, command, r.Verdict, "answered: organiser")
		r.mails = append(r.mails, r.Sent)
	}
	r.moves(2)
	pause := func() {
		expect.NoError(t, r.Handle("game.pause", admin.ChangeGame{Game: "winter"}, nil))
		expect.NoError(t, r.Handle("game.resume", admin.ChangeGame{Game: "winter"}, nil))
	}
	pause()
	expect.NoError(t, r.Post())
	r.moves(2)
	box := r.mailbox()
	r.moves(1)
	position := r.position()
	out := r.again(box)
	expect.Same(t, "commands", len(out.Again.Commands), 2)
	expect.Same(t, "played", out.Again.Played["winter"], 2)
	expect.Same(t, "not played", len(out.Again.NotPlayed), 2)
	lost := out.Again.NotPlayed[0]
	expect.True(t, lost.Game == "winter" && lost.Result == "refused: stale" && lost.MessageID != "" && strings.Contains(lost.From, "@example.org"), "%+v", lost)
	pause()
	again := r.finish(r.mailbox())
	expect.Same(t, "played at the end", again.Played["winter"], 3)
	expect.Same(t, "the game stands at", r.position(), position)
	for _, name := range []string{"Ana", "Ben", "Cleo"} {
		expect.Same(t, name+"'s letters", len(r.Boxes[pbemtest.Address(name)]), 1)
	}
	expect.Same(t, "the organiser's letters", len(r.Boxes[pbemtest.Host]), 0)
}

// TestPlansAreRepeated: a plan that the clock had played is played again when a later message shows that.
func TestPlansAreRepeated(t *testing.T) {
	r := newRestoring(t)
	r.moves(2)
	r.save()
	for range 2 { // each has a plan for the next turn
		name, l := r.asked()
		expect.NoError(t, r.AnswerLetter(name, l, mailtest.Gmail, "[1]", "next:", "usual"))
		expect.Same(t, name, r.Verdict, "played")
		r.mails = append(r.mails, r.Sent)
	}
	before := r.log()
	expect.NoError(t, r.Pass(40*time.Hour))
	expect.True(t, r.log() != before, "no plan was played: %s", r.log())
	r.moves(2)
	position, moves := r.position(), r.log()
	out := r.again(r.mailbox())
	expect.Same(t, "not played", out.Again.NotPlayed, []upkeep.Lost{})
	expect.Same(t, "moves", r.log(), moves)
	expect.Same(t, "the game stands at", r.position(), position)
}

// TestUnreachableMailbox: then nothing is replaced.
func TestUnreachableMailbox(t *testing.T) {
	r := newRestoring(t)
	r.save()
	r.moves(1)
	box := r.mailbox()
	box.IMAP[0].User = "nobody"
	expect.NoError(t, r.db.Close())
	was := expect.Get(os.ReadFile(r.path))(t)
	_, err := upkeep.Restore(t.Context(), r.backup, r.path, r.Clock, box)
	expect.Fails(t, "restored", err, "--no-mailbox")
	expect.True(t, bytes.Equal(was, expect.Get(os.ReadFile(r.path))(t)), "the store has changed")
	expect.Same(t, "files left", len(expect.Get(os.ReadDir(filepath.Dir(r.path)))(t)), 2)
	r.open()
}

// TestEmptyStoreIsNoPrevious: the store that init makes knows of no revoked address.
func TestEmptyStoreIsNoPrevious(t *testing.T) {
	r := newRestoring(t)
	r.save()
	out := r.restore(func(path string) {
		expect.NoError(t, os.Remove(path))
		expect.NoError(t, bolt.Create(path))
	})
	expect.Has(t, "why all tokens are new", out.NewTokens, "empty")
	expect.True(t, out.Kept != "", "the empty store was not kept")
}

// TestLateTimesAreListed: a time to answer that was up since the backup is listed, and runs on afterwards.
func TestLateTimesAreListed(t *testing.T) {
	r := newRestoring(t)
	r.moves(1)
	r.save()
	r.moves(1)
	name, _ := r.asked()
	box := r.mailbox()
	r.Clock = r.Clock.Add(100 * time.Hour)
	out := r.again(box)
	expect.True(t, len(out.Again.Times) == 1 && out.Again.Times[0].Player == name && out.Again.Times[0].Game == "winter", "%s: %+v", name, out.Again.Times)
	r.finish(nil)
	expect.Lacks(t, name, r.Newest(name).Text, "was due")
}

// TestBackupInAnOutage: messages that waited while the service was down may have been handled after the backup, so the
// messages of the whole outage are read.
func TestBackupInAnOutage(t *testing.T) {
	for _, over := range []bool{false, true} {
		r := newRestoring(t)
		expect.NoError(t, r.Tick())
		down := r.Clock
		r.Clock = r.Clock.Add(10 * time.Hour)
		r.Office.SourceLost(due.Mailbox, r.Clock)
		expect.NoError(t, r.Tick())
		if over {
			r.Office.SourceReached(due.Mailbox, r.Clock)
			expect.NoError(t, r.Pass(10*time.Minute))
		}
		r.save()
		out := r.again(r.mailbox())
		expect.Same(t, "read since", out.Again.Since, down.Add(-time.Hour))
	}
}

// TestDailyLettersPlayedAgain: an answer to a letter about several games is played again if the backup has that letter;
// otherwise it is listed.
func TestDailyLettersPlayedAgain(t *testing.T) {
	for _, known := range []bool{true, false} {
		r := newRestoring(t)
		expect.NoError(t, r.Handle("game.create", admin.CreateGame{Title: "tycoon", Game: "spring", Seed: []byte("two"), StartNow: true, Players: pbemtest.FromAll("Ana", "Ben")}, nil))
		expect.NoError(t, r.Post())
		expect.NoError(t, r.Answer("Ana", mailtest.Gmail, "set letters digest"))
		if !known {
			r.save()
		}
		expect.NoError(t, r.Pass(23*time.Hour))
		if known {
			r.save()
		}
		expect.NoError(t, r.Answer("Ana", mailtest.Gmail, "winter:", "pass", "spring:", "pass"))
		expect.Must(t, "Ana's answer", r.Verdict, "played")
		r.mails = [][]byte{r.Sent}
		moves, digest := r.log(), r.position()
		out := r.again(r.mailbox())
		if !known {
			expect.True(t, len(out.Again.NotPlayed) == 1 && out.Again.NotPlayed[0].MessageID != "", "not played: %+v", out.Again.NotPlayed)
			continue
		}
		expect.Same(t, "not played", out.Again.NotPlayed, []upkeep.Lost{})
		expect.Same(t, "moves", r.log(), moves)
		expect.Same(t, "the game stands at", r.position(), digest)
	}
}

// TestWhatRestsOnLettersIsListed: "confirm" sends what a letter of the lost time had shown, which nobody knows any more.
func TestWhatRestsOnLettersIsListed(t *testing.T) {
	r := newRestoring(t)
	r.moves(3)
	r.save()
	name, l := r.asked()
	expect.NoError(t, r.AnswerLetter(name, l, mailtest.Gmail, "preview", "[1]"))
	r.mails = append(r.mails, r.Sent)
	_, after, _ := strings.Cut(r.Newest(name).Text, "answer `")
	confirm, _, _ := strings.Cut(after, "`")
	expect.NoError(t, r.Answer(name, mailtest.Gmail, confirm))
	expect.Must(t, confirm, r.Verdict, "played")
	r.mails = append(r.mails, r.Sent)
	out := r.again(r.mailbox())
	expect.True(t, len(out.Again.NotPlayed) == 1 && out.Again.NotPlayed[0].Game == "winter", "listed: %+v", out.Again.NotPlayed)
}
