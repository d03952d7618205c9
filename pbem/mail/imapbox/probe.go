package imapbox

import (
	"context"
	"crypto/tls"
	"time"

	"github.com/emersion/go-imap/v2"
)

// Report is the result of Probe.
type Report struct {
	Addr       string
	TLS        string // "TLS 1.3", or "none"
	Idle       bool   // announced and answered
	Mailbox    string
	Messages   uint32
	Processed  Folder
	Quarantine Folder
}

// Folder is one of the two folders mails are moved to.
type Folder struct {
	Name    string // with the server's prefix
	Exists  bool   // existed, or does now
	Created bool   // by this probe
	Err     error  // why it can be neither found nor created
}

// Probe logs in, opens the mailbox, begins and ends an IDLE, and creates the two folders if
// necessary (with ReadOnly it only looks for them). If there is an error, the report
// contains what was found before it.
func Probe(ctx context.Context, c Config) (Report, error) {
	r := Report{Addr: c.Addr, TLS: "none"}
	c, err := c.withDefaults()
	if err != nil {
		return r, err
	}
	r.Mailbox = c.Mailbox
	l, err := connect(ctx, c)
	if err != nil {
		return r, busy(err)
	}
	defer l.close()
	if version := l.tls.Load(); version != 0 {
		r.TLS = tls.VersionName(uint16(version))
	}
	caps, err := l.caps()
	if err != nil {
		return r, err
	}
	b := &box{link: l, memory: &memory{}, caps: caps}
	if err := r.selected(ctx, b); err != nil {
		return r, busy(err)
	}
	if r.Processed, err = b.probeFolder(c.Processed); err != nil {
		return r, err
	}
	if r.Quarantine, err = b.probeFolder(c.Quarantine); err != nil {
		return r, err
	}
	l.logout()
	return r, nil
}

func (r *Report) selected(ctx context.Context, b *box) error {
	if err := b.open(); err != nil {
		return err
	}
	r.Messages = b.messages
	if !b.caps.Has(imap.CapIdle) {
		return nil
	}
	_, err := b.idle(ctx, time.Now())
	if err == nil {
		err = b.left()
	}
	r.Idle = err == nil
	return err
}

func (b *box) probeFolder(name string) (Folder, error) {
	name, err := b.folder(b.caps, name)
	if err != nil {
		return Folder{Name: name}, err
	}
	f := Folder{Name: name}
	if f.Exists, err = b.exists(name); err != nil || f.Exists || b.c.ReadOnly {
		return f, err
	}
	f.Created, f.Err = b.create(name)
	f.Exists = f.Err == nil
	return f, nil
}
