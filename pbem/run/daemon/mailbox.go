package daemon

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/config"
	"railpost/pbem/config/accounts"
	"railpost/pbem/desk/due"
	"railpost/pbem/facts/key"
	"railpost/pbem/mail/dial"
	"railpost/pbem/mail/imapbox"
	"railpost/store/bolt"
)

// runMailbox brings mail to the Office.
func (d *Daemon) runMailbox(ctx context.Context) error {
	return imapbox.Run(ctx, d.mailboxConfig(), d.deliver, d.mailboxStatus)
}

func (d *Daemon) mailboxConfig() imapbox.Config {
	c := accounts.IMAP(d.o.Config, d.o.Log)
	c.TLSConfig, c.Dial = d.o.TLS, d.o.DialIn
	c.ReadOnly, c.Hook, c.Random = d.o.DryRunDir != "", d.o.Hook, d.o.Random
	if d.post != nil {
		c.Addr, c.User, c.TLS = d.post.IMAPAddr(), d.o.Config.Identity.BaseAddress, string(config.NoTLS)
		c.Password = func() (string, error) { return d.key, nil }
	}
	return c
}

// runOldMailbox brings mail that still comes to the mailbox from before a move, until its time is over.
func (d *Daemon) runOldMailbox(ctx context.Context) error {
	old := d.o.Config.Mail.Old
	if old.Of == nil {
		return nil
	}
	ctx, stop := context.WithDeadline(ctx, old.End)
	defer stop()
	c := accounts.IMAP(old.Of, d.o.Log.With("mailbox", "old"))
	c.TLSConfig, c.Dial, c.Hook, c.Random = d.o.TLS, d.o.DialIn, d.o.Hook, d.o.Random
	return imapbox.Run(ctx, c, d.deliver, func(s imapbox.Status) {
		if s.State == imapbox.Refused {
			d.alarm("", "old-login", engine.Msg(key.AlarmLogin, engine.Text("why", s.Err.Error())))
		}
	})
}

// deliver handles mails while there is room for their consequences. It finishes a mail that it has begun even
// if the service stops.
func (d *Daemon) deliver(ctx context.Context, ms []imapbox.Mail) ([]imapbox.Verdict, error) {
	if err := d.room(); err != nil {
		return nil, err
	}
	if err := d.dated(ctx, ms); err != nil {
		return nil, err
	}
	out, err := d.office.Deliver(context.WithoutCancel(ctx), ms)
	d.endIfLost(err)
	return out, err
}

// dated lets the date that the server gave to the newest mail count for the clock, if the server is another machine.
func (d *Daemon) dated(ctx context.Context, ms []imapbox.Mail) error {
	if d.post != nil || dial.Loopback(d.o.Config.Mail.In.Host) {
		return nil
	}
	var newest time.Time
	for _, m := range ms {
		if m.Internal.After(newest) {
			newest = m.Internal
		}
	}
	return d.office.Dated(ctx, newest)
}

// room returns an error if there is too little free space to accept mail.
func (d *Daemon) room() error {
	if d.disk == "" {
		return nil
	}
	free, err := bolt.FreeSpace(d.disk)
	if err != nil {
		return fmt.Errorf("daemon: reading the free space of %s: %w", d.disk, err)
	}
	least := d.o.Config.Store.MinFree
	if free >= uint64(least) {
		return nil
	}
	shown := strconv.FormatUint(free>>20, 10) + "MB"
	d.alarm("", "disk", engine.Msg(key.AlarmDisk, engine.Text("free", shown), engine.Text("least", least.String())))
	return fmt.Errorf("daemon: only %s free on %s, less than store.min_free (%s); make room, and mail is read again without a restart", shown, d.disk, least)
}

// mailboxStatus is called at every change of the connection.
func (d *Daemon) mailboxStatus(s imapbox.Status) {
	before, now := d.box.Swap(&s).State, d.o.Now()
	switch s.State {
	case imapbox.Connecting:
		return
	case imapbox.Watching:
		if d.room() == nil {
			d.office.SourceReached(due.Mailbox, now)
		} else {
			d.office.SourceLost(due.Mailbox, now)
		}
		d.looked.Touch()
		d.tellFault("unread", key.AlarmUnread, s.Unread)
		d.tellFault("stay", key.AlarmStay, s.Unmoved)
		if before != imapbox.Watching {
			d.o.Log.Info("mailbox", "state", string(s.State), "waiting", s.Waiting)
		}
	case imapbox.Broken:
		d.lostMailbox(now)
	case imapbox.Busy:
		d.lostMailbox(now)
		d.alarm("", "busy", engine.Msg(key.AlarmBusy, engine.Text("why", s.Err.Error())))
	case imapbox.Refused:
		d.lostMailbox(now)
		d.o.Log.Error("the mailbox refuses access", "err", s.Err, "again", s.Next)
		if before != imapbox.Refused {
			d.alarm("", "login", engine.Msg(key.AlarmLogin, engine.Text("why", s.Err.Error())))
		}
	}
	d.once.Do(func() {
		close(d.ready)
		d.systemd("READY=1")
	})
}

const uidsTold = 5

// tellFault tells the organisers of messages that can't be read, or moved.
func (d *Daemon) tellFault(kind, what string, f imapbox.Fault) {
	if len(f.UIDs) == 0 {
		return
	}
	var uids []string
	for _, uid := range f.UIDs[:min(len(f.UIDs), uidsTold)] {
		uids = append(uids, strconv.FormatUint(uint64(uid), 10))
	}
	if len(f.UIDs) > uidsTold {
		uids = append(uids, "...")
	}
	d.alarm("", kind, engine.Msg(what, engine.Int("n", len(f.UIDs)), engine.Text("uids", strings.Join(uids, ", ")),
		engine.Text("mailbox", d.o.Config.Mail.In.Mailbox), engine.Text("why", f.Err.Error())))
}

// lostMailbox records that mail since the last poll is unknown. The wall clock may not tell how long ago that
// was: it may have stepped.
func (d *Daemon) lostMailbox(now time.Time) {
	if last := d.looked.Last(); !last.IsZero() {
		now = now.Add(-time.Since(last))
	}
	d.office.SourceLost(due.Mailbox, now)
}
