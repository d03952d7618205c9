package upkeep_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/desk/due"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/run/upkeep"
	"railpost/store/bolt"
)

// restoring is a service over a file that is backed up and put back.
type restoring struct {
	*pbemtest.Service
	t            *testing.T
	path, backup string
	db           *bolt.DB
	mails        [][]byte // mails of the players since the backup
}

func newRestoring(t *testing.T, robots ...string) *restoring {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	dir := t.TempDir()
	r := &restoring{Service: b, t: t, path: filepath.Join(dir, "rp.db"), backup: filepath.Join(dir, "backup.db")}
	r.open()
	t.Cleanup(func() { expect.NoError(t, r.db.Close()) })
	r.Begin(t, admin.CreateGame{Title: "tycoon", Seed: []byte("restore"), Players: pbemtest.FromAll("Ana", "Ben", "Cleo"), Robots: robots})
	expect.NoError(t, r.Tick())
	return r
}

func (r *restoring) open() {
	r.t.Helper()
	db, err := bolt.Open(r.path, bolt.Options{NoSync: true, Now: func() time.Time { return r.Clock }})
	expect.NoError(r.t, err)
	r.db = db
	expect.NoError(r.t, r.Use(db))
}

// move lets an acting player play the first choice of their latest letter.
func (r *restoring) move() {
	r.t.Helper()
	name, l := r.asked()
	r.Clock = r.Clock.Add(time.Minute)
	expect.NoError(r.t, r.AnswerLetter(name, l, mailtest.Gmail, "[1]"))
	if r.Verdict != "played" {
		l, _ := r.Latest(name)
		r.t.Fatalf("%s: %s\n%s", name, r.Verdict, l.Text)
	}
	r.mails = append(r.mails, r.Sent)
}

func (r *restoring) moves(n int) {
	r.t.Helper()
	for range n {
		r.move()
	}
}

// asked is who is asked, and a letter of theirs that lists choices.
func (r *restoring) asked() (string, pbemtest.Letter) {
	r.t.Helper()
	var rows []admin.GameRow
	expect.NoError(r.t, r.Handle("game.list", admin.None{}, &rows))
	name := rows[0].Waiting[0].Name
	for try := range 2 {
		box := r.Boxes[pbemtest.Address(name)]
		if name == "Ben" && len(r.Boxes[bensNew]) > 0 {
			box = r.Boxes[bensNew]
		}
		if l := box[len(box)-1]; strings.Contains(l.Text, "[1]") || try > 0 {
			return name, l
		}
		expect.NoError(r.t, r.AnswerLetter(name, box[len(box)-1], mailtest.Gmail, "resend"))
	}
	return "", pbemtest.Letter{}
}

// bensNew is the address to which Ben moves in some tests.
const bensNew = "ben@new.example"

func (r *restoring) save() {
	r.t.Helper()
	_, err := upkeep.Backup(context.Background(), r.db, r.backup)
	expect.NoError(r.t, err)
	r.mails = nil
}

// restore restores the backup; spoil may damage the present file first.
func (r *restoring) restore(spoil func(path string)) upkeep.Restored {
	r.t.Helper()
	expect.NoError(r.t, r.db.Close())
	if spoil != nil {
		spoil(r.path)
	}
	out, err := upkeep.Restore(context.Background(), r.backup, r.path, r.Clock, nil)
	expect.NoError(r.t, err)
	r.open()
	return out
}

// resume does the same as railpost restore --finish and serve.
func (r *restoring) resume() {
	r.t.Helper()
	expect.NoError(r.t, upkeep.SetPause(context.Background(), r.db, nil))
	expect.NoError(r.t, r.Tick())
}

// replay takes the mails of the lost time in again, and lists their verdicts.
func (r *restoring) replay() []string {
	r.t.Helper()
	var out []string
	for _, m := range r.mails {
		var answer admin.Replayed
		expect.NoError(r.t, r.Handle("mail.replay", admin.ReplayMail{Bytes: m}, &answer))
		out = append(out, answer.Verdict)
	}
	expect.NoError(r.t, r.Post())
	return out
}

// played lists the records that moved the position or took a move back.
func (r *restoring) played() (list []*engine.Record) {
	r.t.Helper()
	log, err := r.db.Load(context.Background(), "winter", 0, true)
	expect.NoError(r.t, err)
	for _, kept := range log.Records {
		rec, err := engine.ReadRecord(kept.Payload)
		expect.NoError(r.t, err)
		if rec.Kind == engine.Ordered || rec.Kind == engine.TookBack {
			list = append(list, rec)
		}
	}
	return list
}

// log returns their number.
func (r *restoring) log() string {
	r.t.Helper()
	return fmt.Sprintf("%d moves", len(r.played()))
}

// position is the digest of the last of them.
func (r *restoring) position() string {
	r.t.Helper()
	list := r.played()
	return list[len(list)-1].Digest
}

func spoilt(path string) {
	if err := os.Truncate(path, 20000); err != nil {
		panic(err)
	}
}

// The number in an answer to a letter from the lost course must not play another line after the restore.
func TestAnswersToTheLostCourseAreStale(t *testing.T) {
	level.Sequential(t)
	for name, spoil := range map[string]func(string){"the old file is whole": nil, "the old file is damaged": spoilt} {
		t.Run(name, func(t *testing.T) {
			r := newRestoring(t)
			r.moves(4)
			r.save()
			before := r.position()
			r.moves(5)
			lost := map[string]pbemtest.Letter{}
			for _, player := range []string{"Ana", "Ben", "Cleo"} {
				lost[player], _ = r.Latest(player)
			}
			r.restore(spoil)
			r.resume()
			for player, l := range lost {
				for _, order := range []string{"[1]", "undo", "pass"} {
					r.Clock = r.Clock.Add(25 * time.Hour)
					expect.NoError(t, r.AnswerLetter(player, l, mailtest.Gmail, order))
					expect.Has(t, fmt.Sprintf("%s to %q", order, l.Subject), r.Verdict, "stale")
					if answer, _ := r.Latest(player); !strings.Contains(answer.Subject, "Not done") || !strings.Contains(strings.Join(strings.Fields(answer.Text), " "), "had to go back to an earlier state") {
						t.Errorf("%s: the answer is %q\n%s", order, answer.Subject, answer.Text)
					}
				}
			}
			expect.Same(t, "the game has gone on from", r.position(), before)
			r.move() // and the present letter can be answered as usual
		})
	}
}

// Without a restore, a future step number does not lead to the present one.
func TestAStepBeyondTheHeadIsStale(t *testing.T) {
	r := newRestoring(t)
	r.moves(2)
	before := r.log()
	player, l := r.asked()
	at := strings.Split(l.ReplyTo, ".")
	at[1] = "99999"
	for _, order := range []string{"[1]", "undo"} {
		raw, err := mailtest.Reply(mailtest.Gmail, mailtest.Answer{Letter: l.Raw, From: pbemtest.From(player), Typed: []string{order}, Date: r.Clock})
		expect.NoError(t, err)
		raw = []byte(strings.ReplaceAll(string(raw), l.ReplyTo, strings.Join(at, ".")))
		expect.NoError(t, r.Deliver(raw))
		expect.Same(t, order, r.Verdict, "refused: stale")
		expect.Same(t, order, r.log(), before)
		r.Clock = r.Clock.Add(time.Minute)
	}
}

// Each table gets one letter: the state of its game, and the lost steps.
func TestTablesAreToldOfARestoreOnce(t *testing.T) {
	level.Sequential(t)
	for name, c := range map[string]struct {
		spoil func(string)
		want  string
	}{
		"the old file is whole":   {nil, "is back at step 5; steps 6 to"},
		"the old file is damaged": {spoilt, "whatever was played after it is lost"},
		"the old file is missing": {func(path string) { _ = os.Remove(path) }, "whatever was played after it is lost"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRestoring(t)
			expect.NoError(t, r.Handle("player.set", admin.SetPlayer{Game: "winter", Player: "2", Letters: "mine"}, nil))
			r.moves(3)
			r.save()
			r.moves(4)
			out := r.restore(c.spoil)
			expect.True(t, (out.NewTokens != "") == (c.spoil != nil), "tokens: %q", out.NewTokens)
			r.Boxes = map[string][]pbemtest.Letter{}
			r.resume()
			for _, player := range []string{"Ana", "Ben", "Cleo"} {
				box := r.Boxes[pbemtest.Address(player)]
				if len(box) != 1 || !strings.Contains(strings.Join(strings.Fields(box[0].Text), " "), c.want) {
					t.Errorf("%s has %d letters, want one with %q:\n%v", player, len(box), c.want, box)
				}
			}
			expect.NoError(t, r.Reopen())
			expect.NoError(t, r.Tick())
			expect.Same(t, "Cleo was told", len(r.Boxes[pbemtest.Address("Cleo")]), 1)
		})
	}
}

// TestRestoredAfterTheDeadline: the letter after a restore names the deadline that holds once times have moved, which
// they do when the mailbox is reached.
func TestRestoredAfterTheDeadline(t *testing.T) {
	r := newRestoring(t)
	r.moves(3)
	r.save()
	r.moves(4)
	r.restore(nil)
	r.Boxes = map[string][]pbemtest.Letter{}
	r.Clock = r.Clock.Add(100 * time.Hour)
	r.Office.SourceLost(due.Mailbox, r.Clock)
	r.resume()
	r.Clock = r.Clock.Add(time.Minute)
	r.Office.SourceReached(due.Mailbox, r.Clock)
	expect.NoError(t, r.Tick())
	for _, player := range []string{"Ana", "Ben", "Cleo"} {
		box := r.Boxes[pbemtest.Address(player)]
		if len(box) != 1 || strings.Contains(box[0].Subject+box[0].Text, "was due") || !strings.Contains(box[0].Subject+box[0].Text, "until") {
			t.Errorf("%s has %d letters, want one without a deadline that has passed:\n%v", player, len(box), box)
		}
	}
}

// Games that wait for acceptances, or are paused, are told of a restore without changing.
func TestRestoreOfGamesThatDoNotRun(t *testing.T) {
	r := newRestoring(t)
	expect.NoError(t, r.Handle("game.create", admin.CreateGame{Title: "toy", Game: "spring", Players: pbemtest.FromAll("Dan", "Eva")}, nil))
	expect.NoError(t, r.Post())
	expect.NoError(t, r.Answer("Dan", mailtest.Gmail, "accept"))
	expect.NoError(t, r.Handle("game.pause", admin.ChangeGame{Game: "winter"}, nil))
	expect.NoError(t, r.Post())
	r.save()
	expect.NoError(t, r.Handle("game.resume", admin.ChangeGame{Game: "winter"}, nil))
	expect.NoError(t, r.Answer("Eva", mailtest.Gmail, "accept"))
	if r.Verdict != "played" && !strings.HasPrefix(r.Verdict, "answered") {
		t.Fatal(r.Verdict)
	}
	r.restore(nil)
	r.Boxes = map[string][]pbemtest.Letter{}
	r.resume()
	for _, name := range []string{"Dan", "Eva"} {
		if l, ok := r.Latest(name); !ok || !strings.Contains(l.Text, "had to be restored") || !strings.Contains(l.Text, "accept") {
			t.Errorf("%s: %s\n%s", name, l.Subject, l.Text)
		}
	}
	for _, name := range []string{"Ana", "Ben", "Cleo"} {
		if l, ok := r.Latest(name); !ok || strings.Contains(l.Subject, "Your turn") || !strings.Contains(l.Text, "had to be restored") {
			t.Errorf("%s: %s\n%s", name, l.Subject, l.Text)
		}
	}
	expect.NoError(t, r.Answer("Eva", mailtest.Gmail, "accept"))
	var rows []admin.GameRow
	expect.NoError(t, r.Handle("game.list", admin.None{}, &rows))
	states := ""
	for _, row := range rows {
		states += row.Game + " " + row.State + ";"
	}
	expect.Same(t, "states", states, "spring running;winter paused;")
}

// The whole way: play, backup, play on, restore, take the mails of the lost time
// in again before or after restore --finish; the position is the same as before.
func TestLostMailsAreTakenInAgain(t *testing.T) {
	level.Sequential(t)
	for name, spoil := range map[string]func(string){"whole": nil, "damaged": spoilt} {
		for _, resumeFirst := range []bool{false, true} {
			if !level.Full() && resumeFirst == (spoil == nil) {
				continue
			}
			t.Run(fmt.Sprintf("%s, resumed first %v", name, resumeFirst), func(t *testing.T) {
				r := newRestoring(t)
				r.moves(4)
				before := r.Sent // handled before the backup
				r.save()
				expect.NoError(t, r.AnswerLetter("Ben", r.Boxes["ben@example.org"][0], mailtest.Gmail,
					"set address "+bensNew))
				r.mails = append(r.mails, r.Sent)
				ask, _ := r.Latest(bensNew)
				expect.NoError(t, r.AnswerLetter(bensNew, ask, mailtest.Gmail, "confirm"))
				r.mails = append(r.mails, r.Sent)
				r.moves(9)
				position := r.position()
				r.restore(spoil)
				if resumeFirst {
					r.resume()
				}
				r.mails = append([][]byte{before}, r.mails...)
				verdicts := strings.Join(r.replay(), ", ")
				// The confirmation is not asked twice: a transferred address needs none, and one that could not
				// be transferred is confirmed again.
				want := "ignored: repeated, answered: settings, ignored: wrong token" + strings.Repeat(", played", 9)
				expect.Same(t, "verdicts", verdicts, want)
				expect.Same(t, "the game stands at", r.position(), position)
				if !resumeFirst {
					r.resume()
				}
				expect.Lacks(t, "once more", strings.Join(r.replay(), ", "), "played")
				if ask, _ := r.Latest(bensNew); strings.Contains(ask.Text, "confirm") {
					expect.NoError(t, r.AnswerLetter(bensNew, ask, mailtest.Gmail, "confirm"))
				}
				r.moves(3)
			})
		}
	}
}

// Once somebody has played on, mails of the lost course are not laid on top.
func TestLostMailsDoNotMixWithNewOnes(t *testing.T) {
	r := newRestoring(t)
	r.moves(4)
	r.save()
	r.moves(5)
	r.restore(nil)
	r.resume()
	lost := r.mails
	player, l := r.asked()
	expect.NoError(t, r.AnswerLetter(player, l, mailtest.Gmail, "[2]"))
	expect.Must(t, player, r.Verdict, "played")
	before := r.log()
	r.mails = lost
	for i, v := range r.replay() {
		expect.Same(t, fmt.Sprintf("mail %d", i), v, "refused: stale")
	}
	expect.Same(t, "before", r.log(), before)
}

// Revoked tokens stay revoked, and a replaced player stays replaced.
func TestRestoreRevivesNoToken(t *testing.T) {
	r := newRestoring(t)
	r.moves(2)
	stolen := r.Boxes["ben@example.org"][0]
	r.save()
	expect.NoError(t, r.Handle("player.renew", admin.RenewPlayer{Game: "winter", Player: "1"}, nil))
	expect.NoError(t, r.Handle("player.replace", admin.ReplacePlayer{Game: "winter", Player: "2", Name: "Karl", Address: "karl@example.org"}, nil))
	expect.NoError(t, r.Post())
	expect.NoError(t, r.Answer("Karl", mailtest.Gmail, "accept"))
	out := r.restore(nil)
	expect.True(t, len(out.PerGame) == 1 && strings.Join(out.PerGame[0].Seats, ",") == "Ben,Karl",
		"carried over: %+v", out.PerGame)
	r.resume()
	raw, err := mailtest.Reply(mailtest.Gmail, mailtest.Answer{Letter: stolen.Raw, From: pbemtest.From("Ben"), Typed: []string{"set letters off"}, Date: r.Clock})
	expect.NoError(t, err)
	expect.NoError(t, r.Deliver(raw))
	expect.Same(t, "the old token", r.Verdict, "answered: stale")
	if _, told := r.Latest("Karl"); !told || len(r.Boxes["karl@example.org"]) < 2 {
		t.Error("the new player was not told of the restore")
	}
}

// Letters after a restore never carry the Message-ID of one of the lost time.
func TestNoMessageIDComesAgain(t *testing.T) {
	r := newRestoring(t)
	r.moves(3)
	r.save()
	seen := map[string]bool{}
	note := func() {
		for _, box := range r.Boxes {
			for _, l := range box {
				expect.True(t, !seen[l.ID], "%s twice", l.ID)
				seen[l.ID] = true
			}
		}
		r.Boxes = map[string][]pbemtest.Letter{}
	}
	for range 3 {
		r.moves(3)
		note()
		r.restore(spoilt)
		r.resume()
	}
	r.moves(3)
	note()
}

// TestRestoreRevivesNoOrganisersToken: a renewed one stays worthless, and if it is unknown whether they were
// renewed, all are.
func TestRestoreRevivesNoOrganisersToken(t *testing.T) {
	for _, known := range []bool{true, false} {
		r := newRestoring(t)
		renew := admin.RenewOrganiser{Address: "host@example.org"}
		expect.NoError(t, r.Handle("organiser.renew", renew, nil))
		expect.NoError(t, r.Post())
		r.save()
		expect.NoError(t, r.Handle("organiser.renew", renew, nil))
		expect.NoError(t, r.Post())
		spoil := func(path string) { expect.NoError(t, os.Remove(path)) }
		if known {
			spoil = nil
		}
		r.restore(spoil)
		r.resume()
		for i, want := range []string{"answered: no token", "answered: organiser"} {
			if !known {
				want = "ignored"
			}
			r.Clock = r.Clock.Add(time.Minute)
			expect.NoError(t, r.AnswerLetter("host", r.Boxes["host@example.org"][i], mailtest.Gmail, "list"))
			expect.True(t, strings.HasPrefix(r.Verdict, want), "known %v, letter %d: %s, want %s", known, i, r.Verdict, want)
		}
	}
}
