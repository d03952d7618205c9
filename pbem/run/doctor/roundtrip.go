package doctor

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/config/accounts"
	"railpost/pbem/mail/compose"
	"railpost/pbem/mail/extract"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/smtpout"
	"railpost/pbem/run/plain"
	"railpost/templates"
)

// clockSlack is how far our clock and the server's may differ: due times are by our clock,
// and players compare them with the times of their mails.
const clockSlack = 2 * time.Minute

// slow is a delay of announcements that players notice.
const slow = 10 * time.Second

// words are the text of a message to ourselves.
const words = "railpost doctor has sent this to its own mailbox. It can be deleted."

// probe is one mail to ourselves.
type probe struct {
	name, to, id string
	extended     bool   // to an address with an extension
	raw          []byte // as it was sent
	arrived      *imapbox.Mail
	sent, seen   time.Time // accepted by the server, read from the mailbox
}

func (p *probe) here() bool { return p.arrived != nil }

// roundTrips mails the service's own address, plain and with an extension, and checks how
// both arrive. The mails are marked as automatic; a daemon that reads them first files them
// unanswered.
func (e *examination) roundTrips(ctx context.Context) {
	local, domain := compose.SplitAddress(e.Config.Identity.BaseAddress)
	nonce := strings.ToLower(rand.Text())
	probes := []*probe{{name: "mail to itself", to: e.Config.Identity.BaseAddress, id: nonce[:12] + ".plain@" + e.Config.ListIDDomain()}}
	if e.Config.ByCode() {
		e.add(Check{Name: "mail with an extension", State: Skipped, Found: `mail.out.plus_separator is "": answers bring a code back in their text`})
		e.try(ctx, probes)
		return
	}
	extended, err := compose.ReplyAddress(local, e.Config.Mail.Out.PlusSeparator, compose.Reply{Game: "doctor", Step: compose.Step{N: 1}, Token: nonce}, domain)
	if err != nil {
		e.result("mail to itself", err, "shorten identity.base_address", "")
		return
	}
	e.try(ctx, append(probes, &probe{name: "mail with an extension", to: extended, id: nonce[:12] + ".extended@" + e.Config.ListIDDomain(), extended: true}))
}

// withoutExtensions is the advice if only plain mail arrives.
const withoutExtensions = `let the server deliver address extensions to the mailbox (the organiser's guide says how), or do without: write plus_separator = "" under [mail.out], and answers bring back a code in their text`

// try sends the mails, while the mailbox is watched if the server offers IDLE, and reports how they
// arrive.
func (e *examination) try(ctx context.Context, probes []*probe) {
	var sent []*probe
	send := func() []*probe {
		sent = e.sendAll(ctx, probes)
		return sent
	}
	c, wait := accounts.IMAP(e.Config, nil), e.Wait
	if e.idle {
		push := c
		push.Poll, push.LaterWait = 2*wait, 2*wait // so that it looks only when the server announces mail
		wait -= e.Push
		e.await(ctx, push, e.Push, probes, send)
		e.pushed(sent)
	} else {
		send()
	}
	if missing := slices.DeleteFunc(slices.Clone(sent), (*probe).here); len(missing) > 0 {
		c.Poll = min(c.Poll, 10*time.Second)
		e.await(ctx, c, wait, sent, func() []*probe { return missing })
	}
	for _, p := range sent {
		e.arrival(p, sent[0].arrived != nil && !sent[0].extended)
	}
	e.text(sent)
	e.credentials(sent)
	e.moved(ctx, c, sent)
	e.clock(sent)
}

// text compares the mail that arrived with the one sent, and with the size that the server announced. A wrong
// size does no harm: some servers estimate it.
func (e *examination) text(probes []*probe) {
	for _, p := range probes {
		if !p.here() {
			continue
		}
		var err error
		n := int64(len(p.arrived.Raw))
		found := fmt.Sprintf("complete, %d bytes, as the server announces", n)
		if m, _ := extract.Parse(p.arrived.Raw, extract.Limits{}); m == nil || !slices.Contains(m.Lines, words) {
			err = fmt.Errorf("%d bytes arrived, but without the line %q that was sent", n, words)
		} else if p.arrived.Announced != n {
			found = fmt.Sprintf("complete, %d bytes; the server announces %d, which Railpost does not rely on", n, p.arrived.Announced)
		}
		e.result("text", err, "use a mailbox that returns messages as they were sent, without a filter that rewrites them", "%s", found)
		return
	}
}

// moved checks that the mails that arrived have left the mailbox, whatever the server said to their move.
func (e *examination) moved(ctx context.Context, c imapbox.Config, sent []*probe) {
	var left []*probe
	for _, p := range sent {
		if p.here() {
			left = append(left, &probe{id: p.id})
		}
	}
	if len(left) == 0 {
		return
	}
	c.ReadOnly = true
	looked := e.await(ctx, c, e.Wait, left, func() []*probe { return nil })
	left = slices.DeleteFunc(left, func(p *probe) bool { return !p.here() })
	var err error
	switch {
	case !looked:
		err = fmt.Errorf("the mailbox could not be read again within %s", e.Wait)
	case len(left) > 0:
		err = fmt.Errorf("%s stayed in %s and should be in %s", plain.Count(uint32(len(left)), "message"), c.Mailbox, c.Processed)
	}
	hint := "the account must be able to move messages, and mail.in.mailbox be an inbox and no view of all mail; check its quota"
	e.result("moving", err, hint, "what was read is gone from %s", c.Mailbox)
}

// sendAll returns the mails that the server accepted.
func (e *examination) sendAll(ctx context.Context, probes []*probe) (sent []*probe) {
	sender := smtpout.New(accounts.SMTP(e.Config, nil))
	for _, p := range probes {
		if e.send(ctx, sender, p, len(sent) > 0) {
			p.sent = time.Now()
			sent = append(sent, p)
		}
	}
	if err := sender.Close(); err != nil {
		e.result("outgoing mail", err, "", "")
	}
	return sent
}

// pushed reports how soon the server announced the first of these messages.
func (e *examination) pushed(sent []*probe) {
	for _, p := range sent {
		if p.arrived != nil {
			after := max(p.seen.Sub(p.sent), 0).Round(time.Millisecond)
			c := Check{Name: "idle", State: OK, Found: fmt.Sprintf("the server reported new mail %s after accepting it", after)}
			if after > slow {
				c.State, c.Hint = Note, slowAnswers
			}
			e.add(c)
			return
		}
	}
	if len(sent) > 0 {
		e.note("idle", slowAnswers, "offered, but the server reported nothing within %s: %s", e.Push, e.polled())
	}
}

// send reports whether the server accepted a mail. plain: it has accepted the one without an extension.
func (e *examination) send(ctx context.Context, s *smtpout.Sender, p *probe, plain bool) bool {
	from := e.Config.FromAddress()
	h := compose.Headers{
		FromName: e.Config.Mail.Out.DisplayName, FromAddr: from, ReplyTo: p.to, To: p.to,
		Subject: "Railpost: " + p.name, Date: e.Now(), MessageID: p.id, ListID: "doctor." + e.Config.ListIDDomain(),
		Unsubscribe: "mailto:" + e.Config.Identity.BaseAddress + "?subject=unsubscribe%20doctor",
		Auto:        compose.AutoGenerated, Loop: e.Config.Identity.BaseAddress,
	}
	if e.Config.OneClick() {
		h.OneClick = e.Config.PageURL("doctor")
	}
	raw, err := compose.Compose(h, templates.Rendered{Text: words + "\n"})
	if err == nil {
		raw, err = e.Config.Sign(raw)
	}
	if err == nil {
		p.raw = raw
		if r := s.Send(ctx, from, p.to, raw); r.Class != smtpout.Accepted {
			err = fmt.Errorf("the server rejected it: %d %s %s", r.Code, r.Enhanced, r.Text)
		}
	}
	if err != nil {
		hint := engine.If(p.extended && plain, withoutExtensions, "your server must let this account send from "+from)
		e.result(p.name, err, hint, "")
	}
	return err == nil
}

// await reads the mailbox until all mails that do returns have arrived, and files them. It calls do once it
// watches the mailbox, which it reports, and touches no other mail.
func (e *examination) await(ctx context.Context, c imapbox.Config, wait time.Duration, probes []*probe, do func() []*probe) (watched bool) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	watching, arrived, ended := make(chan struct{}, 1), make(chan *probe, len(probes)), make(chan error, 1)
	deliver := func(_ context.Context, ms []imapbox.Mail) ([]imapbox.Verdict, error) {
		verdicts := slices.Repeat([]imapbox.Verdict{imapbox.Later}, len(ms))
		for i, m := range ms {
			id := messageID(m.Raw)
			p := slices.IndexFunc(probes, func(p *probe) bool { return p.id == id })
			if p < 0 {
				continue
			}
			if verdicts[i] = imapbox.Done; probes[p].arrived == nil {
				probes[p].arrived, probes[p].seen = &m, time.Now()
				arrived <- probes[p]
			}
		}
		return verdicts, nil
	}
	status := func(s imapbox.Status) {
		if s.State == imapbox.Watching && len(watching) == 0 {
			watching <- struct{}{}
		}
	}
	go func() { ended <- imapbox.Run(ctx, c, deliver, status) }()
	select {
	case <-watching:
		watched = true
	case <-ctx.Done():
	}
	for range do() {
		select {
		case <-arrived:
		case <-ctx.Done():
		}
	}
	cancel()
	if err := <-ended; err != nil {
		e.result("mailbox", err, "check [mail.in]", "")
	}
	return watched
}

// headerOf returns the header of a mail; that of one that cannot be read is empty.
func headerOf(raw []byte) mail.Header {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return mail.Header{}
	}
	return m.Header
}

func messageID(raw []byte) string {
	h := headerOf(raw)
	return strings.Trim(cmp.Or(h.Get(extract.IDHeader), h.Get("Message-Id")), "<> ")
}

// ownHeaders are headers that contain the address because the mail is from it, not because it was delivered to it.
var ownHeaders = []string{"From", "Reply-To", "List-Post", "List-Unsubscribe", "Return-Path", "X-Railpost-Loop",
	"Authentication-Results", "Received-Spf"}

// arrival reports which headers of the mail contain its address. plain: the one without an extension has arrived.
func (e *examination) arrival(p *probe, plain bool) {
	if p.arrived == nil {
		hint := "look into the mailbox's other folders (spam), and at mail.in.mailbox"
		if p.extended && plain {
			hint = withoutExtensions
		}
		e.result(p.name, fmt.Errorf("it did not arrive within %s", e.Wait), hint, "")
		return
	}
	var in []string
	for name, values := range headerOf(p.arrived.Raw) {
		for _, v := range values {
			if strings.Contains(strings.ToLower(v), p.to) && !slices.Contains(ownHeaders, name) && !slices.Contains(in, name) {
				in = append(in, name)
			}
		}
	}
	slices.Sort(in)
	var err error
	if len(in) == 0 {
		err = fmt.Errorf("it arrived, but no header contains %s", p.to)
	}
	hint := engine.If(p.extended, withoutExtensions,
		"another server rewrites addresses on the way; use a mailbox without such a rule")
	e.result(p.name, err, hint, "arrived; its address is in %s", strings.Join(in, ", "))
}

// clock compares our clock with the server's stamp on arrived mail.
func (e *examination) clock(probes []*probe) {
	for _, p := range probes {
		if p.arrived == nil || p.arrived.Internal.IsZero() {
			continue
		}
		d := e.Now().Sub(p.arrived.Internal)
		var err error
		// It arrived after it was sent and before now, so it may be older by
		// the time we waited.
		if d < -clockSlack || d > clockSlack+e.Wait {
			err = fmt.Errorf("the mail server's clock differs by %s", d.Round(time.Second))
		}
		e.result("clock", err, "keep this machine's clock right with NTP", "agrees with the mail server's")
		return
	}
}
