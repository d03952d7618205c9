package crashtest

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"

	"railpost/engine/enginetest/level"
	"railpost/pbem/lab/realserver"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/outbox"
)

// real are Dovecot and Postfix.
type real struct{ *realserver.Servers }

func (r real) IMAP() string { return r.Servers.IMAP }
func (r real) SMTP() string { return r.Servers.SMTP }

// OnTheWay counts the files in Postfix's queues.
func (r real) OnTheWay() (n int) {
	for _, queue := range []string{"maildrop", "incoming", "active", "deferred"} {
		err := filepath.WalkDir(filepath.Join(r.Dir, "pf/spool", queue), func(_ string, d fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist): // has just been delivered
			case err != nil:
				return err
			case d.Type().IsRegular():
				n++
			}
			return nil
		})
		if err != nil {
			return 1 // nobody knows
		}
	}
	return n
}

// realPoints are those with mail in flight; the store's own do not depend on the servers.
func realPoints() []point {
	return []point{
		{name: "reading", most: 3, calm: true}, {name: "before-commit", most: 3}, {name: "after-commit", most: 3},
		{name: imapbox.Fetched, most: 3}, {name: imapbox.Judged, most: 3}, {name: imapbox.Moved, most: 3},
		{name: outbox.Claimed, most: 3}, {name: outbox.Marked, most: 5}, {name: outbox.Handed, most: 5},
		{name: "smtp.before-data", most: 5}, {name: "smtp.accepted", most: 5}, {name: "sent.within", most: 5},
	}
}

func TestCrashRealServers(t *testing.T) {
	realserver.Need(t)
	t.Parallel() // it mostly waits
	s := realserver.Start(t, users())
	w := &world{t: t, post: real{s}, domain: s.Domain, tables: 4}
	w.service = newService(t, spec{Dir: folder(t), IMAP: s.IMAP, SMTP: s.SMTP, Domain: s.Domain, MinFree: megabyte})
	n := level.Seed(t, 5)
	stop := w.open(n)
	c := newCampaign(t, w, n)
	c.run(level.Of(15, 15, 200), realPoints())
	c.finishAndCompare("real servers", stop)
}
