package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
	"railpost/pbem"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/post"
	"railpost/store"
	"railpost/store/bolt"
	"railpost/templates"
)

// organiser is a person at the command line.
type organiser struct {
	t      *testing.T
	dir    string
	tokens []string // answer addresses by seat
	now    time.Time
}

func newOrganiser(t *testing.T) *organiser {
	o := &organiser{t: t, dir: t.TempDir(), now: time.Now().Add(-time.Hour).Truncate(time.Second)}
	conf := fmt.Sprintf("mail = \"embedded\"\n[store]\npath = %q\nmin_free = \"10MB\"\n", o.in("rp.db"))
	expect.NoError(t, os.WriteFile(o.in("railpost.toml"), []byte(conf), 0o600))
	return o
}

func (o *organiser) in(name string) string { return filepath.Join(o.dir, name) }

// railpost carries out one command line, which must succeed.
func (o *organiser) railpost(args ...string) string {
	o.t.Helper()
	var out, errs bytes.Buffer
	if code := run(o.t.Context(), append([]string{"-c", o.in("railpost.toml")}, args...), strings.NewReader(""), &out, &errs); code != 0 {
		o.t.Fatalf("railpost %v: exit %d\n%s%s", args, code, &out, &errs)
	}
	return out.String()
}

// write returns the mail by which the next player plays their first choice.
func (o *organiser) write(name string) {
	o.t.Helper()
	var rows []admin.GameRow
	expect.NoError(o.t, json.Unmarshal([]byte(o.railpost("game", "list", "--json")), &rows))
	seat := rows[0].Waiting[0].Seat
	part := strings.Split(o.tokens[seat], ".")
	part[1] = fmt.Sprint(rows[0].Step)
	o.now = o.now.Add(time.Minute)
	mail := fmt.Sprintf("From: %s@localhost\r\nTo: %s\r\nMessage-ID: <%s@localhost>\r\nDate: %s\r\n\r\n[1]\r\n",
		rows[0].Players[seat], strings.Join(part, "."), name, o.now.Format(time.RFC1123Z))
	expect.NoError(o.t, os.WriteFile(o.in(name), []byte(mail), 0o600))
}

// arrives delivers a mail as from the mailbox, and plays it.
func (o *organiser) arrives(name string) {
	o.t.Helper()
	became := ""
	o.office(titles.Find, func(v verdict.Verdict, _, _ int) { became = v.String() }, func(office *pbem.Office) error {
		raw, err := os.ReadFile(o.in(name))
		if err != nil {
			return err
		}
		_, err = office.Deliver(o.t.Context(), []imapbox.Mail{{Raw: raw, Size: int64(len(raw))}})
		return err
	})
	expect.Must(o.t, name, became, "played")
}

// office opens the store with these titles while do runs.
func (o *organiser) office(find engine.Titles, count func(v verdict.Verdict, _, _ int), do func(*pbem.Office) error) {
	o.t.Helper()
	noError := func(err error) {
		o.t.Helper()
		expect.NoError(o.t, err)
	}
	conf, err := config.LoadPublic(o.in("railpost.toml"))
	noError(err)
	db, err := bolt.Open(conf.Store.Path, bolt.Options{})
	noError(err)
	defer func() { noError(db.Close()) }()
	set, err := templates.New()
	noError(err)
	office, err := pbem.Open(o.t.Context(), pbem.Options{Config: conf, Store: db, Titles: find, Templates: set, Count: count})
	noError(err)
	noError(do(office))
}

// serve runs the daemon while do is done.
func (o *organiser) serve(do func(), args ...string) {
	o.t.Helper()
	defer signal.Reset(syscall.SIGHUP) // serve ignores it
	ctx, stop := context.WithCancel(o.t.Context())
	ended := make(chan int)
	go func() {
		ended <- run(ctx, append([]string{"-c", o.in("railpost.toml"), "serve"}, args...), strings.NewReader(""), os.Stderr, os.Stderr)
	}()
	pbemtest.Until(o.t, "an answer", func() bool {
		select {
		case code := <-ended:
			o.t.Fatalf("serve: exit %d", code)
		default:
		}
		return answersAt(o.in("rp.db.sock"))
	})
	do()
	stop()
	expect.Same(o.t, "serve: exit", <-ended, 0)
}

// position is the digest that game verify shows.
func position(verified string) string { return positionShown.FindString(verified) }

var positionShown = regexp.MustCompile(`position [0-9a-f]+`)

// TestBackupIsNoted: the store keeps when somebody last copied it, whether the service runs or not.
func TestBackupIsNoted(t *testing.T) {
	level.Sequential(t)
	o := newOrganiser(t)
	noted := func() string {
		db := expect.Get(bolt.Open(o.in("rp.db"), bolt.Options{ReadOnly: true}))(t)
		b, err := db.Get(t.Context(), store.BackupKey)
		expect.NoError(t, errors.Join(err, db.Close()))
		return string(b)
	}
	o.railpost("game", "create", "russian", "winter", "--player", "Ana <ana@localhost>", "--player", "Ben <ben@localhost>")
	began := time.Now().UTC().Format(time.RFC3339)
	expect.Same(t, "noted before any", noted(), "")
	o.railpost("backup", o.in("one.db"))
	one := noted()
	expect.True(t, one >= began, "noted %q, began %s", one, began)
	db, err := bolt.Open(o.in("rp.db"), bolt.Options{})
	expect.NoError(t, err)
	_, err = db.Commit(t.Context(), store.Commit{Put: map[string][]byte{store.BackupKey: nil}})
	expect.NoError(t, errors.Join(err, db.Close()))
	o.serve(func() { o.railpost("backup", o.in("two.db")) })
	if two := noted(); two < one {
		t.Errorf("of the service noted %q, before %q", two, one)
	}
}

// The guide's commands for a restore, from the backup to the same position. The mails of the lost time are in a
// folder under names in another order.
func TestRestoreAsTheGuideSays(t *testing.T) {
	level.Sequential(t)
	for _, resumeFirst := range []bool{false, true} {
		t.Run(fmt.Sprint("resumed first ", resumeFirst), func(t *testing.T) {
			o := newOrganiser(t)
			o.railpost("game", "create", "tycoon", "winter", "--start-now", "--player", "Ana <ana@localhost>", "--player", "Ben <ben@localhost>", "--player", "Cleo <cleo@localhost>")
			for s := range 3 {
				o.tokens = append(o.tokens, strings.TrimSpace(o.railpost("player", "token", "winter", fmt.Sprint(s))))
			}
			expect.NoError(t, os.Mkdir(o.in("mails"), 0o700))
			play := func(name string) {
				o.write(name)
				o.arrives(name)
			}
			play("mails/z.eml") // arrived before the backup: counts once
			play("before.eml")
			o.railpost("backup", o.in("backup.db"))
			for i := range 6 {
				play(fmt.Sprintf("mails/%d.eml", 9-i))
			}
			expect.NoError(t, os.WriteFile(o.in("mails/notes.txt"), []byte("no mail"), 0o600))
			stands := position(o.railpost("game", "verify", "winter"))

			said := o.railpost("restore", o.in("backup.db"))
			if !regexp.MustCompile(`(?m)^winter is back at step \d+; steps \d+ to \d+ are gone$`).MatchString(said) {
				t.Errorf("restore says\n%s", said)
			}
			replay := func() {
				said := o.railpost("mail", "replay", o.in("mails"))
				if !strings.Contains(said, "7 messages, ignored: 1, played: 6\n") || strings.Index(said, "9.eml") > strings.Index(said, "4.eml") || !strings.Contains(said, "no message") {
					t.Errorf("mail replay says\n%s", said)
				}
			}
			if resumeFirst {
				o.railpost("restore", "--finish")
				o.serve(replay)
			} else {
				replay()
				o.railpost("restore", "--finish")
				o.serve(func() {})
			}
			if got := position(o.railpost("game", "verify", "winter")); got != stands || got == "" {
				t.Errorf("the game stands at %q, stood at %q", got, stands)
			}
			o.railpost("check")
		})
	}
}

// provider is a provider with a mailbox.
func provider(t *testing.T) *post.Post {
	t.Helper()
	p := expect.Get(post.Start(post.Options{Domain: "localhost", Users: map[string]string{"games": "secret"}}))(t)
	t.Cleanup(func() { expect.NoError(t, p.Close()) })
	return p
}

// mailbox writes a configuration for a mailbox at a provider, whose password is in the file secret.
func (o *organiser) mailbox(file string, p *post.Post, address string) {
	o.t.Helper()
	in, inPort, err := pbemtest.HostPort(p.IMAPAddr())
	out, outPort, wrong := pbemtest.HostPort(p.SMTPAddr())
	conf := fmt.Sprintf("[mail.in]\nhost = %q\nport = %d\ntls = \"none\"\nuser = \"games\"\npassword_file = \"secret\"\n"+
		"[mail.out]\nhost = %q\nport = %d\ntls = \"none\"\n[identity]\nbase_address = %q\n[store]\npath = %q\n", in, inPort, out, outPort, address, o.in("rp.db"))
	expect.NoError(o.t, errors.Join(err, wrong, os.WriteFile(o.in(file), []byte(conf), 0o600), os.WriteFile(o.in("secret"), []byte("secret"), 0o600)))
}

// TestRestoreReadsTheMailbox: after a dead disk restore and restore --finish name each message that they could not replay;
// without the mailbox nothing is restored, unless that is wanted.
func TestRestoreReadsTheMailbox(t *testing.T) {
	level.Sequential(t)
	o := newOrganiser(t)
	o.railpost("game", "create", "tycoon", "winter", "--start-now", "--player", "Ana <ana@localhost>", "--player", "Ben <ben@localhost>")
	for s := range 2 {
		o.tokens = append(o.tokens, strings.TrimSpace(o.railpost("player", "token", "winter", fmt.Sprint(s))))
	}
	o.railpost("backup", o.in("backup.db"))
	p := provider(t)
	for i := range 3 {
		name := fmt.Sprintf("%d.eml", i)
		o.write(name)
		o.arrives(name)
		expect.NoError(t, p.Deliver("games", expect.Get(os.ReadFile(o.in(name)))(t)))
	}
	stands := position(o.railpost("game", "verify", "winter"))
	expect.NoError(t, p.Deliver("games", []byte("From: eve@localhost\r\nTo: "+o.tokens[0]+"\r\nMessage-ID: <eve@localhost>\r\nSubject: mine\r\n\r\n[1]\r\n")))
	expect.NoError(t, os.Remove(o.in("rp.db")))
	o.mailbox("railpost.toml", p, "railpost@localhost")
	expect.NoError(t, os.WriteFile(o.in("secret"), []byte("wrong"), 0o600))
	var out, errs bytes.Buffer
	code := run(t.Context(), []string{"-c", o.in("railpost.toml"), "restore", o.in("backup.db")}, strings.NewReader(""), &out, &errs)
	expect.True(t, code != 0 && strings.Contains(errs.String(), "--no-mailbox"), "exit %d\n%s", code, &errs)
	expect.NoError(t, os.WriteFile(o.in("secret"), []byte("secret"), 0o600))
	said := o.railpost("restore", o.in("backup.db"))
	expect.Has(t, "restore", said, "winter: 3 messages replayed", "eve@localhost", "other address")
	expect.Same(t, "the game stands at", position(o.railpost("game", "verify", "winter")), stands)
	var again struct {
		Known int `json:"known"`
	}
	expect.NoError(t, json.Unmarshal([]byte(o.railpost("restore", "--finish", "--json")), &again))
	expect.Same(t, "known at the end", again.Known, 4)
}

// TestMailboxMoves: the new configuration takes the place of the present one, and names it; a mailbox that cannot be read
// moves nothing.
func TestMailboxMoves(t *testing.T) {
	level.Sequential(t)
	o := newOrganiser(t)
	before, after := provider(t), provider(t)
	o.mailbox("railpost.toml", before, "games@localhost")
	o.mailbox("new.toml", after, "trains@localhost")
	move := func() (code int, said string) {
		var out, errs bytes.Buffer
		code = run(t.Context(), []string{"-c", o.in("railpost.toml"), "mailbox", "move", o.in("new.toml"), "--days", "3"}, strings.NewReader(""), &out, &errs)
		return code, out.String() + errs.String()
	}
	expect.NoError(t, after.Down())
	code, said := move()
	expect.True(t, code != 0 && strings.Contains(said, "the new configuration: the mailbox"), "exit %d: %s", code, said)
	expect.NoError(t, after.Up())
	code, said = move()
	expect.True(t, code == 0, "exit %d: %s", code, said)
	c := expect.Get(config.Load(o.in("railpost.toml")))(t)
	expect.Same(t, "addresses", c.AnswerBases(), []string{"trains+", "games+"})
	expect.Same(t, "until", c.Mail.Old.Until, now().AddDate(0, 0, 3).Format(time.DateOnly))
	o.mailbox("new.toml", after, "again@localhost")
	code, said = move()
	expect.True(t, code != 0 && strings.Contains(said, "another move"), "exit %d: %s", code, said)
}
