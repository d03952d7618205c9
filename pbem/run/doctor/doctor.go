// Package doctor checks whether a set-up works: it logs in, writes to itself, and reports in
// which headers its own address arrives.
package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"railpost/engine"
	"railpost/pbem/config"
	"railpost/pbem/config/accounts"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/smtpout"
	"railpost/pbem/run/control"
	"railpost/pbem/run/plain"
	"railpost/pbem/run/upkeep"
	"railpost/store"
	"railpost/store/bolt"
)

// State of a Check.
type State string

const (
	OK      State = "ok"
	Note    State = "note" // works, and could be better
	Failed  State = "FAIL"
	Skipped State = "skip"
)

// Check is the result of one check.
type Check struct {
	Name  string `json:"name"`
	State State  `json:"state"`
	Found string `json:"found"`
	Hint  string `json:"hint,omitempty"` // advice, of Failed and Note
}

// Options of Examine.
type Options struct {
	Config *config.Config
	Now    func() time.Time
	Wait   time.Duration // for a mail to come back; 0: two minutes
	Push   time.Duration // of Wait, for the server to announce it; 0: half of it
	DNS    Resolver      // nil: names are not looked up
}

// Examine makes all checks, reports each when it is done, and returns whether none failed.
func Examine(ctx context.Context, o Options, report func(Check)) bool {
	if o.Wait <= 0 {
		o.Wait = 2 * time.Minute
	}
	o.Push = cmp.Or(o.Push, o.Wait/2)
	if o.Now == nil {
		o.Now = time.Now
	}
	e := &examination{Options: o, report: report, well: true}
	e.storeFolder()
	e.freeSpace()
	running := e.daemon()
	if o.Config.Store.URL != "" {
		e.database(ctx)
	} else {
		e.storeFile(running)
	}
	if o.Config.Mail.Kind == config.Embedded {
		e.add(Check{Name: "mail", State: Skipped, Found: "the embedded post: no letter leaves this machine"})
		return e.well
	}
	if o.DNS != nil {
		e.published(ctx)
	}
	e.signIn(ctx)
	in, out := e.mailbox(ctx), e.submission(ctx)
	switch {
	case !in || !out:
		e.skip("one of the servers cannot be used")
	case running:
		e.skip("the daemon is running and would read the mail; stop it to test this")
	default:
		e.roundTrips(ctx)
	}
	return e.well
}

type examination struct {
	Options
	report func(Check)
	well   bool
	idle   bool // the server offers it
}

// note reports what could be better, with advice.
func (e *examination) note(name, hint, found string, args ...any) {
	e.add(Check{Name: name, State: Note, Found: fmt.Sprintf(found, args...), Hint: hint})
}

// skip reports why no mail was sent.
func (e *examination) skip(why string) {
	if e.idle {
		e.add(Check{Name: "idle", State: Skipped, Found: "offered; only a message to itself shows how fast it is"})
	}
	e.add(Check{Name: "mail to itself", State: Skipped, Found: why})
}

func (e *examination) add(c Check) {
	if c.State == Failed {
		e.well = false
	}
	e.report(c)
}

// result is ok with found, or failed with err and hint.
func (e *examination) result(name string, err error, hint, found string, args ...any) bool {
	if err != nil {
		e.add(Check{Name: name, State: Failed, Found: err.Error(), Hint: hint})
		return false
	}
	e.add(Check{Name: name, State: OK, Found: fmt.Sprintf(found, args...)})
	return true
}

// ownFolder is the advice if the store's folder cannot be used.
const ownFolder = "create the folder of store.path and give it to the service's user"

func (e *examination) storeFolder() {
	folder := filepath.Dir(e.Config.Store.Path)
	f, err := os.CreateTemp(folder, ".railpost-doctor-*")
	if err == nil {
		_, err = f.WriteString("railpost")
		err = errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
	}
	hint := engine.If(errors.Is(err, syscall.ENOSPC), "make room on its disk", ownFolder)
	e.result("write access", err, hint, "%s is writable", folder)
}

func (e *examination) freeSpace() {
	folder := filepath.Dir(e.Config.Store.Path)
	free, err := bolt.FreeSpace(folder)
	hint := ownFolder
	if least := uint64(e.Config.Store.MinFree); err == nil && free < least {
		err = fmt.Errorf("%d MB are free; store.min_free asks for %d MB", free>>20, least>>20)
		hint = "make room, or lower store.min_free"
	}
	e.result("free space", err, hint, "%d MB", free>>20)
}

func (e *examination) daemon() (running bool) {
	_, err := control.Dial(e.Config.SocketPath())
	switch {
	case errors.Is(err, control.ErrNoDaemon):
		e.add(Check{Name: "daemon", State: OK, Found: "not running"})
		return false
	default:
		return e.result("daemon", err, "run doctor as the daemon's user", "answers at %s", e.Config.SocketPath())
	}
}

// database opens and reads the database without changing it.
func (e *examination) database(ctx context.Context) {
	db, err := upkeep.Open(ctx, e.Config, true, nil, nil)
	if err == nil {
		_, err = db.Outbox(ctx)
		err = errors.Join(err, db.Close())
	}
	hint := "check [store] url, its password and the server's pg_hba.conf"
	if errors.Is(err, store.ErrNone) {
		hint = "railpost serve --new-store makes its tables, and starts without games"
	}
	e.result("database", err, hint, "answers, and has a store")
}

func (e *examination) storeFile(running bool) {
	path := e.Config.Store.Path
	db, err := bolt.Open(path, bolt.Options{ReadOnly: true})
	switch {
	case running && errors.Is(err, store.ErrLocked):
		e.add(Check{Name: "store", State: OK, Found: path + " is in use by the daemon"})
		return
	case err == nil:
		err = db.Close()
	}
	hint := "railpost check tells more; railpost restore replaces it with a backup"
	if errors.Is(err, bolt.ErrNone) {
		hint = "mount its volume, or restore a backup; railpost serve --new-store starts without games"
	}
	e.result("store", err, hint, "%s is readable", path)
}

// signIn asks for an access token, if tokens open the mailbox.
func (e *examination) signIn(ctx context.Context) {
	tokens := cmp.Or(e.Config.Mail.In.Tokens, e.Config.Mail.Out.Tokens)
	if tokens == nil {
		return
	}
	_, err := tokens.Token(ctx)
	note := ""
	if _, posted := e.Config.AlarmHook(); !posted {
		note = "; no letter can tell you when it ends, so set alarms_file in [hooks]"
	}
	if e.Config.Mail.OAuth.Provider == "google" {
		note += "; as long as Google lists your client as in testing, it ends after seven days"
	}
	e.result("sign-in", err, "run railpost sign-in"+note, "an access token came%s", note)
}

func (e *examination) mailbox(ctx context.Context) bool {
	c := accounts.IMAP(e.Config, nil)
	r, err := imapbox.Probe(ctx, c)
	if !e.result("mailbox", err, imapHint(err), "%s, %s: logged in as %s, %s has %s", r.Addr, r.TLS, c.User, r.Mailbox, plain.Count(r.Messages, "mail")) {
		return false
	}
	if e.idle = r.Idle; !e.idle {
		e.note("idle", slowAnswers, "not offered: %s", e.polled())
	}
	for _, f := range []imapbox.Folder{r.Processed, r.Quarantine} {
		state := engine.If(f.Created, "was made", "is there")
		e.result("folder "+f.Name, f.Err, "create the folder by hand, or name another in [mail.in]", "%s", state)
	}
	return true
}

// slowAnswers is the advice if the server does not announce mail at once.
const slowAnswers = "answers are read that much later; lower mail.in.poll_interval, or use a provider that offers IDLE"

// polled says how new mail is seen without the server's word.
func (e *examination) polled() string {
	return fmt.Sprintf("no push, polled every %s (mail.in.poll_interval)", e.Config.Mail.In.PollInterval)
}

func imapHint(err error) string {
	if err != nil && strings.Contains(err.Error(), "the account is busy") {
		return "wait some minutes; close other mail programs that use the account"
	}
	if err != nil && strings.Contains(strings.ToUpper(err.Error()), "AUTHENTICATIONFAILED") {
		return "check user and password; Gmail and Fastmail want an app password"
	}
	return "check [mail.in] host, port and tls"
}

func (e *examination) submission(ctx context.Context) bool {
	r, err := smtpout.Probe(ctx, accounts.SMTP(e.Config, nil))
	login := engine.If(r.LoggedIn, "logged in as "+e.Config.Mail.Out.User, "without a login")
	well := e.result("outgoing mail", err, "check [mail.out] host, port, tls, user and password", "%s, %s: %s", r.Addr, r.TLS, login)
	if well && r.Size > 0 {
		e.size(config.Size(r.Size))
	}
	return well
}

// largestLetter is the size of the largest letters, without their pictures.
const largestLetter = 1 * config.MB

// size compares the largest message that the outgoing server accepts with letters and with what players may send.
func (e *examination) size(most config.Size) {
	var err error
	if most < largestLetter {
		err = fmt.Errorf("the outgoing server accepts %s; letters may have %s, and pictures in addition", most, largestLetter)
	}
	hint := "raise the server's limit (Postfix: message_size_limit), or use another provider; larger letters never arrive"
	e.result("size", err, hint, "the outgoing server accepts %s; Railpost reads messages of up to %s (mail.in.max_size)", most, e.Config.Mail.In.MaxSize)
}
